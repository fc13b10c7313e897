/* SPDX-License-Identifier: Apache-2.0 */
/* PACR without and with a probe, against memcpy of the same bytes and against the calibration
 * loop. The tile is set up as the low-level-kernel library sets it up for a 32x32 data tile (P-13.1). */
#include "base/little.h"
#include "bench/unit.h"
#include "isa/registers.h"
#include "tile/pack/sections.h"
#include "tile/tile_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATUMS_A_TILE = 1024, TILES_A_ROUND = 200, PACRS_A_TILE = 16 };
enum { DATUMS_A_ROUND = DATUMS_A_TILE * TILES_A_ROUND };

struct pack_case {
    const char *name;
    unsigned read_32b, in, out;
    unsigned out_bits; /* of a datum, exponents aside */
};

static const struct pack_case cases[] = {
    {"PACR BF16 to BF16", 0, 5, 5, 16},     {"PACR BF16 to BFP8", 0, 5, 6, 8},      {"PACR BF16 to BFP4", 0, 5, 7, 4},
    {"PACR FP32 Dst to BF16", 1, 5, 5, 16}, {"PACR FP32 Dst to FP32", 1, 0, 0, 32},
};

struct pack_bench {
    struct tile *tile;
    const struct pack_case *what;
    uint8_t sink[8192];
    uint8_t from[8192];
};

static void exec(struct tile *tile, uint32_t word)
{
    if (tile_exec(tile, 2, word, 0) != TILE_DONE)
        bench_fail("an instruction of the benchmark's set-up did not take effect");
}

static void set_up(struct tile *tile, const struct pack_case *what)
{
    tile_reset(tile);
    uint16_t cells[DST_ROWS][DST_COLUMNS];
    uint32_t seed = 7;
    for (int r = 0; r < DST_ROWS; r++)
        for (int c = 0; c < DST_COLUMNS; c++) {
            seed = seed * 1664525u + 1013904223u;
            /* Sign and mantissa at random, exponent near 1: Dst's own order has the exponent in the low byte. */
            cells[r][c] = (uint16_t)((seed >> 16 & 0xFF00) | (120 + (seed >> 8) % 12));
        }
    turn_numbers(cells, DST_ROWS * DST_COLUMNS, sizeof(uint16_t));
    tile_store(tile, TT_SPACE_DST, 0, sizeof cells, (const uint8_t *)cells, NULL);
    unsigned bytes = what->read_32b ? 4 : 2;
    bench_set_field(tile, REG_ALU_FORMAT_SPEC_REG2_Dstacc, what->in);
    bench_set_field(tile, REG_PCK_DEST_RD_CTRL_Read_32b_data, what->read_32b);
    for (unsigned i = 0; i < tile->chip->packers; i++) { /* a face each */
        const struct pack_section *ids = &pack_sections[i];
        bench_set_field(tile, (enum reg_id)ids->in_format, what->in);
        bench_set_field(tile, (enum reg_id)ids->out_format, what->out);
        bench_set_field(tile, (enum reg_id)ids->l1_dest_addr, 0x6000 - 1 + 0x100 * i);
        bench_set_field(tile, (enum reg_id)ids->exponent_size, 4);
        bench_set_field(tile, (enum reg_id)ids->disable_zero_compress, 1);
        bench_set_field(tile, (enum reg_id)ids->dst_offset, 16 * i);
        bench_set_field(tile, (enum reg_id)ids->reads_per_plane, 16);
    }
    bench_set_field(tile, REG_PCK0_ADDR_CTRL_XY_REG_0_Ystride, 16 * bytes);
    bench_set_field(tile, REG_PCK0_ADDR_CTRL_ZW_REG_0_Zstride, 256 * bytes);
    bench_set_field(tile, REG_PCK_EDGE_OFFSET_SEC0_mask, 0xFFFF);
    exec(tile, 0xB2000000u | 37u << 16 | 4);             /* SETC16 ADDR_MOD_PACK_SEC0: Y += 4 */
    exec(tile, 0xB2000000u | 38u << 16 | 0x20 | 0x1000); /* SEC1: clear Y, Z += 1 */
    exec(tile, 0xB2000000u | 39u << 16 | 0x20 | 0x2000); /* SEC2: clear both */
    /* SETADCXX packers: X 0 to 15, or to 255 */
    exec(tile, 0x5E000000u | 4u << 21 | (tile->chip->packer_has_read_interfaces ? 15u : 255u) << 10);
}

static void pack_tile(struct tile *tile)
{
    for (unsigned i = 0; i < PACRS_A_TILE; i++) {
        unsigned last = i == PACRS_A_TILE - 1;
        unsigned mode = last ? 2 : i % 4 == 3 ? 1 : 0;
        (void)tile_exec(tile, 2, 0x41000000u | mode << 15 | last, i);
    }
}

/* Four packers, each a face. */
static void pack_tile_at_once(struct tile *tile)
{
    (void)tile_exec(tile, 2, 0x41000000u | 15u << 8 | 1, 0);
}

static double run_pack(void *user)
{
    struct pack_bench *bench = user;
    double start = bench_processor();
    for (int i = 0; i < TILES_A_ROUND; i++) {
        if (bench->tile->chip->packer_has_read_interfaces)
            pack_tile(bench->tile);
        else
            pack_tile_at_once(bench->tile);
    }
    return bench_processor() - start;
}

static double run_memcpy(void *user)
{
    struct pack_bench *bench = user;
    size_t bytes = DATUMS_A_TILE * bench->what->out_bits / 8;
    enum { TIMES = 20 }; /* one copy of so little is below the clock's grain */
    double start = bench_processor();
    for (int i = 0; i < TILES_A_ROUND * TIMES; i++) {
        memcpy(bench->sink, bench->from, bytes);
        __asm__ volatile("" : : "r"(bench->sink) : "memory");
    }
    return (bench_processor() - start) / TIMES;
}

static void one_case(struct pack_bench *bench)
{
    const struct bench_work pack = {run_pack, bench};
    struct bench_ratio ratio;
    set_up(bench->tile, bench->what);
    if (bench_compare(pack, (struct bench_work){run_memcpy, bench}, 15, &ratio) == 0)
        bench_row(bench->what->name, (double)DATUMS_A_ROUND, "datums", "memcpy of the same bytes", &ratio);
    bench_datums(bench->tile, bench->what->name, pack, DATUMS_A_ROUND);
}

static void bench_chip(enum tt_chip chip, const char *heading, size_t case_count)
{
    struct pack_bench *bench = calloc(1, sizeof *bench);
    if (!bench || !(bench->tile = tile_new(chip))) {
        bench_fail("no memory");
        free(bench);
        return;
    }
    bench_heading(heading);
    for (size_t i = 0; i < case_count; i++) {
        bench->what = &cases[i];
        one_case(bench);
    }
    tile_free(bench->tile);
    free(bench);
}

void bench_pack(void)
{
    bench_chip(TT_BLACKHOLE, "PACR on Blackhole, 64 datums an instruction, no probe", sizeof cases / sizeof cases[0]);
    bench_chip(TT_WORMHOLE_B0, "PACR on Wormhole, four packers of 256 datums, no probe", 2);
}
