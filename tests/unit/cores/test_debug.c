/* SPDX-License-Identifier: Apache-2.0 */
/* What a core reads through the debug registers: configuration, Dst, the clock, and the debug bus. R40, R40x, R41 */
#include "unit/cores/machine_fixture.h"

START_TEST(debug__reads_configuration_dst_and_clock)
{
    struct tile_state *state = tile_state(machine.tile);
    store(&machine, TT_CORE_T0, CFG + 0x380 + 4 * 14, 0x77);
    store(&machine, TT_CORE_T0, 0xFFB12058, 224 + 14);
    ck_assert_uint_eq(load(&machine, TT_CORE_T0, 0xFFB12078), 0x77);
    state->dst[9][6] = 0x1111;
    state->dst[9][7] = 0x2222;
    state->dst_valid[9] = 0; /* Blackhole does not ask */
    store(&machine, TT_CORE_B, 0xFFB12060, 1);
    store(&machine, TT_CORE_B, 0xFFB12064, 2u << 16 | 3u << 12 | 9);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, 0xFFB1206C), 0x22221111);
    machine.clock = UINT64_C(0x580000007);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, 0xFFB121F4), 5); /* as it stands */
    ck_assert_uint_eq(load(&machine, TT_CORE_B, 0xFFB121F0), 0x80000007);
    machine.clock = UINT64_C(0x600000000);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, 0xFFB121F8), 5); /* as it stood at the load of the low half */
    ck_assert_int_eq(store(&machine, TT_CORE_B, 0xFFB12068, 0), RISCV_DONE);
    ck_assert_int_eq(store(&machine, TT_CORE_T1, 0xFFB12068, 0x12800), RISCV_DONE); /* sixteen bits (R40x) */
    ck_assert_uint_eq(load(&machine, TT_CORE_B, 0xFFB12068), 0x2800);
    ck_assert_int_eq(store(&machine, TT_CORE_B, 0xFFB12300, 7), RISCV_DONE);
    ck_assert_uint_eq(load(&machine, TT_CORE_NC, 0xFFB12300), 7);
}
END_TEST

static uint32_t bus(uint32_t daisy, uint32_t signal, uint32_t word)
{
    store(&machine, TT_CORE_B, 0xFFB12054, 1u << 29 | word << 25 | daisy << 16 | signal);
    return load(&machine, TT_CORE_B, 0xFFB1205C);
}

START_TEST(debug_bus__shows_counters_and_banks)
{
    struct small_state *small = &tile_state(machine.tile)->small;
    small->adc[2].pack.ch[1] = (struct adc_channel){0x2ABCD, 0x123, 4, 5, 0x15555, 0x321, 6, 7};
    ck_assert_uint_eq(bus(6, 5, 0), 0x2ABCD | 0x15555u << 18);
    ck_assert_uint_eq(bus(6, 5, 1), 0x15555 >> 14);
    ck_assert_uint_eq(bus(6, 5, 2), 0x123 | 0x321u << 16);
    ck_assert_uint_eq(bus(6, 5, 3), 4 | 6u << 8 | 5u << 16 | 7u << 24);
    small->adc[0].unp0.ch[1].x = 0x2FEDC;
    small->adc[0].unp1.ch[0].x = 0x1ABCD;
    ck_assert_uint_eq(bus(6, 1, 0), 0x2FEDC);
    ck_assert_uint_eq(bus(6, 2, 0), 0x1ABCD);
    small->rwc[2].dst = 0x155;
    small->rwc[2].dst_cr = 0x2AA;
    small->rwc[1].fidelity = 3;
    ck_assert_uint_eq(bus(3, 3, 1), 0x155 | 0x2AAu << 10); /* Blackhole: 120 + 20 * 2 is bit 32 of the upper half */
    ck_assert_uint_eq(bus(3, 4, 1), 3u << 30);             /* thread 1: bit 62 */
    small->src_valid.a[1] = 1;
    ck_assert_uint_eq(bus(6, 9, 2), 1u << (84 - 64) | 1u << (90 - 64)); /* bank 0 is free, bank 1 handed over */
    store(&machine, TT_CORE_B, 0xFFB12054, 1u << 29 | 9u << 16);
    load_bytes(&machine, TT_CORE_B, 0xFFB1205C, 4);
    ck_assert_int_eq(machine.step, RISCV_REFUSED);
}
END_TEST

/* R41: without the enable bit it is 0, whatever is chosen. */
START_TEST(debug_bus__shows_zeros_where_it_is_off)
{
    tile_state(machine.tile)->small.adc[0].unp0.ch[1].x = 0x2FEDC;
    ck_assert_uint_eq(bus(6, 1, 0), 0x2FEDC);
    store(&machine, TT_CORE_B, 0xFFB12054, 6u << 16 | 1);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, 0xFFB1205C), 0);
    store(&machine, TT_CORE_B, 0xFFB12054, 9u << 16); /* where it has nothing */
    ck_assert_uint_eq(load(&machine, TT_CORE_B, 0xFFB1205C), 0);
}
END_TEST

