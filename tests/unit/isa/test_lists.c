/* SPDX-License-Identifier: Apache-2.0 */
/* Facts, findings and variants. */
#include "isa/facts.h"
#include "isa/findings.h"
#include "isa/variants.h"
#include "unit/suite.h"

#include "finding_count.h"
#include "unsupported_findings.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

START_TEST(findings__each_has_code_class_page_and_words)
{
    for (finding_id id = 0; id < FINDING_COUNT; id++) {
        const struct finding_info *info = finding_get(id);
        ck_assert(info->code[0] && info->page[0] && info->doc[0]);
        ck_assert(info->kind < FINDING_CLASS_COUNT);
        ck_assert(strncmp(info->page, "docs/", 5) == 0);
        ck_assert(!info->fact || (strstr(info->page, info->fact->page) && strstr(info->page, info->fact->id)));
    }
    ck_assert_str_eq(finding_get(FINDING_UNSUPPORTED_INSTRUCTION)->code, "unsupported-instruction");
    ck_assert(finding_get(FINDING_UNSUPPORTED_INSTRUCTION)->kind == FINDING_UNSUPPORTED);
    ck_assert_str_eq(finding_class_name(FINDING_UNDEFINED_BEHAVIOR), "UndefinedBehavior");
    ck_assert_str_eq(finding_class_name(FINDING_OUT_OF_RANGE), "OutOfRange");
    ck_assert_str_eq(finding_class_name(FINDING_UNSUPPORTED), "Unsupported");
}
END_TEST

START_TEST(facts__are_found_by_id_and_know_how_sure_they_are)
{
    const struct fact *fact = fact_find("P-6.9");
    ck_assert_ptr_nonnull(fact);
    ck_assert_str_eq(fact->id, "P-6.9");
    ck_assert_str_eq(fact->page, "docs/facts/pack.md");
    ck_assert_int_eq(fact->level, FACT_SIMULATOR);
    ck_assert(fact->text[0] && fact->source[0] && fact->where[0]);
    ck_assert_int_eq(fact_find("M23x")->level, FACT_EXTRAPOLATED);
    ck_assert_int_eq(fact_find("SL-014")->level, FACT_SILICON);
    ck_assert_int_eq(fact_find("P-7.8")->level, FACT_GUESSED);
    ck_assert_ptr_ne(fact_find("C18"), fact_find("C-18"));
    ck_assert_ptr_null(fact_find("P-6"));
    ck_assert_ptr_null(fact_find("P-6.9 "));
    ck_assert_ptr_null(fact_find(""));
    ck_assert_str_eq(fact_level_name(FACT_SILICON), "silicon");
    ck_assert_str_eq(fact_level_name(FACT_GUESSED), "guessed");
}
END_TEST

START_TEST(findings__what_is_not_recorded_does_not_rest_on_a_recording)
{
    for (finding_id id = 0; id < FINDING_COUNT; id++) {
        const struct finding_info *info = finding_get(id);
        if (info->fact && strstr(info->code, "-not-recorded"))
            ck_assert_msg(info->fact->level >= FACT_DOCUMENTED, "%s: %s", info->code, info->fact->id);
    }
}
END_TEST

START_TEST(variants__every_choice_is_parsed_by_key)
{
    for (unsigned id = 0; id < VARIANT_COUNT; id++) {
        const struct variant_info *info = variant_get(id);
        ck_assert_uint_ge(info->choice_count, 2);
        for (uint8_t choice = 0; choice < info->choice_count; choice++) {
            struct variant_set set = {{0}};
            char text[128];
            set.choice[id] = 99;
            snprintf(text, sizeof text, "%s=%s", info->key, info->choices[choice]);
            ck_assert_int_eq(variant_parse(&set, text), 0);
            ck_assert_uint_eq(set.choice[id], choice);
        }
    }
}
END_TEST

START_TEST(variants__names_of_the_sources_are_known)
{
    static const struct {
        const char *text;
        enum variant_id id;
        uint8_t choice;
    } cases[] = {
        {"bfp_truncate", VARIANT_PACK_BFP_ROUND, PACK_BFP_ROUND_TRUNCATE},
        {"bfp_seed_mask", VARIANT_PACK_BFP_ROUND, PACK_BFP_ROUND_SEED_MASK},
        {"cfg_not_instantiated=zero", VARIANT_CFG_NOT_INSTANTIATED, CFG_NOT_INSTANTIATED_ZERO},
        {"write_through", VARIANT_PACK_L1_WRITE_THROUGH, PACK_L1_WRITE_THROUGH_ON},
        {"adc_zw13", VARIANT_ADC_ZW_WIDTH, ADC_ZW_WIDTH_BITS13},
        {"neginf_fc00", VARIANT_PACK_EDGE_MINUS_INFINITY, PACK_EDGE_MINUS_INFINITY_FC00},
        {"edge_inf5_zero_mant", VARIANT_PACK_EDGE_MINUS_INFINITY, PACK_EDGE_MINUS_INFINITY_FC00},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct variant_set set = {{0}};
        ck_assert_int_eq(variant_parse(&set, cases[i].text), 0);
        ck_assert_uint_eq(set.choice[cases[i].id], cases[i].choice);
    }
}
END_TEST

