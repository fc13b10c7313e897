/* SPDX-License-Identifier: Apache-2.0 */
/* Who reaches what: R1, R20. */
#include "isa/cores.h"
#include "isa/mmio.h"
#include "unit/suite.h"

#define T_CORES (1u << TT_CORE_T0 | 1u << TT_CORE_T1 | 1u << TT_CORE_T2)
#define B_AND_T (T_CORES | 1u << TT_CORE_B)
#define ALL (B_AND_T | 1u << TT_CORE_NC)

static const struct {
    uint32_t addr;
    enum map_place place;
    unsigned blackhole, wormhole; /* bit a core that reaches it */
} places[] = {
    {0xFFB00000, PLACE_NONE, ALL, ALL}, /* its own local RAM: memory, and no place of the map */
    {0xFFB11010, PLACE_TDMA, B_AND_T, ALL},
    {0xFFB121B0, PLACE_DEBUG, ALL, ALL},
    {0xFFB13138, PLACE_PC_SNAPSHOT, ALL, 0},
    {0xFFB14000, PLACE_OTHER_LOCAL, ALL, 0},
    {0xFFB18FFC, PLACE_OTHER_LOCAL, ALL, 0},
    {0xFFB19000, PLACE_NONE, ALL, ALL},
    {0xFFB20000, PLACE_NOC, ALL, ALL},
    {0xFFB3FFFC, PLACE_NOC, ALL, ALL},
    {0xFFB40000, PLACE_STREAM, ALL, ALL},
    {0xFFB7FFFC, PLACE_STREAM, ALL, ALL},
    {0xFFB80020, PLACE_MOP_CFG, T_CORES, T_CORES},
    {0xFFB80024, PLACE_NONE, ALL, ALL},
    {0xFFBD8000, PLACE_DST, T_CORES, 0},
    {0xFFE00000, PLACE_GPR, B_AND_T, B_AND_T},
    {0xFFE40000, PLACE_PUSH, B_AND_T, B_AND_T},
    {0xFFE50000, PLACE_PUSH, 1u << TT_CORE_B, 1u << TT_CORE_B},
    {0xFFE80000, PLACE_PCBUF, B_AND_T, B_AND_T},
    {0xFFE80004, PLACE_PIPE_DRY, T_CORES, T_CORES},
    {0xFFE80008, PLACE_MACRO_OP_IDLE, T_CORES, T_CORES},
    {0xFFE8000C, PLACE_NONE, ALL, ALL},
    {0xFFE8003C, PLACE_SEMAPHORE, T_CORES, T_CORES},
    {0xFFEA0000, PLACE_PCBUF, 1u << TT_CORE_B, 1u << TT_CORE_B},
    {0xFFEC3000, PLACE_MAILBOX, B_AND_T, B_AND_T},
    {0xFFEF0000, PLACE_CFG, B_AND_T, B_AND_T},
    /* the ends of windows */
    {0xFFB11FFF, PLACE_TDMA, B_AND_T, ALL},
    {0xFFB12FFF, PLACE_DEBUG, ALL, ALL},
    {0xFFB13134, PLACE_NONE, ALL, ALL},
    {0xFFB13148, PLACE_PC_SNAPSHOT, ALL, 0},
    {0xFFB1314C, PLACE_NONE, ALL, ALL},
    {0xFFB1FFFC, PLACE_NONE, ALL, ALL},
    {0xFFB80000, PLACE_MOP_CFG, T_CORES, T_CORES},
    {0xFFBD7FFC, PLACE_NONE, ALL, ALL},
    {0xFFBDFFFF, PLACE_DST, T_CORES, 0},
    {0xFFBE0000, PLACE_NONE, ALL, ALL},
    {0xFFE00FFF, PLACE_GPR, B_AND_T, B_AND_T},
    {0xFFE01000, PLACE_NONE, ALL, ALL},
    {0xFFE80003, PLACE_PCBUF, B_AND_T, B_AND_T},
    {0xFFE80007, PLACE_PIPE_DRY, T_CORES, T_CORES},
    {0xFFE8000B, PLACE_MACRO_OP_IDLE, T_CORES, T_CORES},
    {0xFFE8001C, PLACE_NONE, ALL, ALL},
    {0xFFE80020, PLACE_SEMAPHORE, T_CORES, T_CORES},
    {0xFFE80040, PLACE_NONE, ALL, ALL},
    {0xFFE90000, PLACE_PCBUF, 1u << TT_CORE_B, 1u << TT_CORE_B},
    {0xFFE90004, PLACE_NONE, ALL, ALL},
    {0xFFEA0004, PLACE_NONE, ALL, ALL},
    {0xFFEBFFFC, PLACE_NONE, ALL, ALL},
    {0xFFEC0000, PLACE_MAILBOX, B_AND_T, B_AND_T},
    {0xFFEC3FFF, PLACE_MAILBOX, B_AND_T, B_AND_T},
    {0xFFEC4000, PLACE_NONE, ALL, ALL},
    {0xFFEEFFFC, PLACE_NONE, ALL, ALL},
    {0x00180000, PLACE_NONE, ALL, ALL},
    {0xFFFFFFFC, PLACE_NONE, ALL, ALL},
};

