/* SPDX-License-Identifier: Apache-2.0 */
/* The same replay from other starts, and the first byte of its results that is another one: of the bytes that
 * checkpoints compare, and of L1 at the end. */
#include "ask/residue/residue_internal.h"

#include "base/pool.h"
#include "base/search.h"
#include "isa/effects.h"
#include "isa/spaces.h"
#include "order/frames.h"

#include "word_findings.h"

enum { DIFFERING_MAX = 1 << 20, CHUNK = 1 << 16 };
/* Steps of a trial, for each of the replay as it is, before it counts as one that hangs. */
enum { STEPS_FOR_ONE = 4, STEPS_MORE = 100000 };
enum { PARALLEL_STEPS = 1 << 15 /* of the replay as it is: in a shorter one a thread costs more than it saves */ };

enum { SOURCES = 2, TURN_NONE = 0xFF };

/* A byte that differs from the recording, as the replay has it. */
struct differing {
    uint32_t checkpoint, at;
    uint8_t space, replayed;
};

/* One at a time; each processor has its own. */
struct trial {
    struct trials *of;
    struct ttcap *capture, *own; /* own: null where it is that of all */
    struct replay_options options;
    struct replay_operand *operands;
    size_t operand_capacity;
    uint8_t *chunk; /* room for a piece of L1 */
    const struct poke *pokes;
    size_t poke_count, next; /* next: of base */
    struct trial_change change;
    bool has_begun;          /* the run that begins at an event */
    bool is_over;            /* a word waits that did not */
    bool has_moved[SOURCES]; /* begins with the other bank, in step: all of it takes place in the other one */
};

struct trials {
    struct ttcap *capture;
    const struct residue_options *asked;
    struct replay_options options; /* of every trial */
    struct replay_frames *frames;  /* of the first trial; the others begin at the start */
    struct tile *start, *before;   /* before: of a run that begins at an event, what the capture begins with */
    bool has_before;
    uint8_t *l1; /* L1 at the end */
    uint32_t l1_bytes;
    struct differing *base; /* of the replay as it is: by checkpoint, space, address */
    size_t base_count, base_capacity;
    uint32_t pointers[2 * SOURCES]; /* where in the state: the unpacker's of SrcA and SrcB, the matrix unit's */
    uint8_t turn[SOURCES]; /* whose bank it is at the start, of each source; TURN_NONE: the pointers are out of step */
    struct replay_summary summary;
    struct trial *each; /* by processor */
    size_t processors;
    uint64_t replays;
    bool has_failed;
};

/* ---- changed bytes ---- */

static int trials_order(const struct differing *a, const struct differing *b)
{
    if (a->checkpoint != b->checkpoint)
        return a->checkpoint < b->checkpoint ? -1 : 1;
    if (a->space != b->space)
        return a->space < b->space ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

/* Whether the trial began with something else at this byte. */
static const struct poke *poke_at(const struct trial *trial, enum tt_space space, uint32_t at)
{
    return FIND(trial->pokes, trial->poke_count, item->space == space && item->lo <= at && at < item->hi);
}

/* Still: of a field, its own bits. */
static bool is_as_poked(const struct poke *poke, uint32_t at, uint8_t value)
{
    return !((poke->value[at - poke->lo] ^ value) & (uint8_t)(poke->mask >> 8 * ((at - poke->lo) % sizeof poke->mask)));
}

static void trial_note(struct trial *trial, const struct trial_change *change)
{
    if (change->reach < trial->change.reach)
        trial->change = *change;
}

/* ---- banks of SrcA and SrcB ---- */

/* With which bank a source begins, where both of its pointers name the same. */
static uint8_t trials_turn(const struct trials *trials, const struct poke *pokes, size_t count, unsigned source)
{
    uint8_t turn[2];
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t lo = trials->pointers[SOURCES * i + source];
        const struct poke *poke = FIND(pokes, count, item->space == TT_SPACE_STATE && item->lo == lo);
        tile_load(trials->start, TT_SPACE_STATE, lo, 1, &turn[i]);
        turn[i] = poke ? poke->value[0] : turn[i];
    }
    return turn[0] == turn[1] ? turn[0] : TURN_NONE;
}

static void trials_find_pointers(struct trials *trials)
{
    const uint32_t words = space_bytes(tile_chip(trials->start), TT_SPACE_STATE) / 4;
    for (uint32_t word = 0; word < words; word++) {
        const unsigned what = (unsigned)what_of_state(word);
        if (what >= WHAT_SRC_BANK_UNP_A && what <= WHAT_SRC_BANK_MATH_B)
            trials->pointers[what - WHAT_SRC_BANK_UNP_A] = 4 * word;
    }
}

