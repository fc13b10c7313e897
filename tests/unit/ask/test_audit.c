/* SPDX-License-Identifier: Apache-2.0 */
/* Which instruction is audited, and its settings as they stood. */
#include "ask/audit/audit.h"
#include "isa/registers.h"
#include "unit/ask/produced_run.h"

#include <string.h>

enum { PACR = 0x41000001, OUT = 0x1000 };

static void report_pacr(struct produced_run *run, uint64_t seq, uint32_t tile)
{
    uint32_t values[16];
    for (uint32_t i = 0; i < 16; i++)
        values[i] = i;
    produced_insn(run, seq, TT_UNIT_PACK, PACR);
    produced_stage(run, 0, FORMAT_BF16, 16, values, NULL);
    produced_write(run, TT_SPACE_L1, TT_UNIT_PACK, ACCESS_PACK_DATA, OUT + tile * 32, 32, tile, 0);
    produced_insn_end(run, seq);
}

static void make_run(struct produced_run *run, bool has_mismatch)
{
    produced_begin(run);
    produced_insn(run, 5, TT_UNIT_CORE, 0);
    produced_write(run, TT_SPACE_CFG, TT_UNIT_CORE, ACCESS_PLAIN, 70 * 4, 4, 0, 0);
    produced_insn_end(run, 5);
    report_pacr(run, 10, 0);
    report_pacr(run, 20, 1);
    report_pacr(run, 30, 2);
    if (has_mismatch)
        produced_mismatch(run, TT_SPACE_L1, OUT + 32 + 8, 4, "\1\0\1\0", "\1\0\2\0");
    produced_end(run, 96, has_mismatch, 0);
}

static struct audit audit_of(struct produced_run *run, const struct audit_choice *choice)
{
    struct audit audit;
    struct audit_choice of_pack = *choice;
    of_pack.unit = TT_UNIT_PACK;
    struct tt_error err = {""};
    ck_assert_msg(!audit_make(&audit, run->results, &of_pack, &err), "%s", err.text);
    return audit;
}

START_TEST(audit__the_first_that_differs)
{
    struct produced_run run;
    make_run(&run, true);
    struct audit audit = audit_of(&run, &(struct audit_choice){0});
    ck_assert_uint_eq(audit.seq, 20);
    ck_assert_str_eq(audit.why, "the first that differs");
    ck_assert(audit.has_mark);
    ck_assert_uint_eq(audit.mark, 5);
    ck_assert_uint_eq(audit.trace.stage_count, 1);
    ck_assert_uint_eq(audit.trace.stages[0].values[5], 5);
    audit_clear(&audit);
    produced_close(&run);
}
END_TEST

START_TEST(audit__else_the_first_or_the_one_asked_for)
{
    struct produced_run run;
    make_run(&run, false);
    struct audit audit = audit_of(&run, &(struct audit_choice){0});
    ck_assert_uint_eq(audit.seq, 10);
    audit_clear(&audit);
    audit = audit_of(&run, &(struct audit_choice){.has_insn = true, .insn = 30});
    ck_assert_uint_eq(audit.seq, 30);
    audit_clear(&audit);
    audit = audit_of(&run, &(struct audit_choice){.has_tile = true, .tile = 2});
    ck_assert_uint_eq(audit.seq, 30);
    audit_clear(&audit);
    produced_close(&run);
}
END_TEST

START_TEST(audit__what_is_not_there_is_said)
{
    static const struct {
        struct audit_choice choice;
        const char *text;
    } cases[] = {
        {{.has_insn = true, .insn = 5}, "event 5 is no instruction of a packer in this run; the nearest is 10"},
        {{.has_tile = true, .tile = 9}, "no packer wrote a data tile 9 in this run"},
        {{.has_packer = true, .packer = 3}, "the run has nothing of that packer: no instruction ran there"},
        {{.unit = TT_UNIT_MATRIX},
         "the run has nothing of the matrix unit: no instruction with stages ran there (ZEROACC, ZEROSRC and counters "
         "have none; "
         "--insn shows one)"},
    };
    struct produced_run run;
    make_run(&run, false);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct audit audit;
        struct tt_error err = {""};
        struct audit_choice choice = cases[i].choice;
        choice.unit = choice.unit ? choice.unit : TT_UNIT_PACK;
        ck_assert_int_eq(audit_make(&audit, run.results, &choice, &err), TT_BAD_INPUT);
        ck_assert_str_eq(err.text, cases[i].text);
        audit_clear(&audit);
    }
    produced_close(&run);
}
END_TEST

START_TEST(audit__settings_are_those_of_the_section_once_each)
{
    struct produced_run run;
    make_run(&run, false);
    struct audit audit = audit_of(&run, &(struct audit_choice){0});
    ck_assert(audit.settings.start_is_unknown);
    ck_assert_uint_gt(audit.settings.count, 40);
    bool has_out = false;
    for (size_t i = 0; i < audit.settings.count; i++) {
        const char *name = audit.settings.items[i].field->name;
        has_out |= strcmp(name, "THCON_SEC0_REG1_Out_data_format") == 0;
        ck_assert_msg(!strstr(name, "SEC1_REG1_") && !strstr(name, "SEC1_REG9_"), "%s", name);
        ck_assert_msg(!strstr(name, "PACK_COUNTERS_SEC1"), "%s", name);
        for (size_t k = 0; k < i; k++)
            ck_assert_int_ne((int)audit.settings.items[k].id, (int)audit.settings.items[i].id);
    }
    ck_assert(has_out);
    audit_clear(&audit);
    produced_close(&run);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("audit");
    TCase *t = tcase_create("audit");
    tcase_add_test(t, audit__the_first_that_differs);
    tcase_add_test(t, audit__else_the_first_or_the_one_asked_for);
    tcase_add_test(t, audit__what_is_not_there_is_said);
    tcase_add_test(t, audit__settings_are_those_of_the_section_once_each);
    suite_add_tcase(s, t);
    return s;
}
