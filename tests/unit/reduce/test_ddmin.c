/* SPDX-License-Identifier: Apache-2.0 */
/* Delta debugging: exactly what is needed stays, also where things need each other; the same every time. */
#include "base/search.h"
#include "unit/suite.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 200 };

struct world {
    bool needed[COUNT];
    size_t partner[COUNT]; /* an item that is left wants this one left, too */
    bool has_partners;
    unsigned tests, budget;
};

static bool holds_with(const struct world *world, const bool *is_left)
{
    for (size_t i = 0; i < COUNT; i++) {
        if (world->needed[i] && !is_left[i])
            return false;
        if (world->has_partners && is_left[i] && !is_left[world->partner[i]])
            return false;
    }
    return true;
}

static enum tt_status holds(void *user, const bool *is_left, bool *does, struct tt_error *err)
{
    struct world *world = user;
    (void)err;
    world->tests++;
    *does = holds_with(world, is_left);
    return TT_OK;
}

static bool is_spent(void *user)
{
    const struct world *world = user;
    return world->tests >= world->budget;
}

static uint32_t draw(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

START_TEST(keeps_what_is_needed_and_nothing_else)
{
    struct world world = {.budget = UINT32_MAX};
    uint32_t state = (uint32_t)_i + 1;
    for (int i = 0; i < _i; i++)
        world.needed[draw(&state) % COUNT] = true;
    const struct ddmin_test test = {&world, holds, is_spent};
    bool is_left[COUNT];
    memset(is_left, 1, sizeof is_left);
    ck_assert_int_eq(ddmin(is_left, COUNT, &test, NULL), TT_OK);
    ck_assert_mem_eq(is_left, world.needed, sizeof is_left);
}
END_TEST

START_TEST(no_single_one_more_can_go)
{
    struct world world = {.budget = UINT32_MAX, .has_partners = true};
    uint32_t state = (uint32_t)_i + 77;
    for (size_t i = 0; i < COUNT; i++)
        world.partner[i] = draw(&state) % 3 ? i : draw(&state) % COUNT;
    world.needed[draw(&state) % COUNT] = true;
    const struct ddmin_test test = {&world, holds, is_spent};
    bool is_left[COUNT], again[COUNT];
    memset(is_left, 1, sizeof is_left);
    memset(again, 1, sizeof again);
    ck_assert_int_eq(ddmin(is_left, COUNT, &test, NULL), TT_OK);
    ck_assert(holds_with(&world, is_left));
    for (size_t i = 0; i < COUNT; i++) {
        if (!is_left[i])
            continue;
        is_left[i] = false;
        ck_assert(!holds_with(&world, is_left));
        is_left[i] = true;
    }
    ck_assert_int_eq(ddmin(again, COUNT, &test, NULL), TT_OK);
    ck_assert_mem_eq(is_left, again, sizeof is_left);
}
END_TEST

START_TEST(a_spent_budget_leaves_something_that_holds)
{
    struct world world = {.budget = 5};
    world.needed[3] = world.needed[150] = true;
    const struct ddmin_test test = {&world, holds, is_spent};
    bool is_left[COUNT];
    memset(is_left, 1, sizeof is_left);
    ck_assert_int_eq(ddmin(is_left, COUNT, &test, NULL), TT_OK);
    ck_assert(holds_with(&world, is_left));
    ck_assert_uint_eq(world.tests, 5);
}
END_TEST

START_TEST(what_was_gone_before_stays_gone)
{
    struct world world = {.budget = UINT32_MAX};
    world.needed[9] = true;
    const struct ddmin_test test = {&world, holds, is_spent};
    bool is_left[COUNT] = {false}, wanted[COUNT] = {false};
    for (size_t i = 0; i < 20; i++)
        is_left[i] = true;
    wanted[9] = true;
    ck_assert_int_eq(ddmin(is_left, COUNT, &test, NULL), TT_OK);
    ck_assert_mem_eq(is_left, wanted, sizeof is_left);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("ddmin");
    TCase *tests = tcase_create("ddmin");
    tcase_add_loop_test(tests, keeps_what_is_needed_and_nothing_else, 0, 12);
    tcase_add_loop_test(tests, no_single_one_more_can_go, 0, 20);
    tcase_add_test(tests, a_spent_budget_leaves_something_that_holds);
    tcase_add_test(tests, what_was_gone_before_stays_gone);
    suite_add_tcase(suite, tests);
    return suite;
}
