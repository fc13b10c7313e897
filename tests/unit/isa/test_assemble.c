/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words from their text: every opcode of both chips with random bits below it, and what is refused. */
#include "isa/assemble.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

enum { DRAWS = 200 };

static void check_comes_back(enum tt_chip chip, uint32_t word)
{
    char text[ISA_TEXT_MAX];
    struct tt_error err = {{0}};
    uint32_t again = ~word;
    isa_disassemble(chip, word, text);
    ck_assert_msg(isa_assemble(chip, text, &again, &err) == TT_OK, "0x%08x, '%s': %s", word, text, err.text);
    ck_assert_msg(again == word, "0x%08x, '%s': 0x%08x", word, text, again);
}

START_TEST(assemble__text_of_every_opcode_gives_the_word_again)
{
    uint32_t random = 1;
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (uint32_t opcode = 0; opcode < 256; opcode++) {
            check_comes_back(chip, opcode << 24);
            check_comes_back(chip, opcode << 24 | 0xFFFFFF);
            for (unsigned bit = 0; bit < 24; bit++)
                check_comes_back(chip, opcode << 24 | UINT32_C(1) << bit);
            for (unsigned i = 0; i < DRAWS; i++) {
                random = random * 1664525u + 1013904223u;
                check_comes_back(chip, opcode << 24 | random >> 8);
            }
        }
    }
}
END_TEST

/* Each field alone: its largest value is taken, one more is refused with the field's name. */
START_TEST(assemble__values_fit_their_field)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (unsigned opcode = 0; opcode < 256; opcode++) {
            const struct isa_insn *insn = isa_by_opcode[chip][opcode];
            for (unsigned i = 0; insn && i < insn->field_count; i++) {
                const struct isa_field *field = &insn->fields[i];
                const uint32_t most = (UINT32_C(1) << field->bits) - 1;
                char text[ISA_TEXT_MAX];
                struct tt_error err = {{0}};
                uint32_t word = 0;
                (void)snprintf(text, sizeof text, "%s %s=0x%x", insn->mnemonic, field->name, most);
                ck_assert_int_eq(isa_assemble(chip, text, &word, &err), TT_OK);
                ck_assert_uint_eq(word, (uint32_t)insn->opcode << 24 | most << field->low);
                (void)snprintf(text, sizeof text, "%s %s=%u", insn->mnemonic, field->name, most + 1);
                ck_assert_int_eq(isa_assemble(chip, text, &word, &err), TT_BAD_INPUT);
                ck_assert_msg(strstr(err.text, field->name) != NULL, "%s", err.text);
                ck_assert_uint_eq(word, (uint32_t)insn->opcode << 24 | most << field->low);
            }
        }
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("assemble");
    TCase *tc = tcase_create("assemble");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, assemble__text_of_every_opcode_gives_the_word_again);
    tcase_add_test(tc, assemble__values_fit_their_field);
    suite_add_tcase(s, tc);
    return s;
}
