/* SPDX-License-Identifier: Apache-2.0 */
/* The same replay from other starts, and the first byte of its results that is another one: of the bytes that
 * checkpoints compare, and of L1 at the end. */
#include "ask/residue/residue_internal.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/search.h"
#include "isa/effects.h"
#include "isa/spaces.h"
#include "order/frames.h"

#include "finding_ids.h"

#include <string.h>

enum { DIFFERING_MAX = 1 << 20, CHUNK = 1 << 16 };
/* Steps of a trial, for each of the replay as it is, before it counts as one that hangs. */
enum { STEPS_FOR_ONE = 4, STEPS_MORE = 100000 };

enum { SOURCES = 2, TURN_NONE = 0xFF };

/* A byte that differs from the recording, as the replay has it. */
struct differing {
    uint32_t checkpoint, at;
    uint8_t space, replayed;
};

struct trials {
    struct ttcap *capture;
    const struct residue_options *asked;
    struct replay_options options; /* of a trial */
    struct replay_frames *frames;
    struct tile *start, *before; /* before: of a run that begins at an event, what the capture begins with */
    bool has_before, has_begun;  /* the run before, and such a run, in the replay at hand */
    uint8_t *l1, *chunk;         /* L1 at the end; room for a piece of it */
    uint32_t l1_bytes;
    struct differing *base; /* of the replay as it is: by checkpoint, space, address */
    size_t base_count, base_capacity;
    uint32_t pointers[2 * SOURCES]; /* where in the state: the unpacker's of SrcA and SrcB, the matrix unit's */
    uint8_t turn[SOURCES]; /* whose bank it is at the start, of each source; TURN_NONE: the pointers are out of step */
    struct replay_summary summary;
    struct replay_operand *operands;
    size_t operand_capacity;
    uint64_t replays;
    bool has_failed;
    /* Of the current trial: */
    const struct poke *pokes;
    size_t poke_count, next; /* next: of base */
    struct trial_change change;
    bool is_over;            /* a word waits that did not */
    bool has_moved[SOURCES]; /* begins with the other bank, in step: all of it takes place in the other one */
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
static const struct poke *poke_at(const struct trials *trials, enum tt_space space, uint32_t at)
{
    return FIND(trials->pokes, trials->poke_count, item->space == space && item->lo <= at && at < item->hi);
}

/* Still: of a field, its own bits. */
static bool is_as_poked(const struct poke *poke, uint32_t at, uint8_t value)
{
    return !((poke->value[at - poke->lo] ^ value) & (uint8_t)(poke->mask >> 8 * ((at - poke->lo) % sizeof poke->mask)));
}

static void trials_note(struct trials *trials, const struct trial_change *change)
{
    if (change->reach < trials->change.reach)
        trials->change = *change;
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
static bool trials_has_moved(const struct trials *trials, const struct differing *byte)
{
    const struct residue_range range = {.space = (enum tt_space)byte->space, .lo = byte->at & ~3u};
    const unsigned source = byte->space == TT_SPACE_SRCA   ? 1
                            : byte->space == TT_SPACE_SRCB ? 2
                                                           : values_source_of(&range);
    return source && trials->has_moved[source - 1];
}

static void note_differing(struct trials *trials, const struct differing *byte)
{
    if (trials_has_moved(trials, byte))
        return;
    const struct trial_change change = {.reach = byte->space == TT_SPACE_L1 ? RESIDUE_OUTPUT : RESIDUE_COMPARED,
                                        .checkpoint = byte->checkpoint,
                                        .space = (enum tt_space)byte->space,
                                        .at = byte->at};
    trials_note(trials, &change);
}

/* Bytes before `until` that differ from the recording in the run as it is, and agree with it in the trial: those are
 * changes too. */
static void skip_base(struct trials *trials, const struct differing *until)
{
    for (; trials->next < trials->base_count; trials->next++) {
        const struct differing *byte = &trials->base[trials->next];
        if (until && trials_order(byte, until) >= 0)
            return;
        if (!poke_at(trials, (enum tt_space)byte->space, byte->at))
            note_differing(trials, byte);
    }
}

static void hold_byte(struct trials *trials, const struct differing *byte)
{
    const struct poke *poke = poke_at(trials, (enum tt_space)byte->space, byte->at);
    skip_base(trials, byte);
    const bool is_there = trials->next < trials->base_count && trials_order(&trials->base[trials->next], byte) == 0;
    const bool is_same = is_there && trials->base[trials->next].replayed == byte->replayed;
    trials->next += is_there;
    if (!is_same && !(poke && is_as_poked(poke, byte->at, byte->replayed)))
        note_differing(trials, byte);
}

static void trials_on_mismatch(void *user, const struct replay_mismatch *run)
{
    struct trials *trials = user;
    for (uint32_t i = 0; i < run->hi - run->lo; i++) {
        if (!((run->held[i] ^ run->replayed[i]) & run->known[i]))
            continue;
        const struct differing byte = {run->checkpoint, run->lo + i, (uint8_t)run->space, run->replayed[i]};
        hold_byte(trials, &byte);
    }
}

static void trials_on_resumed(void *user, uint32_t checkpoint)
{
    struct trials *trials = user;
    while (trials->next < trials->base_count && trials->base[trials->next].checkpoint < checkpoint)
        trials->next++;
}

static void trials_on_found(void *user, const struct verdict_place *place, const struct probe_finding *finding)
{
    struct trials *trials = user;
    (void)place;
    trials->is_over |= finding->id == FINDING_WORD_WOULD_WAIT && !trials->summary.facts.unsupported;
}

/* Behind a word that would wait in executed order all is unknown; nothing is worse than an output. */
static bool trials_is_enough(void *user)
{
    const struct trials *trials = user;
    return trials->is_over || trials->change.reach == RESIDUE_OUTPUT;
}

static void trials_hold_end(struct trials *trials, uint32_t lo, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (trials->chunk[i] == trials->l1[lo + i])
            continue;
        const struct poke *poke = poke_at(trials, TT_SPACE_L1, lo + i);
        if (poke && is_as_poked(poke, lo + i, trials->chunk[i]))
            continue;
        trials_note(trials, &(struct trial_change){
                                .reach = RESIDUE_OUTPUT, .is_at_end = true, .space = TT_SPACE_L1, .at = lo + i});
        return;
    }
}

static void trials_on_ended(void *user, const struct tile *tile)
{
    struct trials *trials = user;
    skip_base(trials, NULL);
    for (uint32_t lo = 0; lo < trials->l1_bytes && trials->change.reach != RESIDUE_OUTPUT; lo += CHUNK) {
        const uint32_t count = trials->l1_bytes - lo < CHUNK ? trials->l1_bytes - lo : CHUNK;
        tile_load(tile, TT_SPACE_L1, lo, count, trials->chunk);
        if (memcmp(trials->chunk, trials->l1 + lo, count) != 0)
            trials_hold_end(trials, lo, count);
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
    if (!trials->has_before && trials->before && seq >= trials->asked->since) {
        trials->has_before = true;
        copy_spaces(trials->before, tile);
    }
    if (!trials->before || trials->has_begun || seq < trials->asked->from)
        return;
    trials->has_begun = true;
    copy_spaces(trials->start, tile);
}

/* The state with which the trial begins, where the run begins. */
static void trials_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct trials *trials = user;
    (void)thread, (void)word;
    if (!trials->before || trials->has_begun || seq < trials->asked->from)
        return;
    trials->has_begun = true;
    for (size_t i = 0; i < trials->poke_count; i++) {
        const struct poke *poke = &trials->pokes[i];
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

static enum tt_status add_poke(struct trials *trials, const struct poke *poke, struct tt_error *err)
{
    for (uint32_t lo = poke->lo; lo < poke->hi; lo += OPERAND_BYTES_MAX) {
        const uint32_t left = poke->hi - lo, count = left < OPERAND_BYTES_MAX ? left : OPERAND_BYTES_MAX;
        if (mem_grow(&trials->operands, &trials->operand_capacity, trials->options.operand_count + 1,
                     sizeof *trials->operands))
            return tt_fail(err, TT_NO_MEMORY, "no memory for what the start holds otherwise");
        struct replay_operand *operand = &trials->operands[trials->options.operand_count++];
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
                                             .before = on_base_before,
                                             .ended = on_base_ended};
    struct replay_options options = trials->options;
    options.fills_frames = options.frames != NULL;
    enum tt_status status = replay_run(trials->capture, &options, NULL, &observer, &trials->summary, err);
    trials->replays++;
    if (!status && trials->has_failed)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the bytes that differ");
    const struct replay_summary *base = &trials->summary;
    const uint64_t most = (base->steps + base->events + base->executed) * STEPS_FOR_ONE + STEPS_MORE;
    if (!status && most < trials->options.max_steps)
        trials->options.max_steps = most;
    return status;
}

enum tt_status trials_open(struct trials **out, struct ttcap *capture, const struct residue_options *options,
                           struct tt_error *err)
{
    return trials_open_with(out, capture, options, NULL, 0, err);
}

enum tt_status trials_open_with(struct trials **out, struct ttcap *capture, const struct residue_options *options,
                                const struct poke *pokes, size_t count, struct tt_error *err)
{
    const enum tt_chip chip = ttcap_info(capture)->chip;
    struct trials *trials = *out = mem_calloc(1, sizeof *trials);
    NEED(trials, err, "no memory for replays");
    trials->capture = capture;
    trials->asked = options;
    trials->options = options->replay;
    if (!options->from && !count)
        trials->options.frames = trials->frames = replay_frames_new(); /* without memory none, and it takes longer */
    trials->l1_bytes = chip_get(chip)->l1_bytes;
    trials->start = tile_new(chip);
    trials->before = options->from ? tile_new(chip) : NULL;
    trials->l1 = mem_alloc(trials->l1_bytes);
    trials->chunk = mem_alloc(CHUNK);
    if (!trials->start || !trials->l1 || !trials->chunk || (options->from && !trials->before))
        return tt_fail(err, TT_NO_MEMORY, "no memory for replays");
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = add_poke(trials, &pokes[i], err);
    trials->options.operand = trials->operands;
    status = status ?: run_base(trials, err);
    trials_find_pointers(trials);
    for (unsigned source = 0; source < SOURCES; source++)
        trials->turn[source] = trials_turn(trials, pokes, count, source);
    return status;
}

void trials_close(struct trials *trials)
{
    if (!trials)
        return;
    replay_frames_free(trials->frames);
    tile_free(trials->start);
    tile_free(trials->before);
    mem_free(trials->l1);
    mem_free(trials->chunk);
    mem_free(trials->base);
    mem_free(trials->operands);
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

enum tt_status trials_try(struct trials *trials, const struct poke *pokes, size_t count, struct trial_change *change,
                          struct tt_error *err)
{
    const struct replay_observer observer = {.user = trials,
                                             .found = trials_on_found,
                                             .is_enough = trials_is_enough,
                                             .mismatch = trials_on_mismatch,
                                             .before = trials_on_before,
                                             .ended = trials_on_ended,
                                             .resumed = trials_on_resumed};
    struct replay_summary summary;
    struct tt_error why = {{0}};
    enum tt_status status = TT_OK;
    trials->options.operand_count = 0;
    trials->has_begun = trials->is_over = false;
    for (size_t i = 0; i < count && !status && !trials->before; i++)
        status = add_poke(trials, &pokes[i], err);
    if (status)
        return status;
    trials->options.operand = trials->operands;
    trials->pokes = pokes;
    trials->poke_count = count;
    trials->next = 0;
    trials->change = (struct trial_change){.reach = RESIDUE_NO_VALUE};
    for (unsigned source = 0; source < SOURCES; source++) {
        const uint8_t turn = trials_turn(trials, pokes, count, source);
        trials->has_moved[source] =
            turn != TURN_NONE && trials->turn[source] != TURN_NONE && turn != trials->turn[source];
    }
    status = replay_run(trials->capture, &trials->options, NULL, &observer, &summary, &why);
    trials_count(trials);
    *change = trials->change;
    if (status == TT_NO_MEMORY || status == TT_IO) {
        *err = why;
        return status;
    }
    const bool has_hung = !status && hangs(trials, &summary);
    const bool is_refused = status || (!has_hung && summary.facts.unsupported > trials->summary.facts.unsupported);
    if (is_refused)
        *change = (struct trial_change){.reach = RESIDUE_UNSUPPORTED};
    else if (has_hung && change->reach != RESIDUE_OUTPUT)
        change->reach = RESIDUE_HANG;
    return TT_OK;
}
