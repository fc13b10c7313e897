/* SPDX-License-Identifier: Apache-2.0 */
/* Whole data tiles of 32x32 BF16 as kernels make them: two unpacked, added or multiplied, and packed, with the words in
 * between that move addresses and counters. Against as many datums of the calibration loop as the fastest open
 * simulator needs: a sixth and a quarter of 1.00 are the goals. */
#include "bench/unit.h"
#include "isa/isa.h"

#include <string.h>

enum { DATUMS = 1024, FACES = 4, FACE_ROWS = 16, TILES_A_ROUND = 50, ROUNDS = 15 };
enum { SUM_CALIB_DATUMS = 58200, PRODUCT_CALIB_DATUMS = 181800 }; /* 32 us and 100 us at 0.55 ns each */
enum { A_X16 = 0x2000, B_X16 = 0x2100, OUT_X16 = 0x6000 };        /* where the data tiles stand in L1 */
enum { UNPACR_A = 0x42000081u | 1u << 6, UNPACR_B = UNPACR_A | 1u << 23, CLEARS_BOTH = 3u << 22 };
enum { ELWADD = 0x28000000, MVMUL = 0x26000000, SETRWC_CLEARS = 0x37000007, PACR = 0x41000000 };
enum { PACKS_A_TILE = 16, SUMS_A_TILE = 8, PRODUCTS_A_TILE = 16 };

struct tile_bench {
    struct tile *tile;
    size_t calib_datums;
    bool is_product;
};

static void exec(struct tile *tile, unsigned thread, uint32_t word)
{
    if (tile_exec(tile, thread, word, 0) != TILE_DONE)
        bench_fail("an instruction of a data tile did not take effect");
}

static void set_thread_field(struct tile *tile, unsigned thread, enum reg_id id, uint32_t value)
{
    const struct reg_field *field = reg_field_get(tile_chip(tile), id);
    tile_state(tile)->thread_cfg[thread][field->word] |= (uint16_t)(value << field->shift);
    tile_state_changed(tile);
}

static void set_up_unpackers(struct tile *tile)
{
    struct tile_state *state = tile_state(tile);
    static const enum reg_id descriptors[2] = {REG_THCON_SEC0_REG0_TileDescriptor, REG_THCON_SEC1_REG0_TileDescriptor};
    for (unsigned u = 0; u < 2; u++) {
        const uint32_t word = reg_field_get(TT_BLACKHOLE, descriptors[u])->word;
        state->cfg[0][word] = 5 | 1u << 4 | (uint32_t)DATUMS << 16;
        state->cfg[0][word + 1] = 1 | 1u << 16;
    }
    bench_set_field(tile, REG_THCON_SEC0_REG2_Out_data_format, 5);
    bench_set_field(tile, REG_THCON_SEC1_REG2_Out_data_format, 5);
    bench_set_field(tile, REG_THCON_SEC0_REG2_Disable_zero_compress_cntx0, 1);
    bench_set_field(tile, REG_THCON_SEC1_REG2_Disable_zero_compress_cntx0, 1);
    bench_set_field(tile, REG_THCON_SEC0_REG5_Tile_x_dim_cntx0, DATUMS);
    bench_set_field(tile, REG_THCON_SEC0_REG5_Dest_cntx0_address, 64);
    set_thread_field(tile, 0, REG_SRCA_SET_SetOvrdWithAddr, 1);
    state->small.adc[0].unp0.ch[1].x = state->small.adc[0].unp1.ch[1].x = DATUMS - 1;
}

static void set_up_matrix(struct tile *tile, bool is_product)
{
    const enum reg_id steps[2] = {REG_ADDR_MOD_AB_SEC0_SrcAIncr, REG_ADDR_MOD_AB_SEC0_SrcBIncr};
    for (unsigned i = is_product ? 1 : 0; i < 2; i++)
        set_thread_field(tile, 1, steps[i], 8);
    set_thread_field(tile, 1, REG_ADDR_MOD_DST_SEC0_DestIncr, 8);
}

static void set_up_packer(struct tile *tile)
{
    bench_set_field(tile, REG_ALU_FORMAT_SPEC_REG2_Dstacc, 5);
    bench_set_field(tile, REG_THCON_SEC0_REG1_In_data_format, 5);
    bench_set_field(tile, REG_THCON_SEC0_REG1_Out_data_format, 5);
    bench_set_field(tile, REG_THCON_SEC0_REG1_Exp_section_size, 4);
    bench_set_field(tile, REG_THCON_SEC0_REG1_Disable_zero_compress, 1);
    bench_set_field(tile, REG_PCK0_ADDR_CTRL_XY_REG_0_Ystride, 32);
    bench_set_field(tile, REG_PCK0_ADDR_CTRL_ZW_REG_0_Zstride, 512);
    bench_set_field(tile, REG_PCK_EDGE_OFFSET_SEC0_mask, 0xFFFF);
    bench_set_field(tile, REG_PACK_COUNTERS_SEC0_pack_reads_per_xy_plane, FACE_ROWS);
    exec(tile, 2, 0xB2000000u | 37u << 16 | 4);             /* SETC16 ADDR_MOD_PACK_SEC0: Y += 4 */
    exec(tile, 2, 0xB2000000u | 38u << 16 | 0x20 | 0x1000); /* SEC1: clear Y, Z += 1 */
    exec(tile, 2, 0xB2000000u | 39u << 16 | 0x20 | 0x2000); /* SEC2: clear both */
    exec(tile, 2, 0x5E000000u | 4u << 21 | 15u << 10);      /* SETADCXX packers: X 0 to 15 */
}