START_TEST(variants__unknown_words_change_nothing)
{
    static const char *const words[] = {
        "",       "=",     "pack.bfp.round", "pack.bfp.round=",         "pack.bfp.round=up",
        "pack=x", "bfp_x", "pack.bfp=round", "pack.bfp.round=truncate "};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        struct variant_set set, before;
        memset(&set, 7, sizeof set);
        before = set;
        ck_assert_int_eq(variant_parse(&set, words[i]), -1);
        ck_assert_int_eq(memcmp(&set, &before, sizeof set), 0);
    }
}
END_TEST

/* Takes every `name` of a table cell; returns how many there were. */
static unsigned check_names(char *cell)
{
    unsigned names = 0;
    for (char *name = strchr(cell, '`'); name; name = strchr(name, '`')) {
        char *end = strchr(++name, '`');
        struct variant_set set = {{0}};
        ck_assert_ptr_nonnull(end);
        *end = '\0';
        ck_assert_msg(variant_parse(&set, name) == 0, "%s", name);
        names++;
        name = end + 1;
    }
    return names;
}

/* The names in the last column of the rows that start with `row`, in the section whose heading has `title` in it. */
static unsigned check_section(const char *path, const char *title, const char *row)
{
    FILE *page = fopen(path, "r");
    char line[2048];
    unsigned names = 0;
    bool is_inside = false;
    if (!page)
        return 0;
    while (fgets(line, sizeof line, page)) {
        if (strncmp(line, "## ", 3) == 0)
            is_inside = strstr(line, title) != NULL;
        char *end = strrchr(line, '|');
        if (!is_inside || strncmp(line, row, strlen(row)) != 0 || !end)
            continue;
        *end = '\0';
        names += check_names(strrchr(line, '|'));
    }
    fclose(page);
    return names;
}

START_TEST(variants__texts_make_the_set_again)
{
    const char *const cases[][3] = {
        {"silicon", "", ""},
        {"simulator", "simulator", ""},
        {"pack.bfp.round=truncate", "pack.bfp.round=truncate", ""},
        {"simulator,matrix.zeroacc.half=chip", "simulator", "matrix.zeroacc.half=chip"},
        {"simulator,pack.bfp.round=rne", "simulator", "pack.bfp.round=rne"},
        {"pack.l1.write_through=on", "pack.l1.write_through=on", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char list[128], texts[VARIANT_TEXTS_MAX][VARIANT_TEXT_MAX];
        struct variant_set set = {{0}}, again = {{0}};
        (void)snprintf(list, sizeof list, "%s", cases[i][0]);
        for (char *save, *one = strtok_r(list, ",", &save); one; one = strtok_r(NULL, ",", &save))
            ck_assert_int_eq(variant_parse(&set, one), 0);
        const size_t count = variant_texts(&set, texts);
        ck_assert_uint_eq(count, (size_t)(cases[i][1][0] != 0) + (cases[i][2][0] != 0));
        for (size_t k = 0; k < count; k++) {
            ck_assert_str_eq(texts[k], cases[i][1 + k]);
            ck_assert_int_eq(variant_parse(&again, texts[k]), 0);
        }
        ck_assert_mem_eq(&set, &again, sizeof set);
    }
}
END_TEST

START_TEST(variants__every_name_that_the_pages_keep_is_there)
{
    unsigned rows = check_section(TTR_SPEC "/conflicts.md", "Pack", "| C-");
    unsigned open = check_section(TTR_SPEC "/pack.md", "Readings left open", "| P-");
    if (!rows && !open) {
        puts("skipped: ../shared/spec is not here");
        return;
    }
    ck_assert_uint_ge(rows, 32);
    ck_assert_uint_ge(open, 8);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("lists");
    TCase *tc = tcase_create("lists");
    tcase_add_test(tc, findings__each_has_code_class_page_and_words);
    tcase_add_test(tc, facts__are_found_by_id_and_know_how_sure_they_are);
    tcase_add_test(tc, findings__what_is_not_recorded_does_not_rest_on_a_recording);
    tcase_add_test(tc, variants__every_choice_is_parsed_by_key);
    tcase_add_test(tc, variants__names_of_the_sources_are_known);
    tcase_add_test(tc, variants__unknown_words_change_nothing);
    tcase_add_test(tc, variants__texts_make_the_set_again);
    tcase_add_test(tc, variants__every_name_that_the_pages_keep_is_there);
    suite_add_tcase(s, tc);
    return s;
}
