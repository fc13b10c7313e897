/* SPDX-License-Identifier: Apache-2.0 */
/* Undefined behaviour of a run that is the same: a note, which says whether compared bytes depend on it. */
#include "ask/lint/lint_internal.h"
#include "unit/suite.h"

#include "unpack_findings.h"

static struct lint_item lowered(uint64_t undecided, uint64_t unread)
{
    static struct results_run_row run;
    struct lint_item item = {.id = FINDING_UNPACK_TARGET_UNDEFINED, .rank = LINT_FAULT, .detail = "written"};
    struct lint lint = {.run = &run, .items = &item, .count = 1};
    run.totals.facts = (struct verdict_facts){
        .bytes = {512, 512 - undecided, 0, undecided, 4096}, .checkpoints = 1, .unread_srca = unread};
    lint_lower_dead(&lint);
    return item;
}

START_TEST(lint__says_whether_compared_bytes_depend_on_undefined_behaviour)
{
    const struct lint_item none = lowered(0, 0), unread = lowered(128, 128), differs = lowered(128, 0);
    ck_assert_int_eq(none.rank, LINT_NOTE);
    ck_assert_str_eq(none.detail, "written; nothing that is compared depends on it");
    ck_assert_int_eq(unread.rank, LINT_NOTE);
    ck_assert_str_eq(unread.detail, "written; of what is compared at most bytes that nothing reads depend on it");
    ck_assert_int_eq(differs.rank, LINT_FAULT);
    ck_assert_str_eq(differs.detail, "written");
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("lint");
    TCase *t = tcase_create("lint");
    tcase_add_test(t, lint__says_whether_compared_bytes_depend_on_undefined_behaviour);
    suite_add_tcase(s, t);
    return s;
}
