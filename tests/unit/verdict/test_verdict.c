/* SPDX-License-Identifier: Apache-2.0 */
/* Every combination of facts: same only where all is decided, equal and done; words and exit status of each. */
#include "unit/suite.h"
#include "verdict/verdict.h"

#include "core_findings.h"
#include "deadlock_findings.h"
#include "pack_findings.h"
#include "word_findings.h"

#include <string.h>

static const struct verdict_facts whole = {.bytes = {.compared = 512, .equal = 512}, .checkpoints = 1};

static void expect(const struct verdict_facts *facts, enum verdict wanted, const char *words)
{
    char text[VERDICT_WORDS_MAX];
    ck_assert_str_eq(verdict_name(verdict_of(facts)), verdict_name(wanted));
    ck_assert_msg(strstr(verdict_words(facts, text), words) != NULL, "'%s' is not in '%s'", words, text);
}

START_TEST(verdict__names_and_exit_statuses)
{
    static const struct {
        enum verdict verdict;
        const char *name;
        int status;
    } all[VERDICT_COUNT] = {
        {VERDICT_SAME, "same", 0},       {VERDICT_DIFFERS, "differs", 1},         {VERDICT_HUNG, "hung", 1},
        {VERDICT_NONE, "no verdict", 3}, {VERDICT_UNSUPPORTED, "unsupported", 3}, {VERDICT_DAMAGED, "damaged", 2}};
    for (int i = 0; i < VERDICT_COUNT; i++) {
        ck_assert_str_eq(verdict_name(all[i].verdict), all[i].name);
        ck_assert_int_eq(verdict_exit(all[i].verdict), all[i].status);
    }
}
END_TEST

START_TEST(verdict__each_fact_has_its_words)
{
    struct verdict_facts facts = whole;
    expect(&facts, VERDICT_SAME, "all 512 known bytes are what the device held");
    facts.bytes = (struct verdict_bytes){512, 500, 5, 7, 4096};
    expect(&facts, VERDICT_DIFFERS, "5 of 512 known bytes; 7 more are undecided");
    facts.bytes = (struct verdict_bytes){512, 505, 0, 7, 4096};
    expect(&facts, VERDICT_NONE, "state that the recording does not hold; 7 of 512 known bytes are undecided");
    facts.unknown_read = 1u << TT_SPACE_DST;
    memcpy(facts.without_dst, "mid0", sizeof "mid0");
    expect(&facts, VERDICT_NONE, "came from Dst, which the recording does not hold (checkpoint mid0)");
    facts = whole;
    facts.bytes = (struct verdict_bytes){0};
    expect(&facts, VERDICT_NONE, "holds nothing that these units produce");
    facts.checkpoints = 0;
    expect(&facts, VERDICT_NONE, "no checkpoint to compare with");
    facts.end = VERDICT_HANGS;
    expect(&facts, VERDICT_HUNG, "the capture does not say whether the device did");
    facts.end = VERDICT_HANGS_UNLIKE_DEVICE;
    expect(&facts, VERDICT_HUNG, "the device reached the end, the replay does not");
    facts = whole;
    facts.end = VERDICT_HANGS_AS_DEVICE;
    expect(&facts, VERDICT_HUNG, "nothing could go on, as on the device; up to there: same, all 512");
    facts.end = VERDICT_ENDS_UNLIKE_DEVICE;
    expect(&facts, VERDICT_DIFFERS, "the device hung, the replay reaches the end; ");
    facts = whole;
    facts.end = VERDICT_HANGS_PERHAPS_AS_DEVICE;
    expect(&facts, VERDICT_HUNG, "up to there: same, all 512");
    ck_assert_int_eq(verdict_of_bytes(&facts), VERDICT_SAME);
    facts.is_damaged = true;
    expect(&facts, VERDICT_DAMAGED, "the capture is cut");
    facts = whole;
    facts.bytes.bits = 512;
    expect(&facts, VERDICT_SAME, "held; of their 4096 bits 512 are known");
    facts = whole;
    facts.is_masked = true;
    (void)strcpy(facts.behind, "3 of 4 executed words ran behind the last checkpoint");
    expect(&facts, VERDICT_SAME, "recorder's mask (cfg-mask.json) holds it; 3 of 4 executed words ran behind");
    facts.is_unjudged = true;
    expect(&facts, VERDICT_NONE, "nothing ran before the last checkpoint");
    facts = whole;
    facts.bytes = (struct verdict_bytes){512, 384, 0, 128, 4096};
    facts.unread_srca = 128;
    expect(&facts, VERDICT_SAME,
           "all 384 other known bytes are what the device held; 128 bytes of SrcA that nothing reads are undecided");
    facts.unread_srca = facts.unread_srcb = 64;
    expect(&facts, VERDICT_SAME, "; 64 bytes of SrcA and 64 of SrcB that nothing reads are undecided");
    facts.unread_srca = 0;
    expect(&facts, VERDICT_NONE, "128 of 512 known bytes are undecided");
    facts.unread_dst = 64;
    expect(&facts, VERDICT_SAME,
           "; 64 bytes of SrcB and 64 of lower halves of Dst under debug bit 11 that nothing reads are undecided");
    facts = whole;
    facts.waived = 1;
    expect(&facts, VERDICT_SAME, "but for what is waived: 1 difference");
}
END_TEST