/* BF16 of ordinary numbers in both inputs; addresses in the scalar registers that WRCFG takes them from. */
static void set_up_values(struct tile_state *state)
{
    uint32_t seed = 7;
    for (uint32_t i = 0; i < DATUMS; i++) {
        seed = seed * 1664525u + 1013904223u;
        const uint32_t a = (seed >> 16 & 0x807F) | (120 + (seed >> 8) % 12) << 7, b = a ^ (seed >> 9 & 0x807F);
        for (unsigned byte = 0; byte < 2; byte++) {
            state->l1[A_X16 * 16 + 2 * i + byte] = (uint8_t)(a >> 8 * byte);
            state->l1[B_X16 * 16 + 2 * i + byte] = (uint8_t)(b >> 8 * byte);
        }
    }
    for (uint32_t i = 0; i < 2; i++) {
        state->gpr[0][4 + i] = A_X16 - 1 - i;
        state->gpr[0][6 + i] = B_X16 - 1 - i;
        state->gpr[2][4 + i] = OUT_X16 - 1 + 0x100 * i;
    }
}

static void write_address(struct tile *tile, unsigned thread, enum reg_id id, uint32_t gpr)
{
    exec(tile, thread, 0xB0000000u | gpr << 16 | reg_field_get(TT_BLACKHOLE, id)->word);
}

static void unpack(struct tile *tile, uint32_t turn)
{
    write_address(tile, 0, REG_THCON_SEC0_REG3_Base_address, 4 + turn);
    write_address(tile, 0, REG_THCON_SEC1_REG3_Base_address, 6 + turn);
    exec(tile, 0, UNPACR_A);
    exec(tile, 0, UNPACR_B);
}

static void compute(struct tile *tile, bool is_product)
{
    const unsigned count = is_product ? PRODUCTS_A_TILE : SUMS_A_TILE;
    exec(tile, 1, SETRWC_CLEARS);
    for (unsigned i = 0; i < count; i++)
        exec(tile, 1, (is_product ? MVMUL : ELWADD) | (i + 1 == count ? CLEARS_BOTH : 0));
}

static void pack(struct tile *tile, uint32_t turn)
{
    write_address(tile, 2, REG_THCON_SEC0_REG1_L1_Dest_addr, 4 + turn);
    for (unsigned i = 0; i < PACKS_A_TILE; i++) {
        const unsigned last = i == PACKS_A_TILE - 1, mode = last ? 2 : i % FACES == 3 ? 1 : 0;
        exec(tile, 2, PACR | mode << 15 | last);
    }
}

static double run_tiles(void *user)
{
    const struct tile_bench *bench = user;
    const double start = bench_processor();
    for (uint32_t i = 0; i < TILES_A_ROUND; i++) {
        unpack(bench->tile, i % 2);
        compute(bench->tile, bench->is_product);
        pack(bench->tile, i % 2);
    }
    return bench_processor() - start;
}

static double run_calib(void *user)
{
    const struct tile_bench *bench = user;
    return bench_calib(bench->calib_datums * TILES_A_ROUND);
}

static void one_case(struct tile_bench *bench, const char *name)
{
    struct bench_ratio ratio;
    tile_reset(bench->tile);
    set_up_values(tile_state(bench->tile));
    set_up_unpackers(bench->tile);
    set_up_matrix(bench->tile, bench->is_product);
    set_up_packer(bench->tile);
    if (bench_compare((struct bench_work){run_tiles, bench}, (struct bench_work){run_calib, bench}, ROUNDS, &ratio) ==
        0)
        bench_row(name, TILES_A_ROUND, "data tiles", "the simulator, by the calibration loop", &ratio);
}

void bench_tile(void)
{
    struct tile_bench bench = {.tile = tile_new(TT_BLACKHOLE)};
    if (!bench.tile) {
        bench_fail("no memory");
        return;
    }
    bench_heading("Whole data tiles of BF16 on Blackhole, no probe");
    bench.calib_datums = SUM_CALIB_DATUMS;
    one_case(&bench, "two unpacked, added, packed");
    bench.is_product = true;
    bench.calib_datums = PRODUCT_CALIB_DATUMS;
    one_case(&bench, "two unpacked, multiplied in one phase, packed");
    tile_free(bench.tile);
}
