/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words: every opcode of both chips, against a page of opcodes where one is at hand. */
#include "insn_ids.h"
#include "isa/findings.h"
#include "isa/isa.h"
#include "pack_insns.h"
#include "scalar_insns.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(isa__every_opcode_disassembles_to_its_mnemonic)
{
    unsigned defined[TT_CHIP_COUNT] = {0};
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (uint32_t opcode = 0; opcode < 256; opcode++) {
            char text[ISA_TEXT_MAX], undefined[32];
            const struct isa_insn *insn = isa_find(chip, opcode << 24);
            isa_disassemble(chip, opcode << 24, text);
            snprintf(undefined, sizeof undefined, ".word 0x%02x000000", opcode);
            ck_assert_str_eq(text, insn ? insn->mnemonic : undefined);
            ck_assert(isa_unit(chip, opcode << 24) == (insn ? insn->unit : TT_UNIT_COUNT));
            if (!insn)
                continue;
            ck_assert_uint_eq(insn->opcode, opcode);
            ck_assert(isa_find_mnemonic(chip, insn->mnemonic) == insn);
            ck_assert(insn->doc[0]);
            defined[chip]++;
        }
    }
    ck_assert_uint_ge(defined[TT_BLACKHOLE], 137); /* of the vendor's tables */
    ck_assert_uint_ge(defined[TT_WORMHOLE_B0], 128);
    ck_assert_ptr_null(isa_find_mnemonic(TT_WORMHOLE_B0, "SFPGT"));
    ck_assert_ptr_null(isa_find_mnemonic(TT_BLACKHOLE, "pacr"));
}
END_TEST

static void check_all_ones(enum tt_chip chip, const struct isa_insn *insn)
{
    uint32_t used = 0;
    for (unsigned i = 0; i < insn->field_count; i++) {
        const struct isa_field *field = &insn->fields[i];
        uint32_t ones = (uint32_t)((UINT64_C(1) << field->bits) - 1), word = ones << field->low;
        char text[ISA_TEXT_MAX], expected[ISA_TEXT_MAX];
        ck_assert_msg((used & word) == 0 && word <= 0xFFFFFF, "%s %s", insn->mnemonic, field->name);
        ck_assert_msg(field->doc[0], "%s %s has no meaning", insn->mnemonic, field->name);
        used |= word;
        ck_assert_uint_eq(isa_field_value(field, word), ones);
        ck_assert_uint_eq(isa_field_value(field, ~word), 0);
        snprintf(expected, sizeof expected, "%s %s=%u", insn->mnemonic, field->name, ones);
        ck_assert_str_eq(isa_disassemble(chip, (uint32_t)insn->opcode << 24 | word, text), expected);
    }
    uint32_t rest = 0xFFFFFF & ~used;
    if (rest) {
        char text[ISA_TEXT_MAX], expected[ISA_TEXT_MAX];
        snprintf(expected, sizeof expected, "%s unnamed=0x%06x", insn->mnemonic, rest);
        ck_assert_str_eq(isa_disassemble(chip, (uint32_t)insn->opcode << 24 | rest, text), expected);
    }
}

START_TEST(isa__fields_are_apart_and_come_back_from_text)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (uint32_t opcode = 0; opcode < 256; opcode++) {
            const struct isa_insn *insn = isa_find(chip, opcode << 24);
            if (insn)
                check_all_ones(chip, insn);
        }
    }
}
END_TEST

START_TEST(isa__text_is_terminated_for_any_word)
{
    uint32_t word = 1;
    for (unsigned i = 0; i < 200000; i++) {
        char text[ISA_TEXT_MAX];
        word = word * 1664525u + 1013904223u;
        memset(text, 'x', sizeof text);
        isa_disassemble(i & 1, word, text);
        ck_assert_ptr_nonnull(memchr(text, 0, sizeof text));
    }
}
END_TEST

