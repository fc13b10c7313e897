/* SPDX-License-Identifier: Apache-2.0 */
/* What a word rests on in the settings that it meets: schemas/settings.json. docs/semantics/evidence.md */
#include "isa/evidence.h"
#include "isa/registers.h"
#include "numeric/format.h"
#include "unit/stores.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "pack_findings.h"

static struct tile *tile;
static struct listener heard;
static const struct fact *finding_rests_on;

static void on_finding(void *user, const struct probe_finding *finding)
{
    (void)user;
    heard.last_finding = finding->id;
    finding_rests_on = finding->rests_on;
}

static void make(enum tt_chip chip, const char *variant)
{
    struct variant_set variants = {{0}};
    tile_free(tile);
    tile = tile_new(chip);
    ck_assert(!variant || variant_parse(&variants, variant) == 0);
    tile_set_variants(tile, &variants);
    listener_attach(&heard, tile);
    heard.probe.finding = on_finding;
    finding_rests_on = NULL;
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        tile_state(tile)->small.src_valid.a[bank] = tile_state(tile)->small.src_valid.b[bank] = true;
        tile_state(tile)->small.src_format.a[bank] = tile_state(tile)->small.src_format.b[bank] = FORMAT_BF16;
    }
}

static void teardown(void)
{
    tile_free(tile);
    tile = NULL;
}

static void set(enum reg_id id, uint32_t value)
{
    const struct reg_field *field = reg_field_get(tile_chip(tile), id);
    tile_state(tile)->cfg[0][field->word] |= value << field->shift;
    tile_state_changed(tile);
}

static void set_formats(uint32_t format)
{
    set(REG_ALU_FORMAT_SPEC_REG0_SrcA, format);
    set(REG_ALU_FORMAT_SPEC_REG1_SrcB, format);
    for (unsigned bank = 0; bank < SRC_BANKS; bank++)
        tile_state(tile)->small.src_format.a[bank] = tile_state(tile)->small.src_format.b[bank] = (uint8_t)format;
}

static const char *rests_on(const char *mnemonic, const char *field, uint32_t value)
{
    const struct field_value values[] = {{field, value}, {NULL, 0}};
    (void)tile_exec(tile, 1, word_of(tile_chip(tile), mnemonic, values), 0);
    return heard.last_insn.rests_on->id;
}

START_TEST(evidence__goes_by_settings)
{
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        make((enum tt_chip)chip, NULL);
        set_formats(FORMAT_BF16);
        ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "SL-001");
        ck_assert_str_eq(rests_on("ELWADD", "dest_accum_en", 1), "M33");
        ck_assert_str_eq(rests_on("ELWMUL", "dst", 0), "SL-007");
        ck_assert_str_eq(rests_on("MVMUL", "dst", 0), "M50");
        set(REG_ALU_ACC_CTRL_Fp32_enabled, 1);
        ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "SL-019");
        set(REG_ALU_ACC_CTRL_Zero_Flag_disabled_src, 1);
        ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "SL-014");
        ck_assert_str_eq(rests_on("ELWMUL", "dst", 0), "M31");
        make((enum tt_chip)chip, NULL);
        set_formats(FORMAT_FP16);
        ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "M33");
    }
}
END_TEST

/* The same word again: by what was stored in between, and by the format of its bank. */
START_TEST(evidence__follows_what_is_stored)
{
    const struct reg_field *wide = reg_field_get(TT_BLACKHOLE, REG_ALU_ACC_CTRL_Fp32_enabled);
    make(TT_BLACKHOLE, NULL);
    set_formats(FORMAT_BF16);
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "SL-001");
        ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "SL-001");
        stores_cfg(tile, 0, 0, wide->word, 1u << wide->shift | tile_state(tile)->cfg[0][wide->word]);
        ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "SL-019");
        stores_cfg(tile, 0, 0, wide->word, tile_state(tile)->cfg[0][wide->word] & ~(1u << wide->shift));
    }
    tile_state(tile)->thread_cfg[1][0] = 1; /* the other configuration, which is all zero: FP32 */
    tile_state_changed(tile);
    for (unsigned bank = 0; bank < SRC_BANKS; bank++)
        tile_state(tile)->small.src_format.a[bank] = FORMAT_FP16;
    ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "M33");
}
END_TEST

/* The formats of a bank are those it was filled with, unless that is switched off, for SrcA and SrcB apart (M19). */
START_TEST(evidence__goes_by_implied_formats)
{
    for (unsigned is_srcb = 0; is_srcb < 2; is_srcb++) {
        make(TT_BLACKHOLE, NULL);
        set_formats(FORMAT_BF16);
        ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "SL-001");
        uint32_t *filled = is_srcb ? tile_state(tile)->small.src_format.b : tile_state(tile)->small.src_format.a;
        filled[0] = filled[1] = FORMAT_FP16;
        ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "M33");
        const enum reg_id switched_off =
            is_srcb ? REG_DISABLE_IMPLIED_SRCB_FMT_Base : REG_DISABLE_IMPLIED_SRCA_FMT_Base;
        tile_state(tile)->thread_cfg[1][reg_field_get(TT_BLACKHOLE, switched_off)->word] = 1;
        tile_state_changed(tile);
        ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "SL-001");
    }
}
END_TEST

