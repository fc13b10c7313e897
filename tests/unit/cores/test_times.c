/* SPDX-License-Identifier: Apache-2.0 */
/* What a core takes the time from is a guess, and is said to be one (R69). */
#include "isa/findings.h"
#include "unit/cores/machine.h"

#include "core_findings.h"

#include <stdio.h>

static struct machine machine;

static void setup(void)
{
    machine_new(&machine, TT_BLACKHOLE);
}

static void teardown(void)
{
    machine_free(&machine);
}

static unsigned times_said;
static char time_said[128];

static void on_finding(void *user, const struct probe_finding *finding)
{
    (void)user;
    ck_assert_int_eq(finding->id, FINDING_CORE_TIME_GUESSED);
    ck_assert_str_eq(finding->rests_on->id, "R69");
    ck_assert_int_eq(finding->rests_on->level, FACT_GUESSED);
    (void)snprintf(time_said, sizeof time_said, "%s", finding->detail);
    times_said++;
}

/* Once a core, of cycles and of the clock; of instructions done never. */
START_TEST(time__is_said_to_be_a_guess)
{
    enum { READ_CYCLE = 0xC00022F3, READ_CYCLEH = 0xC80022F3, READ_INSTRET = 0xB02022F3 }; /* csrr t0 */
    const struct probe probe = {.wants = PROBE_FINDING, .finding = on_finding};
    tile_set_probe(machine.tile, &probe);
    times_said = 0;
    machine_do(&machine, TT_CORE_T1, READ_INSTRET);
    ck_assert_uint_eq(times_said, 0);
    machine_do(&machine, TT_CORE_T1, READ_CYCLE);
    ck_assert_uint_eq(times_said, 1);
    ck_assert_ptr_nonnull(strstr(time_said, "core t1 at 0x"));
    ck_assert_ptr_nonnull(strstr(time_said, "reads its count of cycles"));
    machine_do(&machine, TT_CORE_T1, READ_CYCLEH);
    machine_do(&machine, TT_CORE_T1, READ_CYCLE);
    ck_assert_uint_eq(times_said, 1);
    machine_do(&machine, TT_CORE_B, READ_CYCLE);
    ck_assert_uint_eq(times_said, 2);
    (void)load(&machine, TT_CORE_B, 0xFFB121F0);
    (void)load(&machine, TT_CORE_B, 0xFFB121F4);
    ck_assert_uint_eq(times_said, 3);
    ck_assert_ptr_nonnull(strstr(time_said, "reads the wall clock"));
    tile_set_probe(machine.tile, NULL);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("core times");
    TCase *t = tcase_create("times");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, time__is_said_to_be_a_guess);
    suite_add_tcase(s, t);
    return s;
}