START_TEST(verdict__findings_say_where_it_was_first)
{
    struct verdict_facts facts = whole;
    const struct verdict_place waits = {FINDING_WORD_WOULD_WAIT, 12, true, 0x28000000};
    const struct verdict_place stops = {FINDING_CORE_STOPPED, 13, false, 0};
    facts.chip = TT_BLACKHOLE;
    verdict_add_finding(&facts, &waits, NULL);
    verdict_add_finding(&facts, &stops, "core t1 at 0xa004");
    ck_assert_uint_eq(facts.unsupported, 2);
    expect(&facts, VERDICT_UNSUPPORTED, "event 12, ELWADD (word 28000000): word-would-wait (2 times in all)");
    facts = whole;
    facts.counts_steps = true;
    verdict_add_finding(&facts, &stops, "core t1 at 0xa004");
    expect(&facts, VERDICT_UNSUPPORTED, "step 13: core-stopped, core t1 at 0xa004");
    facts = whole;
    verdict_add_finding(&facts, &(struct verdict_place){FINDING_PACK_MASK_UNDEFINED, 5, false, 0}, NULL);
    expect(&facts, VERDICT_NONE, "undefined behaviour, the first at event 5: pack-mask-undefined");
    facts.is_undefined_followed = true; /* and touched nothing that was compared */
    expect(&facts, VERDICT_SAME, "all 512");
    verdict_add_finding(&facts, &(struct verdict_place){FINDING_DEADLOCK, 5, false, 0}, NULL);
    ck_assert_uint_eq(facts.unsupported + facts.undefined, 1);
}
END_TEST

/* All combinations of the facts, each absent or there. */
START_TEST(verdict__is_same_only_where_all_is_decided_equal_and_done)
{
    for (unsigned mask = 0; mask < 1u << 8; mask++) {
        struct verdict_facts facts = whole;
        const uint64_t differing = mask & 1 ? 3 : 0, undecided = mask & 2 ? 5 : 0;
        facts.bytes = (struct verdict_bytes){512, 512 - differing - undecided, differing, undecided, 4096};
        facts.unsupported = mask >> 2 & 1;
        facts.end = mask & 8 ? VERDICT_HANGS : VERDICT_CAME_TO_ITS_END;
        facts.is_stopped = mask & 16;
        facts.is_damaged = mask & 32;
        facts.undefined = mask >> 6 & 1;
        facts.is_undefined_followed = mask & 128;
        const bool is_unsure = facts.undefined && !facts.is_undefined_followed;
        const bool is_same = !(mask & 63) && !is_unsure;
        char words[VERDICT_WORDS_MAX];
        ck_assert_int_eq(verdict_of(&facts) == VERDICT_SAME, is_same);
        ck_assert_int_eq(verdict_exit(verdict_of(&facts)) == EXIT_SAME, is_same);
        ck_assert(verdict_of(&facts) != VERDICT_DIFFERS || (differing && !is_unsure));
        ck_assert(*verdict_words(&facts, words));
        ck_assert_uint_lt(strlen(words), VERDICT_WORDS_MAX);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("verdict");
    TCase *t = tcase_create("verdict");
    tcase_add_test(t, verdict__names_and_exit_statuses);
    tcase_add_test(t, verdict__each_fact_has_its_words);
    tcase_add_test(t, verdict__findings_say_where_it_was_first);
    tcase_add_test(t, verdict__is_same_only_where_all_is_decided_equal_and_done);
    suite_add_tcase(s, t);
    return s;
}
