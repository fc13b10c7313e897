/* SPDX-License-Identifier: Apache-2.0 */
/* The whole pipeline against tests/reference/pack_reference.c, over random settings: what no recording shows too
 * (thresholds, downsampling, compression with row starts, edge modes, statistics). */
#include "base/little.h"
#include "reference/pack_reference.h"
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"

#include <string.h>

struct one_tile {
    struct tile *tile;
    struct ref_pack *ref;
    uint32_t random;
};

static uint32_t below(struct one_tile *one, uint32_t bound)
{
    return next_random(&one->random) % bound;
}

/* Many zeros, negatives and special patterns. */
static uint16_t any_bf16(struct one_tile *one)
{
    static const uint16_t special[] = {0,      0x8000, 0x0001, 0x807F, 0x7F80, 0xFF80, 0x7FC0,
                                       0xFFC1, 0x3F80, 0xBF80, 0x0080, 0x4000, 0x3F81};
    const uint32_t kind = below(one, 8);
    if (kind < 4)
        return 0;
    if (kind == 4)
        return special[below(one, sizeof special / sizeof *special)];
    return (uint16_t)(kind == 5 ? next_random(&one->random) : 0x3E00 + below(one, 0x300) + (below(one, 2) << 15));
}

static void choose_edges(struct one_tile *one, struct ref_pack_settings *set)
{
    set->masks_edges = below(one, 2);
    set->edge_is_minus_infinity = below(one, 2);
    for (int i = 0; i < 4; i++)
        set->column_masks[i] = set->masks_edges ? (uint16_t)next_random(&one->random) : 0xFFFF;
    for (int y = 0; y < 16; y++)
        set->row_mapping[y] = (int)below(one, 4);
    set->plane_rows = 1 + (int)below(one, 16);
}

static void choose(struct one_tile *one, struct ref_pack_settings *set)
{
    set->out = (enum ref_pack_out)below(one, 6);
    set->relu = (int)below(one, 4);
    set->relu_threshold = (uint16_t)(0x3E80 + below(one, 0x200));
    set->exponent_threshold = below(one, 2) ? 120 + (int)below(one, 10) : 0;
    set->downsample_mask = below(one, 3) ? 0 : next_random(&one->random) & 0xFFFF;
    set->counts_within_rows = tile_chip(one->tile) == TT_BLACKHOLE;
    set->compresses = below(one, 2);
    set->counts_exponents = below(one, 2);
    choose_edges(one, set);
}

static void set_edges(struct tile *tile, const struct ref_pack_settings *set)
{
    static const char *const masks[4] = {"PCK_EDGE_OFFSET_SEC0_mask", "PCK_EDGE_OFFSET_SEC1_mask",
                                         "PCK_EDGE_OFFSET_SEC2_mask", "PCK_EDGE_OFFSET_SEC3_mask"};
    for (int i = 0; i < 4; i++)
        set_field(tile, masks[i], set->column_masks[i]);
    const enum reg_id first = reg_find(tile_chip(tile), "TILE_ROW_SET_MAPPING_2_row_set_mapping_0");
    uint32_t mapping = 0;
    for (int y = 0; y < 16; y++)
        mapping |= (uint32_t)set->row_mapping[y] << (2 * y);
    tile_state(tile)->cfg[0][reg_field_get(tile_chip(tile), first)->word] = mapping;
    set_field(tile, "PCK_EDGE_TILE_ROW_SET_SELECT_select", 2);
    set_field(tile, "PCK_EDGE_MODE_mode", set->edge_is_minus_infinity);
}

static void configure(struct tile *tile, const struct ref_pack_settings *set)
{
    static const uint32_t codes[] = {FORMAT_BF16, FORMAT_FP32, FORMAT_FP16, FORMAT_BFP8, FORMAT_BFP4, FORMAT_BFP2};
    set_formats(tile, FORMAT_BF16, codes[set->out]);
    set_field(tile, "STACC_RELU_ApplyRelu", (uint32_t)set->relu);
    set_field(tile, "STACC_RELU_ReluThreshold", set->relu_threshold);
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold_en", set->exponent_threshold != 0);
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold", (uint32_t)set->exponent_threshold);
    set_field(tile, "THCON_SEC0_REG1_Downsample_mask", set->downsample_mask);
    set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", !set->compresses);
    set_field(tile, "THCON_SEC0_REG1_Row_start_section_size", 64);
    set_field(tile, "THCON_SEC0_REG1_Exp_section_size", 64);
    set_field(tile, "PACK_COUNTERS_SEC0_pack_reads_per_xy_plane", (uint32_t)set->plane_rows);
    set_field(tile, "ENABLE_ACC_STATS_Enable", set->counts_exponents);
    set_edges(tile, set);
}

