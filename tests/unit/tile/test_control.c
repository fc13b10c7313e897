/* SPDX-License-Identifier: Apache-2.0 */
/* What decided about an instruction, as a probe gets it: ranges and bits of settings, rows of Dst; stores by pieces. */
#include "isa/chip.h"
#include "isa/registers.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

#include "insn_ids.h"

#include <string.h>

enum { CONTROLS_MAX = 512 };

static struct tile *tile;
static struct tile_state *state;
static struct probe_control controls[CONTROLS_MAX];
static unsigned control_count;

static void hear(void *user, const struct probe_control *control)
{
    (void)user;
    ck_assert_uint_lt(control_count, CONTROLS_MAX);
    controls[control_count++] = *control;
}

static void ignore(void *user, const struct probe_insn *insn)
{
    (void)user, (void)insn;
}

static void ignore_access(void *user, const struct probe_access *access)
{
    (void)user, (void)access;
}

/* As those who follow what is known: they ask for accesses, too. */
static const struct probe probe = {.wants = PROBE_INSN | PROBE_ACCESS | PROBE_CONTROL | PROBE_SETTINGS,
                                   .insn_begin = ignore,
                                   .insn_end = ignore,
                                   .access = ignore_access,
                                   .control = hear};

static void setup(void)
{
    tile = tile_new(TT_BLACKHOLE);
    ck_assert_ptr_nonnull(tile);
    state = tile_state(tile);
    control_count = 0;
    tile_set_probe(tile, &probe);
}

static void teardown(void)
{
    tile_free(tile);
}

static unsigned count(enum control_kind kind, enum tt_space space, uint32_t lo, uint32_t hi, uint32_t mask)
{
    unsigned found = 0;
    for (unsigned i = 0; i < control_count; i++)
        found += controls[i].kind == kind && controls[i].space == space && controls[i].lo == lo &&
                 controls[i].hi == hi && controls[i].mask == mask;
    return found;
}

/* Words of threads have two bytes, and follow each other thread by thread. */
START_TEST(control__a_field_of_a_thread)
{
    const struct reg_field *field = reg_field_get(TT_BLACKHOLE, REG_STREAM_ID_SYNC_SEC2_BankSel);
    const uint32_t lo = 2 * (1 * chip_get(TT_BLACKHOLE)->thread_words + field->word);
    ck_assert_int_eq(field->space, TT_SPACE_THREAD_CFG);
    const uint32_t word = WORD(TT_BLACKHOLE, "STREAMWRCFG", {"cfg_reg", 210}, {"stream_id_sel", 2});
    ck_assert_int_eq(tile_exec(tile, 1, word, 0), TILE_DONE);
    ck_assert_uint_eq(count(CONTROL_READS, TT_SPACE_THREAD_CFG, lo, lo + 2, 0x3Fu << field->shift), 1);
}
END_TEST

/* One from bit 0 on and one from bit 30: which bits, too. */
START_TEST(control__fields_of_a_configuration_state)
{
    static const enum reg_id ids[] = {REG_THCON_SEC0_REG6_Buffer_size, REG_THCON_SEC0_REG6_Transfer_direction};
    for (uint32_t own = 0; own < 2; own++) {
        state->thread_cfg[0][0] = (uint16_t)own; /* CFG_STATE_ID */
        control_count = 0;
        run_word(tile, isa_word(TT_BLACKHOLE, INSN_XMOV));
        for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++) {
            const struct reg_field *field = reg_field_get(TT_BLACKHOLE, ids[i]);
            const uint32_t lo = 4 * (own * chip_get(TT_BLACKHOLE)->cfg_words + field->word);
            const uint32_t mask = i ? UINT32_C(3) << 30 : UINT32_MAX >> 2;
            ck_assert_uint_eq(count(CONTROL_READS, TT_SPACE_CFG, lo, lo + 4, mask), 1);
        }
    }
}
END_TEST

/* Whoever asks without a probe gets a bit for each unit, of the fields that it read and no others. */
START_TEST(watched__fields_by_the_unit_that_reads_them)
{
    uint16_t fields[REG_COUNT] = {0};
    tile_set_probe(tile, NULL);
    tile_watch_fields(tile, fields);
    run_word(tile, isa_word(TT_BLACKHOLE, INSN_XMOV));
    ck_assert_uint_eq(fields[REG_THCON_SEC0_REG6_Buffer_size], 1u << TT_UNIT_MOVER);
    ck_assert_uint_eq(fields[REG_STREAM_ID_SYNC_SEC2_BankSel], 0);
    run_word(tile, WORD(TT_BLACKHOLE, "STREAMWRCFG", {"cfg_reg", 210}, {"stream_id_sel", 2}));
    ck_assert_uint_eq(fields[REG_STREAM_ID_SYNC_SEC2_BankSel], 1u << TT_UNIT_CONFIG);
    tile_watch_fields(tile, NULL);
}
END_TEST

