/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int limits_broken; /* of this program alone, set once */

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
                                .yardstick_seconds = second[rounds / 2]};
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
    double start = bench_now();
    for (size_t done = 0; done < datums; done += CELLS) {
        for (int i = 0; i < CELLS; i++)
            to[i] = (in[i] & 0x7F80) == 0 ? 0 : in[i];
        __asm__ volatile("" : : "r"(to) : "memory");
    }
    return bench_now() - start;
}

void bench_heading(const char *title)
{
    (void)printf(
        "\n### %s\n\n| what | done in a second | against | ratio of time (lowest to highest) |\n|---|---|---|---|\n",
        title);
}

void bench_row(const char *what, double amount, const char *unit, const char *against, const struct bench_ratio *ratio)
{
    (void)printf("| %s | %.4g %s | %s | %.3g (%.3g to %.3g) |\n", what, amount / ratio->subject_seconds, unit, against,
                 ratio->ratio, ratio->lowest, ratio->highest);
    (void)fflush(stdout);
}

void bench_fail(const char *sentence)
{
    (void)fprintf(stderr, "tt-bench: %s\n", sentence);
    limits_broken = 1;
}

int bench_path(char path[static BENCH_PATH], const char *folder, const char *name)
{
    int n = snprintf(path, BENCH_PATH, "%s/%s", folder, name);
    return n > 0 && n < BENCH_PATH ? 0 : -1;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "traces/kernels";
    (void)printf("Ratios of one run; times below 1 are quicker than what they are held against.\n");
    bench_pack();
    bench_vector();
    bench_unpack();
    bench_matrix();
    bench_riscv();
    bench_firmware(folder);
    bench_replay(folder);
    bench_results(folder);
    bench_capture(folder);
    bench_events();
    bench_record();
    return limits_broken;
}
