/* SPDX-License-Identifier: Apache-2.0 */
/* Which bytes of a space made in part the running units wrote last. */
#include "observe/computed.h"
#include "observe/listener.h"

#include "unit/suite.h"

#include <string.h>

static void count_access(void *user, const struct probe_access *access)
{
    (void)access;
    ++*(unsigned *)user;
}

static struct probe_access access_of(enum tt_space space, bool is_write, uint32_t lo, uint32_t hi)
{
    static const uint8_t bytes[64] = {0};
    return (struct probe_access){
        .space = space, .is_write = is_write, .lo = lo, .hi = hi, .before = bytes, .after = bytes};
}

static void report_access(struct computed *computed, enum tt_space space, bool is_write, uint32_t lo, uint32_t hi)
{
    const struct probe_access access = access_of(space, is_write, lo, hi);
    computed_take(computed, &access);
}

START_TEST(computed__a_write_marks_bytes_until_something_skipped_may_write_there)
{
    struct computed *computed = computed_new(TT_BLACKHOLE, 1u << TT_SPACE_SRCA | 1u << TT_SPACE_DST);
    report_access(computed, TT_SPACE_SRCA, true, 8, 16);
    report_access(computed, TT_SPACE_SRCA, false, 32, 64);
    report_access(computed, TT_SPACE_DST, true, 0, 2);
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
    for (unsigned i = 0; i < sizeof written / sizeof *written; i++) {
        report_access(computed, TT_SPACE_SRCA, true, written[i][0], written[i][1]);
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
    report_access(computed, TT_SPACE_L1, true, 0, 4);
    ck_assert_ptr_null(computed_at(computed, TT_SPACE_L1, 0));
    computed_lose(computed, TT_SPACE_L1);
    computed_free(computed);
}
END_TEST

START_TEST(computed__follows_while_the_listener_is_off)
{
    struct computed *computed = computed_new(TT_BLACKHOLE, 1u << TT_SPACE_SRCA);
    struct verdict_facts facts = {0};
    struct replay_listener listener;
    unsigned heard = 0;
    const struct probe next = {.user = &heard, .wants = PROBE_ACCESS, .access = count_access};
    replay_listener_init(&listener, &next, &facts);
    replay_listener_set_computed(&listener, computed);
    for (uint32_t pass = 0; pass < 2; pass++) {
        const struct probe_access access = access_of(TT_SPACE_SRCA, true, 8 * pass, 8 * pass + 4);
        ck_assert(listener.probe.wants & PROBE_ACCESS);
        listener.probe.access(listener.probe.user, &access);
        ck_assert_uint_eq(*computed_at(computed, TT_SPACE_SRCA, 8 * pass), 1);
        replay_listener_set_on(&listener, false);
    }
    ck_assert_uint_eq(heard, 1);
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
    tcase_add_test(tests, computed__follows_while_the_listener_is_off);
    suite_add_tcase(suite, tests);
    return suite;
}
