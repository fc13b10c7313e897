/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/bench.h"
#include "base/memory.h"
#include "results/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Of this program alone, set once. */
static int has_failed, is_json;
static const char *table = "";

double bench_now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_processor(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int bench_compare(struct bench_work subject, struct bench_work yardstick, int rounds, struct bench_ratio *out)
{
    enum { MOST = 63 };
    double ratio[MOST], first[MOST], second[MOST];
    if (rounds > MOST)
        rounds = MOST;
    for (int i = -1; i < rounds; i++) { /* the round before the first warms caches up */
        double a = subject.run(subject.user);
        double b = yardstick.run(yardstick.user);
        if (a < 0 || b <= 0)
            return -1;
        if (i < 0)
            continue;
        first[i] = a;
        second[i] = b;
        ratio[i] = a / b;
    }
    qsort(ratio, (size_t)rounds, sizeof ratio[0], by_value);
    qsort(first, (size_t)rounds, sizeof first[0], by_value);
    qsort(second, (size_t)rounds, sizeof second[0], by_value);
    *out = (struct bench_ratio){.ratio = ratio[rounds / 2],
                                .lowest = ratio[0],
                                .highest = ratio[rounds - 1],
                                .subject_seconds = first[rounds / 2],
                                .yardstick_seconds = second[rounds / 2],
                                .least = first[0] / second[0]};
    return 0;
}

double bench_calib(size_t datums)
{
    enum { CELLS = 4096 };
    static uint16_t in[CELLS], to[CELLS];
    static int filled;
    if (!filled) {
        uint32_t seed = 1;
        for (int i = 0; i < CELLS; i++) {
            seed = seed * 1664525u + 1013904223u;
            in[i] = (uint16_t)(seed >> 16);
        }
        filled = 1;
    }
    double start = bench_processor();
    for (size_t done = 0; done < datums; done += CELLS) {
        for (int i = 0; i < CELLS; i++)
            to[i] = (in[i] & 0x7F80) == 0 ? 0 : in[i];
        __asm__ volatile("" : : "r"(to) : "memory");
    }
    return bench_processor() - start;
}

void bench_heading(const char *title)
{
    table = title;
    if (!is_json)
        (void)printf("\n### %s\n\n| what | done in a second | against | ratio of time (lowest to highest) |\n"
                     "|---|---|---|---|\n",
                     title);
}

void bench_row(const char *what, double amount, const char *unit, const char *against, const struct bench_ratio *ratio)
{
    const double each_second = amount / ratio->subject_seconds;
    if (is_json)
        (void)printf("{\"table\": \"%s\", \"what\": \"%s\", \"per_second\": %.6g, \"unit\": \"%s\", \"against\": "
                     "\"%s\", \"ratio\": %.4g, \"lowest\": %.4g, \"highest\": %.4g}\n",
                     table, what, each_second, unit, against, ratio->ratio, ratio->lowest, ratio->highest);
    else
        (void)printf("| %s | %.4g %s | %s | %.3g (%.3g to %.3g) |\n", what, each_second, unit, against, ratio->ratio,
                     ratio->lowest, ratio->highest);
    (void)fflush(stdout);
}

void bench_note(const char *sentence)
{
    if (!is_json)
        (void)printf("\n%s\n", sentence);
}

void bench_fail(const char *sentence)
{
    (void)fprintf(stderr, "tt-bench: %s\n", sentence);
    has_failed = 1;
}

int bench_path(char path[static BENCH_PATH], const char *folder, const char *name)
{
    int n = snprintf(path, BENCH_PATH, "%s/%s", folder, name);
    return n > 0 && n < BENCH_PATH ? 0 : -1;
}

static void all_capture(const char *folder)
{
    bench_capture(folder);
    bench_events();
    bench_record();
}

/* `tt-bench [--json] [FOLDER [TABLE…]]`: the tables named, or all of them; a row a line, of Markdown or JSON. */
static const struct {
    const char *name;
    void (*run)(void);
    void (*run_in)(const char *folder);
} tables[] = {
    {"pack", bench_pack, NULL},
    {"vector", bench_vector, NULL},
    {"unpack", bench_unpack, NULL},
    {"issue", bench_issue, NULL},
    {"tile", bench_tile, NULL},
    {"matrix", bench_matrix, NULL},
    {"riscv", bench_riscv, NULL},
    {"firmware", NULL, bench_firmware},
    {"replay", NULL, bench_replay},
    {"kernels", NULL, bench_kernels},
    {"capture", NULL, all_capture},
    {"questions", NULL, bench_questions},
    {"peer", bench_peer, NULL},
    {"peer-kernels", NULL, bench_peer_kernels},
};

static int is_named(const char *name, int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], name) == 0)
            return 1;
    }
    return argc <= 2;
}

int main(int argc, char **argv)
{
    mem_keep_freed(); /* these two as tt-replay does */
    results_count_no_memory();
    if (argc > 1 && strcmp(argv[1], "--json") == 0) {
        is_json = 1;
        argv++;
        argc--;
    }
    const char *folder = argc > 1 ? argv[1] : "traces/kernels";
    if (!is_json)
        (void)printf("Ratios of one run; times below 1 are quicker than what they are held against.\n");
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (!is_named(tables[i].name, argc, argv))
            continue;
        if (tables[i].run)
            tables[i].run();
        else
            tables[i].run_in(folder);
    }
    return has_failed;
}
