/* SPDX-License-Identifier: Apache-2.0 */
/* Every other reading of the unpackers makes a difference where the sources differ, and only there. */
#include "unit/unpack/unpack_bed.h"

#include "unit/suite.h"

/* A setting that differs from unpack_tile_new's. */
struct setting {
    const char *name; /* null: the end */
    uint32_t value;
};

struct reading {
    const char *variant;
    uint32_t in, out;
    struct setting settings[6];
    uint32_t l1[2], at[2]; /* words of L1 at IN_ADDR + at */
    uint32_t row, column;  /* the cell looked at */
    bool is_dst;
    uint32_t device, other;
    const char *why;
};

static const struct reading readings[] = {
    {.variant = "tf32_round",
     .in = 0,
     .out = 4,
     .l1 = {0x3F801000},
     .device = 0x0007F,
     .other = 0x0017F,
     .why = "the highest bit that is cut"},
    {.variant = "fp8_plain",
     .in = 10,
     .out = 10,
     .l1 = {0x7F},
     .device = 0x3FF1F,
     .other = 0x3001F,
     .why = "the largest pattern of E5M2"},
    {.variant = "bfp_exp_clamp0",
     .in = 6,
     .out = 6,
     .l1 = {0x02000000, 0x01},
     .at = {0, 16},
     .settings = {{"THCON_SEC0_REG2_Force_shared_exp", 1}, {"UNP0_FORCED_SHARED_EXP_shared_exp", 3}},
     .column = 3,
     .device = 0x000FE,
     .other = 0x00000,
     .why = "a magnitude of 2 under exponent 3 is five places short"},
    {.variant = "upsample_124",
     .in = 5,
     .out = 5,
     .settings = {{"THCON_SEC0_REG2_Upsample_rate", 2}},
     .l1 = {0x007F0000},
     .column = 4,
     .device = 0x7Fu << 11,
     .other = 0,
     .why = "three positions behind the first datum, or two"},
    {.variant = "ovrd_adds_srcrow",
     .in = 5,
     .out = 5,
     .l1 = {0x7F},
     .row = 16,
     .device = 0,
     .other = 0x7Fu << 11,
     .why = "the row counter is 16"},
    {.variant = "dst_ovrd_15",
     .in = 5,
     .out = 5,
     .settings = {{"THCON_SEC0_REG2_Unpack_if_sel_cntx0", 1}, {"THCON_SEC0_REG5_Dest_cntx0_address", 64 + 64 * 16}},
     .l1 = {0x7F},
     .row = 64,
     .is_dst = true,
     .device = 0x7F00,
     .other = 0,
     .why = "row 64 stays, or becomes row 0"},
    {.variant = "bh_row16",
     .in = 5,
     .out = 5,
     .settings = {{"THCON_SEC0_REG2_Tileize_mode", 1}, {"THCON_SEC0_REG2_Shift_amount_cntx0", 8}},
     .l1 = {0x7F},
     .at = {128},
     .row = 1,
     .device = 0,
     .other = 0x7Fu << 11,
     .why = "datum 16 begins a row, or stands within one of 32"},
    {.variant = "unp_ring_step16",
     .in = 5,
     .out = 5,
     .settings = {{"THCON_SEC0_REG2_Unpack_limit_address", IN_ADDR / 16 + 1}, {"THCON_SEC0_REG2_Unpack_fifo_size", 1}},
     .l1 = {0x7F},
     .at = {16},
     .row = 1,
     .device = 0,
     .other = 0x7Fu << 11,
     .why = "after 16 datums the limit is passed, but a row of 32 goes on"},
};

static uint32_t cell_under(const struct reading *reading, bool is_other)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    struct tile_state *state = tile_state(tile);
    struct variant_set variants = {{0}};
    if (is_other)
        ck_assert_int_eq(variant_parse(&variants, reading->variant), 0);
    tile_set_variants(tile, &variants);
    set_formats(tile, 0, reading->in, reading->out);
    for (unsigned i = 0; reading->settings[i].name; i++)
        set_field(tile, reading->settings[i].name, reading->settings[i].value);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < 4; k++) /* over what is there, for the second may fall on the first */
            state->l1[IN_ADDR + reading->at[i] + k] |= (uint8_t)(reading->l1[i] >> 8 * k);
    state->small.unp_row[0][0] = 16;
    run_word(tile, unpacr(tile, 0));
    const uint32_t cell =
        reading->is_dst ? state->dst[reading->row][reading->column] : state->srca[0][reading->row][reading->column];
    tile_free(tile);
    return cell;
}

START_TEST(variants__each_reads_one_case_otherwise)
{
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        const struct reading *reading = &readings[i];
        const uint32_t device = cell_under(reading, false), other = cell_under(reading, true);
        ck_assert_msg(device == reading->device, "%s (%s): device %05x", reading->variant, reading->why, device);
        ck_assert_msg(other == reading->other, "%s (%s): other %05x", reading->variant, reading->why, other);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_variants");
    TCase *tests = tcase_create("unpack_variants");
    tcase_add_test(tests, variants__each_reads_one_case_otherwise);
    suite_add_tcase(suite, tests);
    return suite;
}