/* R41: bits 84, 85 and 90 to 94 of SrcA, in three words here. */
START_TEST(debug_bus__shows_which_bank_is_whose)
{
    struct small_state *small = &tile_state(machine.tile)->small;
    small->src_valid.a[0] = 1;
    small->src_bank.math_a = 1;
    small->src_bank.unp_a = 0;
    ck_assert_uint_eq(bus(6, 9, 2), 1u << (91 - 64) | 1u << (92 - 64));
    small->src_bank.math_a = 0;
    small->src_bank.unp_a = 1;
    ck_assert_uint_eq(bus(6, 9, 2), 1u << (84 - 64) | 1u << (85 - 64) | 1u << (91 - 64) | 1u << (94 - 64));
}
END_TEST

/* R41: SrcB lies elsewhere on each chip. */
START_TEST(debug_bus__shows_srcb)
{
    const bool is_packed = tile_chip(machine.tile) == TT_BLACKHOLE;
    struct small_state *small = &tile_state(machine.tile)->small;
    small->src_valid.b[1] = 1;
    small->src_bank.math_b = 1;
    ck_assert_uint_eq(bus(6, 9, 3), is_packed ? 1u << 4 | 1u << 10 : 1u << 4 | 1u << 5 | 1u << 10 | 1u << 12);
    small->src_valid.b[0] = 1;
    small->src_bank.math_b = 0;
    small->src_bank.unp_b = 1;
    ck_assert_uint_eq(bus(6, 9, 3), is_packed ? 1u << 6 | 1u << 9 | 1u << 10 : 1u << 5 | 3u << 10 | 1u << 14);
}
END_TEST

static void number_row_counters(void)
{
    for (uint32_t i = 0; i < THREADS; i++)
        tile_state(machine.tile)->small.rwc[i] = (struct rwc){.srca = 0x11 * (i + 1),
                                                              .srca_cr = 0x81 + i,
                                                              .srcb = 0x41 + i,
                                                              .srcb_cr = 0xC1 + i,
                                                              .dst = 0x101 + i,
                                                              .dst_cr = 0x201 + i,
                                                              .fidelity = 1 + i};
}

/* R41: 256 bits, SrcA from 0, SrcB from 60, Dst from 120 on in steps of 20. */
START_TEST(debug_bus__shows_row_counters_on_blackhole)
{
    number_row_counters();
    ck_assert_uint_eq(bus(3, 2, 0), 0x82228111);
    ck_assert_uint_eq(bus(3, 2, 1), 0x8333 | 0x1u << 28);
    ck_assert_uint_eq(bus(3, 2, 2), 0x4 | 0xC1u << 4 | 0x42u << 12 | 0xC2u << 20 | 0x3u << 28);
    ck_assert_uint_eq(bus(3, 2, 3), 0x4 | 0xC3u << 4 | 0x01u << 24);
    ck_assert_uint_eq(bus(3, 3, 0), 0x1 | 0x201u << 2 | 0x102u << 12 | 0x202u << 22);
    ck_assert_uint_eq(bus(3, 3, 1), 0x103 | 0x203u << 10);
    ck_assert_uint_eq(bus(3, 4, 1), 1u << 28 | 2u << 30);
    ck_assert_uint_eq(bus(3, 4, 2), 3);
}
END_TEST

/* R41: SrcA from 0, SrcB from 48, Dst of thread 0 from 96 on; the others in the next signal. */
START_TEST(debug_bus__shows_row_counters_on_wormhole)
{
    number_row_counters();
    ck_assert_uint_eq(bus(3, 2, 0), 0x82228111);
    ck_assert_uint_eq(bus(3, 2, 1), 0xC1418333);
    ck_assert_uint_eq(bus(3, 2, 2), 0xC343C242);
    ck_assert_uint_eq(bus(3, 2, 3), 0x02010101);
    ck_assert_uint_eq(bus(3, 3, 0), 0x02020102);
    ck_assert_uint_eq(bus(3, 3, 1), 0x02030103);
    ck_assert_uint_eq(bus(3, 4, 1), 1u << 30);
    ck_assert_uint_eq(bus(3, 4, 2), 2 | 3u << 2);
}
END_TEST
Suite *suite(void)
{
    Suite *s = suite_create("debug");
    TCase *b = tcase_create("blackhole");
    tcase_add_checked_fixture(b, on_blackhole, free_it);
    tcase_add_test(b, debug__reads_configuration_dst_and_clock);
    tcase_add_test(b, debug_bus__shows_counters_and_banks);
    tcase_add_test(b, debug_bus__shows_zeros_where_it_is_off);
    tcase_add_test(b, debug_bus__shows_which_bank_is_whose);
    tcase_add_test(b, debug_bus__shows_srcb);
    tcase_add_test(b, debug_bus__shows_row_counters_on_blackhole);
    suite_add_tcase(s, b);
    TCase *w = tcase_create("wormhole");
    tcase_add_checked_fixture(w, on_wormhole, free_it);
    tcase_add_test(w, debug_bus__shows_srcb);
    tcase_add_test(w, debug_bus__shows_row_counters_on_wormhole);
    suite_add_tcase(s, w);
    return s;
}
