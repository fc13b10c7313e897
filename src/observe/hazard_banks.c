/* SPDX-License-Identifier: Apache-2.0 */
/* Banks of SrcA and SrcB: once a word that waits for a bank has it, the unpacker that filled the bank has done
 * everything up to there. docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/effects.h"
#include "tile/tile.h"

static bool is_valid(const struct small_state *small, unsigned side, unsigned bank)
{
    return (side ? small->src_valid.b : small->src_valid.a)[bank] != 0;
}

void hazard_know_banks(struct hazards *hazards)
{
    const struct small_state *small = &tile_state(hazards->source.tile)->small;
    if (hazards->unit == TT_UNIT_MATRIX) {
        hazards->math_bank[0] = small->src_bank.math_a & 1;
        hazards->math_bank[1] = small->src_bank.math_b & 1;
    }
    for (unsigned side = 0; unit_is_unpacker(hazards->unit) && side < HAZARD_SIDES; side++) {
        for (unsigned bank = 0; bank < SRC_BANKS; bank++)
            hazards->was_valid[side][bank] = is_valid(small, side, bank);
    }
}

static void note_handed(struct hazards *hazards, unsigned thread)
{
    const struct small_state *small = &tile_state(hazards->source.tile)->small;
    for (unsigned side = 0; side < HAZARD_SIDES; side++) {
        for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
            if (is_valid(small, side, bank) && !hazards->was_valid[side][bank])
                hazards->handed[side][bank] = (struct hazard_handed){hazards->time, hazards->unit, thread};
        }
    }
}

static void take_bank(struct hazards *hazards, unsigned thread, unsigned side)
{
    const struct hazard_handed *handed = &hazards->handed[side][hazards->math_bank[side]];
    hazard_clock_learn(&hazards->agents[thread], handed->thread, handed->unit, handed->time);
}

void hazard_order_banks(struct hazards *hazards, unsigned thread, uint32_t word)
{
    static const unsigned whats[HAZARD_SIDES] = {WHAT_SRC_VALID_A, WHAT_SRC_VALID_B};
    if (unit_is_unpacker(hazards->unit))
        note_handed(hazards, thread);
    for (unsigned side = 0; hazards->unit == TT_UNIT_MATRIX && side < HAZARD_SIDES; side++)
        if (word_reads_as(hazards->insn, word, whats[side], EXTENT_WAIT))
            take_bank(hazards, thread, side);
}
