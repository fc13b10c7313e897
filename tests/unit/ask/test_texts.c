/* SPDX-License-Identifier: Apache-2.0 */
/* Bits, values and places as people read them. */
#include "ask/run/value_text.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "unit/suite.h"

#include <string.h>

START_TEST(value_text__says_what_a_datum_is)
{
    static const struct {
        enum format format;
        uint32_t bits;
        const char *text, *value, *why;
    } cases[] = {
        {FORMAT_BF16, 0x3F80, "3f80", "1", "one"},
        {FORMAT_BF16, 0x8000, "8000", "-0", "the sign of a zero is shown"},
        {FORMAT_BF16, 0xFF80, "ff80", "-inf", "infinity"},
        {FORMAT_BF16, 0x7FC0, "7fc0", "nan", "not a number"},
        {FORMAT_FP32, 0x3F800001, "3f800001", "1.00000012", "nine digits show that neighbours differ"},
        {FORMAT_BFP8, 0x7F40, "7f:40", "1", "a block datum with its exponent"},
        {FORMAT_BFP8, 0x80C0, "80:c0", "-2", "the same magnitude, one exponent up, negative"},
        {FORMAT_INT8, 0x83, "83", "-3", "sign and magnitude"},
        {FORMAT_EXPONENT, 0x7F, "00007f", "127", "not a datum"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[VALUE_TEXT_MAX];
        if (cases[i].format != FORMAT_EXPONENT)
            ck_assert_msg(!strcmp(bits_text(cases[i].format, cases[i].bits, text), cases[i].text), "%s: %s",
                          cases[i].why, text);
        ck_assert_msg(!strcmp(value_text(cases[i].format, cases[i].bits, text), cases[i].value), "%s: %s", cases[i].why,
                      text);
    }
}
END_TEST

START_TEST(format_text__names_codes_that_are_no_format)
{
    char text[VALUE_TEXT_MAX];
    ck_assert_str_eq(format_text(FORMAT_BFP8, text), "BFP8");
    ck_assert_str_eq(format_text((enum format)12, text), "code 12");
    ck_assert(!format_is_datum(FORMAT_EXPONENT));
    ck_assert(!format_is_datum((enum format)12));
    ck_assert(format_is_datum(FORMAT_BF16));
}
END_TEST

START_TEST(place_text__names_the_fields_that_differ)
{
    char text[PLACE_TEXT_MAX];
    enum reg_id id = reg_find(TT_BLACKHOLE, "THCON_SEC0_REG1_Out_data_format");
    ck_assert_int_ne((int)id, (int)REG_COUNT);
    const struct reg_field *field = reg_field_get(TT_BLACKHOLE, id);
    (void)place_text(TT_BLACKHOLE, TT_SPACE_CFG, field->word * 4u, 1u << field->shift, text);
    ck_assert_str_eq(text, "state 0, word 70: THCON_SEC0_REG1_Out_data_format");
    (void)place_text(TT_BLACKHOLE, TT_SPACE_GPR, (64 + 12) * 4, 1, text);
    ck_assert_str_eq(text, "thread 1, GPR 12");
    (void)place_text(TT_BLACKHOLE, TT_SPACE_DST, (3 * 16 + 5) * 2, 1, text);
    ck_assert_str_eq(text, "row 3, column 5");
    (void)place_text(TT_BLACKHOLE, TT_SPACE_STATE, (uint32_t)state_find("packer.in_tile") * 4, 1, text);
    ck_assert_str_eq(text, "packer.in_tile");
}
END_TEST

/* Every address of every space has a name that ends, whatever the bits. */
START_TEST(place_text__never_runs_over)
{
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (int space = 0; space < TT_SPACE_COUNT; space++) {
            uint32_t size = space_bytes((enum tt_chip)chip, (enum tt_space)space);
            for (uint32_t addr = 0; addr < size; addr += space == TT_SPACE_L1 ? 65536 : 2) {
                char text[PLACE_TEXT_MAX];
                (void)place_text((enum tt_chip)chip, (enum tt_space)space, addr, UINT32_MAX, text);
                ck_assert_uint_lt(strlen(text), sizeof text);
            }
        }
    }
}
END_TEST

START_TEST(datum_place__is_face_row_column)
{
    char text[PLACE_TEXT_MAX];
    ck_assert_str_eq(datum_place_text(0, text), "face 0, row 0, column 0");
    ck_assert_str_eq(datum_place_text(2 * 256 + 3 * 16 + 5, text), "face 2, row 3, column 5");
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("texts");
    TCase *t = tcase_create("texts");
    tcase_add_test(t, value_text__says_what_a_datum_is);
    tcase_add_test(t, format_text__names_codes_that_are_no_format);
    tcase_add_test(t, place_text__names_the_fields_that_differ);
    tcase_add_test(t, place_text__never_runs_over);
    tcase_add_test(t, datum_place__is_face_row_column);
    suite_add_tcase(s, t);
    return s;
}
