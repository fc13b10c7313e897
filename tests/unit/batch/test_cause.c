/* SPDX-License-Identifier: Apache-2.0 */
/* Failures that are alike have one cause; those that are not have two. */
#include "base/memory.h"
#include "batch/whole/merge.h"
#include "unit/suite.h"

#include <string.h>

static char *cause_of(const struct batch_record *record)
{
    char *cause = batch_cause(record, SIZE_MAX);
    ck_assert_ptr_nonnull(cause);
    return cause;
}

START_TEST(cause__of_a_sentence_without_its_numbers)
{
    static const struct {
        const char *reason, *cause;
    } cases[] = {
        {"first at event 41", "first at event N"},
        {"page 7 at byte 0x1F0: its hash differs", "page N at byte N: its hash differs"},
        {"its hash is a0b1c2d3e4f5a0b1c2d3e4f5a0b1c2d3", "its hash is N"},
        {"Dst, L1 and r2 stay", "Dst, L1 and r2 stay"},
        {"a facade, dead beef", "a facade, dead beef"},
        {"", ""},
        {"12", "N"},
        {"tile0:face1", "tile0:face1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct batch_record record = {.verdict = BATCH_TROUBLE, .reason = (char *)cases[i].reason};
        char *cause = cause_of(&record);
        ck_assert_str_eq(cause, cases[i].cause);
        mem_free(cause);
    }
}
END_TEST

/* A sentence longer than any cause is cut, not overrun. */
START_TEST(cause__of_a_long_sentence)
{
    static char reason[8192];
    memset(reason, 'x', sizeof reason - 1);
    const struct batch_record record = {.verdict = BATCH_TROUBLE, .reason = reason};
    char *cause = cause_of(&record);
    ck_assert_uint_gt(strlen(cause), 1000);
    ck_assert_uint_lt(strlen(cause), sizeof reason - 1);
    mem_free(cause);
}
END_TEST

START_TEST(cause__of_a_difference)
{
    struct batch_record record = {.verdict = BATCH_DIFFERS,
                                  .has_first = true,
                                  .first = {.what = "datum",
                                            .space = "l1",
                                            .address = "l1:0x60048",
                                            .place = "tile0:face0:r0:c8",
                                            .unit = "pack",
                                            .mnemonic = "PACR",
                                            .stage = "relu"}};
    char *one = cause_of(&record);
    ck_assert_str_eq(one, "datum in l1: pack, stage relu, PACR");
    record.first.place = "tile9:face3:r1:c1"; /* another datum: the same cause */
    record.first.address = "l1:0x9";
    char *other = cause_of(&record);
    ck_assert_str_eq(one, other);
    mem_free(one);
    mem_free(other);
    record.first = (struct batch_first){
        .what = "register", .space = "cfg", .address = "cfg:X", .place = "state 1, word 70: THCON_SEC0_REG1_Row"};
    one = cause_of(&record);
    ck_assert_str_eq(one, "register in cfg (state N, word N: THCON_SEC0_REG1_Row)");
    mem_free(one);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("batch/cause");
    TCase *cases = tcase_create("cause");
    tcase_add_test(cases, cause__of_a_sentence_without_its_numbers);
    tcase_add_test(cases, cause__of_a_long_sentence);
    tcase_add_test(cases, cause__of_a_difference);
    suite_add_tcase(s, cases);
    return s;
}
