/* SPDX-License-Identifier: Apache-2.0 */
/* Names of debuggers: the table is whole, values land on their bits, and what cannot be is said. */
#include "capture/import/debugger/debugger.h"
#include "capture/import/debugger_tables.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "unit/suite.h"

#include <string.h>

static struct tt_error err;
static struct debugger debugger;

static void finish(void)
{
    debugger_clear(&debugger);
}

START_TEST(table__every_signal_is_a_word_of_the_state)
{
    for (size_t i = 0; i < debugger_signal_count; i++)
        ck_assert_msg(state_find(debugger_signals[i].path) >= 0, "%s", debugger_signals[i].path);
    ck_assert_uint_eq(debugger_signal_count, 48 + 21); /* 6 channels of 8 counters, 3 threads of 7 */
}
END_TEST

START_TEST(table__no_register_of_a_thread_has_two_names)
{
    for (size_t i = 0; i < debugger_gpr_count; i++) {
        for (size_t k = 0; k < i; k++) {
            const struct debugger_gpr *x = &debugger_gprs[i], *y = &debugger_gprs[k];
            ck_assert(x->thread != y->thread || (x->index != y->index && strcmp(x->name, y->name) != 0));
        }
    }
}
END_TEST

START_TEST(table__every_field_has_bits_that_exist)
{
    for (size_t i = 0; i < debugger_field_count; i++) {
        const struct debugger_field *field = &debugger_fields[i];
        uint32_t mask = reg_word_mask((enum tt_chip)field->chip, TT_SPACE_CFG, field->word);
        ck_assert_msg(field->bits == 0 || mask >> field->shift & 1, "%s", field->name);
    }
}
END_TEST

/* Words and bits as schemas/registers has them, not through the table of names. */
static const struct {
    enum tt_chip chip;
    const char *group;
    unsigned entry;
    const char *field;
    uint32_t word, shift, bits;
} FIELDS[] = {
    {TT_BLACKHOLE, "alu_config", 0, "Format_Dstacc", 1, 25, 4},
    {TT_BLACKHOLE, "alu_config", 0, "INT8_math_enabled", 1, 31, 1},
    {TT_BLACKHOLE, "relu_config", 0, "relu_threshold", 2, 6, 16},
    {TT_BLACKHOLE, "unpack_tile_descriptor", 1, "x_dim", 112, 16, 16},
    {TT_BLACKHOLE, "unpack_config", 1, "out_data_format", 120, 0, 4},
    {TT_BLACKHOLE, "pack_config", 0, "l1_dest_addr", 69, 0, 32},
    {TT_BLACKHOLE, "pack_counters", 0, "pack_reads_per_xy_plane", 28, 8, 8},
    {TT_BLACKHOLE, "pack_dest_rd_ctrl", 0, "read_32b_data", 18, 0, 1},
    {TT_BLACKHOLE, "pack_strides", 1, "w_stride", 15, 16, 16},
    {TT_WORMHOLE_B0, "pack_config", 0, "l1_dest_addr", 57, 0, 32},
    {TT_WORMHOLE_B0, "pack_config", 1, "l1_dest_addr", 85, 0, 32},
    {TT_WORMHOLE_B0, "pack_config", 2, "l1_dest_addr", 97, 0, 32},
    {TT_WORMHOLE_B0, "pack_config", 3, "l1_dest_addr", 125, 0, 32},
    {TT_WORMHOLE_B0, "pack_edge_offset", 2, "mask", 22, 0, 16},
};

START_TEST(field__lands_on_its_bits_and_no_other)
{
    for (size_t i = 0; i < sizeof FIELDS / sizeof FIELDS[0]; i++) {
        uint64_t largest = (UINT64_C(1) << FIELDS[i].bits) - 1;
        debugger_init(&debugger, FIELDS[i].chip);
        ck_assert_int_eq(debugger_field(&debugger, FIELDS[i].group, FIELDS[i].entry, FIELDS[i].field, largest, &err),
                         TT_OK);
        ck_assert_msg(debugger.cfg[FIELDS[i].word] == (uint32_t)(largest << FIELDS[i].shift), "%s", FIELDS[i].field);
        ck_assert_uint_eq(debugger.cfg_known[FIELDS[i].word], (uint32_t)(largest << FIELDS[i].shift));
        uint32_t others = 0;
        for (uint32_t word = 0; word < CFG_WORDS_MAX; word++)
            others |= word != FIELDS[i].word ? debugger.cfg_known[word] : 0;
        ck_assert_uint_eq(others, 0);
        ck_assert_int_eq(
            debugger_field(&debugger, FIELDS[i].group, FIELDS[i].entry, FIELDS[i].field, largest + 1, &err),
            TT_BAD_INPUT);
        debugger_clear(&debugger);
    }
}
END_TEST