START_TEST(map__places_by_core_and_chip)
{
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        for (int core = 0; core < TT_CORE_COUNT; core++) {
            const bool on_blackhole = places[i].blackhole >> core & 1, on_wormhole = places[i].wormhole >> core & 1;
            const enum map_place on_b = mmio_decode(TT_BLACKHOLE, (enum tt_core)core, places[i].addr).place;
            const enum map_place on_w = mmio_decode(TT_WORMHOLE_B0, (enum tt_core)core, places[i].addr).place;
            ck_assert_msg(on_b == (on_blackhole ? places[i].place : PLACE_NONE), "%x, core %d", places[i].addr, core);
            ck_assert_msg(on_w == (on_wormhole ? places[i].place : PLACE_NONE), "%x, core %d", places[i].addr, core);
        }
    }
}
END_TEST

START_TEST(map__windows_say_whose_and_where)
{
    ck_assert_uint_eq(mmio_decode(TT_BLACKHOLE, TT_CORE_B, 0xFFE60000).block, 2);
    ck_assert_uint_eq(mmio_decode(TT_BLACKHOLE, TT_CORE_B, 0xFFE90000).block, 1);
    ck_assert_uint_eq(mmio_decode(TT_BLACKHOLE, TT_CORE_NC, 0xFFB1C010).block, TT_CORE_T2);
    ck_assert_uint_eq(mmio_decode(TT_BLACKHOLE, TT_CORE_NC, 0xFFB1C010).offset, 0x10);
    ck_assert_uint_eq(mmio_decode(TT_BLACKHOLE, TT_CORE_T0, 0xFFEF0380).offset, 0x380);
}
END_TEST

START_TEST(map__local_memory)
{
    ck_assert_uint_eq(core_local_bytes(TT_BLACKHOLE, TT_CORE_B), 8192);
    ck_assert_uint_eq(core_local_bytes(TT_BLACKHOLE, TT_CORE_T1), 4096);
    ck_assert_uint_eq(core_local_bytes(TT_WORMHOLE_B0, TT_CORE_NC), 4096);
    ck_assert_uint_eq(core_local_bytes(TT_WORMHOLE_B0, TT_CORE_T2), 2048);
    ck_assert_uint_eq(core_iram_bytes(TT_WORMHOLE_B0, TT_CORE_NC), 16384);
    ck_assert_uint_eq(core_iram_bytes(TT_WORMHOLE_B0, TT_CORE_B), 0);
    ck_assert_uint_eq(core_iram_bytes(TT_BLACKHOLE, TT_CORE_NC), 0);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("map");
    TCase *t = tcase_create("map");
    tcase_add_test(t, map__places_by_core_and_chip);
    tcase_add_test(t, map__windows_say_whose_and_where);
    tcase_add_test(t, map__local_memory);
    suite_add_tcase(s, t);
    return s;
}
