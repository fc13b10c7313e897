/* SPDX-License-Identifier: Apache-2.0 */
/* What a host asks of cores: to go on for some instructions, and what their registers hold. */
#include "unit/cores/machine.h"

static struct machine machine;

static void setup(void)
{
    machine_new(&machine, TT_BLACKHOLE);
}

static void teardown(void)
{
    machine_free(&machine);
}

/* Piece by piece, but no instruction more than was asked for. */
START_TEST(run_ahead__as_far_as_asked)
{
    enum { NOP = 0x13, ASKED = 70 };
    const uint32_t start = cores_core(machine.cores, TT_CORE_T0)->pc;
    for (uint32_t i = 0; i < 4 * ASKED; i++)
        store_u32(&tile_state(machine.tile)->l1[start + 4 * i], NOP);
    ck_assert_uint_eq(cores_run_ahead(machine.cores, TT_CORE_T0, true, ASKED), ASKED);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T0)->pc, start + 4 * ASKED);
}
END_TEST

/* A host sees the registers of each kind; what is no register it does not. */
START_TEST(host__loads_registers)
{
    uint32_t value = 0;
    store(&machine, TT_CORE_B, 0xFFB12068, 0x2800);
    ck_assert(cores_load(machine.cores, 0xFFB12068, &value)); /* debug */
    ck_assert_uint_eq(value, 0x2800);
    ck_assert(cores_load(machine.cores, 0xFFB11004, &value)); /* TDMA */
    ck_assert(cores_load(machine.cores, 0xFFB20044, &value)); /* network */
    ck_assert(cores_load(machine.cores, 0xFFB45000, &value)); /* stream */
    ck_assert(cores_load(machine.cores, 0xFFE00000, &value)); /* scalar registers */
    ck_assert(!cores_load(machine.cores, 0xFFB00000, &value)); /* a core's local memory */
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("host");
    TCase *tests = tcase_create("host");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, run_ahead__as_far_as_asked);
    tcase_add_test(tests, host__loads_registers);
    suite_add_tcase(suite, tests);
    return suite;
}
