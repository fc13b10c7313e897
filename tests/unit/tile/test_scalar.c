/* SPDX-License-Identifier: Apache-2.0 */
/* The scalar unit: what no recording shows. F34 to F36 */
#include "isa/mmio.h"
#include "isa/registers.h"
#include "unit/stores.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "mmio_findings.h"
#include "scalar_findings.h"

static struct tile *tile;
static struct tile_state *state;
static struct listener heard;

static void setup_chip(enum tt_chip chip)
{
    tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    state = tile_state(tile);
    listener_attach(&heard, tile);
}

static void setup(void)
{
    setup_chip(TT_WORMHOLE_B0); /* four packers */
}

static void teardown(void)
{
    tile_free(tile);
}

/* ---- arithmetic ---- */

START_TEST(arithmetic__registers_and_constants)
{
    static const struct {
        const char *mnemonic;
        uint32_t op, a, b;
        bool b_is_constant;
        uint32_t result;
        const char *why;
    } cases[] = {
        {"ADDDMAREG", 0, 0xFFFFFFFF, 2, false, 1, "wraps"},
        {"ADDDMAREG", 0, 0xFFFFFFFF, 63, true, 62, "a constant has six bits"},
        {"SUBDMAREG", 0, 1, 2, false, 0xFFFFFFFF, "wraps"},
        {"SUBDMAREG", 0, 100, 63, true, 37, "constant"},
        {"MULDMAREG", 0, 0x7FFFFFFF, 0x8000FFFF, false, 0xFFFE0001, "low halves alone"},
        {"MULDMAREG", 0, 0x10003, 5, true, 15, "constant"},
        {"BITWOPDMAREG", 0, 0xF0F0F0F0, 0xFF00FF00, false, 0xF000F000, "and"},
        {"BITWOPDMAREG", 1, 0xF0F0F0F0, 0xFF00FF00, false, 0xFFF0FFF0, "or"},
        {"BITWOPDMAREG", 2, 0xF0F0F0F0, 0x3F, true, 0xF0F0F0CF, "exclusive or, constant"},
        {"SHIFTDMAREG", 0, 0x80000001, 4, true, 0x10, "left"},
        {"SHIFTDMAREG", 1, 0x80000001, 4, true, 0x08000000, "right, no sign"},
        {"SHIFTDMAREG", 1, 0x80000000, 63, true, 1, "modulo 32"},
        {"SHIFTDMAREG", 0, 5, 32, false, 5, "modulo 32"},
        {"CMPDMAREG", 0, 0x80000000, 1, false, 1, "greater, unsigned"},
        {"CMPDMAREG", 0, 1, 1, true, 0, "not greater"},
        {"CMPDMAREG", 1, 0x80000000, 1, false, 0, "less, unsigned"},
        {"CMPDMAREG", 2, 7, 7, true, 1, "equal"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t word = WORD(TT_WORMHOLE_B0, cases[i].mnemonic, {"op_a_reg_index", 1},
                             {"op_b_reg_index", cases[i].b_is_constant ? cases[i].b & 63 : 2}, {"result_reg_index", 3},
                             {"op_b_is_const", cases[i].b_is_constant});
        word |= cases[i].op << 18;
        state->gpr[0][1] = cases[i].a;
        state->gpr[0][2] = cases[i].b;
        run_word(tile, word);
        ck_assert_msg(state->gpr[0][3] == cases[i].result, "%s (%s): %08X, expected %08X", cases[i].mnemonic,
                      cases[i].why, state->gpr[0][3], cases[i].result);
    }
}
END_TEST

START_TEST(arithmetic__operation_without_meaning_writes_nothing)
{
    static const char *const names[] = {"BITWOPDMAREG", "SHIFTDMAREG", "CMPDMAREG"};
    for (unsigned i = 0; i < 3; i++) {
        state->gpr[0][3] = 77;
        run_word(tile, WORD(TT_WORMHOLE_B0, names[i], {"result_reg_index", 3}, {"op_sel", 5}));
        ck_assert_uint_eq(state->gpr[0][3], 77);
        ck_assert_int_eq(heard.last_finding, FINDING_SCALAR_RESERVED_OPERAND);
    }
}
END_TEST

/* ---- SETDMAREG ---- */

/* The special form: source, packers, half of the 128 bits, how much, into which half register. */
static uint32_t special(uint32_t source, uint32_t packers, uint32_t half, uint32_t size, uint32_t to)
{
    return WORD(TT_WORMHOLE_B0, "SETDMAREG", {"set_signals_mode", 1}, {"reg_index16b", to},
                {"payload_sig_sel", half | source << 3 | packers << 7}, {"payload_sig_sel_size", size});
}

START_TEST(setdmareg__constant_fills_one_half)
{
    state->gpr[0][9] = 0x11112222;
    run_word(tile, WORD(TT_WORMHOLE_B0, "SETDMAREG", {"reg_index16b", 19}, {"payload_sig_sel", 0x3EEF},
                        {"payload_sig_sel_size", 2}));
    ck_assert_uint_eq(state->gpr[0][9], 0xBEEF2222);
}
END_TEST

START_TEST(setdmareg__tile_sizes_of_four_packers)
{
    for (unsigned i = 0; i < 4; i++) {
        state->pack.packer[i].last_tile_size_x16 = 0x10 + i;
        state->pack.packer[i].acc_tile_size_x16[0] = 0x100 + i;
        state->pack.packer[i].last_thread = 0;
    }
    run_word(tile, special(0, 0, 0, 2, 17)); /* four registers, aligned down to 8 */
    for (unsigned i = 0; i < 4; i++)
        ck_assert_uint_eq(state->gpr[0][8 + i], (0x100 + i) << 16 | (0x10 + i));
    ck_assert_int_eq(heard.last_finding, FINDING_SCALAR_SPECIAL_NOT_RECORDED);
}
END_TEST

START_TEST(setdmareg__zero_flags_by_half_and_by_word)
{
    state->pack.packer[2].zero_flags = 0xAAAA5555;
    run_word(tile, special(1, 0, 5, 0, 2)); /* upper half of word 2 into the lower half of register 1 */
    ck_assert_uint_eq(state->gpr[0][1], 0x0000AAAA);
    run_word(tile, special(1, 0, 5, 1, 4));
    ck_assert_uint_eq(state->gpr[0][2], 0xAAAA5555);
    state->pack.packer[0].zero_flags = 0x12345678;
    run_word(tile, special(1, 0, 1, 0, 2)); /* upper half of word 0 */
    ck_assert_uint_eq(state->gpr[0][1] & 0xFFFF, 0x1234);
}
END_TEST

START_TEST(setdmareg__header_keeps_reserved_fields)
{
    state->pack.packer[1].last_tile_size_x16 = 0x44;
    state->pack.packer[1].zero_flags = 0x01020304;
    for (unsigned i = 0; i < 4; i++)
        state->gpr[0][12 + i] = 0xFFFFFFFF;
    run_word(tile, special(3, 0, 0, 3, 24));
    ck_assert_uint_eq(state->gpr[0][12], 0xFFFF0045); /* size and one more, in the lower half */
    ck_assert_uint_eq(state->gpr[0][13], 0xFF00FFFF); /* the spare bits are part of the header */
    ck_assert_uint_eq(state->gpr[0][14], 0x01020304);
    ck_assert_uint_eq(state->gpr[0][15], 0xFFFFFFFF);
    run_word(tile, special(3, 0, 0, 2, 24));
    ck_assert_uint_eq(state->gpr[0][12], 0x45);
    ck_assert_uint_eq(state->gpr[0][15], 0);
}
END_TEST

static void put_field(const char *name, uint32_t value)
{
    const struct reg_field *field = reg_field_get(TT_WORMHOLE_B0, reg_find(TT_WORMHOLE_B0, name));
    const uint32_t old = state->cfg[0][field->word] & ~(((1u << field->bits) - 1) << field->shift);
    stores_mmio(tile, 0, 0, MMIO_CFG + 4 * field->word, old | value << field->shift);
}

/* Size of whose tile it was, formats as the configuration has them now. */
START_TEST(setdmareg__header_of_another_threads_tile)
{
    state->pack.packer[1].last_tile_size_x16 = 0x44;
    state->pack.packer[1].last_thread = 2;
    put_field("THCON_SEC0_REG8_Out_data_format", 6);
    put_field("THCON_SEC0_REG8_Disable_zero_compress", 1);
    run_word(tile, special(3, 0, 0, 2, 24));
    ck_assert_uint_eq(state->gpr[0][12], 1);
    ck_assert_uint_eq(state->gpr[0][13], 0x160000);
    put_field("THCON_SEC0_REG1_All_pack_disable_zero_compress_ovrd", 1);
    run_word(tile, special(3, 0, 0, 2, 24));
    ck_assert_uint_eq(state->gpr[0][13], 0x060000);
    put_field("THCON_SEC0_REG1_All_pack_disable_zero_compress", 2);
    run_word(tile, special(3, 0, 0, 2, 24));
    ck_assert_uint_eq(state->gpr[0][13], 0x160000);
    ck_assert_int_eq(tile_exec(tile, 2, special(3, 0, 0, 2, 24), 0), TILE_DONE);
    ck_assert_uint_eq(state->gpr[2][12], 0x45);
}
END_TEST

START_TEST(setdmareg__histogram_bins_and_maximum)
{
    for (unsigned bin = 0; bin < 32; bin++)
        state->pack.packer[3].histogram[bin] = (uint8_t)(bin + 1);
    state->pack.packer[0].histogram_maximum = 0x7E;
    run_word(tile, special(6, 3, 0, 2, 0));
    ck_assert_uint_eq(state->gpr[0][0], 0x04030201);
    ck_assert_uint_eq(state->gpr[0][3], 0x100F0E0D);
    run_word(tile, special(7, 3, 0, 2, 0));
    ck_assert_uint_eq(state->gpr[0][0], 0x14131211);
    run_word(tile, special(9, 0, 0, 1, 0));
    ck_assert_uint_eq(state->gpr[0][0], 0x7E);
}
END_TEST

START_TEST(setdmareg__any_zero_clears_the_accumulated_sizes_of_its_packers)
{
    state->pack.packer[0].zero_flags = 1;
    state->pack.packer[2].zero_flags = 3;
    state->pack.packer[3].zero_flags = 2;
    for (unsigned i = 0; i < 4; i++)
        state->pack.packer[i].acc_tile_size_x16[0] = state->pack.packer[i].acc_tile_size_x16[1] = 9;
    run_word(tile, special(8, 0x6, 0, 1, 0));
    ck_assert_uint_eq(state->gpr[0][0], 0x5);
    ck_assert_uint_eq(state->pack.packer[0].acc_tile_size_x16[0], 9);
    ck_assert_uint_eq(state->pack.packer[1].acc_tile_size_x16[0], 0);
    ck_assert_uint_eq(state->pack.packer[2].acc_tile_size_x16[0], 0);
    ck_assert_uint_eq(state->pack.packer[2].acc_tile_size_x16[1], 9);
}
END_TEST

START_TEST(setdmareg__other_sources_read_zero)
{
    for (uint32_t source = 10; source < 16; source++) {
        state->gpr[0][0] = 0xFFFFFFFF;
        run_word(tile, special(source, 0xF, 0, 1, 0));
        ck_assert_uint_eq(state->gpr[0][0], 0);
    }
}
END_TEST

/* ---- REG2FLOP ---- */

START_TEST(reg2flop__four_words_or_one_into_configuration)
{
    for (unsigned i = 0; i < 8; i++)
        state->gpr[0][i] = 0x10000000 * (i + 1);
    run_word(tile, WORD(TT_WORMHOLE_B0, "REG2FLOP", {"reg_index", 6}, {"flop_index", 6}));
    ck_assert_uint_eq(state->cfg[0][56], 0x50000000); /* THCON words begin at 52; 52 + (6 & ~3) from GPR 4 */
    ck_assert_uint_eq(state->cfg[0][57], 0x60000000);
    for (uint32_t size = 1; size < 4; size++) {
        state->cfg[0][57] = 0;
        run_word(tile, WORD(TT_WORMHOLE_B0, "REG2FLOP", {"reg_index", 7}, {"flop_index", 5}, {"size_sel", size}));
        ck_assert_uint_eq(state->cfg[0][57], 0x80000000); /* the whole word, whatever the size */
    }
}
END_TEST

START_TEST(reg2flop__one_counter_or_its_copy)
{
    static const struct {
        uint32_t size, shift, value;
    } cases[] = {
        {1, 0, 0x0C0D}, {1, 1, 0}, /* 32 bits take no shift */
        {2, 0, 0x0C0D}, {2, 2, 0x0A0B}, {2, 1, 0},    {2, 3, 0}, {3, 0, 0x0D},
        {3, 1, 0x0C},   {3, 2, 0x0B},   {3, 3, 0x0A}, {0, 0, 0},
    };
    enum { Y = 1, COPY = 1 << 2, PACKERS = 2 << 3, CHANNEL_1 = 1 << 5, ADC = 2, OVERRIDE = 1 };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct adc_channel *channel = &state->small.adc[2].pack.ch[1];
        state->gpr[0][20] = 0x0A0B0C0D;
        channel->y = channel->y_cr = 0x1FFF;
        run_word(tile, WORD(TT_WORMHOLE_B0, "REG2FLOP", {"reg_index", 20}, {"flop_index", Y | PACKERS | CHANNEL_1},
                            {"context_id_2", 2}, {"byte_offset", cases[i].shift}, {"target_sel", ADC | OVERRIDE},
                            {"size_sel", cases[i].size}));
        ck_assert_uint_eq(channel->y, cases[i].value);
        ck_assert_uint_eq(channel->y_cr, 0x1FFF);
        run_word(tile,
                 WORD(TT_WORMHOLE_B0, "REG2FLOP", {"reg_index", 20}, {"flop_index", Y | COPY | PACKERS | CHANNEL_1},
                      {"context_id_2", 2}, {"byte_offset", cases[i].shift}, {"target_sel", ADC | OVERRIDE},
                      {"size_sel", cases[i].size}));
        ck_assert_uint_eq(channel->y_cr, cases[i].value);
    }
}
END_TEST