/* One PACR of one to four rows; both sides get the same datums. Fewer than 16 columns on Blackhole begin where
 * `column` says. */
static void one_pacr(struct one_tile *one, bool last)
{
    uint16_t datums[64];
    const bool is_blackhole = tile_chip(one->tile) == TT_BLACKHOLE;
    const uint32_t columns = is_blackhole && below(one, 3) == 0 ? 1 + below(one, 16) : 16;
    const uint32_t rows = 1 + below(one, 4), first = 4 * below(one, 8), concat = below(one, 3) == 0;
    for (uint32_t i = 0; i < rows * columns; i++) {
        datums[i] = any_bf16(one);
        put_bf16(one->tile, first + i / columns, i % columns, datums[i]);
    }
    pack_adc(one->tile)->ch[0].y = first;
    pack_adc(one->tile)->ch[1].x = is_blackhole ? columns - 1 : 16 * rows - 1;
    run_word(one->tile,
             is_blackhole
                 ? WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", (1u << rows) - 1}, {"concat", concat}, {"last", last})
                 : WORD(TT_WORMHOLE_B0, "PACR", {"packer_mask", 1}, {"concat", concat}, {"last", last}));
    ref_pack_pacr(one->ref, datums, (int)rows, 0, (int)columns, concat, last);
}

static void check_stream(struct one_tile *one, const struct ref_pack_bytes *held, uint32_t addr, const char *name,
                         uint32_t seed)
{
    for (int i = 0; i < held->count; i++) {
        const uint8_t replayed = tile_state(one->tile)->l1[addr + (uint32_t)i];
        ck_assert_msg(held->bytes[i] == replayed, "seed %u, %s byte %d of %d: reference %02X, packer %02X, output %d",
                      seed, name, i, held->count, held->bytes[i], replayed, one->ref->set.out);
    }
    ck_assert_uint_eq(tile_state(one->tile)->l1[addr + (uint32_t)held->count], 0xCD);
}

static void check_sideband(struct one_tile *one)
{
    uint32_t bins[8];
    uint8_t bytes[32];
    ck_assert_uint_eq(pack_zero_flags(one->tile, 0), one->ref->zero_flags);
    ck_assert_uint_eq(pack_histogram_maximum(one->tile, 0), (uint32_t)one->ref->maximum);
    pack_histogram(one->tile, 0, 0, &bins[0]);
    pack_histogram(one->tile, 0, 1, &bins[4]);
    copy_numbers(bytes, bins, 8, sizeof *bins);
    for (int i = 0; i < 32; i++)
        ck_assert_int_eq(bytes[i], one->ref->histogram[i]);
}

static void one_case(enum tt_chip chip, uint32_t seed)
{
    struct one_tile one = {pack_tile_new(chip), calloc(1, sizeof(struct ref_pack)), seed};
    ck_assert_ptr_nonnull(one.ref);
    memset(&tile_state(one.tile)->l1[OUT_ADDR], 0xCD, 64 * 1024);
    choose(&one, &one.ref->set);
    configure(one.tile, &one.ref->set);
    const uint32_t count = 1 + below(&one, 12);
    for (uint32_t i = 0; i < count; i++)
        one_pacr(&one, i + 1 == count);
    ref_pack_finish(one.ref);
    uint32_t addr = OUT_ADDR;
    if (one.ref->set.compresses) {
        check_stream(&one, &one.ref->row_starts, addr, "row start", seed);
        addr += 64 * 16; /* room for them: P-9.7x */
    }
    if (one.ref->set.out >= REF_PACK_BFP8) {
        check_stream(&one, &one.ref->exponents, addr, "exponent", seed);
        addr += 64 * 16;
    }
    check_stream(&one, &one.ref->data, addr, "data", seed);
    check_sideband(&one);
    free(one.ref);
    tile_free(one.tile);
}

START_TEST(pipeline__random_tiles_agree_with_reference)
{
    for (uint32_t seed = 1; seed <= 400; seed++) {
        one_case(TT_BLACKHOLE, seed * 2654435761u);
        one_case(TT_WORMHOLE_B0, seed * 2246822519u);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_pipeline");
    TCase *t = tcase_create("reference");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, pipeline__random_tiles_agree_with_reference);
    suite_add_tcase(s, t);
    return s;
}
