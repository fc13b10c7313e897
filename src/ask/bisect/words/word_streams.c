/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/bisect/words/word_streams.h"

static void word_streams_on_fault(void *user, const struct stream_fault *fault)
{
    static const struct {
        enum replay_edit_kind edit;
        enum bisect_word_fault fault;
    } mends[] = {[STREAM_MISSING] = {REPLAY_EDIT_INSERT, BISECT_LOST},
                 [STREAM_EXTRA] = {REPLAY_EDIT_DROP, BISECT_EXTRA},
                 [STREAM_CHANGED] = {REPLAY_EDIT_CHANGE, BISECT_CHANGED}};
    struct word_streams *streams = user;
    const bool is_lost = fault->kind == STREAM_MISSING;
    const bool is_one = fault->kind == STREAM_CHANGED || (fault->kind != STREAM_SWAPPED && fault->words == 1);
    if (!is_one || streams->count == WORD_STREAMS_MAX || !fault->has_executed ||
        (fault->kind != STREAM_EXTRA && !fault->has_pushed)) { /* swaps are tried of all words */
        streams->is_cut = true;
        return;
    }
    streams->changes[streams->count++] =
        (struct bisect_change){.kind = BISECT_WORD,
                               .edit = {.kind = mends[fault->kind].edit,
                                        .event = (int64_t)fault->event - is_lost,
                                        .other = -1,
                                        .thread = (uint8_t)fault->thread,
                                        .word = fault->kind == STREAM_EXTRA ? fault->executed : fault->pushed},
                               .fault = mends[fault->kind].fault,
                               .recorded = fault->executed,
                               .is_pushed = true,
                               .event_kind = TTCAP_EXEC};
}

enum tt_status word_streams_read(struct word_streams *streams, struct ttcap *capture, struct tt_error *err)
{
    struct streams held;
    return streams_hold(capture, streams, word_streams_on_fault, &held, err);
}
