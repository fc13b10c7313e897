/* SPDX-License-Identifier: Apache-2.0 */
/* A recording replayed as if one of its words had been lost, doubled, changed or swapped. docs/semantics/replay.md,
 * "Replays with another word" */
#include "order/engine.h"

#include "base/memory.h"
#include "isa/spaces.h"

void replay_edit_behind(struct replay *replay, int64_t seq, bool is_counted)
{
    const struct replay_edit *edit = replay->options->edit;
    if (!edit || edit->kind != REPLAY_EDIT_INSERT || edit->event != seq)
        return;
    const struct ttcap_event event = {
        .seq = seq < 0 ? 0 : (uint64_t)seq, .kind = TTCAP_EXEC, .thread = (int8_t)edit->thread, .value = edit->word};
    replay_event(replay, &event, is_counted);
}

/* The event at one of the two places of a swap, or the one that is changed: another word of perhaps another thread. */
static void edit_put(struct ttcap_event *event, unsigned thread, uint32_t word)
{
    event->thread = (int8_t)thread;
    event->value = word;
}

bool replay_edit_takes(const struct replay_edit *edit, const struct ttcap_event *event, struct ttcap_event *edited)
{
    const int64_t seq = (int64_t)event->seq;
    *edited = *event;
    if (edit->kind == REPLAY_EDIT_CHANGE && seq == edit->event)
        edited->value = edit->word;
    if (edit->kind == REPLAY_EDIT_SWAP && seq == edit->event)
        edit_put(edited, edit->thread, edit->word);
    if (edit->kind == REPLAY_EDIT_SWAP && seq == edit->other)
        edit_put(edited, edit->other_thread, edit->other_word);
    return edit->kind != REPLAY_EDIT_DROP || seq != edit->event;
}

/* Runs the event, and puts the space back. */
static void edit_run_unwritten(struct replay *replay, const struct ttcap_event *event, bool is_counted)
{
    const enum tt_space space = replay->options->edit->space;
    const uint32_t bytes = space_bytes(replay->info->chip, space);
    uint8_t *before = mem_alloc(bytes);
    if (before)
        tile_load(replay->tile, space, 0, bytes, before);
    replay_run_event(replay, event, is_counted);
    if (before)
        tile_store(replay->tile, space, 0, bytes, before, NULL);
    mem_free(before);
}

void replay_edited_event(struct replay *replay, const struct ttcap_event *event, bool is_counted)
{
    const struct replay_edit *edit = replay->options->edit;
    struct ttcap_event edited;
    if (!replay_edit_takes(edit, event, &edited))
        return;
    if (edit->kind == REPLAY_EDIT_UNWRITTEN && (int64_t)event->seq == edit->event)
        edit_run_unwritten(replay, event, is_counted);
    else
        replay_run_event(replay, &edited, is_counted);
    replay_edit_behind(replay, (int64_t)event->seq, is_counted);
}