/* Data and owners of the banks have changed places then, which says nothing of how they are used. */
static bool trial_has_moved(const struct trial *trial, const struct differing *byte)
{
    const struct residue_range range = {.space = (enum tt_space)byte->space, .lo = byte->at & ~3u};
    const unsigned source = byte->space == TT_SPACE_SRCA   ? 1
                            : byte->space == TT_SPACE_SRCB ? 2
                                                           : values_source_of(&range);
    return source && trial->has_moved[source - 1];
}

static void note_differing(struct trial *trial, const struct differing *byte)
{
    if (trial_has_moved(trial, byte))
        return;
    const struct trial_change change = {.reach = byte->space == TT_SPACE_L1 ? RESIDUE_OUTPUT : RESIDUE_COMPARED,
                                        .checkpoint = byte->checkpoint,
                                        .space = (enum tt_space)byte->space,
                                        .at = byte->at};
    trial_note(trial, &change);
}

/* Bytes before `until` that differ from the recording in the run as it is, and agree with it in the trial: those are
 * changes too. */
static void skip_base(struct trial *trial, const struct differing *until)
{
    for (; trial->next < trial->of->base_count; trial->next++) {
        const struct differing *byte = &trial->of->base[trial->next];
        if (until && trials_order(byte, until) >= 0)
            return;
        if (!poke_at(trial, (enum tt_space)byte->space, byte->at))
            note_differing(trial, byte);
    }
}

static void hold_byte(struct trial *trial, const struct differing *byte)
{
    const struct poke *poke = poke_at(trial, (enum tt_space)byte->space, byte->at);
    skip_base(trial, byte);
    const struct trials *trials = trial->of;
    const bool is_there = trial->next < trials->base_count && trials_order(&trials->base[trial->next], byte) == 0;
    const bool is_same = is_there && trials->base[trial->next].replayed == byte->replayed;
    trial->next += is_there;
    if (!is_same && !(poke && is_as_poked(poke, byte->at, byte->replayed)))
        note_differing(trial, byte);
}

static void trial_on_mismatch(void *user, const struct replay_mismatch *run)
{
    struct trial *trial = user;
    for (uint32_t i = 0; i < run->hi - run->lo; i++) {
        if (!((run->held[i] ^ run->replayed[i]) & run->known[i]))
            continue;
        const struct differing byte = {run->checkpoint, run->lo + i, (uint8_t)run->space, run->replayed[i]};
        hold_byte(trial, &byte);
    }
}

static void trial_on_resumed(void *user, uint32_t checkpoint)
{
    struct trial *trial = user;
    while (trial->next < trial->of->base_count && trial->of->base[trial->next].checkpoint < checkpoint)
        trial->next++;
}

static void trial_on_found(void *user, const struct verdict_place *place, const struct probe_finding *finding)
{
    struct trial *trial = user;
    (void)place;
    trial->is_over |= finding->id == FINDING_WORD_WOULD_WAIT && !trial->of->summary.facts.unsupported;
}

/* Behind a word that would wait in executed order all is unknown; nothing is worse than an output. */
static bool trial_is_enough(void *user)
{
    const struct trial *trial = user;
    return trial->is_over || trial->change.reach == RESIDUE_OUTPUT;
}

static void trial_hold_end(struct trial *trial, uint32_t lo, uint32_t count)
{
    const uint8_t *l1 = trial->of->l1 + lo;
    for (uint32_t i = 0; i < count; i++) {
        if (trial->chunk[i] == l1[i])
            continue;
        const struct poke *poke = poke_at(trial, TT_SPACE_L1, lo + i);
        if (poke && is_as_poked(poke, lo + i, trial->chunk[i]))
            continue;
        trial_note(trial, &(struct trial_change){
                              .reach = RESIDUE_OUTPUT, .is_at_end = true, .space = TT_SPACE_L1, .at = lo + i});
        return;
    }
}

static void trial_on_ended(void *user, const struct tile *tile)
{
    struct trial *trial = user;
    const struct trials *trials = trial->of;
    skip_base(trial, NULL);
    for (uint32_t lo = 0; lo < trials->l1_bytes && trial->change.reach != RESIDUE_OUTPUT; lo += CHUNK) {
        const uint32_t count = trials->l1_bytes - lo < CHUNK ? trials->l1_bytes - lo : CHUNK;
        tile_load(tile, TT_SPACE_L1, lo, count, trial->chunk);
        if (memcmp(trial->chunk, trials->l1 + lo, count) != 0)
            trial_hold_end(trial, lo, count);
    }
}

