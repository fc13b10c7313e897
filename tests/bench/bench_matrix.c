/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix instructions in their quick forms and step by step, each against as many datums of the calibration loop as the
 * fastest open simulator needs for it: 1.00 is as quick as that. */
#include "bench/bench.h"
#include "isa/registers.h"
#include "tile/tile_internal.h"

#include <stdio.h>
#include <stdlib.h>

enum { TIMES = 2000, TIMES_BY_STEPS = 200 };

struct matrix_case {
    const char *name;
    uint32_t word;
    uint32_t calib_datums; /* what the simulator's time is in datums of the calibration loop */
    uint32_t srca_format, is_wide, phase;
};

static const struct matrix_case cases[] = {
    {"MVMUL BF16, 16-bit Dst", 0x26000000, 7200, 5, 0, 0},
    {"MVMUL BF16, 32-bit Dst", 0x26000000, 7200, 5, 1, 0},
    {"MVMUL TF32, 32-bit Dst, phase 3", 0x26000000, 7200, 4, 1, 3},
    {"MVMUL FP16, 16-bit Dst", 0x26000000, 7200, 1, 0, 0},
    {"GAPOOL BF16, 16-bit Dst", 0x34080000, 3600, 5, 0, 0},
    {"ELWADD BF16, 16-bit Dst", 0x28000000, 3000, 5, 0, 0},
    {"ELWMUL BF16, 16-bit Dst", 0x27000000, 3000, 5, 0, 0},
    {"ELWSUB BF16, 32-bit Dst", 0x30200000, 3000, 5, 1, 0},
    {"MOVA2D BF16, 8 rows", 0x12002000, 8, 5, 0, 0},
    {"INCRWC", 0x38000000, 8, 5, 0, 0},
};

struct matrix_bench {
    struct tile *tile;
    const struct matrix_case *what;
    int times;
};

static void set_up(struct matrix_bench *bench)
{
    struct tile_state *state = tile_state(bench->tile);
    const struct matrix_case *what = bench->what;
    uint32_t seed = 7;
    tile_reset(bench->tile);
    for (unsigned i = 0; i < SRC_BANKS * SRC_ROWS * SRC_COLUMNS; i++) {
        seed = seed * 1664525u + 1013904223u;
        const uint32_t exponent = what->srca_format == 1 ? 10 + (seed >> 8) % 8 : 120 + (seed >> 8) % 12;
        (&state->srca[0][0][0])[i] = (seed >> 13 & 0x7F800) | exponent;
        (&state->srcb[0][0][0])[i] = (seed >> 11 & 0x7F800) | exponent;
    }
    for (unsigned i = 0; i < SRC_BANKS; i++) {
        state->small.src_valid.a[i] = state->small.src_valid.b[i] = 1;
        state->small.src_format.a[i] = state->small.src_format.b[i] = what->srca_format;
    }
    state->cfg[0][1] = what->is_wide << 29;
    state->small.rwc[0].fidelity = what->phase;
    tile_state_changed(bench->tile);
}

static double run(void *user)
{
    const struct matrix_bench *bench = user;
    const double start = bench_processor();
    for (int i = 0; i < bench->times; i++)
        (void)tile_exec(bench->tile, 0, bench->what->word, 0);
    return bench_processor() - start;
}

static double run_calib(void *user)
{
    const struct matrix_bench *bench = user;
    return bench_calib((size_t)bench->what->calib_datums * (size_t)bench->times);
}

static void one_case(struct matrix_bench *bench, bool by_steps)
{
    char name[64];
    struct bench_ratio ratio;
    bench->times = by_steps ? TIMES_BY_STEPS : TIMES;
    (void)snprintf(name, sizeof name, "%s%s", bench->what->name, by_steps ? ", by steps" : "");
    set_up(bench);
    tile_set_fast(bench->tile, by_steps ? TILE_FAST_NONE : TILE_FAST_ALL);
    if (bench_compare((struct bench_work){run, bench}, (struct bench_work){run_calib, bench}, 9, &ratio) == 0)
        bench_row(name, bench->times, "insns", "the simulator, by the calibration loop", &ratio);
}

void bench_matrix(void)
{
    struct matrix_bench bench = {.tile = tile_new(TT_BLACKHOLE)};
    if (!bench.tile) {
        bench_fail("no memory");
        return;
    }
    bench_heading("Matrix unit on Blackhole, no probe");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench.what = &cases[i];
        one_case(&bench, false);
        if (bench.what->calib_datums > 1000) /* it computes */
            one_case(&bench, true);
    }
    tile_free(bench.tile);
}
