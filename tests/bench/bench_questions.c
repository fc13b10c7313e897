/* SPDX-License-Identifier: Apache-2.0 */
/* What questions cost: an image of L1 held against another, by memcmp; and diff, why and report of a run, by the traced
 * replay that made it. */
#include "ask/diff/diff.h"
#include "ask/why/why.h"
#include "bench/bench.h"
#include "bench/repeat.h"
#include "bench/trace.h"
#include "order/engine.h"
#include "show/html/html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { IMAGE_BYTES = 1536 * 1024, DATUM_BYTES = 2, ROUNDS = 9, EVENTS = 100, MISMATCHES = 1000, SHOWN = 20 };

/* ---- an image ---- */

struct images {
    uint8_t held[IMAGE_BYTES], replayed[IMAGE_BYTES], known[IMAGE_BYTES], twin[IMAGE_BYTES];
    uint64_t runs;
};

static void count_run(void *user, const struct replay_mismatch *mismatch)
{
    struct images *images = user;
    images->runs += mismatch->lo < mismatch->hi;
}

/* As a checkpoint is held: a chunk after the other. */
static double run_hold(void *user)
{
    struct images *images = user;
    const struct mismatch_sink sink = {.user = images, .mismatch = count_run};
    struct replay_comparison sum = {.space = TT_SPACE_L1};
    const double start = bench_processor();
    for (uint32_t lo = 0; lo < IMAGE_BYTES; lo += HOLD_CHUNK) {
        const struct stretch stretch = {.space = TT_SPACE_L1,
                                        .lo = lo,
                                        .count = HOLD_CHUNK,
                                        .held = images->held + lo,
                                        .replayed = images->replayed + lo,
                                        .known = images->known + lo};
        stretch_compare(&stretch, &sum, &sink);
    }
    return sum.known_bytes == IMAGE_BYTES ? bench_processor() - start : -1;
}

/* Of an equal image, so that it goes through all of it. */
static double run_memcmp(void *user)
{
    const struct images *images = user;
    const double start = bench_processor();
    const int differs = memcmp(images->held, images->twin, IMAGE_BYTES);
    __asm__ volatile("" : : "r"(differs) : "memory");
    return differs ? -1 : bench_processor() - start;
}

static void hold_with(struct images *images, const char *what, uint32_t differing)
{
    struct bench_ratio ratio;
    memcpy(images->replayed, images->held, IMAGE_BYTES);
    for (uint32_t i = 0; i < differing; i++)
        images->replayed[(uint64_t)i * (IMAGE_BYTES / DATUM_BYTES) / differing * DATUM_BYTES] ^= 1;
    if (bench_compare((struct bench_work){run_hold, images}, (struct bench_work){run_memcmp, images}, 41, &ratio) == 0)
        bench_row(what, IMAGE_BYTES / 1e9, "GB", "memcmp of as many bytes", &ratio);
}

static void bench_image(void)
{
    struct images *images = malloc(sizeof *images);
    if (!images) {
        bench_fail("no memory");
        return;
    }
    uint32_t seed = 1;
    for (uint32_t i = 0; i < IMAGE_BYTES; i++)
        images->held[i] = (uint8_t)((seed = seed * 1664525u + 1013904223u) >> 24);
    memcpy(images->twin, images->held, IMAGE_BYTES);
    memset(images->known, 0xFF, IMAGE_BYTES);
    images->runs = 0;
    bench_heading("An image of L1 held against another");
    hold_with(images, "equal", 0);
    hold_with(images, "100 datums differ", 100);
    hold_with(images, "a tenth of the datums differs", IMAGE_BYTES / DATUM_BYTES / 10);
    free(images);
}

/* ---- a run ---- */

struct asked {
    struct trace_bench trace;
    char page[BENCH_PATH];
    uint32_t addr;
};

static double run_replay(void *user)
{
    struct asked *asked = user;
    const double start = bench_processor();
    return trace_run_all(&asked->trace) < 0 ? -1 : bench_processor() - start;
}

