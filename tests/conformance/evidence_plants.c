/* SPDX-License-Identifier: Apache-2.0 */
/* Plants every kind of fault and shows it by every kind of evidence that people have (plant/evidence.h), and lets
 * bisect look: what does it name, at which place, and does it ever call something else the cause?
 *
 *     evidence_plants COUNT FOLDER...    COUNT of each kind by each evidence, over the captures of the folders
 *
 * KINDS ("04d") and EVIDENCE ("1": by number) restrict that, SEED is the first seed, BUDGET the replays of each,
 * "datum" says how many of the first name a field that the planted word or store writes, and not its event.
 * VERBOSE shows each that is not named first, KEEP leaves the last files in TMPDIR. Exit 0: no false cause, and with
 * SHARE that many of a hundred are named first; 1: else; 2: trouble; 77: there are no captures. */
#include "ask/bisect/cause_text.h"
#include "ask/bisect/pair/pair.h"
#include "ask/run/expect/expect.h"
#include "base/memory.h"
#include "order/options_text.h"
#include "plant/evidence.h"
#include "plant/folders.h"
#include "plant/judge.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct tally {
    uint64_t made, first, three, later, nothing, wrong, ms;
    uint64_t datum; /* of first: a field that the planted word or store writes is named, not the event */
};

struct looked {
    enum evidence evidence;
    struct plant plant;
    const char *name;
    uint64_t seed;
    char planted[PATH_MAX - 16], array[PATH_MAX - 16], at[64];
};

static struct folders captures;
static struct bisect_result result;

/* ---- what is said ---- */

static bool evidence_names(const struct looked *looked, enum tt_chip chip, unsigned nth)
{
    const struct bisect_explanation *one = &result.explanations[nth];
    return judge_is_planted(&looked->plant, one) || ((one->count == 1 || one->changes[0].is_shown) &&
                                                     judge_is_field_of_word(chip, &looked->plant, &one->changes[0]));
}

static void evidence_report(const struct looked *looked, enum tt_chip chip)
{
    char text[BISECT_CAUSE_TEXT_MAX];
    (void)printf("%s, seed %" PRIu64 ", %s: %s; %s, %" PRIu64 " values, %" PRIu64 " replays, cause %d\n", looked->name,
                 looked->seed, evidence_name(looked->evidence), looked->plant.text, verdict_name(result.verdict),
                 result.values, result.replays, (int)result.cause);
    for (unsigned i = 0; i < result.explanation_count; i++)
        (void)printf("   %s %s\n", evidence_names(looked, chip, i) ? "*" : " ",
                     bisect_explanation_text(chip, &result.explanations[i], text, sizeof text));
}

/* A setting or a reading for one bit that was turned over. */
static bool evidence_blames_setting(void)
{
    bool is = false;
    for (unsigned i = 0; i < result.explanation_count; i++)
        is |= result.explanations[i].changes[0].kind == BISECT_SET ||
              result.explanations[i].changes[0].kind == BISECT_READING;
    return is;
}

static void evidence_count(const struct looked *looked, enum tt_chip chip, struct tally *tally)
{
    unsigned at = 0;
    while (at < result.explanation_count && !evidence_names(looked, chip, at))
        at++;
    const bool is_named = at < result.explanation_count;
    const bool is_bit = looked->plant.kind == PLANT_OUTPUT || looked->plant.kind == PLANT_DST ||
                        looked->plant.kind == PLANT_PUSHED_DST || looked->plant.kind == PLANT_MOMENT ||
                        looked->plant.kind == PLANT_REGION ||
                        looked->plant.kind == PLANT_STUCK; /* of the recording alone: nothing explains it */
    const bool is_blamed = looked->plant.kind == PLANT_PUSHED_DST && evidence_blames_setting();
    const bool is_sure = result.cause == BISECT_EXPLAINED || (result.cause == BISECT_RECORDING && !is_bit) || is_blamed;
    tally->made++;
    tally->first += is_bit ? !is_sure : is_named && at == 0;
    tally->datum += !is_bit && is_named && at == 0 && !judge_is_planted(&looked->plant, &result.explanations[0]);
    tally->three += !is_bit && is_named && at > 0 && at < 3;
    tally->later += !is_bit && is_named && at >= 3;
    tally->nothing += !is_bit && !is_named && !is_sure;
    tally->wrong += !is_named && is_sure;
    if ((getenv("VERBOSE") && (is_bit ? is_sure : at || !is_named)) || getenv("ALL"))
        evidence_report(looked, chip);
    if (!is_named && is_sure)
        (void)printf("FALSE: %s, seed %" PRIu64 ", %s: %s\n", looked->name, looked->seed,
                     evidence_name(looked->evidence), looked->plant.text);
}