START_TEST(field__halves_may_be_joined)
{
    debugger_init(&debugger, TT_BLACKHOLE);
    ck_assert_int_eq(debugger_field(&debugger, "unpack_tile_descriptor", 0, "blobs_y_start", 0x12345678, &err), TT_OK);
    ck_assert_uint_eq(debugger.cfg[66], 0x12340000); /* "_lo" stands above */
    ck_assert_uint_eq(debugger.cfg[67], 0x5678);
    ck_assert_int_eq(debugger_field(&debugger, "unpack_tile_descriptor", 0, "blobs_y_start_lo", 0x1234, &err), TT_OK);
    ck_assert_int_eq(debugger_field(&debugger, "unpack_tile_descriptor", 0, "blobs_y_start_hi", 0x1234, &err),
                     TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "blobs_y_start_hi: bits 0x444c of the word are 0x4 here, and were 0x4448 before");
}
END_TEST

START_TEST(field__that_nobody_knows)
{
    debugger_init(&debugger, TT_BLACKHOLE);
    ck_assert_int_eq(debugger_field(&debugger, "pack_config", 1, "l1_dest_addr", 0, &err), TT_END); /* one packer */
    ck_assert_int_eq(debugger_field(&debugger, "pack_config", 0, "downsample_mask", 0, &err), TT_END);
    ck_assert_int_eq(debugger_field(&debugger, "no_group", 0, "mask", 0, &err), TT_END);
    ck_assert_int_eq(debugger_field(&debugger, "unpack_config", 0, "reserved_5", 0, &err), TT_OK);
    ck_assert_int_eq(debugger_field(&debugger, "unpack_config", 0, "reserved_5", 1, &err), TT_END);
}
END_TEST

START_TEST(register__by_the_name_it_has_alone)
{
    debugger_init(&debugger, TT_WORMHOLE_B0);
    ck_assert_int_eq(debugger_register(&debugger, "PACK_CONFIG08_out_data_format", 6, &err), TT_OK);
    ck_assert_uint_eq(debugger.cfg[86], 6 << 4);
    ck_assert_int_eq(debugger_register(&debugger, "ALU_FORMAT_SPEC_REG2_Dstacc", 5, &err), TT_OK);
    ck_assert_uint_eq(debugger.cfg[1], 5u << 25);
    ck_assert_int_eq(debugger_register(&debugger, "PACK_DEST_RD_CTRL_Read_32b_data", 1, &err), TT_OK);
    ck_assert_uint_eq(debugger.cfg[14], 1);
    ck_assert_int_eq(debugger_register(&debugger, "TILE_HEADER_T2", 77, &err), TT_OK);
    ck_assert_uint_eq(debugger.gpr[2][16], 77);
    ck_assert_int_eq(debugger_register(&debugger, "GPR_63_T1", UINT32_MAX, &err), TT_OK);
    ck_assert_uint_eq(debugger.gpr[1][63], UINT32_MAX);
    ck_assert_int_eq(debugger_register(&debugger, "GPR_64_T1", 0, &err), TT_END);
    ck_assert_int_eq(debugger_register(&debugger, "GPR_1_T3", 0, &err), TT_END);
    ck_assert_int_eq(debugger_register(&debugger, "RISCV_DEBUG_REG_DBG_RD_DATA", 0, &err), TT_END);
    ck_assert_int_eq(debugger_register(&debugger, "", 0, &err), TT_END);
}
END_TEST

START_TEST(word__by_mask_and_shift)
{
    debugger_init(&debugger, TT_BLACKHOLE);
    ck_assert_int_eq(debugger_word(&debugger, 3, 0xFF00, 8, 0xA5, &err), TT_OK);
    ck_assert_uint_eq(debugger.cfg[3], 0xA500);
    ck_assert_uint_eq(debugger.cfg_known[3], 0xFF00);
    ck_assert_int_eq(debugger_word(&debugger, 3, 0xFF00, 8, 0xA4, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "cfg(3): bits 0x100 of the word are 0x0 here, and were 0x100 before");
    ck_assert_int_eq(debugger_word(&debugger, 3, 0xFF00, 8, 0x100, &err), TT_BAD_INPUT);
    ck_assert_int_eq(debugger_word(&debugger, 224, 1, 0, 0, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "cfg(224): blackhole has words 0 to 223");
    ck_assert_int_eq(debugger_word(&debugger, 0, UINT32_MAX, 32, 0, &err), TT_BAD_INPUT);
}
END_TEST

START_TEST(format__by_its_name)
{
    ck_assert_int_eq(debugger_format("Float16_b rest", 9), 5);
    ck_assert_int_eq(debugger_format("Float16", 7), 1);
    ck_assert_int_eq(debugger_format("Float", 5), -1);
    ck_assert_int_eq(debugger_format("Float16_bb", 10), -1);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("debugger");
    TCase *all = tcase_create("debugger");
    tcase_add_checked_fixture(all, NULL, finish);
    tcase_add_test(all, table__every_signal_is_a_word_of_the_state);
    tcase_add_test(all, table__no_register_of_a_thread_has_two_names);
    tcase_add_test(all, table__every_field_has_bits_that_exist);
    tcase_add_test(all, field__lands_on_its_bits_and_no_other);
    tcase_add_test(all, field__halves_may_be_joined);
    tcase_add_test(all, field__that_nobody_knows);
    tcase_add_test(all, register__by_the_name_it_has_alone);
    tcase_add_test(all, word__by_mask_and_shift);
    tcase_add_test(all, format__by_its_name);
    suite_add_tcase(s, all);
    return s;
}
