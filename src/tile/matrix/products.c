/* SPDX-License-Identifier: Apache-2.0 */
/* MVMUL, DOTPV, GAPOOL: rows of SrcB times a face of SrcA, added to Dst (M50, M51). */
#include "tile/matrix/compute.h"

#include "finding_ids.h"
#include "matrix_insns.h"
#include "name_texts.h"

/* What the three instructions' words say. */
struct products {
    const char *mnemonic;
    uint32_t dst, addr_mode, clears;
    uint32_t rows;
    bool broadcasts_row;
};

static void products_warn(struct tile *tile, const struct matrix_math *math, const struct products *f, uint32_t srca,
                          uint32_t srcb, uint32_t dst)
{
    if ((srca & (FACE_ROWS - 1)) || (srcb & 7 && !f->broadcasts_row) || dst & (f->rows - 1))
        tile_finding(tile, FINDING_MATRIX_START_ROW_UNALIGNED, TT_UNIT_MATRIX, 0,
                     "%s of SrcA row %u, SrcB row %u, Dst row %u", f->mnemonic, (unsigned)srca, (unsigned)srcb,
                     (unsigned)dst);
    if (math->keeps_srcb_zeros)
        tile_finding(tile, FINDING_MATRIX_ZERO_FLAG_IN_PRODUCTS, TT_UNIT_MATRIX, 0,
                     "%s with " FIELD_TEXT_ALU_ACC_CTRL_Zero_Flag_disabled_src, f->mnemonic);
}

TILE_INLINE enum tile_step multiply(struct tile *tile, unsigned thread, const struct products *f)
{
    enum { BROADCAST_ROWS = 4, BROADCAST_DST_MASK = DST_ROWS - 7 };
    if (matrix_waits(tile, BANK_A | BANK_B))
        return TILE_WAITS;
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    const struct matrix_math *math = matrix_math_get(tile, thread, set);
    const struct rwc *rwc = &tile->state.small.rwc[thread];
    const uint32_t dst = matrix_row(tile, thread, set, f->dst);
    const struct matrix_job job = {
        .mnemonic = f->mnemonic,
        .operation = MATRIX_PRODUCTS,
        .srca_row = rwc->srca & (SRC_ROWS - 8),
        .srcb_row = f->broadcasts_row ? rwc->srcb & SRC_ROW_MASK : rwc->srcb & (SRC_ROWS - 8),
        .dst_row = f->broadcasts_row ? dst & BROADCAST_DST_MASK : dst & (DST_ROWS - f->rows),
        .rows = f->broadcasts_row ? BROADCAST_ROWS : f->rows,
        .dst_step = f->broadcasts_row ? 2 : 1,
        .broadcasts_srcb_row = f->broadcasts_row,
    };
    if (tile_probed(tile, PROBE_FINDING))
        products_warn(tile, math, f, rwc->srca, rwc->srcb, dst);
    matrix_compute(tile, math, &job);
    matrix_step(tile, thread, set, f->addr_mode);
    if (f->clears)
        matrix_hand_back(tile, set, f->clears);
    return TILE_DONE;
}

enum tile_step insn_mvmul(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_mvmul f = isa_decode_mvmul(tile->chip->id, word);
    return multiply(tile, thread,
                    &(struct products){.mnemonic = INSN_TEXT_MVMUL,
                                       .dst = f.dst,
                                       .addr_mode = f.addr_mode,
                                       .clears = f.clear_dvalid,
                                       .rows = 8,
                                       .broadcasts_row = f.instr_mod19});
}

enum tile_step insn_dotpv(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_dotpv f = isa_decode_dotpv(tile->chip->id, word);
    return multiply(
        tile, thread,
        &(struct products){
            .mnemonic = INSN_TEXT_DOTPV, .dst = f.dst, .addr_mode = f.addr_mode, .clears = f.clear_dvalid, .rows = 8});
}

enum tile_step insn_gapool(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_gapool f = isa_decode_gapool(tile->chip->id, word);
    return multiply(tile, thread,
                    &(struct products){.mnemonic = INSN_TEXT_GAPOOL,
                                       .dst = f.dst,
                                       .addr_mode = f.pool_addr_mode,
                                       .clears = f.clear_dvalid,
                                       .rows = 4});
}