static double ask(struct asked *asked, enum tt_status (*question)(struct asked *, struct results *, struct tt_error *))
{
    struct tt_error err = {""};
    struct results *results = NULL;
    const double start = bench_processor();
    enum tt_status status = results_open(&results, asked->trace.database, &err);
    if (!status)
        status = question(asked, results, &err);
    results_close(results);
    if (status)
        bench_fail(err.text);
    return status ? -1 : bench_processor() - start;
}

static enum tt_status ask_diff(struct asked *asked, struct results *results, struct tt_error *err)
{
    struct diff diff = {0};
    (void)asked;
    enum tt_status status = diff_make(&diff, results, SHOWN, err);
    diff_clear(&diff);
    return status;
}

static enum tt_status ask_why(struct asked *asked, struct results *results, struct tt_error *err)
{
    struct why why = {0};
    struct address_place place;
    char text[32];
    (void)snprintf(text, sizeof text, "l1:0x%x", (unsigned)asked->addr);
    enum tt_status status = address_place_parse(&place, results_run(results)->chip, text, err);
    if (!status)
        status = why_make(&why, results, &place, INT64_MAX - 1, err);
    why_clear(&why);
    return status;
}

static enum tt_status ask_report(struct asked *asked, struct results *results, struct tt_error *err)
{
    struct html_options options;
    struct html_summary summary;
    html_options_init(&options);
    options.stages = unit_stages;
    options.replace = true;
    return html_report(asked->page, results, &options, &summary, err);
}

static double run_diff(void *user)
{
    return ask(user, ask_diff);
}

static double run_why(void *user)
{
    return ask(user, ask_why);
}

static double run_report(void *user)
{
    return ask(user, ask_report);
}

static void compare(struct asked *asked, const char *what, double (*run)(void *))
{
    struct bench_ratio ratio;
    if (bench_compare((struct bench_work){run, asked}, (struct bench_work){run_replay, asked}, ROUNDS, &ratio) == 0)
        bench_row(what, 1, "answers", "the traced replay of the run", &ratio);
}

static enum tt_status make_capture(const char *folder, const char *made, struct tt_error *err)
{
    char path[BENCH_PATH];
    struct ttcap *from = NULL;
    const struct repeat repeat = {.events = EVENTS, .mismatches = MISMATCHES};
    if (bench_path(path, folder, "datacopy_f16b_f16b_f16b_f16b_nice.ttcap"))
        return tt_fail(err, TT_BAD_INPUT, "%s: the name is too long", folder);
    enum tt_status status = ttcap_open(&from, path, err);
    if (!status)
        status = repeat_capture(from, made, &repeat, err);
    ttcap_close(from);
    return status;
}

void bench_questions(const char *folder)
{
    struct asked asked = {.addr = 0x60010};
    struct tt_error err = {""};
    bench_image();
    (void)snprintf(asked.trace.capture, sizeof asked.trace.capture, "/tmp/tt-bench-asked-%ld.ttcap", (long)getpid());
    (void)snprintf(asked.trace.database, sizeof asked.trace.database, "/tmp/tt-bench-asked-%ld.db", (long)getpid());
    (void)snprintf(asked.page, sizeof asked.page, "/tmp/tt-bench-asked-%ld.html", (long)getpid());
    if (make_capture(folder, asked.trace.capture, &err)) {
        bench_fail(err.text);
    } else {
        (void)trace_run_all(&asked.trace); /* the first question is asked before the first yardstick */
        bench_heading("Questions about a run of 73,500 events with 1,000 differing words");
        compare(&asked, "diff", run_diff);
        compare(&asked, "why, a packed byte", run_why);
        asked.addr = 0x80000;
        compare(&asked, "why, a store", run_why);
        compare(&asked, "report", run_report);
    }
    (void)unlink(asked.page);
    trace_close(&asked.trace);
}
