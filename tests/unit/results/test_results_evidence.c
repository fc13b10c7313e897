/* SPDX-License-Identifier: Apache-2.0 */
/* What the events of a run rest on: by their words, and by findings that say less. */
#include "isa/evidence.h"
#include "unit/results/support.h"
#include "unit/suite.h"

#include "matrix_findings.h"
#include "unpack_findings.h"

#include <string.h>

static struct folder folder;
static char path[PATH_BYTES];
static struct results *results;
static struct results_sink *sink;
static struct given_events given;
static struct tt_error err;

static void setup(void)
{
    folder_make(&folder);
    folder_file(&folder, "run.db", path);
    sink = sink_new(path);
    given_begin(&given);
}

static void teardown(void)
{
    results_close(results);
    folder_remove(&folder);
}

static void finish(void)
{
    sink_finish(sink);
    results = open_results(path);
    given_end(&given, results);
}

/* An instruction, what its settings rest on (null: what its word does), and a finding that it raises; FINDINGS_MAX:
 * none. */
static uint32_t run_in(uint64_t seq, const char *mnemonic, const char *rests_on, finding_id id)
{
    const struct isa_insn *row = isa_find_mnemonic(TT_BLACKHOLE, mnemonic);
    struct probe_insn insn = {.seq = seq, .word = (uint32_t)row->opcode << 24, .unit = row->unit, .insn = row};
    insn.rests_on = rests_on ? fact_find(rests_on) : evidence_of_word(row, insn.word);
    given_insn(&given, &insn);
    if (id != FINDINGS_MAX)
        given_finding(&given,
                      &(struct probe_finding){.id = id, .unit = row->unit, .rests_on = evidence_of_finding(id)});
    given_insn_end(&given, &insn);
    return insn.word;
}

/* In settings of which no table says anything. */
static void run(uint64_t seq, const char *mnemonic, finding_id id)
{
    (void)run_in(seq, mnemonic, NULL, id);
}

static void hold(uint64_t seq, const char *fact, enum fact_level level)
{
    struct results_evidence evidence;
    ck_assert_int_eq(results_evidence_of(results, seq, &evidence, &err), TT_OK);
    ck_assert_str_eq(evidence.fact->id, fact);
    ck_assert_int_eq(evidence.fact->level, level);
}

START_TEST(event__rests_on_its_word_or_on_less)
{
    run(1, "MVMUL", FINDINGS_MAX);
    run(2, "MVMUL", FINDING_MATRIX_MASK_EXTRAPOLATED); /* M23x */
    run(3, "MVMUL", FINDING_UNPACK_SRCA_BURST);
    run(4, "CONV3S1", FINDING_MATRIX_LEGACY_INSTRUCTION); /* M66, by word and finding */
    finish();
    hold(1, "M50", FACT_SIMULATOR);
    hold(2, "M23x", FACT_EXTRAPOLATED);
    hold(3, "M50", FACT_SIMULATOR);
    hold(4, "M66", FACT_GUESSED);
    struct results_evidence weakest;
    ck_assert_int_eq(results_evidence_of(results, 5, &weakest, &err), TT_END);
    ck_assert_int_eq(results_weakest(results, &weakest, &err), TT_OK);
    ck_assert_str_eq(weakest.fact->id, "M66");
    ck_assert_uint_eq(weakest.instructions, 1);
    ck_assert_uint_eq(weakest.seq, 4);
}
END_TEST

START_TEST(run__is_as_sure_as_its_weakest_event)
{
    run(1, "MVMUL", FINDINGS_MAX);
    run(2, "MVMUL", FINDING_MATRIX_FORM_NOT_RECORDED); /* M72 */
    run(7, "MVMUL", FINDING_MATRIX_FORM_NOT_RECORDED);
    finish();
    struct results_evidence weakest;
    ck_assert_int_eq(results_weakest(results, &weakest, &err), TT_OK);
    ck_assert_str_eq(weakest.fact->id, "M72");
    ck_assert_int_eq(weakest.fact->level, FACT_DOCUMENTED);
    ck_assert_uint_eq(weakest.instructions, 2);
    ck_assert_uint_eq(weakest.seq, 2);
}
END_TEST

/* A word in other settings rests on something else, also on something surer; the run on what its events rest on, not on
 * what the word would have. */
START_TEST(event__rests_on_its_settings)
{
    run_in(1, "ELWADD", "SL-001", FINDINGS_MAX);
    (void)run_in(2, "ELWADD", "SL-001", FINDINGS_MAX);
    struct results_evidence weakest;
    (void)run_in(3, "ELWADD", "M33", FINDINGS_MAX);
    (void)run_in(4, "ELWADD", "SL-028", FINDINGS_MAX);
    finish();
    hold(1, "SL-001", FACT_SILICON);
    hold(2, "SL-001", FACT_SILICON);
    hold(3, "M33", FACT_SIMULATOR);
    hold(4, "SL-028", FACT_MAKER);
    ck_assert_int_eq(results_evidence_below(results, FACT_SILICON, &weakest, &err), TT_OK);
    ck_assert_str_eq(weakest.fact->id, "M33");
    ck_assert_uint_eq(weakest.instructions, 2);
    ck_assert_int_eq(results_evidence_below(results, FACT_MAKER, &weakest, &err), TT_OK);
    ck_assert_uint_eq(weakest.instructions, 1);
    ck_assert_int_eq(results_evidence_below(results, FACT_SIMULATOR, &weakest, &err), TT_END);
}
END_TEST

START_TEST(run__without_instructions_says_nothing)
{
    finish();
    struct results_evidence weakest;
    ck_assert_int_eq(results_weakest(results, &weakest, &err), TT_END);
}
END_TEST

/* The vector unit's forms: what no recording has is less. */
START_TEST(word__rests_on_less_in_other_forms)
{
    const struct isa_insn *row = isa_find_mnemonic(TT_WORMHOLE_B0, "SFPSHFT");
    const uint32_t word = (uint32_t)row->opcode << 24;
    finish();
    ck_assert_str_eq(evidence_of_word(row, word | 1)->id, "V40");
    ck_assert_str_eq(evidence_of_word(row, word | 5)->id, "V80"); /* recorded on Blackhole alone */
    ck_assert_ptr_null(evidence_of_word(NULL, word));
    for (unsigned i = 0; i < fact_count(); i++)
        ck_assert_uint_eq(fact_number(fact_get(i)), i);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("results_evidence");
    TCase *t = tcase_create("evidence");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, event__rests_on_its_word_or_on_less);
    tcase_add_test(t, run__is_as_sure_as_its_weakest_event);
    tcase_add_test(t, event__rests_on_its_settings);
    tcase_add_test(t, run__without_instructions_says_nothing);
    tcase_add_test(t, word__rests_on_less_in_other_forms);
    suite_add_tcase(s, t);
    return s;
}
