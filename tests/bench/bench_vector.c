/* SPDX-License-Identifier: Apache-2.0 */
/* Vector instructions of 32 lanes against the calibration loop over as many datums; the multiply-add also portable,
 * without the tile around it. */
#include "bench/bench.h"
#include "tile/tile.h"
#include "tile/vector/fast/mad_lanes.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_A_ROUND = 100000 };

struct vector_bench {
    struct tile *tile;
    uint32_t word;
    bool is_wormhole;
    uint32_t x[LANES], y[LANES], z[LANES], out[LANES];
};

static double run_words(void *user)
{
    struct vector_bench *bench = user;
    const double start = bench_processor();
    for (int i = 0; i < WORDS_A_ROUND; i++)
        (void)tile_exec(bench->tile, 1, bench->word, (uint64_t)i);
    return bench_processor() - start;
}

static double run_portable(void *user)
{
    struct vector_bench *bench = user;
    const double start = bench_processor();
    for (int i = 0; i < WORDS_A_ROUND; i++) {
        mad_lanes(bench->x, bench->y, bench->z, bench->is_wormhole, bench->out);
        __asm__ volatile("" : : "r"(bench->out) : "memory");
    }
    return bench_processor() - start;
}

static double run_calib(void *user)
{
    (void)user;
    return bench_calib((size_t)LANES * WORDS_A_ROUND);
}

static void compare(const char *name, struct bench_work work)
{
    struct bench_ratio ratio;
    if (bench_compare(work, (struct bench_work){run_calib, NULL}, 15, &ratio) == 0)
        bench_row(name, (double)LANES * WORDS_A_ROUND, "lanes", "calibration loop, a datum a lane", &ratio);
}

/* Ordinary numbers in L0 to L3. */
static void set_up(struct vector_bench *bench)
{
    uint32_t seed = 7;
    for (unsigned reg = 0; reg < 4; reg++) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            seed = seed * 1664525u + 1013904223u;
            tile_state(bench->tile)->lreg[reg][lane] = (seed & 0x807FFFFF) | (120 + (seed >> 24) % 12) << 23;
        }
    }
    const uint32_t(*lreg)[LANES] = (const uint32_t(*)[LANES])tile_state(bench->tile)->lreg;
    memcpy(bench->x, lreg[0], sizeof bench->x);
    memcpy(bench->y, lreg[1], sizeof bench->y);
    memcpy(bench->z, lreg[2], sizeof bench->z);
}

void bench_vector(void)
{
    static const struct {
        const char *name;
        uint32_t word;
    } cases[] = {
        {"SFPMAD", 0x84000000u | 0u << 16 | 1u << 12 | 2u << 8 | 4u << 4},
        {"SFPLOAD, FP32", 0x70000000u | 5u << 20 | 3u << 16},
        {"SFPLOAD, BF16", 0x70000000u | 5u << 20 | 2u << 16},
        {"SFPSTORE, FP32", 0x72000000u | 0u << 20 | 3u << 16},
        {"SFPSTORE, BF16", 0x72000000u | 0u << 20 | 2u << 16},
        {"SFPIADD", 0x79000000u | 1u << 8 | 4u << 4 | 4},
    };
    struct vector_bench *bench = calloc(1, sizeof *bench);
    if (!bench || !(bench->tile = tile_new(TT_BLACKHOLE))) {
        bench_fail("no memory");
        free(bench);
        return;
    }
    bench_heading("Vector unit on Blackhole, 32 lanes an instruction, no probe");
    set_up(bench);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bench->word = cases[i].word;
        compare(cases[i].name, (struct bench_work){run_words, bench});
    }
    compare("multiply-add, portable", (struct bench_work){run_portable, bench});
    tile_free(bench->tile);
    free(bench);
}
