/* SPDX-License-Identifier: Apache-2.0 */
/* A recording replayed as if one of its words had been lost, doubled, changed or swapped. docs/semantics/replay.md,
 * "Replays with another word" */
#include "order/engine.h"

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
static void put(struct ttcap_event *event, unsigned thread, uint32_t word)
{
    event->thread = (int8_t)thread;
    event->value = word;
}

void replay_edited_event(struct replay *replay, const struct ttcap_event *event, bool is_counted)
{
    const struct replay_edit *edit = replay->options->edit;
    const int64_t seq = (int64_t)event->seq;
    struct ttcap_event edited = *event;
    if (edit->kind == REPLAY_EDIT_DROP && seq == edit->event)
        return;
    if (edit->kind == REPLAY_EDIT_CHANGE && seq == edit->event)
        edited.value = edit->word;
    if (edit->kind == REPLAY_EDIT_SWAP && seq == edit->event)
        put(&edited, edit->thread, edit->word);
    if (edit->kind == REPLAY_EDIT_SWAP && seq == edit->other)
        put(&edited, edit->other_thread, edit->other_word);
    replay_run_event(replay, &edited, is_counted);
    replay_edit_behind(replay, seq, is_counted);
}
