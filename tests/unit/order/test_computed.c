/* SPDX-License-Identifier: Apache-2.0 */
/* Which bytes of a space made in part the running units wrote last. */
#include "observe/computed.h"

#include "unit/suite.h"

#include <string.h>

struct heard {
    unsigned begun, ended, stages, accesses, findings;
};

static void on_begin(void *user, const struct probe_insn *insn)
{
    (void)insn;
    ((struct heard *)user)->begun++;
}

static void on_end(void *user, const struct probe_insn *insn)
{
    (void)insn;
    ((struct heard *)user)->ended++;
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    (void)stage;
    ((struct heard *)user)->stages++;
}

static void on_access(void *user, const struct probe_access *access)
{
    (void)access;
    ((struct heard *)user)->accesses++;
}

static void on_finding(void *user, const struct probe_finding *finding)
{
    (void)finding;
    ((struct heard *)user)->findings++;
}

static void report_access(const struct probe *probe, enum tt_space space, bool is_write, uint32_t lo, uint32_t hi)
{
    static const uint8_t bytes[64] = {0};
    const struct probe_access access = {
        .space = space, .is_write = is_write, .lo = lo, .hi = hi, .before = bytes, .after = bytes};
    probe->access(probe->user, &access);
}

START_TEST(computed__a_write_marks_bytes_until_something_skipped_may_write_there)
{
    struct computed *computed = computed_new(TT_BLACKHOLE, 1u << TT_SPACE_SRCA | 1u << TT_SPACE_DST);
    const struct probe *probe = computed_probe(computed, NULL);
    report_access(probe, TT_SPACE_SRCA, true, 8, 16);
    report_access(probe, TT_SPACE_SRCA, false, 32, 64);
    report_access(probe, TT_SPACE_DST, true, 0, 2);
    static const uint8_t wanted[12] = {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
    ck_assert_mem_eq(computed_at(computed, TT_SPACE_SRCA, 4), wanted, sizeof wanted);
    ck_assert_uint_eq(*computed_at(computed, TT_SPACE_SRCA, 32), 0);
    computed_lose(computed, TT_SPACE_SRCA);
    ck_assert_uint_eq(*computed_at(computed, TT_SPACE_SRCA, 8), 0);
    ck_assert_uint_eq(*computed_at(computed, TT_SPACE_DST, 0), 1);
    computed_free(computed);
}
END_TEST

START_TEST(computed__nothing_is_left_of_what_is_lost)
{
    static const uint32_t written[][2] = {{40, 48}, {8, 16}, {100, 101}, {0, 4}};
    static const uint8_t nothing[128] = {0};
    struct computed *computed = computed_new(TT_BLACKHOLE, 1u << TT_SPACE_SRCA);
    const struct probe *probe = computed_probe(computed, NULL);
    for (unsigned i = 0; i < sizeof written / sizeof *written; i++) {
        report_access(probe, TT_SPACE_SRCA, true, written[i][0], written[i][1]);
        if (i % 2 == 0)
            continue;
        computed_lose(computed, TT_SPACE_SRCA);
        ck_assert_mem_eq(computed_at(computed, TT_SPACE_SRCA, 0), nothing, sizeof nothing);
    }
    computed_free(computed);
}
END_TEST

START_TEST(computed__other_spaces_are_not_followed)
{
    struct computed *computed = computed_new(TT_WORMHOLE_B0, 1u << TT_SPACE_SRCB);
    report_access(computed_probe(computed, NULL), TT_SPACE_L1, true, 0, 4);
    ck_assert_ptr_null(computed_at(computed, TT_SPACE_L1, 0));
    computed_lose(computed, TT_SPACE_L1);
    computed_free(computed);
}
END_TEST

START_TEST(computed__the_next_probe_hears_what_it_wants_and_no_more)
{
    struct computed *computed = computed_new(TT_BLACKHOLE, 1u << TT_SPACE_SRCA);
    struct heard heard = {0};
    struct probe next = {&heard,     PROBE_INSN | PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING,
                         on_begin,   on_end,
                         on_stage,   on_access,
                         on_finding, NULL,
                         NULL};
    const struct probe_insn insn = {.seq = 1};
    const struct probe_stage stage = {.count = 0};
    const struct probe_finding finding = {.id = (finding_id)0};
    for (unsigned pass = 0; pass < 2; pass++) {
        const struct probe *probe = computed_probe(computed, &next);
        ck_assert_uint_eq(probe->wants, next.wants | PROBE_ACCESS);
        probe->insn_begin(probe->user, &insn);
        probe->stage(probe->user, &stage);
        report_access(probe, TT_SPACE_SRCA, true, 0, 4);
        probe->finding(probe->user, &finding);
        probe->insn_end(probe->user, &insn);
        next.wants = 0;
    }
    ck_assert_uint_eq(heard.begun, 1);
    ck_assert_uint_eq(heard.ended, 1);
    ck_assert_uint_eq(heard.stages, 1);
    ck_assert_uint_eq(heard.accesses, 1);
    ck_assert_uint_eq(heard.findings, 1);
    computed_free(computed);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("computed");
    TCase *tests = tcase_create("computed");
    tcase_add_test(tests, computed__nothing_is_left_of_what_is_lost);
    tcase_add_test(tests, computed__a_write_marks_bytes_until_something_skipped_may_write_there);
    tcase_add_test(tests, computed__other_spaces_are_not_followed);
    tcase_add_test(tests, computed__the_next_probe_hears_what_it_wants_and_no_more);
    suite_add_tcase(suite, tests);
    return suite;
}
