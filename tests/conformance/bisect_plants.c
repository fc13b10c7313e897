/* SPDX-License-Identifier: Apache-2.0 */
/* Plants known faults into recorded kernels and lets bisect look for them: it must name the place, the unit and the
 * cause of each.
 *
 *     bisect_plants COUNT WORDS FOLDER...    COUNT of each kind but WORDS of each kind of words, over the captures and
 *                                            bundles of the folders
 *
 * A line a kind: how many were planted; of how many the place is right; how often the planted cause stands first,
 * second or third, or later among those that explain all; nothing
 * does, or only possible causes are named; FALSE: something else is named as the cause. With VERBOSE
 * in the environment each fault is shown; with KINDS ("04d") only those kinds are planted, with SEED from that one on.
 * Exit 0: no false cause, all named but one word in twenty, one operand in ten, half of the code; 1: else; 2: trouble;
 * 77: there are no captures. */
#include "ask/bisect/bisect.h"
#include "base/memory.h"
#include "capture/bundle.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "order/options_text.h"
#include "plant/drawn.h"
#include "plant/judge.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct tally {
    uint64_t made, place;
    uint64_t first, three, more, nothing, wrong; /* the planted cause is named, and where among those named */
    uint64_t replays, seconds_e6;
};

static struct folders captures;

static bool is_bit_kind(enum plant_kind kind)
{
    return kind == PLANT_OUTPUT || kind == PLANT_DST || kind == PLANT_PUSHED_DST;
}

/* An input whose right bytes are nowhere in the capture: where it lies is the answer. */
static bool is_blank_of(const struct plant *plant, const struct bisect_result *result)
{
    const struct bisect_input *blank = &result->blank;
    return plant->kind == PLANT_TILE && result->cause == BISECT_NOTHING_FOUND && plant->addr - blank->lo < blank->count;
}

static void count_named(enum tt_chip chip, const struct plant *plant, const struct bisect_result *result, bool is_cause,
                        struct tally *tally)
{
    const int at = is_blank_of(plant, result) ? 0 : judge_find_planted(plant, result);
    if (is_bit_kind(plant->kind)) { /* that nothing explains it, or the recording does */
        tally->first += is_cause;
        tally->wrong += !is_cause;
        return;
    }
    tally->first += at == 0;
    tally->three += at > 0 && at < 3;
    tally->more += at >= 3;
    const bool is_wrong = at < 0 && result->cause == BISECT_EXPLAINED &&
                          !judge_is_field_of_word(chip, plant, &result->explanations[0].changes[0]);
    tally->nothing += at < 0 && !is_wrong;
    tally->wrong += is_wrong;
}

/* Whether nothing but an operand may explain it: the same bit further up, where a datum went through as it was. */
static bool are_operands(const struct bisect_result *result)
{
    return result->cause == BISECT_POSSIBLE && result->explanations[0].changes[0].kind == BISECT_OPERAND;
}

/* Whether what stands first is that very instruction at another place: a packer's word before the store that changes
 * its field does the same. */
static bool is_word_of(const struct plant *plant, const struct bisect_result *result)
{
    const struct bisect_change *change = &result->explanations[0].changes[0];
    return result->explanation_count && change->kind == BISECT_WORD && change->edit.kind == REPLAY_EDIT_SWAP &&
           (change->edit.event == (int64_t)plant->apart_seq || change->edit.other == (int64_t)plant->apart_seq);
}

/* The right bytes are nowhere in the capture, or no word makes them: what was searched is then the answer. */
static bool bisect_may_lack(enum plant_kind kind)
{
    return kind == PLANT_REGION || kind == PLANT_STUCK || kind == PLANT_STALE;
}

static bool is_said(const struct bisect_result *result)
{
    const bool is_sure = result->cause == BISECT_EXPLAINED || result->cause == BISECT_LAYOUT;
    return is_sure || (result->searched[BISECT_CLASS_INPUTS] != BISECT_NOT_SEARCHED &&
                       result->searched[BISECT_CLASS_WORDS] != BISECT_NOT_SEARCHED);
}

