/* SPDX-License-Identifier: Apache-2.0 */
/* A recording replayed as if one of its words had been lost, doubled, changed or swapped. docs/semantics/replay.md,
 * "Replays with another word" */
#include "order/engine.h"

#include "base/little.h"
#include "isa/spaces.h"

struct ttcap_event replay_edit_inserted(const struct replay_edit *edit, uint32_t nth, enum ttcap_kind word)
{
    return (struct ttcap_event){.seq = edit->event < 0 ? 0 : (uint64_t)edit->event,
                                .kind = edit->is_store ? edit->stored : word,
                                .thread = (int8_t)edit->thread,
                                .index = edit->index,
                                .addr = edit->addr,
                                .value = edit->run_count ? edit->run[nth] : edit->word};
}

static void edit_behind(struct replay *replay, const struct replay_edit *edit, int64_t seq, bool is_counted)
{
    if (!edit || edit->kind != REPLAY_EDIT_INSERT || edit->event != seq || edit->where != REPLAY_EDIT_ONCE)
        return;
    for (uint32_t i = 0; i < replay_edit_inserts(edit); i++) {
        const struct ttcap_event event = replay_edit_inserted(edit, i, TTCAP_EXEC);
        replay_event(replay, &event, is_counted);
    }
}

void replay_edit_behind(struct replay *replay, int64_t seq, bool is_counted)
{
    edit_behind(replay, replay->options->edit, seq, is_counted);
    edit_behind(replay, replay->options->other_edit, seq, is_counted);
}

/* The event at one of the two places of a swap, or the one that is changed: another word of perhaps another thread. */
static void edit_put(struct ttcap_event *event, unsigned thread, uint32_t word)
{
    event->thread = (int8_t)thread;
    event->value = word;
}

static bool edit_takes(const struct replay_edit *edit, bool is_it, struct ttcap_event *event)
{
    const int64_t seq = (int64_t)event->seq;
    if (!edit)
        return true;
    if (edit->kind == REPLAY_EDIT_CHANGE && is_it && edit->is_store)
        event->addr = edit->addr;
    if (edit->kind == REPLAY_EDIT_CHANGE && is_it)
        event->value = edit->where == REPLAY_EDIT_ONCE ? edit->word : event->value ^ edit->word ^ edit->other_word;
    if (edit->kind == REPLAY_EDIT_SWAP && seq == edit->event)
        edit_put(event, edit->thread, edit->word);
    if (edit->kind == REPLAY_EDIT_SWAP && seq == edit->other)
        edit_put(event, edit->other_thread, edit->other_word);
    const bool is_moved = edit->kind == REPLAY_EDIT_INSERT && seq == edit->other;
    return !is_moved && (edit->kind != REPLAY_EDIT_DROP || !is_it);
}

bool replay_edits_take(const struct replay_options *options, const struct ttcap_event *event,
                       struct ttcap_event *edited)
{
    const struct replay_edit *edit = options->edit, *other = options->other_edit;
    *edited = *event;
    return edit_takes(edit, edit && replay_edit_is_of(edit, event), edited) &&
           edit_takes(other, other && replay_edit_is_of(other, event), edited);
}

/* Runs the event, and puts the space back. */
static void edit_run_unwritten(struct replay *replay, enum tt_space space, const struct ttcap_event *event,
                               bool is_counted)
{
    const uint32_t bytes = space_bytes(replay->info->chip, space);
    uint8_t *before = mem_alloc(bytes);
    if (before)
        tile_load(replay->tile, space, 0, bytes, before);
    replay_run_event(replay, event, is_counted);
    if (before)
        tile_store(replay->tile, space, 0, bytes, before, NULL);
    mem_free(before);
}

static void edit_turn(struct replay *replay, const struct replay_edit *edit, uint64_t seq)
{
    uint8_t bytes[sizeof edit->bits];
    const uint32_t count = edit ? space_element_bytes(edit->space) : 0;
    if (!edit || edit->kind != REPLAY_EDIT_DATUM || edit->event != (int64_t)seq)
        return;
    tile_load(replay->tile, edit->space, edit->lo, count, bytes);
    store_number(bytes, count, load_number(bytes, count) ^ edit->bits);
    tile_store(replay->tile, edit->space, edit->lo, count, bytes, NULL);
}

static bool edit_unwrites(const struct replay_edit *edit, uint64_t seq)
{
    return edit && edit->kind == REPLAY_EDIT_UNWRITTEN && edit->event == (int64_t)seq;
}

static bool edit_is_of(const struct replay *replay, const struct replay_edit *edit, const struct ttcap_event *event)
{
    if (!edit || !replay_edit_is_of(edit, event))
        return false;
    const bool is_behind = (int64_t)event->seq == edit->event || !((replay->before[edit->thread] ^ edit->behind) &
                                                                   edit->alike) == (edit->where == REPLAY_EDIT_BEHIND);
    return !replay_edit_looks_back(edit) || is_behind;
}

static void edit_before(struct replay *replay, const struct replay_edit *edit, const struct ttcap_event *event,
                        bool is_counted)
{
    struct ttcap_event inserted = *event;
    inserted.value = edit->word;
    replay_event(replay, &inserted, is_counted);
}

/* The event as the two edits leave it, behind what they insert before it; false: it does not happen. */
static bool edit_begin(struct replay *replay, const struct ttcap_event *event, struct ttcap_event *edited,
                       bool is_counted)
{
    const struct replay_edit *const edits[] = {replay->options->edit, replay->options->other_edit};
    bool happens = true;
    *edited = *event;
    for (unsigned i = 0; i < 2; i++) {
        const bool is_it = edit_is_of(replay, edits[i], event);
        if (is_it && edits[i]->kind == REPLAY_EDIT_INSERT && edits[i]->where != REPLAY_EDIT_ONCE)
            edit_before(replay, edits[i], event, is_counted);
        happens = edit_takes(edits[i], is_it, edited) && happens;
    }
    if (event->kind == TTCAP_EXEC)
        replay->before[event->thread] = event->value;
    return happens;
}

void replay_edited_event(struct replay *replay, const struct ttcap_event *event, bool is_counted)
{
    const struct replay_options *options = replay->options;
    struct ttcap_event edited;
    if (!edit_begin(replay, event, &edited, is_counted))
        return;
    if (edit_unwrites(options->edit, event->seq))
        edit_run_unwritten(replay, options->edit->space, &edited, is_counted);
    else if (edit_unwrites(options->other_edit, event->seq))
        edit_run_unwritten(replay, options->other_edit->space, &edited, is_counted);
    else
        replay_run_event(replay, &edited, is_counted);
    edit_turn(replay, options->edit, event->seq);
    edit_turn(replay, options->other_edit, event->seq);
    replay_edit_behind(replay, (int64_t)event->seq, is_counted);
}
