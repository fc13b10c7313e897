/* SPDX-License-Identifier: Apache-2.0 */
/* UNPACR of a whole data tile, without and with a probe, against the calibration loop. Base addresses change as in a
 * kernel in the last row: settings are decoded again for every data tile. */
#include "bench/unit.h"
#include "isa/registers.h"
#include "tile/tile.h"
#include "unit/stores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATUMS_A_TILE = 1024, TILES_A_ROUND = 200, IN_X16 = 0x2000 };

struct unpack_case {
    const char *name;
    unsigned in, out;
    bool is_dst, moves;
};

static const struct unpack_case cases[] = {
    {"UNPACR BF16 to SrcA", 5, 5, false, false},
    {"UNPACR BFP8 to SrcA", 6, 6, false, false},
    {"UNPACR FP32 to TF32 in SrcA", 0, 4, false, false},
    {"UNPACR FP32 to Dst", 0, 0, true, false},
    {"UNPACR BF16 to SrcA, another address each", 5, 5, false, true},
};

struct unpack_bench {
    struct tile *tile;
    const struct unpack_case *what;
};

static void set_up(struct tile *tile, const struct unpack_case *what)
{
    tile_reset(tile);
    struct tile_state *state = tile_state(tile);
    uint32_t seed = 7;
    for (int i = 0; i < 8192; i++) {
        seed = seed * 1664525u + 1013904223u;
        state->l1[IN_X16 * 16 + i] = (uint8_t)(seed >> 24);
    }
    const uint32_t descriptor = reg_field_get(TT_BLACKHOLE, REG_THCON_SEC0_REG0_TileDescriptor)->word;
    state->cfg[0][descriptor] = what->in | 1u << 4;
    state->cfg[0][descriptor + 1] = 1 | 1u << 16;
    bench_set_field(tile, REG_THCON_SEC0_REG2_Out_data_format, what->out);
    bench_set_field(tile, REG_THCON_SEC0_REG2_Disable_zero_compress_cntx0, 1);
    bench_set_field(tile, REG_THCON_SEC0_REG2_Unpack_if_sel_cntx0, what->is_dst);
    bench_set_field(tile, REG_THCON_SEC0_REG3_Base_address, IN_X16 - 1);
    bench_set_field(tile, REG_THCON_SEC0_REG5_Tile_x_dim_cntx0, DATUMS_A_TILE);
    bench_set_field(tile, REG_THCON_SEC0_REG5_Dest_cntx0_address, 64);
    state->thread_cfg[0][reg_field_get(TT_BLACKHOLE, REG_SRCA_SET_SetOvrdWithAddr)->word] = what->is_dst ? 0 : 4;
    state->small.adc[0].unp0.ch[1].x = DATUMS_A_TILE - 1;
    if (tile_exec(tile, 0, 0x42000081u, 0) != TILE_DONE)
        bench_fail("UNPACR did not take effect");
}

static double run_unpack(void *user)
{
    struct unpack_bench *bench = user;
    const uint32_t word = reg_field_get(TT_BLACKHOLE, REG_THCON_SEC0_REG3_Base_address)->word;
    double start = bench_processor();
    for (uint32_t i = 0; i < TILES_A_ROUND; i++) {
        if (bench->what->moves)
            stores_cfg(bench->tile, 0, 0, word, IN_X16 - 1 + i % 2);
        (void)tile_exec(bench->tile, 0, 0x42000081u, i);
    }
    return bench_processor() - start;
}

static void one_case(struct unpack_bench *bench)
{
    set_up(bench->tile, bench->what);
    bench_datums(bench->tile, bench->what->name, (struct bench_work){run_unpack, bench},
                 (size_t)DATUMS_A_TILE * TILES_A_ROUND);
}

void bench_unpack(void)
{
    struct unpack_bench *bench = calloc(1, sizeof *bench);
    if (!bench || !(bench->tile = tile_new(TT_BLACKHOLE))) {
        bench_fail("no memory");
        free(bench);
        return;
    }
    bench_heading("UNPACR on Blackhole, 1024 datums an instruction, no probe");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bench->what = &cases[i];
        one_case(bench);
    }
    tile_free(bench->tile);
    free(bench);
}