static void judge(const struct plant *plant, const struct ttcap *capture, const struct bisect_result *result,
                  bool *place, bool *cause)
{
    const struct bisect_place *first = &result->first;
    *place = *cause = is_blank_of(plant, result);
    if (*cause)
        return;
    if (plant->kind == PLANT_PUSHED_DST) {
        *place = first->space == plant->space && first->lo <= plant->addr && plant->addr < first->hi;
        *cause = result->cause == BISECT_NOTHING_FOUND || are_operands(result);
        return;
    }
    if (plant->kind == PLANT_OUTPUT || plant->kind == PLANT_DST) {
        const uint32_t bit = UINT32_C(1) << (8 * (plant->addr - first->lo) % 32 + plant->bit);
        *place = result->verdict == VERDICT_DIFFERS && first->space == plant->space && first->lo <= plant->addr &&
                 plant->addr < first->hi && first->has_writer && first->seq == plant->seq &&
                 first->unit == plant->unit && (first->held_bytes ^ first->replayed_bytes) == bit &&
                 strcmp(result->checkpoint, ttcap_checkpoint(capture, plant->checkpoint)->id) == 0;
        /* Nobody reads an output again; a cell of Dst is found by its use, where there is one. */
        *cause = result->cause == BISECT_NOTHING_FOUND || are_operands(result) ||
                 (plant->kind == PLANT_DST && result->cause == BISECT_RECORDING);
        return;
    }
    if (plant->is_apart)
        *place = (result->branches[0].is_found && result->branches[0].seq == plant->apart_seq &&
                  result->branches[0].unit == plant->apart_unit) ||
                 is_word_of(plant, result);
    else
        *place = !result->branches[0].is_found && first->space == TT_SPACE_STATE && first->has_writer;
    if (judge_is_word_kind(plant->kind) || judge_is_other_word(plant->kind) || plant->kind == PLANT_OPERAND ||
        plant_is_of_code(plant->kind))
        *place = true;
    if (bisect_may_lack(plant->kind))
        *place = is_said(result);
    *cause = judge_find_planted(plant, result) >= 0;
}

static void report(const struct plant *plant, const struct bisect_result *result, const char *from, uint64_t seed,
                   enum tt_chip chip)
{
    char text[ISA_TEXT_MAX];
    (void)printf("%s, seed %" PRIu64 ": %s; %s, %" PRIu64 " values, cause %d, %" PRIu64 " replays%s\n", from, seed,
                 plant->text, verdict_name(result->verdict), result->values, (int)result->cause, result->replays,
                 result->is_budget_spent ? " (all)" : "");
    for (unsigned i = 0; i < result->explanation_count; i++) {
        const struct bisect_change *change = &result->explanations[i].changes[0];
        (void)printf("    %s", judge_is_planted(plant, &result->explanations[i]) ? "*" : " ");
        if (change->kind == BISECT_WORD)
            (void)printf("fault %d thread %u [%" PRId64 ", %" PRId64 "] %s, alike %u\n", (int)change->fault,
                         change->edit.thread, change->first_event, change->last_event,
                         isa_disassemble(chip, change->edit.word, text), change->alike);
        else if (change->kind == BISECT_OPERAND)
            (void)printf("operand %s 0x%x\n", space_name(change->operand.space), (unsigned)change->operand.lo);
        else if (change->kind == BISECT_SET)
            (void)printf("set %s=%u\n", reg_field_get(chip, change->set.field)->name, change->set.value);
        else
            (void)printf("%s=%u\n", variant_get(change->variant)->key, change->choice);
    }
}

static enum tt_status look(const struct plant *plant, uint64_t seed, const char *path, struct tally *tally,
                           const char *from, struct tt_error *err)
{
    static struct bisect_result result;
    enum { BUDGET = 5000, WORDS_BUDGET = 20000 }; /* lost words may stand in thousands of places */
    struct bisect_options options = {
        .budget = judge_is_word_kind(plant->kind) || judge_is_other_word(plant->kind) ? WORDS_BUDGET : BUDGET};
    struct ttcap *capture;
    struct timespec start, end;
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    replay_options_init(&options.replay, ttcap_info(capture));
    options.replay.order = order_usual(ttcap_info(capture), true);
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    status = bisect_run(capture, &options, &result, err);
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    if (!status) {
        bool place, cause;
        judge(plant, capture, &result, &place, &cause);
        tally->made++;
        tally->place += place;
        tally->replays += result.replays;
        count_named(ttcap_info(capture)->chip, plant, &result, cause, tally);
        tally->seconds_e6 += (uint64_t)((end.tv_sec - start.tv_sec) * 1000000 + (end.tv_nsec - start.tv_nsec) / 1000);
        if (getenv("VERBOSE"))
            report(plant, &result, from, seed, ttcap_info(capture)->chip);
        if (!place || !cause)
            (void)printf("%s, seed %" PRIu64 ": %s: %s%s\n", from, seed, plant->text, place ? "" : "not the place ",
                         cause ? "" : "not the cause");
    }
    ttcap_close(capture);
    return status;
}