static enum tt_status evidence_bisect(const struct looked *looked, struct tally *tally, struct tt_error *err)
{
    const char *budget = getenv("BUDGET");
    struct bisect_options options = {.budget = budget ? strtoull(budget, NULL, 10) : BISECT_BUDGET_USUAL};
    const struct expect_asked asked = {.path = looked->array, .at = looked->at};
    const bool has_array = looked->evidence == EVIDENCE_ARRAY;
    struct expects expects = {0};
    struct ttcap *capture;
    enum tt_status status = ttcap_open(&capture, looked->planted, err);
    if (status)
        return status;
    replay_options_init(&options.replay, ttcap_info(capture));
    options.replay.order = order_usual(ttcap_info(capture), true);
    if (has_array)
        status = expects_add(&expects, &asked, ttcap_info(capture)->chip, err);
    if (!status && has_array)
        status = expects_put(&expects, capture, &options.replay, err);
    if (!status)
        status = bisect_run(capture, &options, &result, err);
    if (!status && (result.values || result.explanation_count ||
                    result.verdict == VERDICT_HUNG)) /* else the evidence does not show it */
        evidence_count(looked, ttcap_info(capture)->chip, tally);
    ttcap_close(capture);
    expects_clear(&expects);
    return status;
}

static bool evidence_is_event(const struct plant *plant, const struct pair_words *words)
{
    const int64_t event = (int64_t)words->bad.event;
    return words->differs && words->bad.has &&
           ((event >= plant->first_event && event <= plant->last_event) || event == (int64_t)plant->inserted);
}

/* Of a word that is lost the other capture has it there. */
static bool evidence_is_lost(const struct plant *plant, const struct pair_words *words)
{
    const bool is_behind = !words->bad.has || (int64_t)words->bad.event > plant->first_event;
    return words->differs && words->good.has && words->thread == plant->thread && words->good.word == plant->word &&
           is_behind;
}

/* What differs first is what was planted: the word, the store, or the byte at the start. */
static bool evidence_pair_names(const struct plant *plant, const struct pair_result *pair)
{
    const bool is_data = pair->data.differs && pair->data.space == plant->space;
    if (plant->kind == PLANT_OPERAND)
        return is_data && pair->data.addr == plant->addr;
    if (plant_is_of_code(plant->kind))
        return is_data && pair->data.addr - plant->addr < 4;
    if (plant->kind == PLANT_TILE)
        return is_data && pair->data.addr - plant->addr < plant->bytes;
    if (plant_is_of_run(plant->kind) && pair->words.differs) /* in a loop the first difference stands at its end */
        return pair->words.thread == plant->thread &&
               (!pair->words.bad.has || (int64_t)pair->words.bad.event >= plant->first_event);
    return evidence_is_event(plant, &pair->words) || evidence_is_event(plant, &pair->stores) ||
           evidence_is_lost(plant, &pair->words);
}

static enum tt_status evidence_pair(const struct looked *looked, struct ttcap *from, struct tally *tally,
                                    struct tt_error *err)
{
    static struct pair_result pair;
    struct ttcap *bad;
    enum tt_status status = ttcap_open(&bad, looked->planted, err);
    if (!status)
        status = pair_run(from, bad, &pair, err);
    ttcap_close(bad);
    if (status)
        return status;
    const bool is_named = evidence_pair_names(&looked->plant, &pair);
    const bool is_other =
        !is_named && (pair.words.differs || pair.stores.differs || pair.fields.differs || pair.data.differs);
    tally->made++;
    tally->first += is_named;
    tally->later += is_other; /* what came of it */
    tally->nothing += !is_named && !is_other;
    if (!is_named && getenv("VERBOSE"))
        (void)printf("%s, seed %" PRIu64 ", pair: %s; words %d at %" PRIu64 ", stores %d at %" PRIu64
                     ", fields %d, data %d at %s 0x%" PRIx32 "\n",
                     looked->name, looked->seed, looked->plant.text, (int)pair.words.differs, pair.words.bad.event,
                     (int)pair.stores.differs, pair.stores.bad.event, (int)pair.fields.differs, (int)pair.data.differs,
                     pair.data.checkpoint, pair.data.addr);
    return TT_OK;
}

/* ---- all of it ---- */