START_TEST(reg2flop__targets_that_do_not_exist)
{
    run_word(tile, WORD(TT_WORMHOLE_B0, "REG2FLOP", {"target_sel", 1}));
    ck_assert_int_eq(heard.last_finding, FINDING_SCALAR_RESERVED_OPERAND);
    run_word(tile, WORD(TT_WORMHOLE_B0, "REG2FLOP", {"target_sel", 3}, {"context_id_2", 3}));
    run_word(tile, WORD(TT_WORMHOLE_B0, "REG2FLOP", {"target_sel", 2}, {"flop_index", 3 << 3}));
    ck_assert_uint_ge(heard.findings, 3);
    ck_assert_uint_eq(heard.writes, 0);
}
END_TEST

/* ---- STOREREG ---- */

START_TEST(storereg__reaches_the_tdma_registers)
{
    state->gpr[0][5] = 0xCAFE0001;
    run_word(tile, WORD(TT_WORMHOLE_B0, "STOREREG", {"reg_addr", 0x11038 / 4}, {"tdma_data_reg_index", 5}));
    ck_assert_uint_eq(state->tdma.setreg_bases, 0xCAFE0001);
    const unsigned before = heard.findings;
    run_word(tile, WORD(TT_WORMHOLE_B0, "STOREREG", {"reg_addr", 0x40000 / 4}, {"tdma_data_reg_index", 5}));
    ck_assert_uint_eq(heard.findings, before);
    run_word(tile, WORD(TT_WORMHOLE_B0, "STOREREG", {"reg_addr", 0x80000 / 4}, {"tdma_data_reg_index", 5}));
    ck_assert_int_eq(heard.last_finding, FINDING_MMIO_WITHOUT_EFFECT); /* from FFB80000h nothing is stored */
    ck_assert_uint_eq(state->small.mop_cfg[0][0], 0);
    run_word(tile, WORD(TT_WORMHOLE_B0, "STOREREG", {"reg_addr", 0x1000 / 4}));
    ck_assert_int_eq(heard.last_finding, FINDING_SCALAR_STORE_UNDEFINED);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("scalar");
    TCase *tests = tcase_create("scalar");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, arithmetic__registers_and_constants);
    tcase_add_test(tests, arithmetic__operation_without_meaning_writes_nothing);
    tcase_add_test(tests, setdmareg__constant_fills_one_half);
    tcase_add_test(tests, setdmareg__tile_sizes_of_four_packers);
    tcase_add_test(tests, setdmareg__zero_flags_by_half_and_by_word);
    tcase_add_test(tests, setdmareg__header_keeps_reserved_fields);
    tcase_add_test(tests, setdmareg__header_of_another_threads_tile);
    tcase_add_test(tests, setdmareg__histogram_bins_and_maximum);
    tcase_add_test(tests, setdmareg__any_zero_clears_the_accumulated_sizes_of_its_packers);
    tcase_add_test(tests, setdmareg__other_sources_read_zero);
    tcase_add_test(tests, reg2flop__four_words_or_one_into_configuration);
    tcase_add_test(tests, reg2flop__one_counter_or_its_copy);
    tcase_add_test(tests, reg2flop__targets_that_do_not_exist);
    tcase_add_test(tests, storereg__reaches_the_tdma_registers);
    suite_add_tcase(all, tests);
    return all;
}