/* ---- the replay as it is ---- */

static void on_base_mismatch(void *user, const struct replay_mismatch *run)
{
    struct trials *trials = user;
    for (uint32_t i = 0; i < run->hi - run->lo && trials->base_count < DIFFERING_MAX; i++) {
        if (!((run->held[i] ^ run->replayed[i]) & run->known[i]))
            continue;
        trials->has_failed |=
            !MEM_PUSH(trials->base, trials->base_count, trials->base_capacity,
                      (struct differing){run->checkpoint, run->lo + i, (uint8_t)run->space, run->replayed[i]});
    }
}

static void copy_spaces(struct tile *to, const struct tile *tile)
{
    uint8_t bytes[CHUNK / 16];
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t size = space_all_bytes(tile_chip(tile), (enum tt_space)space);
        for (uint32_t lo = 0; lo < size; lo += sizeof bytes) {
            const uint32_t count = size - lo < sizeof bytes ? size - lo : (uint32_t)sizeof bytes;
            tile_load(tile, (enum tt_space)space, lo, count, bytes);
            tile_store(to, (enum tt_space)space, lo, count, bytes, NULL);
        }
    }
}

static void on_base_started(void *user, const struct tile *tile)
{
    struct trials *trials = user;
    copy_spaces(trials->before ? trials->before : trials->start, tile);
    trials->has_before = !trials->asked->since;
}

static void on_base_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct trials *trials = user;
    (void)thread, (void)word;
    if (!trials->has_before && seq >= trials->asked->since) {
        trials->has_before = true;
        copy_spaces(trials->before, tile);
    }
    if (trials->each->has_begun || seq < trials->asked->from)
        return;
    trials->each->has_begun = true;
    copy_spaces(trials->start, tile);
}

/* The state with which the trial begins, where the run begins. */
static void trials_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct trial *trial = user;
    (void)thread, (void)word;
    if (trial->has_begun || seq < trial->of->asked->from)
        return;
    trial->has_begun = true;
    for (size_t i = 0; i < trial->poke_count; i++) {
        const struct poke *poke = &trial->pokes[i];
        uint8_t changed[OPERAND_BYTES_MAX];
        for (uint32_t at = 0; at < sizeof changed; at++)
            changed[at] = (uint8_t)(poke->mask >> 8 * (at % sizeof poke->mask));
        for (uint32_t lo = poke->lo; lo < poke->hi; lo += sizeof changed) {
            const uint32_t left = poke->hi - lo, count = left < sizeof changed ? left : (uint32_t)sizeof changed;
            tile_store(tile, poke->space, lo, count, &poke->value[lo - poke->lo], changed);
        }
    }
}

static void on_base_ended(void *user, const struct tile *tile)
{
    struct trials *trials = user;
    tile_load(tile, TT_SPACE_L1, 0, trials->l1_bytes, trials->l1);
}

static enum tt_status add_poke(struct trial *trial, const struct poke *poke, struct tt_error *err)
{
    for (uint32_t lo = poke->lo; lo < poke->hi; lo += OPERAND_BYTES_MAX) {
        const uint32_t left = poke->hi - lo, count = left < OPERAND_BYTES_MAX ? left : OPERAND_BYTES_MAX;
        NEED(!mem_grow(&trial->operands, &trial->operand_capacity, trial->options.operand_count + 1,
                       sizeof *trial->operands),
             err, "no memory for what the start holds otherwise");
        struct replay_operand *operand = &trial->operands[trial->options.operand_count++];
        *operand =
            (struct replay_operand){.space = poke->space, .lo = lo, .count = (uint8_t)count, .event = poke->event};
        memcpy(operand->recorded, poke->recorded + (lo - poke->lo), count);
        memcpy(operand->value, poke->value + (lo - poke->lo), count);
        for (uint32_t i = 0; i < count; i++)
            operand->retained[i] = (uint8_t)(~poke->mask >> 8 * i);
    }
    return TT_OK;
}

