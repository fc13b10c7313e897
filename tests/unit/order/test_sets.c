/* SPDX-License-Identifier: Apache-2.0 */
/* Sets: a field holds its value whatever the program writes; at an event it is stored once; what is set is not held
 * against the recording; and a checkpoint taken whole carries no difference on. */
#include "order/sets.h"
#include "unit/suite.h"

#include <string.h>

static struct ttcap *capture;
static struct tt_error err;
static struct replay_options options;
static struct replay_summary summary;
static struct replay_set set;

/* What a field holds before each word, in state 0. */
struct watch {
    enum reg_id field;
    uint32_t wanted;
    uint64_t from, to;     /* events */
    unsigned words, other; /* seen; with another value */
};

static void on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct watch *watch = user;
    static uint32_t cfg[CFG_WORDS_MAX];
    (void)thread;
    (void)word;
    if (seq < watch->from || seq >= watch->to)
        return;
    tile_load_numbers(tile, TT_SPACE_CFG, 0, chip_get(TT_BLACKHOLE)->cfg_words, cfg);
    watch->words++;
    watch->other += reg_value_cfg(TT_BLACKHOLE, watch->field, cfg) != watch->wanted;
}

static void set_up(void)
{
    ck_assert_msg(ttcap_open(&capture, TRACE, &err) == TT_OK, "%s", err.text);
    replay_options_init(&options, ttcap_info(capture));
}

static void tear_down(void)
{
    ttcap_close(capture);
}

static void run_with(const char *text, struct watch *watch)
{
    const struct replay_observer observer = {.user = watch, .before = on_before};
    ck_assert_msg(replay_set_parse(TT_BLACKHOLE, text, &set, &err) == TT_OK, "%s", err.text);
    options.sets = &set;
    options.set_count = 1;
    ck_assert_int_eq(replay_run(capture, &options, NULL, &observer, &summary, &err), TT_OK);
}

START_TEST(a_set_field_holds_throughout)
{
    struct watch watch = {.field = reg_find(TT_BLACKHOLE, "STACC_RELU_ApplyRelu"), .wanted = 3, .to = UINT64_MAX};
    run_with("STACC_RELU_ApplyRelu=0x3", &watch);
    ck_assert_uint_gt(watch.words, 100);
    ck_assert_uint_eq(watch.other, 0);
    ck_assert_int_eq(summary.verdict, VERDICT_DIFFERS);
}
END_TEST

START_TEST(the_value_it_has_anyway_changes_nothing)
{
    struct watch watch = {
        .field = reg_find(TT_BLACKHOLE, "THCON_SEC0_REG1_Disable_zero_compress"), .wanted = 1, .to = UINT64_MAX};
    run_with("THCON_SEC0_REG1_Disable_zero_compress=1", &watch);
    ck_assert_uint_eq(watch.other, 0);
    ck_assert_int_eq(summary.verdict, VERDICT_SAME);
}
END_TEST

/* The program writes the field at event 271, and not again. */
START_TEST(a_set_at_an_event_is_stored_once)
{
    enum { EVENT = 200 };
    struct watch before = {.field = reg_find(TT_BLACKHOLE, "STACC_RELU_ApplyRelu"), .wanted = 2, .to = EVENT};
    struct watch after = {.field = before.field, .wanted = 2, .from = EVENT, .to = UINT64_MAX};
    run_with("STACC_RELU_ApplyRelu@200=2", &before);
    ck_assert_uint_eq(before.other, before.words);
    run_with("STACC_RELU_ApplyRelu@200=2", &after);
    ck_assert_uint_gt(after.words, after.other); /* held for a while, */
    ck_assert_uint_gt(after.other, 0);           /* and then the program wrote */
    ck_assert_int_eq(summary.verdict, VERDICT_SAME);
}
END_TEST

/* The program stores 0x15 at event 323: BF16, uncompressed. */
START_TEST(a_part_of_a_structure_is_held_alone)
{
    struct watch watch = {.field = reg_find(TT_BLACKHOLE, "THCON_SEC0_REG0_TileDescriptor"),
                          .wanted = 0x16,
                          .from = 330,
                          .to = UINT64_MAX};
    run_with("THCON_SEC0_REG0_TileDescriptor.InDataFormat=6", &watch);
    ck_assert_uint_gt(watch.words, 100);
    ck_assert_uint_eq(watch.other, 0);
}
END_TEST