START_TEST(isa__pacr_of_each_chip_fills_one_struct)
{
    struct insn_pacr f = isa_decode_pacr(TT_BLACKHOLE, 0x41555555);
    ck_assert_uint_eq(f.word, 0x41555555);
    ck_assert(f.last == 1 && f.flush == 0 && f.ctxt_ctrl == 1 && f.concat == 1 && f.ovrd_thread_id == 0);
    ck_assert(f.read_intf_sel == 5 && f.zero_write == 1 && f.addr_cnt_context == 2 && f.addr_mode == 2);
    ck_assert(f.dst_access_mode == 0 && f.row_pad_zero == 5 && f.cfg_context == 2 && f.packer_mask == 0);
    f = isa_decode_pacr(TT_WORMHOLE_B0, 0x41FFFFFF);
    ck_assert(f.last == 1 && f.flush == 1 && f.concat == 1 && f.ovrd_thread_id == 1 && f.packer_mask == 15);
    ck_assert(f.zero_write == 1 && f.addr_mode == 3);
    ck_assert(f.ctxt_ctrl == 0 && f.read_intf_sel == 0 && f.addr_cnt_context == 0 && f.dst_access_mode == 0);
    ck_assert(f.row_pad_zero == 0 && f.cfg_context == 0);
}
END_TEST

START_TEST(isa__parts_read_the_same_bits_another_way)
{
    const struct insn_setdmareg f = isa_decode_setdmareg(TT_BLACKHOLE, 0x45000000 | 0xBEEF << 8 | 0x13);
    ck_assert(f.reg_index16b == 0x13 && f.set_signals_mode == 0 && f.value == 0xBEEF);
    ck_assert(f.payload_sig_sel == (0xBEEF & 0x3FFF) && f.payload_sig_sel_size == 0xBEEF >> 14);
    char text[ISA_TEXT_MAX];
    isa_disassemble(TT_BLACKHOLE, f.word, text);
    ck_assert_ptr_null(strstr(text, " value="));
}
END_TEST

START_TEST(isa__bit_23_chooses_the_unpacker)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        ck_assert(isa_unit(chip, 0x42000000) == TT_UNIT_UNPACK0 && isa_unit(chip, 0x42800000) == TT_UNIT_UNPACK1);
        ck_assert(isa_unit(chip, 0x43000000) == TT_UNIT_UNPACK0 && isa_unit(chip, 0x43800000) == TT_UNIT_UNPACK1);
        ck_assert(isa_unit(chip, 0x41800000) == TT_UNIT_PACK && isa_unit(chip, 0x21000000) == TT_UNIT_PACK);
    }
}
END_TEST

/* "CODE: TEXT" of each finding, in the order of the row. */
static const char *forms_of(enum tt_chip chip, uint32_t word)
{
    static char all[4 * ISA_TEXT_MAX];
    char text[ISA_TEXT_MAX];
    const struct isa_form_finding *form = NULL;
    size_t at = 0;
    all[0] = 0;
    for (unsigned i = 0; (form = isa_next_form(isa_find(chip, word), word, &i, text));)
        at +=
            (size_t)snprintf(all + at, sizeof all - at, "%s: %s\n", finding_get((finding_id)form->finding)->code, text);
    return all;
}

START_TEST(isa__forms_by_several_fields_have_findings)
{
    const uint32_t reg2flop = isa_word(TT_BLACKHOLE, INSN_REG2FLOP), setman = isa_word(TT_BLACKHOLE, INSN_SFPSETMAN);
    const uint32_t pacr = isa_word(TT_BLACKHOLE, INSN_PACR), zeroacc = isa_word(TT_WORMHOLE_B0, INSN_ZEROACC);
    ck_assert_str_eq(forms_of(TT_BLACKHOLE, isa_word(TT_BLACKHOLE, INSN_XMOV)), "mover-not-recorded: any form\n");
    ck_assert_str_eq(forms_of(TT_BLACKHOLE, pacr), "");
    ck_assert_str_eq(forms_of(TT_BLACKHOLE, pacr | 1 << 2 | 1 << 21 | 1 << 12),
                     "pack-context-not-recorded: ctxt_ctrl 1\npack-zero-write-not-recorded: zero_write 1\n");
    ck_assert_str_eq(forms_of(TT_BLACKHOLE, reg2flop), "");
    ck_assert_str_eq(forms_of(TT_BLACKHOLE, reg2flop | 1 << 21 | 1 << 20 | 3 << 16 | 2 << 9),
                     "scalar-reserved-operand: is_adc 1, adc_override 1, context_id_2 3\n");
    ck_assert_str_eq(forms_of(TT_BLACKHOLE, reg2flop | 1 << 21 | 3 << 16 | 2 << 9), "");
    ck_assert_str_eq(forms_of(TT_BLACKHOLE, setman | 1), "");
    ck_assert_str_eq(forms_of(TT_BLACKHOLE, setman | 1 | 1 << 12),
                     "vector-form-not-recorded: instr_mod1 1, imm12_math 1\n");
    ck_assert_str_eq(forms_of(TT_BLACKHOLE, setman | 1 | 4095 << 12),
                     "vector-form-not-recorded: instr_mod1 1, imm12_math 4095\n");
    ck_assert_str_eq(forms_of(TT_BLACKHOLE, setman | 4095 << 12), "");
    ck_assert_str_eq(forms_of(TT_WORMHOLE_B0, zeroacc | 5 << 19), "");
    ck_assert_str_eq(forms_of(TT_WORMHOLE_B0, zeroacc | 1 << 18 | 5 << 19),
                     "matrix-form-not-recorded: revert 1, clear_mode 5\n");
}
END_TEST

