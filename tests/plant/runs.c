/* SPDX-License-Identifier: Apache-2.0 */
/* The events of a capture without its pushed words, of which some are dropped, changed, or put in once more. */
#include "plant/runs.h"

#include "ask/reduce/copy.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "plant/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 60, RUN_MAX = 8, PIECE_MAX = 64, REGION_BYTES = 64 };

struct runs {
    struct plant *plant;
    struct ttcap *from;
    struct ttcap_event *events; /* without bytes */
    uint64_t count;
    bool *is_dropped, *is_pushed;
    uint32_t *value;
    struct ttcap_event put[PIECE_MAX];
    size_t put_count;
    uint64_t put_before;
    uint32_t words[PIECE_MAX]; /* REGION: how its bytes stand at the end */
};

static enum tt_status runs_read(struct runs *runs, struct tt_error *err)
{
    const uint64_t all = ttcap_info(runs->from)->event_count;
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    runs->events = calloc(all + 1, sizeof *runs->events);
    runs->is_dropped = calloc(all + 1, 1);
    runs->is_pushed = calloc(all + 1, 1);
    runs->value = calloc(all + 1, sizeof *runs->value);
    if (!runs->events || !runs->is_dropped || !runs->is_pushed || !runs->value)
        abort();
    enum tt_status status = ttcap_events_open(&cursor, runs->from, 0, all, err);
    while (!status && !(status = ttcap_events_next(cursor, &event, err))) {
        runs->events[runs->count] = event;
        runs->is_pushed[runs->count++] = event.kind == TTCAP_PUSH;
    }
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

static void runs_reset(struct runs *runs)
{
    memcpy(runs->is_dropped, runs->is_pushed, runs->count);
    for (uint64_t i = 0; i < runs->count; i++)
        runs->value[i] = runs->events[i].value;
    runs->put_count = 0;
}

/* An event's number in the planted capture, where nothing is put in before it. */
static int64_t runs_planted(const struct runs *runs, uint64_t at)
{
    int64_t number = 0;
    for (uint64_t i = 0; i < at; i++)
        number += !runs->is_dropped[i];
    return number;
}

static bool runs_is_word(const struct runs *runs, uint64_t at, int thread)
{
    return runs->events[at].kind == TTCAP_EXEC && runs->events[at].thread == thread;
}

static bool runs_is_store(const struct runs *runs, uint64_t at)
{
    return runs->events[at].kind == TTCAP_CFGW || runs->events[at].kind == TTCAP_GPRW ||
           runs->events[at].kind == TTCAP_MOPW;
}

/* The thread's next `count` words from `at` on; *last: of them. How many there are. */
static size_t runs_piece(const struct runs *runs, uint64_t at, size_t count, uint64_t piece[static PIECE_MAX])
{
    size_t found = 0;
    for (uint64_t i = at; i < runs->count && found < count; i++)
        if (runs_is_word(runs, i, runs->events[at].thread))
            piece[found++] = i;
    return found;
}

/* ---- the faults ---- */

static bool runs_lose(struct runs *runs, uint64_t at, size_t count)
{
    uint64_t piece[PIECE_MAX];
    if (runs_piece(runs, at, count, piece) < count)
        return false;
    for (size_t i = 0; i < count; i++)
        runs->is_dropped[piece[i]] = true;
    runs->plant->first_event = runs_planted(runs, piece[0]) - 2 * RUN_MAX;
    runs->plant->last_event = runs_planted(runs, piece[count - 1]) + 2 * RUN_MAX;
    return true;
}

/* How many words the thread goes on as the piece does: doubled anywhere there, it comes to the same. */
static size_t runs_alike(const struct runs *runs, const uint64_t *piece, size_t count, size_t all)
{
    size_t alike = count;
    while (alike < all && runs->events[piece[alike]].value == runs->events[piece[alike - count]].value)
        alike++;
    return alike;
}

static bool runs_double(struct runs *runs, uint64_t at, size_t count)
{
    uint64_t piece[PIECE_MAX];
    const size_t all = runs_piece(runs, at, PIECE_MAX, piece);
    if (all < count)
        return false;
    for (size_t i = 0; i < count; i++)
        runs->put[runs->put_count++] = runs->events[piece[i]];
    runs->put_before = piece[count - 1] + 1;
    runs->plant->first_event = runs_planted(runs, piece[0]);
    runs->plant->last_event = runs_planted(runs, piece[runs_alike(runs, piece, count, all) - 1]) + (int64_t)count;
    return true;
}

/* How long the piece is that stands before `at` as it stands from there on: a round of a loop; 0: none. */
static size_t runs_round(const struct runs *runs, uint64_t at)
{
    for (size_t count = 2; count <= PIECE_MAX / 2; count++) {
        uint64_t piece[PIECE_MAX];
        bool is_same = runs_piece(runs, at, 2 * count, piece) == 2 * count;
        for (size_t i = 0; i < count && is_same; i++)
            is_same = runs->events[piece[i]].value == runs->events[piece[count + i]].value;
        if (is_same && runs->events[piece[0]].value != runs->events[piece[1]].value)
            return count;
    }
    return 0;
}

static bool runs_everywhere(struct runs *runs, uint64_t at, uint64_t *state)
{
    const struct ttcap_event *event = &runs->events[at];
    const struct isa_insn *insn = isa_find(ttcap_info(runs->from)->chip, event->value);
    const bool is_lost = runs->plant->kind == PLANT_EVERY_LOST;
    uint64_t count = 0, first = runs->count, last = 0;
    if (!insn || !insn->field_count)
        return false;
    const struct isa_field *field = &insn->fields[plant_draw(state) % insn->field_count];
    const uint32_t mask = (uint32_t)((UINT64_C(1) << field->bits) - 1) << field->low;
    const uint32_t value = plant_wide_value((event->value & mask) >> field->low, field->bits, state) << field->low;
    for (uint64_t i = 0; i < runs->count; i++)
        if (runs_is_word(runs, i, event->thread) && runs->events[i].value == event->value) {
            runs->is_dropped[i] = is_lost;
            runs->value[i] = (event->value & ~mask) | (value & mask);
            first = i < first ? i : first;
            last = i;
            count++;
        }
    runs->plant->first_event = runs_planted(runs, first) - 1;
    runs->plant->last_event = runs_planted(runs, last) + 1;
    return count > 1 && (is_lost || runs->value[at] != event->value);
}

/* Two stores of one core, or two words that write one place, with the values exchanged. */
static bool runs_exchange(struct runs *runs, uint64_t at, uint64_t *state)
{
    const struct ttcap_event *event = &runs->events[at];
    const uint64_t away = 1 + plant_draw(state) % 200;
    uint64_t other = at;
    for (uint64_t i = at + 1; i < runs->count && i <= at + away; i++)
        if (runs->events[i].kind == event->kind && runs->events[i].thread == event->thread &&
            (runs_is_store(runs, i) || runs->events[i].value >> 24 == event->value >> 24) &&
            runs->events[i].value != event->value)
            other = i;
    runs->value[at] = runs->events[other].value;
    runs->value[other] = event->value;
    runs->plant->first_event = runs_planted(runs, at);
    runs->plant->inserted = (uint64_t)(runs->plant->last_event = runs_planted(runs, other));
    return other != at;
}

/* A word or a store that comes up to 8 events of its thread later. */
static bool runs_move(struct runs *runs, uint64_t at, uint64_t *state)
{
    const uint64_t away = 2 + plant_draw(state) % RUN_MAX;
    uint64_t seen = 0, to = at + 1;
    for (; to < runs->count && seen < away; to++)
        seen += !runs->is_pushed[to] && runs->events[to].thread == runs->events[at].thread;
    runs->put[runs->put_count++] = runs->events[at];
    runs->put_before = to;
    runs->is_dropped[at] = true;
    runs->plant->first_event = runs_planted(runs, at) - 1;
    runs->plant->last_event = runs_planted(runs, to) + 1;
    return seen == away && to < runs->count;
}

/* A word that the thread executes somewhere else. */
static bool runs_stray(struct runs *runs, uint64_t at, uint64_t *state)
{
    const uint64_t other = plant_draw(state) % runs->count;
    if (!runs_is_word(runs, other, runs->events[at].thread))
        return false;
    runs->put[runs->put_count++] = runs->events[other];
    runs->put_before = at;
    runs->plant->word = runs->events[other].value;
    runs->plant->last_event = runs_planted(runs, at);
    runs->plant->first_event = runs->plant->last_event - 1; /* behind which it is lost in a clean stream */
    return true;
}

/* All that a core stores in configuration is what the kernel before it left. */
static bool runs_stale(struct runs *runs, uint64_t at)
{
    bool is_any = false;
    for (uint64_t i = 0; i < runs->count; i++) {
        const bool is_it = runs->events[i].kind == TTCAP_CFGW && runs->events[i].thread == runs->events[at].thread;
        runs->is_dropped[i] |= is_it;
        is_any |= is_it;
    }
    runs->plant->last_event = (int64_t)runs->count;
    return is_any;
}

/* NOP, or a word of another instruction that any thread executes, in the word's place. */
static bool runs_replace(struct runs *runs, uint64_t at, uint64_t *state)
{
    enum { OPERAND_BITS = 24 };
    const enum tt_chip chip = ttcap_info(runs->from)->chip;
    const struct ttcap_event *other = &runs->events[plant_draw(state) % runs->count];
    const uint32_t nop = (uint32_t)isa_find_mnemonic(chip, "NOP")->opcode << OPERAND_BITS;
    const uint32_t word = runs->plant->kind == PLANT_NOP ? nop : other->value;
    if ((runs->plant->kind == PLANT_OTHER && other->kind != TTCAP_EXEC) ||
        !((word ^ runs->events[at].value) >> OPERAND_BITS))
        return false;
    runs->value[at] = word;
    runs->plant->first_event = runs->plant->last_event = runs_planted(runs, at);
    return true;
}

/* What stood there before the store stays; any time since the start would have done. */
static bool runs_leave(struct runs *runs, uint64_t at)
{
    runs->is_dropped[at] = true;
    runs->plant->first_event = -1;
    runs->plant->last_event = runs_planted(runs, at);
    return runs->events[at].kind == TTCAP_CFGW;
}

/* From there on the thread does nothing more. */
static bool runs_end(struct runs *runs, uint64_t at)
{
    for (uint64_t i = at; i < runs->count; i++)
        runs->is_dropped[i] |= runs_is_word(runs, i, runs->events[at].thread);
    runs->plant->first_event = runs_planted(runs, at) - 1;
    runs->plant->last_event = (int64_t)runs->count;
    return true;
}

/* ---- of the device ---- */

static void runs_put_region(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count,
                            uint8_t *bytes, uint8_t *known)
{
    const struct runs *runs = user;
    const struct plant *plant = runs->plant;
    if (space != TT_SPACE_L1 || checkpoint != plant->checkpoint || !plant->bytes)
        return;
    for (uint32_t i = 0; i < count; i++)
        if (lo + i - plant->addr < plant->bytes && known[i])
            bytes[i] = plant->kind == PLANT_STUCK ? (uint8_t)(bytes[i] | 1u << plant->bit)
                                                  : (uint8_t)(runs->words[i % PIECE_MAX] >> 8);
}

/* Sixty-four bytes that the run wrote hold what another core stored there; or a line of the output is stuck. */
static bool runs_region(struct runs *runs, uint64_t *state)
{
    struct plant *plant = runs->plant;
    const uint32_t last = ttcap_info(runs->from)->checkpoint_count - 1;
    uint8_t was[REGION_BYTES], is[REGION_BYTES], known[REGION_BYTES];
    struct tt_error err;
    plant->checkpoint = last;
    plant->space = TT_SPACE_L1;
    plant->bytes = plant->kind == PLANT_STUCK ? 4 * REGION_BYTES : REGION_BYTES;
    plant->bit = plant_draw(state) % 8;
    plant->addr = 0x5FFC0 + (uint32_t)(plant_draw(state) % 64) * REGION_BYTES; /* where recorded kernels pack to */
    for (size_t i = 0; i < PIECE_MAX; i++)
        runs->words[i] = (uint32_t)plant_draw(state);
    return last && !ttcap_read(runs->from, 0, TT_SPACE_L1, plant->addr, REGION_BYTES, was, known, &err) &&
           !ttcap_read(runs->from, last, TT_SPACE_L1, plant->addr, REGION_BYTES, is, known, &err) &&
           known[0] == UINT8_MAX && memcmp(was, is, REGION_BYTES) != 0;
}

/* ---- all of it ---- */

static bool runs_keep(void *user, uint64_t seq)
{
    return !((const struct runs *)user)->is_dropped[seq];
}

static void runs_change(void *user, struct ttcap_event *event)
{
    event->value = ((const struct runs *)user)->value[event->seq];
}

static bool runs_choose(struct runs *runs, uint64_t *state)
{
    const uint64_t at = plant_draw(state) % runs->count;
    const enum plant_kind kind = runs->plant->kind;
    const struct ttcap_event *event = &runs->events[at];
    const size_t count = 2 + plant_draw(state) % (RUN_MAX - 1);
    const bool is_word = event->kind == TTCAP_EXEC && event->thread >= 0, is_store = runs_is_store(runs, at);
    const enum tt_unit unit = is_word ? isa_unit(ttcap_info(runs->from)->chip, event->value) : TT_UNIT_CORE;
    runs_reset(runs);
    runs->plant->thread = event->thread < 0 ? 0 : (unsigned)event->thread;
    runs->plant->word = event->value;
    runs->plant->addr = event->addr;
    runs->plant->is_store = is_store || unit == TT_UNIT_CONFIG || unit == TT_UNIT_SCALAR;
    if (kind == PLANT_REGION || kind == PLANT_STUCK)
        return runs_region(runs, state);
    if (kind == PLANT_EXCHANGED || kind == PLANT_MOVED)
        return (is_word || is_store) &&
               (kind == PLANT_MOVED ? runs_move(runs, at, state) : runs_exchange(runs, at, state));
    if (kind == PLANT_STALE)
        return event->kind == TTCAP_CFGW && runs_stale(runs, at);
    if (kind == PLANT_LEFT)
        return runs_leave(runs, at);
    if (!is_word)
        return false;
    const size_t round = kind == PLANT_ROUND_LOST || kind == PLANT_ROUND_TWICE ? runs_round(runs, at) : count;
    runs->plant->value = (uint32_t)round;
    if (kind == PLANT_RUN_LOST || kind == PLANT_ROUND_LOST)
        return round && runs_lose(runs, at, round);
    if (kind == PLANT_RUN_TWICE || kind == PLANT_ROUND_TWICE)
        return round && runs_double(runs, at, round);
    if (kind == PLANT_NOP || kind == PLANT_OTHER)
        return runs_replace(runs, at, state);
    if (kind == PLANT_TAIL)
        return runs_end(runs, at);
    return kind == PLANT_STRAY ? runs_stray(runs, at, state) : runs_everywhere(runs, at, state);
}

enum tt_status plant_run(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                         struct tt_error *err)
{
    struct runs runs = {.plant = plant, .from = from};
    const struct copy_edit edit = {.user = &runs,
                                   .keeps_event = runs_keep,
                                   .change_event = runs_change,
                                   .change_known = runs_put_region,
                                   .inserted = runs.put};
    char text[ISA_TEXT_MAX];
    enum tt_status status = runs_read(&runs, err);
    for (int i = 0; i < TRIES && !status && !*is_made && runs.count; i++) {
        struct copy_edit with = edit;
        if (!ttcap_info(from)->kind_count[TTCAP_EXEC] || !runs_choose(&runs, state))
            continue;
        with.inserted_count = runs.put_count;
        with.inserted_before = runs.put_before;
        status = capture_copy(from, path, true, &with, err);
        if (!status)
            status = plant_is_shown(is_made, path, err);
    }
    (void)snprintf(plant->text, sizeof plant->text,
                   "%s: events %" PRId64 " to %" PRId64 ", thread %u, %" PRIu32 " bytes at 0x%" PRIx32 ", %.120s",
                   plant_kind_name(plant->kind), plant->first_event, plant->last_event, plant->thread, plant->bytes,
                   plant->addr, isa_disassemble(ttcap_info(from)->chip, plant->word, text));
    free(runs.events);
    free(runs.is_dropped);
    free(runs.is_pushed);
    free(runs.value);
    return status;
}