static enum tt_status run_base(struct trials *trials, struct tt_error *err)
{
    const struct replay_observer observer = {.user = trials,
                                             .mismatch = on_base_mismatch,
                                             .started = on_base_started,
                                             .before = trials->before ? on_base_before : NULL,
                                             .ended = on_base_ended};
    struct replay_options options = trials->each->options;
    options.fills_frames = options.frames != NULL;
    enum tt_status status = replay_run(trials->capture, &options, NULL, &observer, &trials->summary, err);
    trials->replays++;
    if (!status && trials->has_failed)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the bytes that differ");
    const struct replay_summary *base = &trials->summary;
    const uint64_t most = (base->steps + base->events + base->executed) * STEPS_FOR_ONE + STEPS_MORE;
    if (!status && most < trials->options.max_steps)
        trials->options.max_steps = trials->each->options.max_steps = most;
    return status;
}

enum tt_status trials_open(struct trials **out, struct ttcap *capture, const struct residue_options *options,
                           struct tt_error *err)
{
    return trials_open_with(out, capture, options, NULL, 0, err);
}

/* Of the first the capture is everybody's, and it alone has frames. */
static enum tt_status trial_open(struct trial *trial, struct trials *trials, struct tt_error *err)
{
    trial->of = trials;
    trial->options = trials->options;
    trial->chunk = mem_alloc(CHUNK);
    NEED(trial->chunk, err, "no memory for replays");
    trial->capture = trials->capture;
    if (trial == trials->each)
        return TT_OK;
    TRY(ttcap_open(&trial->own, trials->asked->path, err));
    trial->capture = trial->own;
    return TT_OK;
}

static void trial_close(struct trial *trial)
{
    ttcap_close(trial->own);
    mem_free(trial->chunk);
    mem_free(trial->operands);
}

enum tt_status trials_open_with(struct trials **out, struct ttcap *capture, const struct residue_options *options,
                                const struct poke *pokes, size_t count, struct tt_error *err)
{
    const enum tt_chip chip = ttcap_info(capture)->chip;
    struct trials *trials = *out = mem_calloc(1, sizeof *trials);
    NEED(trials, err, "no memory for replays");
    trials->capture = capture;
    trials->asked = options;
    trials->l1_bytes = chip_get(chip)->l1_bytes;
    trials->processors = options->path ? pool_processors() : 1;
    trials->each = mem_calloc(trials->processors, sizeof *trials->each);
    trials->start = tile_new(chip);
    trials->before = options->from ? tile_new(chip) : NULL;
    trials->l1 = mem_alloc(trials->l1_bytes);
    if (!trials->each || !trials->start || !trials->l1 || (options->from && !trials->before))
        return tt_fail(err, TT_NO_MEMORY, "no memory for replays");
    struct trial *first = trials->each;
    trials->options = options->replay;
    TRY(trial_open(first, trials, err));
    if (!options->from && !count)
        first->options.frames = trials->frames = replay_frames_new(); /* without memory none, and it takes longer */
    for (size_t i = 0; i < count; i++)
        TRY(add_poke(first, &pokes[i], err));
    first->options.operand = first->operands;
    const enum tt_status status = run_base(trials, err);
    trials_find_pointers(trials);
    for (unsigned source = 0; source < SOURCES; source++)
        trials->turn[source] = trials_turn(trials, pokes, count, source);
    return status;
}

void trials_close(struct trials *trials)
{
    if (!trials)
        return;
    for (size_t i = 0; trials->each && i < trials->processors; i++)
        trial_close(&trials->each[i]);
    mem_free(trials->each);
    replay_frames_free(trials->frames);
    tile_free(trials->start);
    tile_free(trials->before);
    mem_free(trials->l1);
    mem_free(trials->base);
    mem_free(trials);
}

const struct tile *trials_start(const struct trials *trials)
{
    return trials->start;
}

const struct tile *trials_before(const struct trials *trials)
{
    return trials->before;
}

const struct replay_summary *trials_summary(const struct trials *trials)
{
    return &trials->summary;
}

uint64_t trials_replays(const struct trials *trials)
{
    return trials->replays;
}

size_t trials_at_once(const struct trials *trials)
{
    const struct replay_summary *base = &trials->summary;
    return base->steps + base->events + base->executed < PARALLEL_STEPS ? 1 : trials->processors;
}

bool trials_are_spent(const struct trials *trials)
{
    const struct residue_options *asked = trials->asked;
    return trials->replays >= asked->budget || (asked->is_late && asked->is_late(asked->user));
}

void trials_count(struct trials *trials)
{
    trials->replays++;
    if (trials->asked->progress)
        trials->asked->progress(trials->asked->user, trials->replays, trials->asked->budget);
}

