/* SPDX-License-Identifier: Apache-2.0 */
/* Stores from outside the coprocessor, through the events of a capture and through the 32-bit window. */
#include "isa/chip.h"
#include "isa/mmio.h"
#include "unit/stores.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "core_findings.h"
#include "l1_findings.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static struct tile *tile;
static struct tile_state *state;
static struct listener heard;

static void setup_chip(enum tt_chip chip)
{
    tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    state = tile_state(tile);
    listener_attach(&heard, tile);
}

static void setup(void)
{
    setup_chip(TT_BLACKHOLE);
}

static void teardown(void)
{
    tile_free(tile);
}

START_TEST(window__of_configuration)
{
    static const struct {
        enum tt_chip chip;
        uint32_t offset;
        bool in_0, in_1;
        const char *why;
    } cases[] = {
        {TT_BLACKHOLE, 69 * 4, true, false, "copy 0"},
        {TT_BLACKHOLE, 0x380 + 69 * 4, false, true, "copy 1"},
        {TT_BLACKHOLE, 0x700 + 69 * 4, true, true, "both"},
        {TT_BLACKHOLE, 0xA80, false, false, "thread words cannot be stored"},
        {TT_WORMHOLE_B0, 57 * 4, true, false, "copy 0"},
        {TT_WORMHOLE_B0, 0x2F0 + 57 * 4, false, true, "copy 1"},
        {TT_WORMHOLE_B0, 0x5E0, false, false, "thread words cannot be stored"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const unsigned word = cases[i].chip == TT_BLACKHOLE ? 69 : 57;
        teardown();
        setup_chip(cases[i].chip);
        stores_mmio(tile, 3, 1, 0xFFEF0000 + cases[i].offset, 0x12345678);
        ck_assert_msg((state->cfg[0][word] == 0x12345678) == cases[i].in_0, "%s", cases[i].why);
        ck_assert_msg((state->cfg[1][word] == 0x12345678) == cases[i].in_1, "%s", cases[i].why);
        ck_assert_uint_eq(heard.findings, !cases[i].in_0 && !cases[i].in_1);
        ck_assert_uint_eq(heard.begun, 1);
        ck_assert_uint_eq(heard.ended, 1);
        ck_assert_int_eq(heard.last_insn.unit, TT_UNIT_CORE);
    }
}
END_TEST

START_TEST(window__of_scalar_registers)
{
    stores_mmio(tile, 0, 2, 0xFFE00000 + 4 * 7, 11); /* core T2 sees its own */
    ck_assert_uint_eq(state->gpr[2][7], 11);
    stores_mmio(tile, 0, -1, 0xFFE00100 + 4 * 7, 12); /* core B sees all, 100h a thread */
    ck_assert_uint_eq(state->gpr[1][7], 12);
    ck_assert_uint_eq(heard.findings, 0);
    stores_mmio(tile, 0, 2, 0xFFE00100, 13);
    stores_mmio(tile, 0, -1, 0xFFE00300, 14);
    ck_assert_uint_eq(heard.findings, 2);
    ck_assert_int_eq(heard.last_finding, FINDING_CORE_STORE_OUT_OF_RANGE);
}
END_TEST

START_TEST(window__of_semaphores_macro_operations_and_tdma)
{
    stores_mmio(tile, 0, 0, 0xFFE80020 + 4 * 3, 0);
    stores_mmio(tile, 0, 0, 0xFFE80020 + 4 * 3, 0);
    stores_mmio(tile, 0, 0, 0xFFE80020 + 4 * 3, 1);
    ck_assert_uint_eq(state->small.sem[3].value, 1);
    stores_mmio(tile, 0, 1, 0xFFB80000 + 4 * 8, 99);
    ck_assert_uint_eq(state->small.mop_cfg[1][8], 99);
    stores_mmio(tile, 0, -1, 0xFFB80000, 98); /* core B has none */
    ck_assert_uint_eq(state->small.mop_cfg[0][0], 0);
    stores_mmio(tile, 0, 0, 0xFFB11028, 97);
    ck_assert_uint_eq(state->tdma.hysteresis, 97);
}
END_TEST

START_TEST(window__ignores_what_is_no_state_here)
{
    static const uint32_t addresses[] = {0,          0xFFAFFFFC, 0xFFB13000, 0xFFB49168, 0xFFE40000,
                                         0xFFE80004, 0xFFE80008, 0xFFEC1000, 0xFFFFFFFC};
    struct tile_state *before = calloc(1, sizeof *before);
    ck_assert_ptr_nonnull(before);
    *before = *state;
    for (unsigned i = 0; i < sizeof addresses / sizeof *addresses; i++)
        stores_mmio(tile, 0, 0, addresses[i], 0xFFFFFFFF);
    ck_assert_mem_eq(before, state, sizeof *state);
    free(before);
}
END_TEST

/* What the cores do among themselves, and semaphores, which may stand at their end. */
static bool is_elsewhere(uint32_t addr)
{
    return (addr >= MMIO_PUSH && addr < MMIO_PUSH_2_END) || (addr >= MMIO_PCBUF && addr < MMIO_SEMAPHORE_END) ||
           (addr >= MMIO_PCBUF_1 && addr < MMIO_PCBUF_1_END) || (addr >= MMIO_PCBUF_2 && addr < MMIO_PCBUF_2_END) ||
           (addr >= MMIO_MAILBOX && addr < MMIO_MAILBOX_END);
}

/* A register whose store does something, though perhaps not this one: a counter that is 0, a command to wait. */
static bool is_modelled(enum tt_chip chip, uint32_t addr)
{
    const struct mmio_register *reg = mmio_decode_any(chip, -1, addr).reg;
    return reg && reg->act != MMIO_ACT_INERT && reg->act != MMIO_ACT_SHOWS && reg->act != MMIO_ACT_HOLDS;
}

/* Half of them below FFB40000h, where there are few streams' registers. */
static uint32_t draw_address(uint32_t random)
{
    static const struct {
        uint32_t lo, hi;
    } parts[] = {{MMIO_TDMA, MMIO_TDMA + 0x400}, {MMIO_DEBUG, MMIO_DEBUG + 0x400}, {MMIO_NOC, MMIO_NOC + 0x400},
                 {MMIO_STREAM, MMIO_STREAM_END}, {MMIO_MOP_CFG, MMIO_IRAM},        {MMIO_GPR, MMIO_GPR + 0x400},
                 {MMIO_CFG, MMIO_CFG_END},       {MMIO_TDMA, UINT32_MAX - 3}};
    const unsigned part = random & 7;
    return parts[part].lo + (random >> 3) % ((parts[part].hi - parts[part].lo) / 4) * 4;
}

START_TEST(window__no_store_is_silent)
{
    enum { DRAWS = 4000, FROM = offsetof(struct tile_state, cfg), BYTES = sizeof(struct tile_state) - FROM };
    uint8_t *before = malloc(BYTES);
    uint64_t random = 1;
    ck_assert_ptr_nonnull(before);
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        teardown();
        setup_chip((enum tt_chip)chip);
        for (unsigned i = 0; i < DRAWS; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
            const uint32_t addr = draw_address((uint32_t)(random >> 32)), value = (uint32_t)(random >> 16);
            const unsigned findings = heard.findings;
            memcpy(before, (const uint8_t *)state + FROM, BYTES);
            stores_mmio(tile, i, (int)(random >> 20 & 3) - 1, addr, value);
            const bool is_silent = heard.findings == findings && memcmp(before, (uint8_t *)state + FROM, BYTES) == 0;
            ck_assert_msg(!is_silent || is_elsewhere(addr) || is_modelled((enum tt_chip)chip, addr),
                          "%s: %#x = %#x by thread %d", chip_get((enum tt_chip)chip)->name, (unsigned)addr,
                          (unsigned)value, (int)(random >> 20 & 3) - 1);
        }
    }
    free(before);
}
END_TEST

