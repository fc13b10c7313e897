/* SPDX-License-Identifier: Apache-2.0 */
/* One word of a recording is taken, and the capture copied without what was pushed. Only a fault that a replay shows is
 * one: a word that nothing hangs on, a wait that was over, say nothing when they are gone. */
#include "plant/words.h"

#include "ask/reduce/copy.h"
#include "isa/isa.h"
#include "order/options_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 400, OPERAND_BITS = 24, NARROW_BITS = 8 };

struct word {
    uint64_t seq, planted; /* in the recording; and without pushed words */
    uint32_t word;
    unsigned thread;
};

struct words {
    struct word *items; /* executed */
    size_t count;
    bool *is_dropped; /* by event of the recording: pushed words, where executed ones are planted, else those */
    uint64_t events;  /* that are not */
    /* what is planted */
    enum plant_kind kind; /* as of an executed word */
    bool is_pushed, zeroes;
    const struct word *at, *other; /* other: SWAPPED */
    uint32_t changed;
};

static enum tt_status read_words(struct words *words, struct ttcap *from, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(from);
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    words->items = calloc(info->event_count + 1, sizeof *words->items);
    words->is_dropped = calloc(info->event_count + 1, sizeof *words->is_dropped);
    if (!words->items || !words->is_dropped)
        abort();
    enum tt_status status = ttcap_events_open(&cursor, from, 0, info->event_count, err);
    while (!status && !(status = ttcap_events_next(cursor, &event, err))) {
        if (event.kind == (words->is_pushed ? TTCAP_PUSH : TTCAP_EXEC))
            words->items[words->count++] = (struct word){event.seq, words->events, event.value, (unsigned)event.thread};
        words->is_dropped[event.seq] = event.kind == (words->is_pushed ? TTCAP_EXEC : TTCAP_PUSH);
        words->events += !words->is_dropped[event.seq];
    }
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

/* The next word of the same thread; before: the one before. Null: none. */
static const struct word *neighbour(const struct words *words, const struct word *of, int step)
{
    for (const struct word *word = of + step; word >= words->items && word < words->items + words->count; word += step)
        if (word->thread == of->thread)
            return word;
    return NULL;
}

/* ---- the copy ---- */

static bool keeps_event(void *user, uint64_t seq)
{
    const struct words *words = user;
    return !words->is_dropped[seq] && (words->kind != PLANT_LOST || seq != words->at->seq);
}

static void change_event(void *user, struct ttcap_event *event)
{
    const struct words *words = user;
    if ((words->kind == PLANT_CHANGED || words->kind == PLANT_VALUE) && event->seq == words->at->seq)
        event->value = words->changed;
    if (words->kind == PLANT_SWAPPED && event->seq == words->at->seq)
        event->value = words->other->word;
    if (words->kind == PLANT_SWAPPED && event->seq == words->other->seq)
        event->value = words->at->word;
}

static enum tt_status copy(struct words *words, struct ttcap *from, const char *path, struct tt_error *err)
{
    const struct ttcap_event twice = {.kind = words->is_pushed ? TTCAP_PUSH : TTCAP_EXEC,
                                      .thread = (int8_t)words->at->thread,
                                      .value = words->at->word};
    const struct copy_edit edit = {.user = words,
                                   .keeps_event = keeps_event,
                                   .change_event = change_event,
                                   .inserted = &twice,
                                   .inserted_count = words->kind == PLANT_DOUBLED,
                                   .inserted_before = words->at->seq};
    return capture_copy(from, path, true, &edit, err);
}

/* ---- the choice ---- */

/* The run of equal words that the chosen one belongs to, in the planted capture's numbers. */
static void note_run(struct plant *plant, const struct words *words)
{
    const struct word *lo = words->at, *hi = words->at, *next;
    while ((next = neighbour(words, lo, -1)) && next->word == lo->word)
        lo = next;
    while ((next = neighbour(words, hi, 1)) && next->word == hi->word)
        hi = next;
    plant->thread = words->at->thread;
    plant->word = words->at->word;
    plant->first_event = (int64_t)lo->planted;
    plant->last_event = (int64_t)hi->planted;
    if (words->kind == PLANT_LOST) {
        lo = neighbour(words, lo, -1);
        next = neighbour(words, hi, 1);
        plant->first_event = lo ? (int64_t)lo->planted : -1;
        plant->last_event = next ? (int64_t)next->planted - 1 : (int64_t)words->events - 1;
    } else if (words->kind == PLANT_DOUBLED) {
        plant->last_event++;
    } else if (words->kind == PLANT_SWAPPED) {
        plant->last_event = (int64_t)words->other->planted;
    } else { /* the one event */
        plant->first_event = plant->last_event = (int64_t)words->at->planted;
    }
}

/* The word with one field of its operand at another value; as it is: it has none. */
static uint32_t choose_value(enum tt_chip chip, uint32_t word, uint64_t *state)
{
    const struct isa_insn *insn = isa_find(chip, word);
    if (!insn || !insn->field_count)
        return word;
    const struct isa_field *field = &insn->fields[plant_draw(state) % insn->field_count];
    const uint32_t mask = (uint32_t)((UINT64_C(1) << field->bits) - 1) << field->low;
    const uint32_t is = (word & mask) >> field->low;
    const uint32_t value =
        field->bits > NARROW_BITS ? plant_wide_value(is, field->bits, state) : (uint32_t)plant_draw(state);
    return (word & ~mask) | (value << field->low & mask);
}

/* ZEROACC, ZEROSRC, CLEARDVALID, and whatever else says so in its name. */
static bool words_is_zeroing(enum tt_chip chip, uint32_t word)
{
    const struct isa_insn *insn = isa_find(chip, word);
    return insn && (strstr(insn->mnemonic, "ZERO") || strstr(insn->mnemonic, "CLEAR"));
}

static bool choose(struct words *words, enum tt_chip chip, uint64_t *state)
{
    words->at = &words->items[plant_draw(state) % words->count];
    if (words->zeroes && !words_is_zeroing(chip, words->at->word))
        return false;
    if (words->kind == PLANT_VALUE)
        words->changed = choose_value(chip, words->at->word, state);
    else
        words->changed = words->at->word ^ UINT32_C(1) << plant_draw(state) % OPERAND_BITS;
    words->other = neighbour(words, words->at, 1);
    if (words->kind == PLANT_VALUE && words->changed == words->at->word)
        return false;
    return words->kind != PLANT_SWAPPED || (words->other && words->other->word != words->at->word);
}

static enum tt_status words_replay(struct replay_summary *summary, const char *path, struct tt_error *err)
{
    struct replay_options options;
    struct ttcap *planted = NULL;
    enum tt_status status = ttcap_open(&planted, path, err);
    if (status)
        return status;
    replay_options_init(&options, ttcap_info(planted));
    options.order = order_usual(ttcap_info(planted), true);
    options.takes_all = options.follows_undefined = true; /* as bisect has it */
    options.max_steps = 2000000;                          /* code that goes round for ever */
    status = replay_run(planted, &options, NULL, NULL, summary, err);
    ttcap_close(planted);
    return status;
}

enum tt_status plant_is_shown(bool *is_made, const char *path, struct tt_error *err)
{
    struct replay_summary summary;
    const enum tt_status status = words_replay(&summary, path, err);
    *is_made = !status && (summary.facts.bytes.differing || summary.verdict == VERDICT_UNSUPPORTED);
    return status;
}

enum tt_status plant_hangs(bool *is_made, const char *path, struct tt_error *err)
{
    struct replay_summary summary;
    const enum tt_status status = words_replay(&summary, path, err);
    *is_made = !status && summary.is_deadlocked;
    return status;
}

/* The same fault, of an executed word. */
static enum plant_kind words_kind_of(enum plant_kind kind)
{
    if (kind == PLANT_PUSHED_LOST || kind == PLANT_HANG || kind == PLANT_UNZEROED)
        return PLANT_LOST;
    if (kind == PLANT_PUSHED_DOUBLED || kind == PLANT_HANG_TWICE)
        return PLANT_DOUBLED;
    if (kind == PLANT_PUSHED_SWAPPED)
        return PLANT_SWAPPED;
    return kind == PLANT_PUSHED_VALUE || kind == PLANT_HANG_VALUE ? PLANT_VALUE : kind;
}

enum tt_status plant_word(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                          struct tt_error *err)
{
    const bool zeroes = plant->kind == PLANT_UNZEROED;
    struct words words = {.kind = words_kind_of(plant->kind),
                          .is_pushed = words_kind_of(plant->kind) != plant->kind && !zeroes,
                          .zeroes = zeroes};
    const bool is_hang = plant->kind >= PLANT_HANG && plant->kind <= PLANT_HANG_VALUE;
    char text[ISA_TEXT_MAX];
    enum tt_status status = read_words(&words, from, err);
    for (int i = 0; i < TRIES && !status && !*is_made && words.count; i++) {
        if (!choose(&words, ttcap_info(from)->chip, state))
            continue;
        note_run(plant, &words);
        const enum tt_unit unit = isa_unit(ttcap_info(from)->chip, plant->word);
        plant->is_store = unit == TT_UNIT_CONFIG || unit == TT_UNIT_SCALAR;
        status = copy(&words, from, path, err);
        if (!status)
            status = is_hang ? plant_hangs(is_made, path, err) : plant_is_shown(is_made, path, err);
        (void)snprintf(plant->text, sizeof plant->text, "%s: event %" PRId64 " to %" PRId64 ", thread %u, %.180s",
                       plant_kind_name(plant->kind), plant->first_event, plant->last_event, plant->thread,
                       isa_disassemble(ttcap_info(from)->chip, plant->word, text));
    }
    free(words.items);
    free(words.is_dropped);
    return status;
}
