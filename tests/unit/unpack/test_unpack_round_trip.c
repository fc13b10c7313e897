/* SPDX-License-Identifier: Apache-2.0 */
/* What our packer stores with zero compression, our unpacker reads back: the same cells as without compression, for
 * random data tiles of every format and sparsity. Numbers are chosen so that no block loses bits, whatever its company.
 */
#include "unit/unpack/unpack_bed.h"

#include "numeric/cells.h"
#include "unit/suite.h"

enum { ROWS = 16, COLUMNS = 16, TILES = 10000, ROW_STARTS_X16 = 3, EXPONENTS_X16 = 1 };

struct pair {
    unsigned dst, l1, out; /* formats in Dst, in L1, and what the unpacker makes of it */
    bool reads_32b, is_to_dst;
};

static const struct pair pairs[] = {
    {5, 5, 5, false, false}, {5, 6, 6, false, false},   {5, 7, 7, false, false},   {5, 15, 15, false, false},
    {5, 0, 5, false, false}, {1, 1, 1, false, false},   {1, 10, 10, false, false}, {1, 2, 2, false, false},
    {1, 3, 3, false, false}, {1, 11, 11, false, false}, {9, 9, 9, false, false},   {14, 14, 14, true, false},
    {0, 0, 0, true, true},   {0, 0, 4, true, false},    {0, 6, 6, true, false},    {8, 8, 8, true, true},
};

/* A number that every format of the pair holds exactly: sign, and few bits below the leading one. */
static uint32_t number(const struct pair *pair, uint32_t *random)
{
    const uint32_t bits = next_random(random), sign = bits & 1;
    const uint32_t two = pair->l1 == 15 || pair->l1 == 11 ? 0 : pair->l1 == 6 || pair->l1 == 0 || pair->l1 == 5 ? 3 : 2;
    const uint32_t mantissa = two ? bits >> 8 & 3 : 0; /* two bits below the leading one */
    if (pair->dst == 5)
        return sign << 15 | 127u << 7 | mantissa << 5;
    if (pair->dst == 1)
        return sign << 15 | 15u << 10 | mantissa << 8;
    if (pair->dst == 0)
        return sign << 31 | 127u << 23 | mantissa << 21;
    return sign << (pair->reads_32b ? 31 : 15) | 1 | (bits >> 16 & 0x7F);
}

static void put_number(struct tile *tile, const struct pair *pair, uint32_t row, uint32_t column, uint32_t v)
{
    struct tile_state *state = tile_state(tile);
    if (!pair->reads_32b) {
        state->dst[row][column] = (uint16_t)(pair->dst == 5   ? dst16_from_bf16(v)
                                             : pair->dst == 1 ? dst16_from_fp16(v)
                                                              : v);
        return;
    }
    const uint32_t at = (row & 8) << 1 | (row & 7), cells = dst32_from_fp32(v);
    state->dst[at][column] = (uint16_t)(cells >> 16);
    state->dst[at + 8][column] = (uint16_t)cells;
}

/* One of `of` is not zero; 0: all are zero. */
static void fill(struct tile *tile, const struct pair *pair, uint32_t *random, uint32_t of)
{
    for (uint32_t row = 0; row < ROWS; row++) {
        for (uint32_t column = 0; column < COLUMNS; column++) {
            const bool is_zero = !of || below(random, of);
            put_number(tile, pair, row, column, is_zero ? 0 : number(pair, random));
        }
    }
}

