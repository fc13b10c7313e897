/* SPDX-License-Identifier: Apache-2.0 */
/* A store to a field that no unit reads says so by the field's name, and one to any other field does not. */
#include "isa/registers.h"
#include "isa/unit_fields.h"
#include "unit/stores.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "field_findings.h"

#include <stdio.h>

static struct tile *tile;
static struct listener heard;
static unsigned said;
static char last[256];

static void on_finding(void *user, const struct probe_finding *finding)
{
    (void)user;
    if (finding->id != FINDING_FIELD_WITHOUT_EFFECT)
        return;
    said++;
    (void)snprintf(last, sizeof last, "%s", finding->detail);
}

static void make(enum tt_chip chip)
{
    tile_free(tile);
    tile = tile_new(chip);
    listener_attach(&heard, tile);
    heard.probe.finding = on_finding;
    said = 0;
}

static void teardown(void)
{
    tile_free(tile);
    tile = NULL;
}

/* Whatever way the words are written: a core's store, or SETC16. */
static void store(const struct reg_field *field, uint32_t value)
{
    if (field->space == TT_SPACE_THREAD_CFG)
        run_word(tile, word_of(tile_chip(tile), "SETC16",
                               (const struct field_value[]){
                                   {"setc16_reg", field->word}, {"setc16_value", value << field->shift}, {NULL, 0}}));
    else
        stores_cfg(tile, 0, 0, field->word, value << field->shift);
}

START_TEST(unread__names_each_field_that_nobody_reads)
{
    unsigned unread = 0;
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (unsigned i = 0; i < REG_COUNT; i++) {
            const struct reg_field *field = reg_field_get((enum tt_chip)chip, (enum reg_id)i);
            const bool is_read = field_is_read((enum tt_chip)chip, (enum reg_id)i);
            if (!field->name)
                continue;
            make((enum tt_chip)chip);
            store(field, 1);
            ck_assert_msg(said == !is_read, "%s: %u findings", field->name, said);
            if (is_read)
                continue;
            unread++;
            ck_assert_int_eq(strncmp(last, field->name, strlen(field->name)), 0);
            store(field, 1); /* as before */
            store(field, 0); /* as after a reset */
            ck_assert_uint_eq(said, 1);
            store(field, 1);
            ck_assert_uint_eq(said, 2);
        }
    }
    ck_assert_uint_gt(unread, 300);
}
END_TEST

START_TEST(unread__is_the_same_of_every_writer)
{
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        const struct reg_field *field = reg_field_get((enum tt_chip)chip, REG_THCON_SEC0_REG1_Downsample_rate);
        make((enum tt_chip)chip);
        tile_state(tile)->gpr[0][4] = 1u << field->shift;
        run_word(tile, word_of((enum tt_chip)chip, "WRCFG",
                               (const struct field_value[]){{"gpr_address", 4}, {"cfg_reg", field->word}, {NULL, 0}}));
        ck_assert_uint_eq(said, 1);
        static const char *const bytes[] = {"RMWCIB0", "RMWCIB1", "RMWCIB2", "RMWCIB3"};
        run_word(
            tile,
            word_of((enum tt_chip)chip, bytes[field->shift / 8],
                    (const struct field_value[]){
                        {"cfg_reg_addr", field->word}, {"mask", 0xFF}, {"data", 2u << field->shift % 8}, {NULL, 0}}));
        ck_assert_uint_eq(said, 2);
    }
}
END_TEST

/* Thread word 0 has a field of one bit. */
START_TEST(unread__names_bits_that_no_field_has)
{
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        make((enum tt_chip)chip);
        run_word(tile, WORD((enum tt_chip)chip, "SETC16", {"setc16_reg", 0}, {"setc16_value", 5}));
        ck_assert_uint_eq(said, 1);
        ck_assert_ptr_nonnull(strstr(last, "bits 0004 of thread word 0"));
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("tile_unread");
    TCase *t = tcase_create("unread");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, unread__names_each_field_that_nobody_reads);
    tcase_add_test(t, unread__is_the_same_of_every_writer);
    tcase_add_test(t, unread__names_bits_that_no_field_has);
    suite_add_tcase(s, t);
    return s;
}
