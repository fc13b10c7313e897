/* SPDX-License-Identifier: Apache-2.0 */
/* The quick reader of event lines against the thorough one, over lines as recorders write them. */
#include "base/memory.h"
#include "bench/bench.h"
#include "capture/import/bundle/event.h"

#include <stdio.h>
#include <string.h>

enum { LINES = 65536, LINE_BYTES = 80 };

/* Newline-ended lines one after the other. */
struct lines {
    char *text;
    size_t at[LINES + 1];
};

static void fill(struct lines *lines)
{
    uint32_t seed = 1;
    size_t n = 0;
    for (int i = 0; i < LINES; i++) {
        lines->at[i] = n;
        seed = seed * 1664525u + 1013904223u;
        unsigned thread = seed >> 8 & 1, reg = seed >> 9 & 63;
        char *to = lines->text + n;
        /* The mix of the recorded kernels, roughly. */
        if (i % 20 < 8)
            n += (size_t)snprintf(to, LINE_BYTES, "{\"i\":%d,\"k\":\"exec\",\"t\":%u,\"w\":%u}\n", i, thread, seed);
        else if (i % 20 < 13)
            n += (size_t)snprintf(to, LINE_BYTES, "{\"i\":%d,\"k\":\"push\",\"t\":%u,\"w\":%u}\n", i, thread, seed);
        else if (i % 20 < 18)
            n += (size_t)snprintf(to, LINE_BYTES, "{\"i\":%d,\"k\":\"gprw\",\"t\":%u,\"a\":%u,\"v\":%u}\n", i, thread,
                                  reg, seed);
        else
            n += (size_t)snprintf(to, LINE_BYTES, "{\"i\":%d,\"k\":\"cfgw\",\"s\":0,\"a\":%u,\"v\":%u,\"t\":%u}\n", i,
                                  reg, seed, thread);
    }
    lines->at[LINES] = n;
}

typedef enum tt_status reader(const char *line, size_t count, enum tt_chip chip, struct event_bytes *bytes,
                              struct ttcap_event *event, struct tt_error *err);

static double run(const struct lines *lines, reader *read)
{
    struct event_bytes bytes = {0};
    struct ttcap_event event;
    double start = bench_processor();
    for (int i = 0; i < LINES; i++) {
        if (read(lines->text + lines->at[i], lines->at[i + 1] - lines->at[i] - 1, TT_BLACKHOLE, &bytes, &event, NULL))
            return -1;
    }
    double seconds = bench_processor() - start;
    mem_free(bytes.items);
    return seconds;
}

static double run_quick(void *user)
{
    return run(user, event_parse);
}

static double run_thorough(void *user)
{
    return run(user, event_parse_json);
}

void bench_events(void)
{
    struct lines *lines = mem_alloc(sizeof *lines);
    char *text = mem_alloc((size_t)LINES * LINE_BYTES);
    struct bench_ratio ratio;
    if (lines && text) {
        lines->text = text;
        fill(lines);
        bench_heading("Event lines of bundles");
        if (bench_compare((struct bench_work){run_quick, lines}, (struct bench_work){run_thorough, lines}, 9, &ratio) ==
            0)
            bench_row("quick reader", LINES, "lines", "cJSON and checks", &ratio);
    }
    mem_free(text);
    mem_free(lines);
}