/* ---- a trial ---- */

/* Whether the trial waits where the run as it is does not, or the other way round. More unsupported words for any other
 * reason show nothing. */
static bool hangs(const struct trials *trials, const struct replay_summary *summary)
{
    const struct verdict_facts *facts = &summary->facts, *base = &trials->summary.facts;
    const struct verdict_facts *more = facts->unsupported > base->unsupported ? facts : base;
    return summary->is_deadlocked != trials->summary.is_deadlocked ||
           (facts->unsupported != base->unsupported && more->first_unsupported.finding == FINDING_WORD_WOULD_WAIT);
}

static enum tt_status trials_begin(struct trial *trial, const struct poke *pokes, size_t count, struct tt_error *err)
{
    const struct trials *trials = trial->of;
    trial->options.operand_count = 0;
    trial->has_begun = trial->is_over = false;
    for (size_t i = 0; i < count && !trials->before; i++)
        TRY(add_poke(trial, &pokes[i], err));
    trial->options.operand = trial->operands;
    trial->pokes = pokes;
    trial->poke_count = count;
    trial->next = 0;
    trial->change = (struct trial_change){.reach = RESIDUE_NO_VALUE};
    for (unsigned source = 0; source < SOURCES; source++) {
        const uint8_t turn = trials_turn(trials, pokes, count, source);
        trial->has_moved[source] =
            turn != TURN_NONE && trials->turn[source] != TURN_NONE && turn != trials->turn[source];
    }
    return TT_OK;
}

static enum tt_status trial_run(struct trial *trial, struct trial_try *try, struct tt_error *err)
{
    const struct replay_observer observer = {.user = trial,
                                             .found = trial_on_found,
                                             .is_enough = trial_is_enough,
                                             .mismatch = trial_on_mismatch,
                                             .before = trial->of->before ? trials_on_before : NULL,
                                             .ended = trial_on_ended,
                                             .resumed = trial_on_resumed};
    const struct trials *trials = trial->of;
    struct replay_summary summary;
    struct tt_error why = {{0}};
    TRY(trials_begin(trial, try->pokes, try->count, err));
    const enum tt_status status = replay_run(trial->capture, &trial->options, NULL, &observer, &summary, &why);
    try->change = trial->change;
    if (status == TT_NO_MEMORY || status == TT_IO) {
        *err = why;
        return status;
    }
    const bool has_hung = !status && hangs(trials, &summary);
    const bool is_refused = status || (!has_hung && summary.facts.unsupported > trials->summary.facts.unsupported);
    if (is_refused)
        try->change = (struct trial_change){.reach = RESIDUE_UNSUPPORTED};
    else if (has_hung && try->change.reach != RESIDUE_OUTPUT)
        try->change.reach = RESIDUE_HANG;
    return TT_OK;
}

/* ---- several ---- */

struct several {
    struct trials *trials;
    struct trial_try *tries;
    bool ends;
    size_t *done;
};

static enum tt_status several_work(void *user, const struct pool_item *item, struct tt_error *err)
{
    const struct several *several = user;
    struct trial *trial = &several->trials->each[item->worker];
    if (!trial->of)
        TRY(trial_open(trial, several->trials, err));
    return trial_run(trial, &several->tries[item->index], err);
}

static enum tt_status several_deliver(void *user, const struct pool_item *item, struct tt_error *err)
{
    const struct several *several = user;
    (void)err;
    ++*several->done;
    trials_count(several->trials);
    return (several->ends && several->tries[item->index].change.reach != RESIDUE_NO_VALUE) ||
                   trials_are_spent(several->trials)
               ? TT_END
               : TT_OK;
}

enum tt_status trials_try_several(struct trials *trials, struct trial_try *tries, size_t count, bool ends, size_t *done,
                                  struct tt_error *err)
{
    struct several several = {trials, tries, ends, done};
    const size_t threads = trials_at_once(trials) < count ? trials_at_once(trials) : count;
    const struct pool pool = {&several, threads, threads, count, NULL, several_work, several_deliver};
    *done = 0;
    return count ? walk_ended(pool_run(&pool, err)) : TT_OK;
}

enum tt_status trials_try(struct trials *trials, const struct poke *pokes, size_t count, struct trial_change *change,
                          struct tt_error *err)
{
    struct trial_try one = {.pokes = pokes, .count = count};
    const enum tt_status status = trial_run(trials->each, &one, err);
    trials_count(trials);
    *change = one.change;
    return status;
}
