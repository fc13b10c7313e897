/* SPDX-License-Identifier: Apache-2.0 */
/* The two expanders in a row, and the words that never reach a unit (F4, F8, F13 to F16). */
#include "tile/frontend/frontend.h"
#include "tile/tile_internal.h"

#include "frontend_insns.h"
#include "insn_ids.h"
#include "name_texts.h"
#include "replay_findings.h"

void pipe_init(struct pipe *pipe, unsigned thread)
{
    assert(thread < THREADS);
    *pipe = (struct pipe){.thread = thread};
}

static void start_macro_op(struct tile *tile, struct pipe *pipe, uint32_t word)
{
    const struct small_state *small = &tile->state.small;
    const struct insn_mop f = isa_decode_mop(tile->chip->id, word);
    const uint32_t zmask = small->mop_zmask_hi[pipe->thread] << 16 | f.zmask_lo16;
    macro_op_start(&pipe->macro_op, tile->chip->id, small->mop_cfg[pipe->thread], f.mop_type, f.loop_count, zmask);
}

/* The expanders' own words are the frontend's. */
bool pipe_passes(const struct tile *tile, const struct pipe *pipe, uint32_t word)
{
    return isa_unit(tile->chip->id, word) != TT_UNIT_FRONTEND && !tile->state.small.replay_load[pipe->thread].left;
}

void pipe_push(struct tile *tile, struct pipe *pipe, uint32_t word)
{
    assert(pipe_is_dry(pipe));
    const insn_id id = isa_id(tile->chip->id, word);
    if (id == INSN_MOP) {
        start_macro_op(tile, pipe, word);
    } else if (id == INSN_MOP_CFG) {
        const struct insn_mop_cfg f = isa_decode_mop_cfg(tile->chip->id, word);
        tile_write_small(tile, TT_UNIT_FRONTEND, &tile->state.small.mop_zmask_hi[pipe->thread], f.zmask_hi16);
    } else {
        pipe_push_behind(pipe, word);
    }
}

void pipe_push_behind(struct pipe *pipe, uint32_t word)
{
    assert(pipe_is_dry(pipe));
    pipe->has_word = true;
    pipe->word = word;
}

/* The words that the replay expander gets. */
static bool pipe_take(struct pipe *pipe, uint32_t *word)
{
    if (pipe->has_word) {
        pipe->has_word = false;
        *word = pipe->word;
        return true;
    }
    return macro_op_next(&pipe->macro_op, word);
}

/* Length 0 means all 32 (C6); more than the buffer holds goes round it again. */
static uint32_t length_of(struct tile *tile, const struct insn_replay *f)
{
    if (f->len == 0 || f->len > REPLAY_EXPANDER_WORDS)
        tile_finding(tile, FINDING_REPLAY_LENGTH, TT_UNIT_FRONTEND, 0,
                     INSN_TEXT_REPLAY " of %u words; the buffer has %u", (unsigned)f->len,
                     (unsigned)REPLAY_EXPANDER_WORDS);
    return f->len ? f->len : REPLAY_EXPANDER_WORDS;
}

/* OPEN replay-execute-without-load: the page says that execute_while_loading counts only with load_mode. */
static void start_replay(struct tile *tile, struct pipe *pipe, uint32_t word)
{
    const struct insn_replay f = isa_decode_replay(tile->chip->id, word);
    const uint32_t length = length_of(tile, &f);
    struct small_state *small = &tile->state.small;
    if (f.load_mode) {
        tile_write_small(tile, TT_UNIT_FRONTEND, &small->replay_load[pipe->thread].at, f.start_idx);
        tile_write_small(tile, TT_UNIT_FRONTEND, &small->replay_load[pipe->thread].left, length);
        tile_write_small(tile, TT_UNIT_FRONTEND, &small->replay_load[pipe->thread].tee, f.execute_while_loading);
    } else {
        pipe->playback_at = f.start_idx;
        pipe->playback_left = length;
    }
}

/* Stores a word of a load; a REPLAY among them is stored like any other (F14). Whether it also goes on. */
static bool pipe_load(struct tile *tile, struct pipe *pipe, uint32_t word)
{
    struct small_state *small = &tile->state.small;
    const uint32_t at = small->replay_load[pipe->thread].at % REPLAY_EXPANDER_WORDS;
    if (pipe->insn && pipe->insn->id == INSN_REPLAY)
        tile_finding(tile, FINDING_REPLAY_STORED_WHILE_LOADING, TT_UNIT_FRONTEND, 0,
                     "thread %u: %u words are still to be stored, this one among them", pipe->thread,
                     (unsigned)small->replay_load[pipe->thread].left);
    tile_write_small(tile, TT_UNIT_FRONTEND, &small->replay[pipe->thread][at], word);
    tile_write_small(tile, TT_UNIT_FRONTEND, &small->replay_load[pipe->thread].at, (at + 1) % REPLAY_EXPANDER_WORDS);
    tile_write_small(tile, TT_UNIT_FRONTEND, &small->replay_load[pipe->thread].left,
                     small->replay_load[pipe->thread].left - 1);
    return small->replay_load[pipe->thread].tee;
}

/* A word into the replay expander; whether it came out. */
static bool pipe_expand(struct tile *tile, struct pipe *pipe, uint32_t word)
{
    if (tile->state.small.replay_load[pipe->thread].left)
        return pipe_load(tile, pipe, word);
    if (!pipe->insn || pipe->insn->id != INSN_REPLAY)
        return true;
    start_replay(tile, pipe, word);
    return false;
}

/* Words played back are not looked at again (F14). */
static uint32_t pipe_play_back(const struct tile *tile, struct pipe *pipe)
{
    pipe->playback_left--;
    return tile->state.small.replay[pipe->thread][pipe->playback_at++ % REPLAY_EXPANDER_WORDS];
}

static bool is_dropped(const struct isa_insn *insn)
{
    return insn && (insn->id == INSN_NOP || insn->id == INSN_RESOURCEDECL);
}

bool pipe_drops(const struct tile *tile, uint32_t word)
{
    return is_dropped(isa_find(tile->chip->id, word));
}

static inline bool pipe_next_word(struct tile *tile, struct pipe *pipe, uint32_t *word)
{
    for (;;) {
        const bool is_played_back = pipe->playback_left > 0;
        if (is_played_back)
            *word = pipe_play_back(tile, pipe);
        else if (!pipe_take(pipe, word))
            return false;
        pipe->insn = isa_find(tile->chip->id, *word);
        if (!is_played_back && !pipe_expand(tile, pipe, *word))
            continue;
        if (!is_dropped(pipe->insn))
            return true;
        pipe->dropped++;
    }
}

bool pipe_next(struct tile *tile, struct pipe *pipe, uint32_t *word)
{
    return pipe_next_word(tile, pipe, word);
}

uint32_t pipe_next_words(struct tile *tile, struct pipe *pipe, uint32_t *words, uint32_t most)
{
    uint32_t count = 0;
    while (count < most && !pipe_is_dry(pipe) && pipe_next_word(tile, pipe, &words[count]))
        count++;
    return count;
}
