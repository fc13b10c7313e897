/* SPDX-License-Identifier: Apache-2.0 */
/* Ownership of the source banks: the wait gate, and how banks go back to the unpackers (M2, M16 to M18). */
#include "tile/matrix/matrix_internal.h"

#include "matrix_insns.h"

static void banks_put_word(struct tile *tile, uint32_t *word, uint32_t value)
{
    if (tile_probed(tile, PROBE_ACCESS)) {
        const uint32_t lo = (uint32_t)((uint8_t *)word - (uint8_t *)&tile->state.small);
        tile_saw_write(tile, TT_SPACE_STATE, TT_UNIT_MATRIX, lo, lo + 4, word, &value);
    }
    *word = value;
}

static void hand_back(struct tile *tile, uint32_t *bank, uint32_t valid[SRC_BANKS], bool keeps_valid, bool keeps_bank)
{
    if (!keeps_valid)
        banks_put_word(tile, &valid[*bank & 1], 0);
    if (!keeps_bank)
        banks_put_word(tile, bank, (*bank & 1) ^ 1);
}

void matrix_hand_back(struct tile *tile, const struct matrix_settings *set, unsigned banks)
{
    struct small_state *small = &tile->state.small;
    if (banks & BANK_A)
        hand_back(tile, &small->src_bank.math_a, small->src_valid.a, set->keeps_valid[0], false);
    if (banks & BANK_B)
        hand_back(tile, &small->src_bank.math_b, small->src_valid.b, set->keeps_valid[1], false);
}

static void reset_banks(struct tile *tile)
{
    struct small_state *small = &tile->state.small;
    uint32_t *words[] = {
        &small->src_bank.unp_a,  &small->src_bank.unp_b,  &small->src_bank.math_a, &small->src_bank.math_b,
        &small->src_valid.a[0],  &small->src_valid.a[1],  &small->src_valid.b[0],  &small->src_valid.b[1],
        &small->src_format.a[0], &small->src_format.a[1], &small->src_format.b[0], &small->src_format.b[1],
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        banks_put_word(tile, words[i], 0);
}

enum tile_step insn_cleardvalid(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_cleardvalid f = isa_decode_cleardvalid(tile->chip->id, word);
    enum { RESETS = 1, KEEPS_BANK = 2 };
    struct small_state *small = &tile->state.small;
    (void)thread;
    if (f.reset & RESETS) {
        reset_banks(tile);
        return TILE_DONE;
    }
    if (f.cleardvalid & BANK_A)
        hand_back(tile, &small->src_bank.math_a, small->src_valid.a, false, f.reset & KEEPS_BANK);
    if (f.cleardvalid & BANK_B)
        hand_back(tile, &small->src_bank.math_b, small->src_valid.b, false, f.reset & KEEPS_BANK);
    return TILE_DONE;
}
