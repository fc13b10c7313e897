/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions that move no data: counters, configuration words, scalar registers, semaphores. What they cost is what
 * issuing a word costs. Against as many datums of the calibration loop as the fastest open simulator needs for one
 * (5 ns, 9 datums): 2.00 is the goal. */
#include "bench/unit.h"
#include "isa/isa.h"

#include <stdio.h>
#include <string.h>

enum { WORDS_A_ROUND = 50000, SIMULATOR_DATUMS = 9, ROUNDS = 15 };

/* Two words in turn, so that what is written changes. */
static const struct issue_case {
    const char *name;
    uint32_t words[2];
} cases[] = {
    {"SETADCXX of the packers", {0x5E000000u | 4u << 21 | 15u << 10, 0x5E000000u | 4u << 21 | 7u << 10}},
    {"SETADCXY, four counters", {0x51000000u | 1u << 21 | 0xF, 0x51000000u | 1u << 21 | 5u << 12 | 0xF}},
    {"INCADCZW, four counters", {0x55000000u | 1u << 21 | 1u << 6, 0x55000000u | 1u << 21 | 1u << 9}},
    {"SETRWC", {0x37000000u | 7, 0x37000000u | 8u << 6 | 7}},
    {"INCRWC", {0x38000000u | 8u << 6, 0x38000000u | 8u << 10}},
    {"SETC16, as before", {0xB2000000u | 2u << 16 | 64, 0xB2000000u | 2u << 16 | 64}},
    {"SETC16, a new value", {0xB2000000u | 2u << 16, 0xB2000000u | 2u << 16 | 64}},
    {"WRCFG of an address", {0xB0000000u | 4u << 16 | 76, 0xB0000000u | 5u << 16 | 76}},
    {"SETDMAREG", {0x45000000u | 0x1234u << 8 | 8, 0x45000000u | 0x4321u << 8 | 8}},
    {"NOP", {0x02000000u, 0x02000000u}},
};

struct issue_bench {
    struct tile *tile;
    const struct issue_case *what;
};

static double run_words(void *user)
{
    const struct issue_bench *bench = user;
    const double start = bench_processor();
    for (unsigned i = 0; i < WORDS_A_ROUND; i++)
        (void)tile_exec(bench->tile, 0, bench->what->words[i % 2], i);
    return bench_processor() - start;
}

static double run_calib(void *user)
{
    (void)user;
    return bench_calib((size_t)SIMULATOR_DATUMS * WORDS_A_ROUND);
}

static void one_case(struct issue_bench *bench)
{
    struct bench_ratio ratio;
    tile_reset(bench->tile);
    tile_state(bench->tile)->gpr[0][5] = 1;
    for (unsigned i = 0; i < 2; i++) {
        if (tile_exec(bench->tile, 0, bench->what->words[i], 0) != TILE_DONE)
            bench_fail("an instruction of the benchmark did not take effect");
    }
    if (bench_compare((struct bench_work){run_words, bench}, (struct bench_work){run_calib, NULL}, ROUNDS, &ratio) == 0)
        bench_row(bench->what->name, WORDS_A_ROUND, "insns", "the simulator, by the calibration loop", &ratio);
}

void bench_issue(void)
{
    struct issue_bench bench = {.tile = tile_new(TT_BLACKHOLE)};
    if (!bench.tile) {
        bench_fail("no memory");
        return;
    }
    bench_heading("Instructions that move no data, on Blackhole, no probe");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench.what = &cases[i];
        one_case(&bench);
    }
    tile_free(bench.tile);
}