START_TEST(text_and_back)
{
    char text[128];
    ck_assert_int_eq(replay_set_parse(TT_BLACKHOLE, "THCON_SEC1_REG0_TileDescriptor.XDim@7=256", &set, &err), TT_OK);
    ck_assert_str_eq(replay_set_text(TT_BLACKHOLE, &set, text, sizeof text),
                     "THCON_SEC1_REG0_TileDescriptor.XDim@7=256");
    ck_assert_int_eq(replay_set_parse(TT_BLACKHOLE, "THCON_SEC1_REG0_TileDescriptor.XDim=65536", &set, &err),
                     TT_BAD_INPUT);
    ck_assert_int_eq(replay_set_parse(TT_BLACKHOLE, "THCON_SEC1_REG0_TileDescriptor.=1", &set, &err), TT_BAD_INPUT);
    ck_assert_int_eq(replay_set_parse(TT_BLACKHOLE, "STACC_RELU_ApplyRelu.XDim=1", &set, &err), TT_BAD_INPUT);
    ck_assert_int_eq(replay_set_parse(TT_BLACKHOLE, "STACC_RELU_ApplyRelu@12=0x2", &set, &err), TT_OK);
    ck_assert_str_eq(replay_set_text(TT_BLACKHOLE, &set, text, sizeof text), "STACC_RELU_ApplyRelu@12=2");
    ck_assert_int_eq(replay_set_parse(TT_BLACKHOLE, "=2", &set, &err), TT_BAD_INPUT);
    ck_assert_int_eq(replay_set_parse(TT_BLACKHOLE, "STACC_RELU_ApplyRelu=-1", &set, &err), TT_BAD_INPUT);
    ck_assert_int_eq(replay_set_parse(TT_BLACKHOLE, "STACC_RELU_ApplyRelu=", &set, &err), TT_BAD_INPUT);
}
END_TEST

static unsigned differing; /* bytes of L1 between the tile and the last checkpoint, once it was held */

static void on_held(void *user, uint32_t checkpoint, const struct tile *tile)
{
    static uint8_t held[L1_BYTES_MAX], known[L1_BYTES_MAX], is[L1_BYTES_MAX];
    (void)user;
    ck_assert_int_eq(ttcap_read(capture, checkpoint, TT_SPACE_L1, 0, sizeof held, held, known, &err), TT_OK);
    tile_load(tile, TT_SPACE_L1, 0, sizeof is, is);
    differing = 0;
    for (size_t i = 0; i < sizeof is; i++)
        differing += ((held[i] ^ is[i]) & known[i]) != 0;
}

START_TEST(a_checkpoint_taken_whole_carries_nothing_on)
{
    const struct replay_observer observer = {.held = on_held};
    ck_assert_int_eq(replay_set_parse(TT_BLACKHOLE, "STACC_RELU_ApplyRelu=0", &set, &err), TT_OK);
    options.sets = &set;
    options.set_count = 1;
    ck_assert_int_eq(replay_run(capture, &options, NULL, &observer, &summary, &err), TT_OK);
    ck_assert_uint_gt(differing, 0);
    ck_assert_uint_eq(differing, summary.facts.bytes.differing);
    options.takes_all = true;
    ck_assert_int_eq(replay_run(capture, &options, NULL, &observer, &summary, &err), TT_OK);
    ck_assert_uint_eq(differing, 0);
    ck_assert_uint_gt(summary.facts.bytes.differing, 0);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("sets");
    TCase *tests = tcase_create("sets");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_set_field_holds_throughout);
    tcase_add_test(tests, the_value_it_has_anyway_changes_nothing);
    tcase_add_test(tests, a_set_at_an_event_is_stored_once);
    tcase_add_test(tests, a_part_of_a_structure_is_held_alone);
    tcase_add_test(tests, text_and_back);
    tcase_add_test(tests, a_checkpoint_taken_whole_carries_nothing_on);
    suite_add_tcase(suite, tests);
    return suite;
}
