/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution and average pooling of older chips: what is left of them passes Dst through the accumulate step
 * (M66; no recording, and the number of rows is a guess). */
#include "tile/matrix/compute.h"

#include "matrix_insns.h"
#include "name_texts.h"

static enum tile_step pass_through(struct tile *tile, unsigned thread, const char *mnemonic, uint32_t dst,
                                   uint32_t addr_mode, uint32_t clears)
{
    if (matrix_waits(tile, BANK_A | BANK_B))
        return TILE_WAITS;
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    const struct matrix_math *math = matrix_math_get(tile, thread, set);
    const struct rwc *rwc = &tile->state.small.rwc[thread];
    const struct matrix_job job = {
        .mnemonic = mnemonic,
        .operation = MATRIX_NOTHING,
        .srca_row = rwc->srca & (SRC_ROWS - 8),
        .srcb_row = rwc->srcb & (SRC_ROWS - 8),
        .dst_row = matrix_row(tile, thread, set, dst) & (DST_ROWS - 8),
        .rows = 8,
        .dst_step = 1,
    };
    matrix_compute(tile, math, &job);
    matrix_step(tile, thread, set, addr_mode);
    matrix_hand_back(tile, set, clears);
    return TILE_DONE;
}

/* The chips' tables name the section's field of APOOL differently; the one that a chip does not have is 0. */
#define LEGACY(NAME, MNEMONIC, ADDR_MODE)                                                                              \
    enum tile_step insn_##NAME(struct tile *tile, unsigned thread, uint32_t word)                                      \
    {                                                                                                                  \
        const struct insn_##NAME f = isa_decode_##NAME(tile->chip->id, word);                                          \
        return pass_through(tile, thread, MNEMONIC, f.dst, ADDR_MODE, f.clear_dvalid);                                 \
    }
LEGACY(conv3s1, INSN_TEXT_CONV3S1, f.addr_mode)
LEGACY(conv3s2, INSN_TEXT_CONV3S2, f.addr_mode)
LEGACY(mfconv3s1, INSN_TEXT_MFCONV3S1, f.addr_mode)
LEGACY(apool3s1, INSN_TEXT_APOOL3S1, f.addr_mode | f.pool_addr_mode)
LEGACY(apool3s2, INSN_TEXT_APOOL3S2, f.addr_mode | f.pool_addr_mode)
