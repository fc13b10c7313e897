/* SPDX-License-Identifier: Apache-2.0 */
/* A thread's way from what its core pushes to the words its units get: macro-op expander, then replay expander
 * (F4). docs/semantics/frontend.md */
#pragma once

#include "tile/frontend/macro_op.h"
#include "tile/tile.h"

enum { REPLAY_EXPANDER_WORDS = 32 };

/* The words under way; what lasts (macro-op configuration, masks, buffers, a load that has begun) is in the tile's
 * state. Plain data; pipe_init empties it. */
struct pipe {
    unsigned thread;
    struct macro_op macro_op;
    bool has_word; /* between the two expanders */
    uint32_t word;
    uint32_t playback_at, playback_left;
    uint64_t dropped;            /* words so far that no unit gets */
    const struct isa_insn *insn; /* the row of the word that came out last; null: no instruction */
};

void pipe_init(struct pipe *pipe, unsigned thread);

/* A word in front of the macro-op expander, as the thread's own core pushes it; the pipe must be dry. */
void pipe_push(struct tile *tile, struct pipe *pipe, uint32_t word);

/* Whether such a word comes out as it is, and no other with it. */
bool pipe_passes(const struct tile *tile, const struct pipe *pipe, uint32_t word);

/* A word behind it, as core B pushes into any pipe (F3): MOP and MOP_CFG are not expanded. The pipe must be dry. */
void pipe_push_behind(struct pipe *pipe, uint32_t word);

/* Whether no unit gets a word: NOP, RESOURCEDECL. */
bool pipe_drops(const struct tile *tile, uint32_t word);

/* The next word for the units, or false when the pipe is dry. Words that the expanders take, and words that no unit
 * gets (NOP, RESOURCEDECL), do not appear. */
bool pipe_next(struct tile *tile, struct pipe *pipe, uint32_t *word);
/* So many of them at once, `most` at most; fewer when the pipe is dry. */
uint32_t pipe_next_words(struct tile *tile, struct pipe *pipe, uint32_t *words, uint32_t most);

static inline bool pipe_is_dry(const struct pipe *pipe)
{
    return macro_op_is_idle(&pipe->macro_op) && !pipe->has_word && pipe->playback_left == 0;
}
