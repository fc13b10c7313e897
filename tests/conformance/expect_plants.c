/* SPDX-License-Identifier: Apache-2.0 */
/* Recorded kernels that have nothing but their start and one planted bug, held against the array that the device left
 * in L1: bisect names the bug's cause among its first three.
 *
 *     expect_plants COUNT FOLDER...    COUNT bugs in turn: a field of the configuration, a reading of one step that the
 *                                      device has otherwise, a recorded word that was lost, doubled or changed
 *
 * SEED in the environment is the first seed. Every kernel is also held as it is, which must be the same. Exit 0: all
 * named; 1: some not; 2: trouble; 77: there are no captures. */
#include "ask/bisect/bisect.h"
#include "ask/reduce/copy.h"
#include "ask/run/expect/expect.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "plant/array.h"
#include "plant/folders.h"
#include "plant/plant.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum bug { BUG_FIELD, BUG_VARIANT, BUG_WORD, BUGS };
enum { NAMED_MAX = 3, BUDGET = 5000 };

static const char *const bug_names[BUGS] = {"field", "reading", "word"};

/* A bug, and the files that say of it: the program as somebody has it, the array that should come out of it. */
struct planted {
    enum bug bug;
    char text[300];
    struct plant plant;
    uint64_t event;      /* WORD */
    uint32_t word, flip; /* what was recorded there; of one that is changed, which bit */
    uint8_t thread;
    char program[PATH_MAX], array[PATH_MAX], other[PATH_MAX], at[64];
};

struct tally {
    uint64_t made, named, first, milliseconds, kernels, same;
};

static struct folders captures;

static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* ---- the program ---- */

static bool keeps_event(void *user, uint64_t seq)
{
    const struct planted *planted = user;
    return seq != planted->event;
}

static void change_event(void *user, struct ttcap_event *event)
{
    const struct planted *planted = user;
    if (event->seq == planted->event)
        event->value ^= planted->flip;
}

/* The nth executed word. */
static enum tt_status find_word(struct ttcap *from, uint64_t nth, struct ttcap_event *found, struct tt_error *err)
{
    struct ttcap_cursor *cursor;
    enum tt_status status = ttcap_events_open(&cursor, from, 0, UINT64_MAX, err);
    for (uint64_t i = 0; !status;) {
        status = ttcap_events_next(cursor, found, err);
        if (!status && found->kind == TTCAP_EXEC && i++ == nth)
            break;
    }
    ttcap_events_close(cursor);
    return status;
}

static enum tt_status plant_word(struct planted *planted, struct ttcap *from, uint64_t *state, struct tt_error *err)
{
    const uint64_t words = ttcap_info(from)->kind_count[TTCAP_EXEC];
    struct ttcap_event event;
    struct copy_edit edit = {.user = planted, .keeps_checkpoint = array_keeps_none};
    static const char *const kinds[] = {"lost", "doubled", "changed"};
    const unsigned kind = (unsigned)(draw(state) % 3);
    if (words == 0)
        return TT_END;
    enum tt_status status = find_word(from, draw(state) % words, &event, err);
    if (status)
        return status;
    planted->event = event.seq;
    planted->thread = (uint8_t)event.thread;
    planted->word = event.value;
    planted->flip = 1u << draw(state) % 24;
    edit.inserted = &event;
    if (kind == 0)
        edit.keeps_event = keeps_event;
    else if (kind == 1)
        edit.inserted_count = 1;
    else
        edit.change_event = change_event;
    edit.inserted_before = event.seq;
    (void)snprintf(planted->text, sizeof planted->text, "word %08" PRIx32 " of event %" PRIu64 " %s", event.value,
                   event.seq, kinds[kind]);
    return capture_copy(from, planted->program, true, &edit, err);
}

/* Makes the program and opens what holds the right array; TT_END: none of this kind can be planted here. */
static enum tt_status plant(struct planted *planted, struct ttcap *from, uint64_t seed, struct ttcap **held,
                            struct tt_error *err)
{
    uint64_t state = seed;
    bool is_made = false;
    *held = NULL;
    if (planted->bug == BUG_WORD)
        return plant_word(planted, from, &state, err);
    const enum plant_kind kind = planted->bug == BUG_FIELD ? PLANT_FIELD : PLANT_VARIANT;
    enum tt_status status = plant_make(&planted->plant, &is_made, kind, seed, from, planted->other, err);
    if (status || !is_made)
        return status ? status : TT_END;
    (void)snprintf(planted->text, sizeof planted->text, "%s", planted->plant.text);
    status = ttcap_open(held, planted->other, err);
    if (!status)
        status = array_strip(planted->bug == BUG_FIELD ? *held : from, planted->program, err);
    if (planted->bug == BUG_FIELD) { /* what the device left is the kernel's as it was */
        ttcap_close(*held);
        *held = NULL;
    }
    return status;
}