/* The bits of a word that a store leaves as they were, of the state or, where the word exists once, of both. */
START_TEST(control__bits_that_a_store_retains)
{
    const uint32_t words = chip_get(TT_BLACKHOLE)->cfg_words, once = chip_get(TT_BLACKHOLE)->cfg_global_base;
    const uint32_t retained = ~(uint32_t)0x0F;
    state->thread_cfg[0][0] = 1; /* CFG_STATE_ID */
    run_word(tile, WORD(TT_BLACKHOLE, "RMWCIB0", {"cfg_reg_addr", 72}, {"data", 3}, {"mask", 0x0F}));
    ck_assert_uint_eq(count(CONTROL_KEEPS, TT_SPACE_CFG, 4 * 72, 4 * 72 + 4, retained), 0);
    ck_assert_uint_eq(count(CONTROL_KEEPS, TT_SPACE_CFG, 4 * (words + 72), 4 * (words + 72) + 4, retained), 1);
    run_word(tile, WORD(TT_BLACKHOLE, "RMWCIB0", {"cfg_reg_addr", once}, {"data", 3}, {"mask", 0x0F}));
    ck_assert_uint_eq(count(CONTROL_KEEPS, TT_SPACE_CFG, 4 * once, 4 * once + 4, retained), 1);
    ck_assert_uint_eq(count(CONTROL_KEEPS, TT_SPACE_CFG, 4 * (words + once), 4 * (words + once) + 4, retained), 1);
}
END_TEST

/* Of words that are read as they stand: each, and none before them. */
START_TEST(control__words_of_a_configuration_state)
{
    const uint32_t first = reg_field_get(TT_BLACKHOLE, REG_INT_DESCALE_VALUES_SEC0_Value)->word;
    const struct reg_field *enables = reg_field_get(TT_BLACKHOLE, REG_INT_DESCALE_Enable);
    state->cfg[0][enables->word] |= 1u << enables->shift;
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    for (uint32_t word = first - 1; word <= first + 16; word++) {
        const bool is_read = word >= first && word < first + 16;
        unsigned found = 0;
        for (unsigned i = 0; i < control_count; i++)
            found += controls[i].kind == CONTROL_READS && controls[i].space == TT_SPACE_CFG &&
                     controls[i].lo == 4 * word && controls[i].hi == 4 * word + 4;
        ck_assert_msg((found > 0) == is_read, "word %u", (unsigned)word);
    }
}
END_TEST

static void move_row(bool is_valid)
{
    control_count = 0;
    state->dst_valid[5] = is_valid;
    run_word(tile, WORD(TT_BLACKHOLE, "MOVD2A", {"dst", 5}));
}

/* A row of 16 bits is 32 bytes; what is in it counts, or that it is not valid. */
START_TEST(control__a_row_of_dst)
{
    move_row(true);
    ck_assert_uint_eq(count(CONTROL_FULL, TT_SPACE_DST, 5 * 32, 6 * 32, UINT32_MAX), 1);
    ck_assert_uint_eq(count(CONTROL_EMPTY, TT_SPACE_DST, 5 * 32, 6 * 32, UINT32_MAX), 0);
    move_row(false);
    ck_assert_uint_eq(count(CONTROL_FULL, TT_SPACE_DST, 5 * 32, 6 * 32, UINT32_MAX), 0);
    ck_assert_uint_eq(count(CONTROL_EMPTY, TT_SPACE_DST, 5 * 32, 6 * 32, UINT32_MAX), 1);
}
END_TEST

static unsigned fields_read(void)
{
    unsigned found = 0;
    for (unsigned i = 0; i < control_count; i++)
        found += controls[i].kind == CONTROL_READS &&
                 (controls[i].space == TT_SPACE_CFG || controls[i].space == TT_SPACE_THREAD_CFG);
    return found;
}

/* Who asks for them in the middle of a run gets those too that the unit had decoded before. */
START_TEST(control__settings_for_those_who_ask_for_them)
{
    const uint32_t pack = WORD(TT_BLACKHOLE, "PACR", {"last", 1});
    struct probe without = probe;
    without.wants &= ~(unsigned)PROBE_SETTINGS;
    run_word(tile, pack);
    const unsigned fields = fields_read();
    ck_assert_uint_gt(fields, 0);
    tile_set_probe(tile, &without);
    control_count = 0;
    run_word(tile, pack);
    ck_assert_uint_eq(fields_read(), 0);
    move_row(true);
    ck_assert_uint_eq(count(CONTROL_FULL, TT_SPACE_DST, 5 * 32, 6 * 32, UINT32_MAX), 1);
    tile_set_probe(tile, &probe);
    control_count = 0;
    run_word(tile, pack);
    ck_assert_uint_eq(fields_read(), fields);
}
END_TEST

/* Configuration states lie apart: the second piece ends where the range does. */
START_TEST(store__over_two_pieces)
{
    const uint32_t words = chip_get(TT_BLACKHOLE)->cfg_words;
    uint8_t bytes[16];
    memset(bytes, 0xA5, sizeof bytes);
    memset(state->cfg, 0, sizeof state->cfg);
    tile_store(tile, TT_SPACE_CFG, 4 * (words - 1), 8, bytes, NULL);
    ck_assert_uint_eq(state->cfg[0][words - 2], 0);
    ck_assert_uint_eq(state->cfg[0][words - 1], 0xA5A5A5A5);
    ck_assert_uint_eq(state->cfg[1][0], 0xA5A5A5A5);
    ck_assert_uint_eq(state->cfg[1][1], 0);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("control");
    TCase *tests = tcase_create("control");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, control__a_field_of_a_thread);
    tcase_add_test(tests, control__fields_of_a_configuration_state);
    tcase_add_test(tests, watched__fields_by_the_unit_that_reads_them);
    tcase_add_test(tests, control__bits_that_a_store_retains);
    tcase_add_test(tests, control__words_of_a_configuration_state);
    tcase_add_test(tests, control__a_row_of_dst);
    tcase_add_test(tests, control__settings_for_those_who_ask_for_them);
    tcase_add_test(tests, store__over_two_pieces);
    suite_add_tcase(suite, tests);
    return suite;
}
