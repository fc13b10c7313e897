/* SPDX-License-Identifier: Apache-2.0 */
/* Address counters: what no recording shows. F37, P-3.16 */
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "adc_findings.h"

static struct tile *tile;
static struct tile_state *state;

static void setup_chip(enum tt_chip chip)
{
    tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    state = tile_state(tile);
}

static void setup(void)
{
    setup_chip(TT_BLACKHOLE);
}

static void teardown(void)
{
    tile_free(tile);
}

START_TEST(setadc__override_chooses_another_thread)
{
    for (uint32_t override = 0; override < 4; override++) {
        const unsigned thread = override ? override - 1 : 0;
        tile_reset(tile);
        run_word(tile, WORD(TT_BLACKHOLE, "SETADC", {"value", override << 16 | 0x1234}, {"dimension_index", 0},
                            {"cnt_set_mask", 4}));
        for (unsigned t = 0; t < THREADS; t++)
            ck_assert_uint_eq(state->small.adc[t].pack.ch[0].x, t == thread ? override << 16 | 0x1234 : 0);
        ck_assert_uint_eq(state->small.adc[thread].pack.ch[0].x_cr, override << 16 | 0x1234);
        ck_assert_uint_eq(state->small.adc[thread].unp0.ch[0].x, 0);
        run_word(tile, WORD(TT_BLACKHOLE, "SETADC", {"value", override << 16 | 0x1234}, {"dimension_index", 1},
                            {"cnt_set_mask", 4}));
        ck_assert_uint_eq(state->small.adc[thread].pack.ch[0].y, 0x1234);
    }
}
END_TEST

static const char *const four_way[] = {"SETADCXY", "SETADCZW", "INCADCXY", "INCADCZW", "ADDRCRXY", "ADDRCRZW"};

START_TEST(xy_and_zw__override_chooses_another_thread)
{
    for (unsigned i = 0; i < sizeof four_way / sizeof *four_way; i++) {
        for (uint32_t override = 0; override < 4; override++) {
            const unsigned thread = override ? override - 1 : 1;
            const bool is_zw = i % 2;
            uint32_t word =
                WORD(TT_BLACKHOLE, four_way[i], {"ch1_y", 5}, {"thread_override", override}, {"cnt_set_mask", 2});
            if (i / 2 != 1)
                word |= 0xF; /* bit_mask; the INC forms have none */
            tile_reset(tile);
            ck_assert_int_eq(tile_exec(tile, 1, word, 0), TILE_DONE);
            for (unsigned t = 0; t < THREADS; t++) {
                const struct adc_channel *channel = &state->small.adc[t].unp1.ch[1];
                ck_assert_uint_eq(is_zw ? channel->w : channel->y, t == thread ? 5 : 0);
            }
        }
    }
}
END_TEST

START_TEST(counters__wrap_at_their_widths)
{
    static const struct {
        const char *set, *add;
        uint32_t dimension, top;
    } cases[] = {
        {"SETADC", "INCADCXY", 0, 0xFFFF}, /* the instruction's value has 16 bits, the counter 18 */
        {"SETADC", "INCADCXY", 1, 0x1FFF},
        {"SETADC", "INCADCZW", 2, 0xFF},
        {"SETADC", "INCADCZW", 3, 0xFF},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        tile_reset(tile);
        struct adc_channel *channel = &state->small.adc[0].pack.ch[0];
        uint32_t *counter[4] = {&channel->x, &channel->y, &channel->z, &channel->w};
        uint32_t *carry[4] = {&channel->x_cr, &channel->y_cr, &channel->z_cr, &channel->w_cr};
        run_word(tile, WORD(TT_BLACKHOLE, cases[i].set, {"value", 0xFFFF}, {"dimension_index", cases[i].dimension},
                            {"cnt_set_mask", 4}));
        ck_assert_uint_eq(*counter[cases[i].dimension], cases[i].top);
        run_word(tile, WORD(TT_BLACKHOLE, cases[i].add, {"ch0_x", 1}, {"ch0_y", 1}, {"cnt_set_mask", 4}));
        ck_assert_uint_eq(*counter[cases[i].dimension], cases[i].dimension ? 0 : 0x10000);
        ck_assert_uint_eq(*carry[cases[i].dimension], cases[i].top);
    }
}
END_TEST

START_TEST(addrcr__adds_to_the_copy_and_takes_it)
{
    struct adc_channel *channel = &state->small.adc[0].unp0.ch[0];
    channel->y = 100;
    channel->y_cr = 8190;
    run_word(tile, WORD(TT_BLACKHOLE, "ADDRCRXY", {"bit_mask", 2}, {"ch0_x", 7}, {"ch0_y", 5}, {"cnt_set_mask", 1}));
    ck_assert_uint_eq(channel->y, 3); /* 8195 modulo 8192 */
    ck_assert_uint_eq(channel->y_cr, 3);
    ck_assert_uint_eq(channel->x, 0);
}
END_TEST

START_TEST(adc_zw13__widens_blackhole_alone)
{
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct variant_set variants = {{0}};
        ck_assert_int_eq(variant_parse(&variants, "adc_zw13"), 0);
        teardown();
        setup_chip((enum tt_chip)chip);
        tile_set_variants(tile, &variants);
        run_word(tile,
                 WORD((enum tt_chip)chip, "SETADC", {"value", 0xFFFF}, {"dimension_index", 2}, {"cnt_set_mask", 4}));
        ck_assert_uint_eq(state->small.adc[0].pack.ch[0].z, chip == TT_BLACKHOLE ? 0x1FFF : 0xFF);
    }
}
END_TEST

START_TEST(changes__are_reported)
{
    struct listener listener;
    listener_attach(&listener, tile);
    run_word(tile, WORD(TT_BLACKHOLE, "SETADC", {"value", 7}, {"dimension_index", 1}, {"cnt_set_mask", 4}));
    ck_assert_uint_eq(listener.writes, 2); /* the counter and its copy */
    ck_assert_int_eq(listener.last_write.space, TT_SPACE_STATE);
    ck_assert_uint_eq(listener.after[0], 7);
    ck_assert_uint_eq(listener.findings, 0);
    run_word(tile, WORD(TT_BLACKHOLE, "SETADC", {"value", 0x20007}, {"dimension_index", 1}, {"cnt_set_mask", 4}));
    ck_assert_uint_eq(listener.findings, 1);
    ck_assert_int_eq(listener.last_finding, FINDING_ADC_THREAD_OVERRIDE_NOT_RECORDED);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("adc");
    TCase *tests = tcase_create("counters");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, setadc__override_chooses_another_thread);
    tcase_add_test(tests, xy_and_zw__override_chooses_another_thread);
    tcase_add_test(tests, counters__wrap_at_their_widths);
    tcase_add_test(tests, addrcr__adds_to_the_copy_and_takes_it);
    tcase_add_test(tests, adc_zw13__widens_blackhole_alone);
    tcase_add_test(tests, changes__are_reported);
    suite_add_tcase(all, tests);
    return all;
}
