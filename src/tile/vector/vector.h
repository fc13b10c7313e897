/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit as the rest of the tile sees it: docs/semantics/vector.md. */
#pragma once

#include "tile/tile_internal.h"

/* The stages of a vector instruction: what unit_stages(TT_UNIT_VECTOR) hands out. */
const struct stage_info *vector_stages(unsigned *count);

/* The handler of all its instructions: by the word, which may also come out of a macro's template. issue.c */
enum tile_step vector_issue(struct tile *tile, unsigned thread, uint32_t word);
/* Not 0 where an instruction that a macro put off waits, or a result. */
static inline uint32_t vector_waiting(const struct tile *tile)
{
    return tile->state.vector.macro.count | tile->state.vector.macro.landing_count;
}

/* A word of another unit took effect. To be called while vector_is_waiting(). calendar.c */
void vector_word_passed(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word);
static inline bool vector_is_waiting(const struct tile *tile)
{
    return vector_waiting(tile);
}

/* The unit is waited for: what counts cycles runs, what counts instructions never will. */
void vector_drain(struct tile *tile);
/* No word follows: what still waits yields a finding. */
void vector_end(struct tile *tile);

/* LaneConfig was stored from outside: it is the same in every lane from now on. */
void vector_lane_config_stored(struct tile *tile);
