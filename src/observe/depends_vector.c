/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit: each lane depends on itself alone, but for the instructions that move values between lanes (V20,
 * V22, V60, V61). */
#include "observe/depends_internal.h"

#include "isa/isa.h"
#include "isa/spaces.h"

enum { LANE_COLUMNS = 8, ALL_LANES = LANES, WORD = 4 };

/* A macro runs the words of its template, which may move values between lanes although this word does not. */
static bool keeps_lanes(const struct depends_insn *insn)
{
    for (size_t i = 0; i < insn->access_count; i++)
        if (insn->accesses[i].instance) /* a macro's */
            return false;
    return insn->row && insn->row->wiring[TT_SPACE_LREG] != WIRING_ALL;
}

/* Four rows of eight lanes, each two columns wide; a row's two lowest bits are never permuted. */
static uint32_t lane_of_cell(uint32_t lo)
{
    const uint32_t cell = lo / 2;
    return (cell / DST_COLUMNS & 3) * LANE_COLUMNS + cell % DST_COLUMNS / 2;
}

static bool is_lane_word(uint32_t lo)
{
    return lo >= STATE_PRNG * WORD && lo < (STATE_PRNG + STATE_PRNG_WORDS) * WORD;
}

static uint32_t depends_vector_lane_of(enum tt_space space, uint32_t lo)
{
    if (space == TT_SPACE_LREG)
        return lo / WORD % LANES;
    if (space == TT_SPACE_DST)
        return lane_of_cell(lo);
    return space == TT_SPACE_STATE && is_lane_word(lo) ? lo / WORD - STATE_PRNG : (uint32_t)ALL_LANES;
}

/* The part of a range that a lane reads. */
static void depends_vector_add_lane(const struct depends_target *target, const struct probe_access *read, uint32_t lane)
{
    const uint32_t element = read->space == TT_SPACE_DST ? 2 : WORD;
    if (read->space == TT_SPACE_DST_VALID) {
        if ((read->lo & 3) == lane / LANE_COLUMNS)
            depends_add(target, read->space, read->lo, read->hi);
        return;
    }
    for (uint32_t lo = read->lo; lo < read->hi; lo += element) {
        const uint32_t of = depends_vector_lane_of(read->space, lo);
        if (of == lane || of == ALL_LANES)
            depends_add(target, read->space, lo, lo + element);
    }
}

void depends_of_vector(const struct depends_target *target)
{
    const uint32_t lane = depends_vector_lane_of(target->space, target->lo);
    if (target->space == TT_SPACE_DST_VALID)
        return; /* depends on the word alone */
    if (lane == ALL_LANES || !keeps_lanes(target->insn)) {
        depends_add_all(target);
        return;
    }
    for (size_t i = 0; i < target->insn->access_count; i++)
        if (!target->insn->accesses[i].is_write)
            depends_vector_add_lane(target, &target->insn->accesses[i], lane);
}
