/* SPDX-License-Identifier: Apache-2.0 */
/* What a change explains and what it breaks, and which values a field is tried at. */
#include "ask/bisect/difference.h"
#include "ask/bisect/fields.h"
#include "unit/suite.h"

static struct differing_byte byte(uint32_t checkpoint, uint8_t space, uint32_t addr, uint32_t element)
{
    return (struct differing_byte){.checkpoint = checkpoint, .space = space, .addr = addr, .element = element};
}

START_TEST(a_value_is_explained_when_none_of_its_bytes_differs)
{
    struct differing_byte base[] = {byte(1, 0, 8, 0), byte(1, 0, 9, 0), byte(1, 4, 2, 1), byte(2, 0, 8, 2)};
    struct differing_byte other[] = {byte(1, 0, 9, 0), byte(1, 0, 10, 0), byte(2, 0, 7, 0)};
    const struct difference a = {.bytes = base, .count = 4, .elements = 3};
    const struct difference b = {.bytes = other, .count = 3};
    const struct difference_score score = difference_score(&a, &b);
    ck_assert_uint_eq(score.explained, 2);
    ck_assert_uint_eq(score.broken, 2);
    ck_assert_uint_eq(difference_later(&a, 1), 1);
}
END_TEST

START_TEST(nothing_differing_explains_all)
{
    struct differing_byte base[] = {byte(1, 0, 8, 0), byte(1, 0, 9, 1)};
    const struct difference a = {.bytes = base, .count = 2, .elements = 2};
    const struct difference b = {0};
    struct difference_score score = difference_score(&a, &b);
    ck_assert_uint_eq(score.explained, 2);
    ck_assert_uint_eq(score.broken, 0);
    score = difference_score(&a, &a);
    ck_assert_uint_eq(score.explained, 0);
    ck_assert_uint_eq(score.broken, 0);
}
END_TEST

START_TEST(what_is_only_undecided_is_not_explained)
{
    struct differing_byte base[] = {byte(1, 0, 8, 0), byte(1, 0, 12, 1), byte(1, 4, 9, 2), byte(2, 0, 8, 3)};
    struct undecided_range hidden[] = {{1, 0, 8, 0}, {1, 9, 13, 0}, {1, 0, 9, 4}, {2, 7, 9, 0}};
    const struct difference a = {.bytes = base, .count = 4, .elements = 4};
    const struct difference b = {.undecided = hidden, .undecided_count = 4};
    const struct difference_score score = difference_score(&a, &b);
    ck_assert_uint_eq(score.explained, 2); /* bytes 8 of space 0 and 9 of space 4 at checkpoint 1 are equal */
    ck_assert_uint_eq(score.broken, 0);
}
END_TEST

START_TEST(a_change_says_which_values_it_leaves)
{
    struct differing_byte base[] = {byte(1, 0, 8, 0), byte(1, 0, 9, 0), byte(1, 4, 2, 1), byte(2, 0, 8, 2)};
    for (int i = 0; i < 4; i++)
        base[i].known = base[i].held = UINT8_MAX;
    const struct difference a = {.bytes = base, .count = 4, .elements = 3};
    const struct difference b = {.bytes = base + 2, .count = 1};
    uint8_t is_left[3];
    ck_assert_uint_eq(difference_split(&a, &b, is_left).explained, 2);
    ck_assert(!is_left[0] && is_left[1] && !is_left[2]);
    ck_assert(difference_is_strong(&a, is_left)); /* three bytes of eight bits */
    is_left[0] = 1;
    ck_assert(!difference_is_strong(&a, is_left));
}
END_TEST

static struct fields fields;

START_TEST(a_small_field_is_tried_at_all_others)
{
    const enum reg_id id = reg_find(TT_BLACKHOLE, "THCON_SEC0_REG1_Out_data_format");
    const struct reg_field *field = reg_field_get(TT_BLACKHOLE, id);
    uint32_t values[FIELD_VALUES_MAX];
    unsigned seen;
    fields = (struct fields){.chip = TT_BLACKHOLE};
    fields.cfg[field->word] = UINT32_C(5) << field->shift;
    fields.cfg_seen[field->word].values[0] = UINT32_C(6) << field->shift;
    fields.cfg_seen[field->word].values[1] = UINT32_C(5) << field->shift;
    fields.cfg_seen[field->word].count = 2;
    ck_assert_uint_eq(fields_value(&fields, id), 5);
    ck_assert_uint_eq(fields_other_values(&fields, id, &seen, values), (1u << field->bits) - 1);
    ck_assert_uint_eq(seen, 1);
    ck_assert_uint_eq(values[0], 6);
}
END_TEST

START_TEST(a_wide_field_is_tried_at_both_ends_nearby_and_with_each_bit_turned)
{
    const enum reg_id id = reg_find(TT_BLACKHOLE, "THCON_SEC0_REG1_L1_Dest_addr");
    const struct reg_field *field = reg_field_get(TT_BLACKHOLE, id);
    uint32_t values[FIELD_VALUES_MAX];
    unsigned seen;
    fields = (struct fields){.chip = TT_BLACKHOLE};
    fields.cfg[field->word] = 0x600;
    ck_assert_uint_eq(fields_other_values(&fields, id, &seen, values),
                      5 + field->bits); /* 0x601 is a turned bit, too */
    ck_assert_uint_eq(seen, 0);
    ck_assert_uint_eq(values[0], 0);
    ck_assert_uint_eq(values[2], 0xC00);
    ck_assert_uint_eq(values[3], 0x300);
    ck_assert_uint_eq(values[5], 0x5FF);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("difference");
    TCase *tests = tcase_create("difference");
    tcase_add_test(tests, a_value_is_explained_when_none_of_its_bytes_differs);
    tcase_add_test(tests, nothing_differing_explains_all);
    tcase_add_test(tests, what_is_only_undecided_is_not_explained);
    tcase_add_test(tests, a_change_says_which_values_it_leaves);
    tcase_add_test(tests, a_small_field_is_tried_at_all_others);
    tcase_add_test(tests, a_wide_field_is_tried_at_both_ends_nearby_and_with_each_bit_turned);
    suite_add_tcase(suite, tests);
    return suite;
}