/* ---- what bisect says ---- */

/* Where streams disagree: the first three. */
struct faults {
    struct stream_fault items[NAMED_MAX];
    unsigned count;
};

static void on_fault(void *user, const struct stream_fault *fault)
{
    struct faults *faults = user;
    if (faults->count < NAMED_MAX)
        faults->items[faults->count++] = *fault;
}

/* Of like words in a row any may be the one: whether all of the thread from one event to the other are alike. */
static bool are_alike(struct ttcap *capture, uint64_t a, uint64_t b, uint8_t thread, uint32_t word)
{
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    struct tt_error err;
    bool are = true;
    if (ttcap_events_open(&cursor, capture, a < b ? a : b, a < b ? b : a, &err))
        return false;
    while (!ttcap_events_next(cursor, &event, &err))
        are &= event.kind != TTCAP_EXEC || event.thread != thread || event.value == word;
    ttcap_events_close(cursor);
    return are;
}

static int word_rank(const struct planted *planted, struct ttcap *capture, struct tt_error *err)
{
    struct faults faults = {0};
    struct streams streams;
    if (streams_hold(capture, &faults, on_fault, &streams, err))
        return -1;
    for (unsigned i = 0; i < faults.count; i++) {
        const struct stream_fault *fault = &faults.items[i];
        if (fault->thread == planted->thread && fault->has_executed &&
            (fault->event == planted->event ||
             are_alike(capture, fault->event, planted->event, planted->thread, planted->word)))
            return (int)i;
    }
    return -1;
}

/* The place of the planted cause among those named; -1: it is none of the first three. */
static int rank(const struct planted *planted, const struct bisect_result *result)
{
    for (unsigned i = 0; i < result->explanation_count && i < NAMED_MAX; i++) {
        const struct bisect_explanation *explanation = &result->explanations[i];
        const struct bisect_change *change = &explanation->changes[0];
        const struct plant *plant = &planted->plant;
        if (explanation->count != 1)
            continue;
        if (planted->bug == BUG_FIELD && change->kind == BISECT_SET && change->set.field == plant->field &&
            change->set.value == plant->value)
            return (int)i;
        if (planted->bug == BUG_FIELD && change->kind == BISECT_WORD &&
            change->first_event <= (int64_t)plant->inserted && (int64_t)plant->inserted <= change->last_event)
            return (int)i; /* the store of the wrong value is a word too many, or another */
        if (planted->bug == BUG_VARIANT && change->kind == BISECT_READING && change->variant == plant->variant &&
            change->choice == plant->choice)
            return (int)i;
    }
    return -1;
}

/* Bisects the program against the array alone. */
static enum tt_status look(const struct planted *planted, struct bisect_result *result, int *at, struct tt_error *err)
{
    struct bisect_options options = {.budget = BUDGET, .asks_readings = planted->bug == BUG_VARIANT};
    struct expects expects = {0};
    struct ttcap *capture;
    const struct expect_asked asked = {.path = planted->array, .at = planted->at};
    enum tt_status status = ttcap_open(&capture, planted->program, err);
    if (status)
        return status;
    replay_options_init(&options.replay, ttcap_info(capture));
    status = expects_add(&expects, &asked, ttcap_info(capture)->chip, err);
    if (!status)
        status = expects_put(&expects, capture, &options.replay, err);
    if (!status)
        status = bisect_run(capture, &options, result, err);
    if (!status)
        *at = planted->bug == BUG_WORD ? word_rank(planted, capture, err) : rank(planted, result);
    ttcap_close(capture);
    expects_clear(&expects);
    return status;
}

/* Held as it is: the same. */
static enum tt_status check_sound(struct planted *planted, struct ttcap *from, struct tally *tally, const char *name,
                                  struct tt_error *err)
{
    static struct bisect_result result;
    int at;
    enum tt_status status = array_strip(from, planted->program, err);
    if (!status)
        status = look(planted, &result, &at, err);
    tally->kernels++;
    tally->same += !status && result.verdict == VERDICT_SAME;
    if (!status && result.verdict != VERDICT_SAME)
        (void)printf("%s, with nothing planted: %s\n", name, verdict_name(result.verdict));
    return status;
}