/* MOVB2D converts by the format that SrcA's switch leaves in force, and masks by that of SrcB's: recorded is one format
 * (M56, M57). */
START_TEST(evidence__of_a_move_goes_by_both_formats_of_srcb)
{
    make(TT_BLACKHOLE, NULL);
    set_formats(FORMAT_BF16);
    set(REG_ALU_ACC_CTRL_Fp32_enabled, 1);
    tile_state(tile)->thread_cfg[1][reg_field_get(TT_BLACKHOLE, REG_DISABLE_IMPLIED_SRCB_FMT_Base)->word] = 1;
    tile_state_changed(tile);
    ck_assert_str_eq(rests_on("MOVB2D", "movb2d_instr_mod", 4), "SL-028");
    for (unsigned bank = 0; bank < SRC_BANKS; bank++)
        tile_state(tile)->small.src_format.b[bank] = FORMAT_FP16;
    ck_assert_str_ne(rests_on("MOVB2D", "movb2d_instr_mod", 4), "SL-028");
}
END_TEST

/* Without the reading that a chip has, what is measured of chips says nothing; other settings do not mind. */
START_TEST(evidence__is_that_of_the_readings)
{
    make(TT_BLACKHOLE, "simulator");
    set_formats(FORMAT_BF16);
    ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "SL-001");
    set(REG_ALU_ACC_CTRL_Fp32_enabled, 1);
    set(REG_ALU_ACC_CTRL_Zero_Flag_disabled_src, 1);
    ck_assert_str_eq(rests_on("ELWADD", "dst", 0), "matrix.elwadd.zero_srcb=zero");
    ck_assert_int_eq(heard.last_insn.rests_on->level, FACT_SIMULATOR);
    make(TT_BLACKHOLE, "pack.bfp.round=truncate");
    ck_assert_str_eq(rests_on("PACR", "last", 1), "pack.bfp.round=truncate");
    ck_assert_int_eq(heard.last_insn.rests_on->level, FACT_GUESSED);
    ck_assert_str_eq(rests_on("SFPABS", "instr_mod1", 1), "V40");
    make(TT_BLACKHOLE, "adc.zw_width=bits13"); /* of all units */
    ck_assert_str_eq(rests_on("SFPABS", "instr_mod1", 1), "adc.zw_width=bits13");
}
END_TEST

/* A form that no recording has, and the maker describes: the finding is raised, and does not weaken it. */
START_TEST(evidence__is_not_weakened_by_what_a_setting_covers)
{
    make(TT_BLACKHOLE, NULL);
    ck_assert_str_eq(rests_on("SFPARECIP", "instr_mod1", 2), "SL-054");
    ck_assert_ptr_null(finding_rests_on);
    ck_assert_str_eq(rests_on("SFPARECIP", "instr_mod1", 1), "V80");
    ck_assert_str_eq(finding_rests_on->id, "V80");
}
END_TEST

/* A packer joins an open tile: a finding in either reading, which weakens the one that it is about. */
START_TEST(evidence__is_not_weakened_by_a_fact_that_a_choice_replaces)
{
    static const struct {
        const char *variant, *finding_rests_on;
    } cases[] = {{NULL, "P-9.1x"}, {"simulator", NULL}, {"pack.l1.write_through=on", "P-9.1x"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make(TT_WORMHOLE_B0, cases[i].variant);
        set(REG_THCON_SEC0_REG1_Disable_zero_compress, 1);
        (void)rests_on("PACR", "packer_mask", 1);
        set(REG_THCON_SEC0_REG8_Disable_zero_compress, 1);
        (void)rests_on("PACR", "packer_mask", 3);
        ck_assert_int_eq(heard.last_finding, FINDING_PACK_PACKER_JOINS_TILE);
        ck_assert_pstr_eq(finding_rests_on ? finding_rests_on->id : NULL, cases[i].finding_rests_on);
    }
}
END_TEST

START_TEST(evidence__facts_have_numbers)
{
    for (unsigned i = 0; i < fact_count(); i++)
        ck_assert_uint_eq(fact_number(fact_get(i)), i);
    ck_assert_str_eq(fact_get(fact_count() - 1)->id, "vector.dst.format=thread_word");
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("tile_evidence");
    TCase *t = tcase_create("evidence");
    tcase_add_checked_fixture(t, NULL, teardown);
    tcase_add_test(t, evidence__goes_by_settings);
    tcase_add_test(t, evidence__follows_what_is_stored);
    tcase_add_test(t, evidence__goes_by_implied_formats);
    tcase_add_test(t, evidence__of_a_move_goes_by_both_formats_of_srcb);
    tcase_add_test(t, evidence__is_that_of_the_readings);
    tcase_add_test(t, evidence__is_not_weakened_by_what_a_setting_covers);
    tcase_add_test(t, evidence__is_not_weakened_by_a_fact_that_a_choice_replaces);
    tcase_add_test(t, evidence__facts_have_numbers);
    suite_add_tcase(s, t);
    return s;
}
