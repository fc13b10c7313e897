/* SPDX-License-Identifier: Apache-2.0 */
/* Where words and stores came from, gathered into runs. */
#include "unit/results/support.h"

static char path[PATH_BYTES];
static struct folder folder;
static struct tt_error err;

static void setup(void)
{
    folder_make(&folder);
    folder_file(&folder, "run.db", path);
}

static void teardown(void)
{
    folder_remove(&folder);
}

/* A word of a thread, and where it came from; pc 0: unknown. */
static void word(struct given_events *given, uint64_t seq, uint8_t thread, uint32_t pc)
{
    given_insn(given, &(struct probe_insn){.seq = seq, .thread = thread, .unit = TT_UNIT_CONFIG});
    given_insn_end(given, &(struct probe_insn){.seq = seq});
    if (pc)
        given_origin(given, seq, TT_CORE_T2, pc);
}

static struct results *tell_some(void)
{
    struct given_events given;
    given_begin(&given);
    word(&given, 1, 2, 0x100); /* a run of thread 2 over a word of thread 1 */
    word(&given, 2, 1, 0x110);
    word(&given, 3, 2, 0x100);
    word(&given, 4, 2, 0); /* which a word without origin ends */
    word(&given, 5, 2, 0x100);
    word(&given, 6, 2, 0x10C); /* another place */
    report_insn(&given, 7, TT_UNIT_CORE, 0);
    report_insn_end(&given, 7);
    given_origin(&given, 7, TT_CORE_T2, 0x200);
    sink_finish(sink_new(path));
    struct results *results = open_results(path);
    given_end(&given, results);
    return results;
}

START_TEST(sources__a_word_has_the_place_of_its_push)
{
    static const struct {
        uint64_t seq;
        int thread;
        uint32_t pc; /* 0: unknown */
    } held[] = {{1, 2, 0x100}, {2, 1, 0x110},  {2, 2, 0}, {3, 2, 0x100}, {4, 2, 0}, {5, 2, 0x100},
                {6, 2, 0x10C}, {7, -1, 0x200}, {7, 2, 0}, {0, 2, 0},     {1, 0, 0}, {8, -1, 0}};
    struct results *results = tell_some();
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        struct word_source source;
        const enum tt_status status = results_source_of(results, held[i].seq, held[i].thread, &source, &err);
        ck_assert_msg(status == (held[i].pc ? TT_OK : TT_END), "seq %d: %d", (int)held[i].seq, status);
        if (status)
            continue;
        ck_assert_int_eq(source.core, TT_CORE_T2);
        ck_assert_uint_eq(source.pc, held[i].pc);
        ck_assert_uint_eq(source.frame_count, 0); /* there is no capture, and so no line */
    }
    results_close(results);
}
END_TEST

static enum tt_status count_origin(void *user, const struct results_origin_row *row)
{
    unsigned *count = user;
    ck_assert_uint_eq(row->thread, *count ? 2 : 1);
    ++*count;
    return TT_OK;
}

START_TEST(sources__what_goes_on_is_one_row)
{
    unsigned count = 0;
    struct results *results = tell_some();
    ck_assert_int_eq(results_each_origin(results, count_origin, &count, &err), TT_OK);
    ck_assert_uint_eq(count, 4);
    results_close(results);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("results_sources");
    TCase *tcase = tcase_create("sources");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, sources__a_word_has_the_place_of_its_push);
    tcase_add_test(tcase, sources__what_goes_on_is_one_row);
    suite_add_tcase(suite, tcase);
    return suite;
}