static enum tt_status try_one(struct planted *planted, struct ttcap *from, uint64_t seed, const char *name,
                              struct tally *tally, struct tt_error *err)
{
    static struct bisect_result result;
    struct timespec start, end;
    struct ttcap *held = NULL;
    uint32_t lo = 0, count = 0;
    bool is_whole = false;
    int at = -1;
    enum tt_status status = array_find(from, &lo, &count, err);
    (void)snprintf(planted->at, sizeof planted->at, "l1:0x%" PRIx32 ":%" PRIu32, lo, count);
    if (status || count < 2)
        return status;
    status = array_write(from, lo, count, planted->array, &is_whole, err);
    if (!status && is_whole)
        status = check_sound(planted, from, tally, name, err);
    if (status || !is_whole)
        return status;
    status = plant(planted, from, seed, &held, err);
    if (!status && held)
        status = array_write(held, lo, count, planted->array, &is_whole, err);
    ttcap_close(held);
    if (status || !is_whole)
        return status == TT_END ? TT_OK : status;
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    status = look(planted, &result, &at, err);
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    if (status || result.verdict != VERDICT_DIFFERS) /* the array does not show it: nobody could find it */
        return status;
    tally[planted->bug + 1].made++;
    tally[planted->bug + 1].named += at >= 0;
    tally[planted->bug + 1].first += at == 0;
    tally[planted->bug + 1].milliseconds +=
        (uint64_t)((end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1000000);
    if (at < 0)
        (void)printf("%s, seed %" PRIu64 ": %s: not named (%u causes, %" PRIu64 " replays)\n", name, seed,
                     planted->text, result.explanation_count, result.replays);
    return status;
}

static enum tt_status run(uint64_t wanted, const char *base, struct tally tally[BUGS + 1], struct tt_error *err)
{
    struct planted planted = {.bug = BUG_FIELD};
    char imported[PATH_MAX];
    enum tt_status status = TT_OK;
    (void)snprintf(imported, sizeof imported, "%s.from", base);
    (void)snprintf(planted.program, sizeof planted.program, "%s.program", base);
    (void)snprintf(planted.other, sizeof planted.other, "%s.other", base);
    (void)snprintf(planted.array, sizeof planted.array, "%s.array", base);
    const char *given = getenv("SEED");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    for (uint64_t seed = first, made = 0; made < wanted && seed < first + 40 * wanted + 100 && !status; seed++) {
        const char *path = captures.paths[seed * 2654435761u % captures.count];
        struct ttcap *from;
        planted.bug = (enum bug)(made % BUGS);
        status = folders_open(&from, path, imported, err);
        if (status)
            break;
        if (ttcap_info(from)->checkpoint_count > 1)
            status = try_one(&planted, from, seed, strrchr(path, '/') + 1, tally, err);
        ttcap_close(from);
        made = tally[1].made + tally[2].made + tally[3].made;
    }
    (void)unlink(planted.program);
    (void)unlink(planted.other);
    (void)unlink(planted.array);
    return status;
}

static int print(const struct tally tally[BUGS + 1], uint64_t wanted)
{
    uint64_t made = 0, named = 0;
    for (int bug = 0; bug < BUGS; bug++) {
        const struct tally *of = &tally[bug + 1];
        made += of->made;
        named += of->named;
        (void)printf("%-8s %4" PRIu64 " planted: %4" PRIu64 " named among the first three, %4" PRIu64
                     " of them first; %" PRIu64 " ms each\n",
                     bug_names[bug], of->made, of->named, of->first, of->made ? of->milliseconds / of->made : 0);
    }
    (void)printf("%" PRIu64 " of %" PRIu64 " causes named; %" PRIu64 " of %" PRIu64
                 " kernels with nothing planted are the same\n",
                 named, made, tally->same, tally->kernels);
    return made == wanted && named == made && tally->same == tally->kernels ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct tt_error err = {{0}};
    struct tally tally[BUGS + 1] = {{0}};
    const char *folder = getenv("TMPDIR");
    char base[PATH_MAX - 16];
    const uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    for (int i = 2; i < argc; i++)
        folders_list(&captures, argv[i]);
    if (captures.count == 0) {
        (void)puts("skipped: there are no captures");
        return 77;
    }
    folders_sort(&captures);
    (void)snprintf(base, sizeof base, "%s/tt-replay-expect.%ld", folder && *folder ? folder : "/tmp", (long)getpid());
    if (run(wanted, base, tally, &err)) {
        (void)fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    folders_clear(&captures);
    return print(tally, wanted);
}
