/* SPDX-License-Identifier: Apache-2.0 */
/* Failures with several causes each: the fewest causes of which every failure has one. */
#include "batch/judge/judge.h"
#include "unit/suite.h"

enum { FAILURES = 5 };

/* "b" explains four of them; the last has one of its own; one has none. */
START_TEST(fewest__what_most_share_is_taken_first)
{
    static const char *causes[FAILURES][3] = {{"a", "b"}, {"b"}, {"c", "a", "b"}, {NULL}, {"d", "b"}};
    static const size_t counts[FAILURES] = {2, 1, 3, 0, 2}, wanted[FAILURES] = {1, 0, 2, SIZE_MAX, 1};
    struct batch_record records[FAILURES] = {0};
    const struct batch_record *of[FAILURES + 1] = {NULL};
    size_t chosen[FAILURES + 1];
    for (size_t i = 0; i < FAILURES; i++) {
        records[i].causes = (struct texts){causes[i], counts[i], 0};
        of[i] = &records[i];
    }
    ck_assert(batch_fewest_causes(of, FAILURES + 1, chosen));
    for (size_t i = 0; i < FAILURES; i++)
        ck_assert_uint_eq(chosen[i], wanted[i]);
    ck_assert_uint_eq(chosen[FAILURES], SIZE_MAX);
}
END_TEST

/* As many share either: what stands first in the captures' own lists, whatever its name. */
START_TEST(fewest__of_as_many_the_more_plausible)
{
    static const char *causes[2][2] = {{"z", "a"}, {"z", "a"}};
    struct batch_record records[2] = {{.causes = {causes[0], 2, 0}}, {.causes = {causes[1], 2, 0}}};
    const struct batch_record *const of[2] = {&records[0], &records[1]};
    size_t chosen[2];
    ck_assert(batch_fewest_causes(of, 2, chosen));
    ck_assert_uint_eq(chosen[0], 0);
    ck_assert_uint_eq(chosen[1], 0);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("batch/fewest");
    TCase *cases = tcase_create("fewest");
    tcase_add_test(cases, fewest__what_most_share_is_taken_first);
    tcase_add_test(cases, fewest__of_as_many_the_more_plausible);
    suite_add_tcase(s, cases);
    return s;
}