static enum tt_status plant_and_look(enum plant_kind kind, uint64_t seed, const char *scratch, struct tally *tally,
                                     struct tt_error *err)
{
    struct plant plant;
    const char *name;
    bool is_made;
    const enum tt_status status = plant_make_drawn(&plant, &is_made, &name, kind, seed, &captures, scratch, err);
    return status || !is_made ? status : look(&plant, seed, scratch, tally, name, err);
}

static void print(const char *name, const struct tally *tally)
{
    (void)printf("%-12s %7" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %8" PRIu64 " %6" PRIu64
                 " %8.0f %6.0f\n",
                 name, tally->made, tally->place, tally->first, tally->three, tally->more, tally->nothing, tally->wrong,
                 tally->made ? (double)tally->replays / (double)tally->made : 0.0,
                 tally->made ? (double)tally->seconds_e6 / 1000 / (double)tally->made : 0.0);
}

static void add_tally(struct tally *all, const struct tally *one)
{
    all->made += one->made;
    all->place += one->place;
    all->first += one->first;
    all->three += one->three;
    all->more += one->more;
    all->nothing += one->nothing;
    all->wrong += one->wrong;
    all->replays += one->replays;
    all->seconds_e6 += one->seconds_e6;
}

/* A false cause fails at once; of words one in twenty may stay unnamed, of operands one in ten, of the others none. */
static bool is_good(enum plant_kind kind, const struct tally *tally, uint64_t wanted)
{
    const uint64_t named = tally->first + tally->three + tally->more;
    if (tally->made < wanted || tally->wrong || tally->place < tally->made)
        return false;
    if (plant_is_of_code(kind)) /* registers and jumps are not searched */
        return named * 2 >= tally->made;
    if (judge_is_other_word(kind) || bisect_may_lack(kind))
        return true;
    if (kind == PLANT_OPERAND) /* some are beyond their share of the budget */
        return named * 100 >= tally->made * 90;
    return judge_is_word_kind(kind) ? named * 100 >= tally->made * 95 : named == tally->made;
}

static int run_kind(enum plant_kind kind, uint64_t wanted, const char *scratch, struct tally *words)
{
    struct tally tally = {0};
    struct tt_error err;
    const char *given = getenv("SEED");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    for (uint64_t seed = first; tally.made < wanted && seed < first + 20 * wanted + 100; seed++) {
        if (plant_and_look(kind, seed, scratch, &tally, &err)) {
            (void)fprintf(stderr, "%s\n", err.text);
            return 2;
        }
    }
    print(plant_kind_name(kind), &tally);
    (void)fflush(stdout);
    if (judge_is_word_kind(kind))
        add_tally(words, &tally);
    return judge_is_word_kind(kind) ? tally.made < wanted || tally.wrong : !is_good(kind, &tally, wanted);
}

int main(int argc, char **argv)
{
    char scratch[PATH_MAX - 16];
    const char *base = getenv("TMPDIR"), *only = getenv("KINDS");
    mem_keep_freed();
    const uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    const uint64_t wanted_words = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    for (int i = 3; i < argc; i++)
        folders_list(&captures, argv[i]);
    if (captures.count == 0) {
        (void)puts("skipped: there are no captures");
        return 77;
    }
    folders_sort(&captures);
    (void)snprintf(scratch, sizeof scratch, "%s/tt-replay-plants.%ld.ttcap", base && *base ? base : "/tmp",
                   (long)getpid());
    (void)puts("planted        count  place  first  third  later  nothing  FALSE  replays     ms");
    int code = 0;
    struct tally words = {0};
    for (int kind = 0; kind < PLANT_KINDS && code < 2; kind++) {
        const uint64_t count = judge_is_word_kind((enum plant_kind)kind) ? wanted_words : wanted;
        /* The cores' own code wants captures that boot them. */
        if (only ? !strchr(only, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR"[kind])
                 : plant_is_of_code((enum plant_kind)kind))
            continue;
        const int became = run_kind((enum plant_kind)kind, count, scratch, &words);
        code = became > code ? became : code;
    }
    print("words", &words);
    if (!is_good(PLANT_LOST, &words, only ? words.made : 4 * wanted_words))
        code = code ? code : 1;
    (void)unlink(scratch);
    folders_clear(&captures);
    return code;
}