static enum tt_status evidence_one(struct looked *looked, enum plant_kind kind, struct tally *tally,
                                   struct tt_error *err)
{
    const char *path = captures.paths[(looked->seed * 2654435761u + (uint64_t)kind * 17) % captures.count];
    char imported[PATH_MAX];
    struct timespec start, end;
    struct ttcap *from;
    bool is_made = false;
    (void)snprintf(imported, sizeof imported, "%s.from", looked->array);
    looked->name = strrchr(path, '/') + 1;
    enum tt_status status = folders_open(&from, path, imported, err);
    if (status)
        return status;
    status = plant_make(&looked->plant, &is_made, kind, looked->seed, from, looked->planted, err);
    if (!status && is_made)
        status = evidence_make(&is_made, looked->evidence, &looked->plant, from, looked->planted, looked->array,
                               looked->at, err);
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    if (!status && is_made)
        status = looked->evidence == EVIDENCE_PAIR ? evidence_pair(looked, from, tally, err)
                                                   : evidence_bisect(looked, tally, err);
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    tally->ms += (uint64_t)((end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1000000);
    ttcap_close(from);
    return status;
}

static void evidence_print(const char *kind, const char *evidence, const struct tally *tally)
{
    (void)printf("%-12s %-8s %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %8" PRIu64 " %6" PRIu64
                 " %7" PRIu64 "\n",
                 kind, evidence, tally->made, tally->first, tally->datum, tally->three, tally->later, tally->nothing,
                 tally->wrong, tally->made ? tally->ms / tally->made : 0);
    (void)fflush(stdout);
}

static void evidence_add(struct tally *all, const struct tally *one)
{
    all->made += one->made;
    all->first += one->first;
    all->datum += one->datum;
    all->three += one->three;
    all->later += one->later;
    all->nothing += one->nothing;
    all->wrong += one->wrong;
    all->ms += one->ms;
}

static enum tt_status evidence_cell(struct looked *looked, enum plant_kind kind, uint64_t wanted, struct tally *all,
                                    struct tt_error *err)
{
    const char *given = getenv("SEED");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    struct tally tally = {0};
    enum tt_status status = TT_OK;
    for (looked->seed = first; tally.made < wanted && looked->seed < first + 8 * wanted + 20 && !status; looked->seed++)
        status = evidence_one(looked, kind, &tally, err);
    if (tally.made)
        evidence_print(plant_kind_name(kind), evidence_name(looked->evidence), &tally);
    evidence_add(all, &tally);
    return status;
}

static enum tt_status evidence_all(uint64_t wanted, struct looked *looked, struct tally *all, struct tt_error *err)
{
    const char *kinds = getenv("KINDS"), *evidences = getenv("EVIDENCE");
    enum tt_status status = TT_OK;
    for (int kind = 0; kind < PLANT_KINDS && !status; kind++) {
        if (kinds && !strchr(kinds, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR"[kind]))
            continue;
        for (int evidence = 0; evidence < EVIDENCES && !status; evidence++) {
            looked->evidence = (enum evidence)evidence;
            if ((!evidences || strchr(evidences, '0' + evidence)) &&
                evidence_suits(looked->evidence, (enum plant_kind)kind))
                status = evidence_cell(looked, (enum plant_kind)kind, wanted, all, err);
        }
    }
    return status;
}

int main(int argc, char **argv)
{
    static struct looked looked;
    struct tally all = {0};
    struct tt_error err = {{0}};
    const char *folder = getenv("TMPDIR");
    mem_keep_freed();
    for (int i = 2; i < argc; i++)
        folders_list(&captures, argv[i]);
    if (captures.count == 0) {
        (void)puts("skipped: there are no captures");
        return 77;
    }
    folders_sort(&captures);
    (void)snprintf(looked.planted, sizeof looked.planted, "%s/tt-replay-evidence.%ld.ttcap",
                   folder && *folder ? folder : "/tmp", (long)getpid());
    (void)snprintf(looked.array, sizeof looked.array, "%s/tt-replay-evidence.%ld.array",
                   folder && *folder ? folder : "/tmp", (long)getpid());
    (void)puts("planted      evidence  count  first (datum)  third  later  nothing  FALSE      ms");
    const enum tt_status status = evidence_all(argc > 1 ? strtoull(argv[1], NULL, 10) : 0, &looked, &all, &err);
    evidence_print("all", "", &all);
    if (!getenv("KEEP")) {
        (void)unlink(looked.planted);
        (void)unlink(looked.array);
    }
    folders_clear(&captures);
    if (status)
        (void)fprintf(stderr, "%s\n", err.text);
    const char *share = getenv("SHARE");
    const bool is_enough = !share || all.first * 100 >= all.made * strtoull(share, NULL, 10);
    return status ? 2 : all.wrong || !is_enough;
}
