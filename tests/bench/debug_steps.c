/* SPDX-License-Identifier: Apache-2.0 */
/* What time travel costs: of captures, the way to the end, key frames and their memory, and how long leaps, steps back,
 * and steps of a thread over one instruction and over a line take, in processor time. Of captures without cores in
 * executed and in program order.
 *
 *     debug_steps MIB MOST_MS FILE.ttcap...
 *
 * Exit 0: each of them took at most MOST_MS, but for the way on over a line, which may be long, and frames at most MIB;
 * 1: one did not; 2: trouble. */
#include "debug/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TRIES = 200 };

static double clock_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int rise(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct times {
    double ms[TRIES];
};

static double middle(struct times *times)
{
    qsort(times->ms, TRIES, sizeof times->ms[0], rise);
    return times->ms[TRIES / 2];
}

static uint64_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return *state >> 17;
}

/* What is measured of each place. */
enum { LEAP, BACK, INSN_ON, INSN_BACK, LINE_ON, LINE_BACK, KINDS };

/* A line's code, as gdb has its range steps: about eight instructions from where the thread stands. */
struct line {
    uint32_t lo;
};

static bool is_in_line(void *user, const struct debug_where *where)
{
    enum { LINE_BYTES = 32 };
    const struct line *line = user;
    return where->pc.addr - line->lo < LINE_BYTES;
}

/* On and back again over an instruction of a thread, and over a line. */
static enum tt_status step(struct session *session, struct times times[static KINDS], int i, struct tt_error *err)
{
    const unsigned thread = session->thread;
    enum tt_status status = TT_OK;
    for (int kind = INSN_ON; kind < KINDS && !status; kind++) {
        struct line line = {session_pc(session, thread).addr};
        const struct debug_while within = {&line, is_in_line};
        const double start = clock_ms();
        status = session_step_while(session, thread, kind == INSN_BACK || kind == LINE_BACK, false,
                                    kind >= LINE_ON ? &within : NULL, err);
        times[kind].ms[i] = clock_ms() - start;
    }
    session->thread = thread;
    return status;
}

/* Leaps anywhere, and from each place one step back. */
static enum tt_status travel(struct session *session, uint64_t end, struct times times[static KINDS],
                             struct tt_error *err)
{
    uint64_t random = 1;
    enum tt_status status = TT_OK;
    for (int i = 0; i < TRIES && !status; i++) {
        const double start = clock_ms();
        status = session_go(session, 1 + draw(&random) % end, err);
        times[LEAP].ms[i] = clock_ms() - start;
        if (status)
            break;
        const double behind = clock_ms();
        status = session_go(session, engine_at(session->engine) - 1, err);
        times[BACK].ms[i] = clock_ms() - behind;
        if (!status)
            status = step(session, times, i, err);
    }
    return status;
}

static bool say_times(struct times times[static KINDS], double most)
{
    bool is_good = true;
    for (int kind = 0; kind < KINDS; kind++) {
        const double half = middle(&times[kind]);
        (void)printf(" %7.2f %7.2f", half, times[kind].ms[TRIES - 1]);
        is_good &= kind == LINE_ON || times[kind].ms[TRIES - 1] <= most;
    }
    (void)puts("");
    return is_good;
}

static enum tt_status measure_order(struct ttcap *capture, enum replay_order order, size_t memory, double most,
                                    bool *is_good, struct tt_error *err)
{
    static const char *const names[] = {"executed", "program", "firmware"};
    static struct times times[KINDS];
    struct session *session = NULL;
    struct replay_options options;
    replay_options_init(&options, ttcap_info(capture));
    options.order = order;
    const double start = clock_ms();
    enum tt_status status = session_open(&session, capture, &options, memory, err);
    const double opened = clock_ms();
    if (!status)
        status = session_go(session, UINT64_MAX, err);
    const double ended = clock_ms();
    if (!status)
        status = travel(session, engine_at(session->engine) ? engine_at(session->engine) : 1, times, err);
    if (!status) {
        const struct keys *keys = engine_keys(session->engine);
        (void)session_go(session, UINT64_MAX, err);
        (void)printf("%-8s %9" PRIu64 " %7.0f %7.0f %6u %8" PRIu64 " %6.1f", names[order], engine_at(session->engine),
                     opened - start, ended - opened, keys_count(keys), keys_spacing(keys),
                     (double)keys_bytes(keys) / (1 << 20));
        *is_good &= say_times(times, most) && keys_bytes(keys) <= memory;
    }
    session_close(session);
    return status;
}

static enum tt_status measure(const char *path, size_t memory, double most, bool *is_good, struct tt_error *err)
{
    struct ttcap *capture;
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    if (ttcap_info(capture)->boot_count)
        status = measure_order(capture, REPLAY_FIRMWARE, memory, most, is_good, err);
    else
        status = measure_order(capture, REPLAY_EXECUTED, memory, most, is_good, err);
    if (!status && !ttcap_info(capture)->boot_count)
        status = measure_order(capture, REPLAY_PROGRAM, memory, most, is_good, err);
    ttcap_close(capture);
    return status;
}

int main(int argc, char **argv)
{
    struct tt_error err;
    bool is_good = true;
    if (argc < 4) {
        (void)fprintf(stderr, "expected MIB MOST_MS FILE.ttcap...\n");
        return 2;
    }
    const size_t memory = (size_t)strtoull(argv[1], NULL, 10) << 20;
    const double most = strtod(argv[2], NULL);
    (void)puts(
        "order        steps open ms  end ms frames  spacing    MiB    leap     max    back     max  insn on     max"
        "    back     max  line on     max    back     max");
    for (int i = 3; i < argc; i++) {
        if (!measure(argv[i], memory, most, &is_good, &err))
            continue;
        (void)fprintf(stderr, "%s: %s\n", argv[i], err.text);
        return 2;
    }
    return is_good ? 0 : 1;
}
