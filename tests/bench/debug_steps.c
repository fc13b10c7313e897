/* SPDX-License-Identifier: Apache-2.0 */
/* What time travel costs: of captures, the way to the end, key frames and their memory, and how long steps back and
 * leaps take, in processor time.
 *
 *     debug_steps MIB MOST_MS FILE.ttcap...
 *
 * Exit 0: each step back and each leap took at most MOST_MS, and frames at most MIB; 1: one did not; 2: trouble. */
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

/* Leaps anywhere, and from each place one step back. */
static enum tt_status travel(struct session *session, uint64_t end, struct times *leaps, struct times *backs,
                             struct tt_error *err)
{
    uint64_t random = 1;
    enum tt_status status = TT_OK;
    for (int i = 0; i < TRIES && !status; i++) {
        const double start = clock_ms();
        status = session_go(session, 1 + draw(&random) % end, err);
        leaps->ms[i] = clock_ms() - start;
        if (status)
            break;
        const double behind = clock_ms();
        status = session_go(session, engine_at(session->engine) - 1, err);
        backs->ms[i] = clock_ms() - behind;
    }
    return status;
}

static enum tt_status measure(const char *path, size_t memory, double most, bool *is_good, struct tt_error *err)
{
    static struct times leaps, backs;
    struct ttcap *capture;
    struct session *session = NULL;
    struct replay_options options;
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    replay_options_init(&options, ttcap_info(capture));
    options.order = ttcap_info(capture)->boot_count ? REPLAY_FIRMWARE : REPLAY_EXECUTED;
    const double start = clock_ms();
    status = session_open(&session, capture, &options, memory, err);
    const double opened = clock_ms();
    if (!status)
        status = session_go(session, UINT64_MAX, err);
    const double ended = clock_ms();
    if (!status)
        status = travel(session, engine_at(session->engine) ? engine_at(session->engine) : 1, &leaps, &backs, err);
    if (!status) {
        const struct keys *keys = engine_keys(session->engine);
        const double leap = middle(&leaps), back = middle(&backs);
        (void)session_go(session, UINT64_MAX, err);
        (void)printf("%10" PRIu64 " %8.0f %8.0f %7u %9" PRIu64 " %8.1f %9.2f %8.2f %9.2f %8.2f\n",
                     engine_at(session->engine), opened - start, ended - opened, keys_count(keys), keys_spacing(keys),
                     (double)keys_bytes(keys) / (1 << 20), leap, leaps.ms[TRIES - 1], back, backs.ms[TRIES - 1]);
        *is_good &= leaps.ms[TRIES - 1] <= most && backs.ms[TRIES - 1] <= most && keys_bytes(keys) <= memory;
    }
    session_close(session);
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
    (void)puts("     steps  open ms   end ms  frames   spacing      MiB  leap p50      max  back p50      max");
    for (int i = 3; i < argc; i++) {
        if (!measure(argv[i], memory, most, &is_good, &err))
            continue;
        (void)fprintf(stderr, "%s: %s\n", argv[i], err.text);
        return 2;
    }
    return is_good ? 0 : 1;
}
