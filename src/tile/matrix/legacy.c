/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution and average pooling of older chips: what is left of them passes Dst through the accumulate step
 * (M66; no recording, and the number of rows is a guess). */
#include "tile/matrix/compute.h"

#include "tile_handlers.h"

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

enum tile_step insn_conv3s1(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_conv3s1 f = isa_decode_conv3s1(tile->chip->id, word);
    return pass_through(tile, thread, "CONV3S1", f.dst, f.addr_mode, f.clear_dvalid);
}

enum tile_step insn_conv3s2(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_conv3s2 f = isa_decode_conv3s2(tile->chip->id, word);
    return pass_through(tile, thread, "CONV3S2", f.dst, f.addr_mode, f.clear_dvalid);
}

enum tile_step insn_mfconv3s1(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_mfconv3s1 f = isa_decode_mfconv3s1(tile->chip->id, word);
    return pass_through(tile, thread, "MFCONV3S1", f.dst, f.addr_mode, f.clear_dvalid);
}

/* The chips' tables name the section's field differently; the one that a chip does not have is 0. */
enum tile_step insn_apool3s1(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_apool3s1 f = isa_decode_apool3s1(tile->chip->id, word);
    return pass_through(tile, thread, "APOOL3S1", f.dst, f.addr_mode | f.pool_addr_mode, f.clear_dvalid);
}

enum tile_step insn_apool3s2(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_apool3s2 f = isa_decode_apool3s2(tile->chip->id, word);
    return pass_through(tile, thread, "APOOL3S2", f.dst, f.addr_mode | f.pool_addr_mode, f.clear_dvalid);
}