START_TEST(isa__unit_names_are_found_again)
{
    for (enum tt_unit unit = 0; unit < TT_UNIT_COUNT; unit++)
        ck_assert(unit_find(unit_name(unit)) == unit);
    ck_assert_str_eq(unit_name(TT_UNIT_PACK), "pack");
    ck_assert_str_eq(unit_name(TT_UNIT_UNPACK1), "unpack1");
    ck_assert(unit_find("packer") == TT_UNIT_COUNT);
}
END_TEST

/* A row of the page: "| 41 | PACR | Pack | yes | yes | …"; the chips as yes or -. */
static int read_row(const char *line, unsigned *opcode, char mnemonic[32], char unit[32], char wormhole[8],
                    char blackhole[8])
{
    return sscanf(line, "| %2x | %31[A-Z0-9_] | %31[^|]| %7[^ |] | %7[^ |] |", opcode, mnemonic, unit, wormhole,
                  blackhole) == 5;
}

START_TEST(isa__opcodes_are_those_of_the_page)
{
    FILE *page = fopen(TTR_SPEC "/opcodes.md", "r");
    if (!page) {
        puts("skipped: ../shared/spec/opcodes.md is not here");
        return;
    }
    char line[512], mnemonic[32], unit[32], wormhole[8], blackhole[8];
    unsigned opcode, rows = 0;
    while (fgets(line, sizeof line, page)) {
        if (!read_row(line, &opcode, mnemonic, unit, wormhole, blackhole))
            continue;
        rows++;
        const struct isa_insn *b = isa_find(TT_BLACKHOLE, opcode << 24), *w = isa_find(TT_WORMHOLE_B0, opcode << 24);
        ck_assert_msg((b != NULL) == (strcmp(blackhole, "yes") == 0), "%s", line);
        ck_assert_msg((w != NULL) == (strcmp(wormhole, "yes") == 0), "%s", line);
        ck_assert_msg(!b || strcmp(b->mnemonic, mnemonic) == 0, "%s", line);
        ck_assert_msg(!w || (b && strcmp(w->mnemonic, mnemonic) == 0 && w->unit == b->unit), "%s", line);
    }
    fclose(page);
    ck_assert_uint_eq(rows, 137);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("isa");
    TCase *tc = tcase_create("isa");
    tcase_set_timeout(tc, 20);
    tcase_add_test(tc, isa__every_opcode_disassembles_to_its_mnemonic);
    tcase_add_test(tc, isa__fields_are_apart_and_come_back_from_text);
    tcase_add_test(tc, isa__text_is_terminated_for_any_word);
    tcase_add_test(tc, isa__pacr_of_each_chip_fills_one_struct);
    tcase_add_test(tc, isa__parts_read_the_same_bits_another_way);
    tcase_add_test(tc, isa__bit_23_chooses_the_unpacker);
    tcase_add_test(tc, isa__forms_by_several_fields_have_findings);
    tcase_add_test(tc, isa__unit_names_are_found_again);
    tcase_add_test(tc, isa__opcodes_are_those_of_the_page);
    suite_add_tcase(s, tc);
    return s;
}