START_TEST(semaphore__saturates)
{
    for (unsigned i = 0; i < 20; i++)
        stores_semaphore(tile, i, 0, true);
    ck_assert_uint_eq(state->small.sem[0].value, 15);
    for (unsigned i = 0; i < 20; i++)
        stores_semaphore(tile, i, 0, false);
    ck_assert_uint_eq(state->small.sem[0].value, 0);
    stores_semaphore(tile, 0, 8, true);
    ck_assert_int_eq(heard.last_finding, FINDING_CORE_STORE_OUT_OF_RANGE);
}
END_TEST

START_TEST(l1__is_reported_and_bounded)
{
    const uint8_t bytes[4] = {1, 2, 3, 4};
    const uint32_t sizes[TT_CHIP_COUNT] = {1536 * 1024, 1464 * 1024};
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        teardown();
        setup_chip((enum tt_chip)chip);
        tile_core_l1(tile, 0, sizes[chip] - 2, bytes, 4);
        ck_assert_uint_eq(state->l1[sizes[chip] - 1], 2);
        ck_assert_int_eq(heard.last_finding, FINDING_L1_OUT_OF_RANGE);
        ck_assert_uint_eq(heard.last_write.hi, sizes[chip]);
        tile_core_l1(tile, 0, 0xFFFFFFFE, bytes, 4);
        ck_assert_uint_eq(heard.findings, 2);
        tile_core_l1(tile, 0, 16, bytes, 4);
        ck_assert_uint_eq(heard.findings, 2);
        ck_assert_uint_eq(heard.before[0], 0);
        ck_assert_mem_eq(heard.after, bytes, 4);
        ck_assert_int_eq(heard.last_write.unit, TT_UNIT_CORE);
    }
}
END_TEST

START_TEST(events__beyond_the_state_are_findings)
{
    stores_cfg(tile, 0, 2, 69, 1);
    stores_gpr(tile, 0, 3, 0, 1);
    stores_gpr(tile, 0, 0, 64, 1);
    stores_mop_cfg(tile, 0, 0, 9, 1);
    stores_mop_cfg(tile, 0, 3, 0, 1);
    ck_assert_uint_eq(heard.findings, 5);
    ck_assert_uint_eq(heard.writes, 0);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("stores");
    TCase *tests = tcase_create("stores");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, window__of_configuration);
    tcase_add_test(tests, window__of_scalar_registers);
    tcase_add_test(tests, window__of_semaphores_macro_operations_and_tdma);
    tcase_add_test(tests, window__ignores_what_is_no_state_here);
    tcase_add_test(tests, window__no_store_is_silent);
    tcase_add_test(tests, semaphore__saturates);
    tcase_add_test(tests, l1__is_reported_and_bounded);
    tcase_add_test(tests, events__beyond_the_state_are_findings);
    suite_add_tcase(all, tests);
    return all;
}