static void set_up(struct tile *tile, const struct pair *pair, bool is_compressed)
{
    static const uint8_t bytes[4] = {4, 2, 1, 1};
    const uint32_t addr_x16 = IN_ADDR / 16 - 1;
    set_field(tile, "ALU_FORMAT_SPEC_REG2_Dstacc", pair->dst);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_32b_data", pair->reads_32b);
    set_field(tile, "THCON_SEC0_REG1_In_data_format", pair->dst);
    set_field(tile, "THCON_SEC0_REG1_Out_data_format", pair->l1);
    set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", !is_compressed);
    set_field(tile, "THCON_SEC0_REG1_Row_start_section_size", is_compressed ? ROW_STARTS_X16 : 0);
    /* For FP8 and INT8 the packer leaves the room of an exponent section too, and the unpacker expects none (P-9.7). */
    const bool has_exponents = pair->l1 != 10 && pair->l1 != 14;
    set_field(tile, "THCON_SEC0_REG1_Exp_section_size", has_exponents ? EXPONENTS_X16 : 0);
    set_field(tile, "THCON_SEC0_REG1_L1_Dest_addr", addr_x16);
    set_field(tile, "PCK0_ADDR_CTRL_XY_REG_0_Ystride", COLUMNS * bytes[pair->dst & 3]);
    set_field(tile, "PCK_EDGE_OFFSET_SEC0_mask", 0xFFFF);
    set_field(tile, "PACK_COUNTERS_SEC0_pack_reads_per_xy_plane", ROWS);
    set_descriptor(tile, 0, 0, pair->l1 | (uint32_t)COLUMNS << 16);
    set_descriptor(tile, 0, 1, ROWS | 1u << 16);
    set_section(tile, 0, "REG2_Out_data_format", pair->out);
    set_section(tile, 0, "REG2_Disable_zero_compress_cntx0", !is_compressed);
    set_section(tile, 0, "REG2_Unpack_if_sel_cntx0", pair->is_to_dst);
    set_section(tile, 0, "REG3_Base_address", addr_x16);
    set_section(tile, 0, "REG5_Tile_x_dim_cntx0", COLUMNS);
    set_section(tile, 0, "REG5_Dest_cntx0_address", 64 + (pair->is_to_dst ? 256 * 16 : 0));
    set_field(tile, "SRCA_SET_SetOvrdWithAddr", !pair->is_to_dst);
    set_unp(tile, 0, "ADDR_CTRL_XY_REG_1_Ystride", COLUMNS * bytes[pair->out & 3]);
    set_unp(tile, 0, "ADD_DEST_ADDR_CNTR_add_dest_addr_cntr", 1);
}

static void pack(struct tile *tile)
{
    struct adc_unit *adc = &tile_state(tile)->small.adc[0].pack;
    adc->ch[1].x = COLUMNS - 1;
    for (uint32_t row = 0; row < ROWS; row++) {
        adc->ch[0].y = row;
        const uint32_t last = row + 1 == ROWS;
        run_word(tile, tile_chip(tile) == TT_BLACKHOLE
                           ? WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 1}, {"last", last})
                           : WORD(TT_WORMHOLE_B0, "PACR", {"packer_mask", 1}, {"last", last}));
    }
}

static void unpack(struct tile *tile)
{
    struct adc_unit *adc = unpack_adc(tile, 0);
    adc->ch[1].x = COLUMNS - 1;
    for (uint32_t row = 0; row < ROWS; row++) {
        adc->ch[0].y = adc->ch[1].y = row;
        run_word(tile, unpacr(tile, 0));
    }
}

/* Packs and unpacks; the cells of the target. */
static void there_and_back(struct tile *tile, const struct pair *pair, bool is_compressed, uint32_t *cells)
{
    struct tile_state *state = tile_state(tile);
    memset(&state->l1[IN_ADDR], 0, 0x1000);
    memset(state->srca, 0, sizeof state->srca);
    memset(state->dst[512], 0, 64 * sizeof state->dst[0]);
    set_up(tile, pair, is_compressed);
    pack(tile);
    unpack(tile);
    if (pair->is_to_dst)
        memcpy(cells, state->dst[512], 64 * sizeof state->dst[0]);
    else
        memcpy(cells, state->srca[0], sizeof state->srca[0]);
}

static void many_tiles(enum tt_chip chip)
{
    struct tile *tile = tile_new(chip);
    uint32_t random = 99, plain[SRC_ROWS * SRC_COLUMNS] = {0}, back[SRC_ROWS * SRC_COLUMNS] = {0};
    const unsigned kinds = sizeof pairs / sizeof pairs[0];
    for (unsigned i = 0; i < TILES; i++) {
        const struct pair *pair = &pairs[i % kinds];
        const uint32_t of = i / kinds % 18; /* from none to all, and one in 17 */
        fill(tile, pair, &random, of);
        there_and_back(tile, pair, false, plain);
        there_and_back(tile, pair, true, back);
        ck_assert_msg(!memcmp(plain, back, sizeof plain), "Dst %u, L1 %u, one in %u, tile %u", pair->dst, pair->l1, of,
                      i);
        uint32_t any = 0;
        for (unsigned k = 0; k < SRC_ROWS * SRC_COLUMNS; k++)
            any |= plain[k];
        ck_assert_msg(any || of != 1, "nothing arrived: Dst %u, L1 %u", pair->dst, pair->l1);
    }
    tile_free(tile);
}

START_TEST(round_trip__blackhole)
{
    many_tiles(TT_BLACKHOLE);
}
END_TEST

START_TEST(round_trip__wormhole)
{
    many_tiles(TT_WORMHOLE_B0);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_round_trip");
    TCase *tests = tcase_create("unpack_round_trip");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, round_trip__blackhole);
    tcase_add_test(tests, round_trip__wormhole);
    suite_add_tcase(suite, tests);
    return suite;
}
