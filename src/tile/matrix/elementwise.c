/* SPDX-License-Identifier: Apache-2.0 */
/* ELWADD, ELWSUB, ELWMUL: eight rows datum by datum (M31 to M35, M52). */
#include "tile/matrix/compute.h"

#include "finding_ids.h"
#include "matrix_insns.h"
#include "name_texts.h"

enum { BROADCASTS_COLUMN = 1, BROADCASTS_ROW = 2 /* of instr_mod19 */ };

struct elementwise {
    const char *mnemonic;
    enum matrix_operation operation;
    uint32_t dst, addr_mode, mod, clears;
    bool overwrites;
};

static void elementwise_warn(struct tile *tile, const struct matrix_math *math, const struct elementwise *f,
                             uint32_t srca, uint32_t srcb, uint32_t dst)
{
    const bool has_one_row = f->mod & BROADCASTS_ROW;
    if ((srca & 7) || (srcb & 7 && !has_one_row) || (dst & 7))
        tile_finding(tile, FINDING_MATRIX_START_ROW_UNALIGNED, TT_UNIT_MATRIX, 0,
                     "%s of SrcA row %u, SrcB row %u, Dst row %u", f->mnemonic, (unsigned)srca, (unsigned)srcb,
                     (unsigned)dst);
    if (math->phase && f->operation != MATRIX_MULTIPLY && !math->is_int8)
        tile_finding(tile, FINDING_MATRIX_FIDELITY_OF_SUM, TT_UNIT_MATRIX, 0, "%s in phase %u", f->mnemonic,
                     math->phase);
}

TILE_INLINE enum tile_step compute(struct tile *tile, unsigned thread, const struct elementwise *f)
{
    if (matrix_waits(tile, BANK_A | BANK_B))
        return TILE_WAITS;
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    const struct matrix_math *math = matrix_math_get(tile, thread, set);
    const struct rwc *rwc = &tile->state.small.rwc[thread];
    const uint32_t dst = matrix_row(tile, thread, set, f->dst);
    const bool has_one_row = f->mod & BROADCASTS_ROW;
    const struct matrix_job job = {
        .mnemonic = f->mnemonic,
        .operation = f->operation,
        .srca_row = rwc->srca & (SRC_ROWS - 8),
        .srcb_row = rwc->srcb & (has_one_row ? SRC_ROW_MASK : SRC_ROWS - 8),
        .dst_row = dst & (DST_ROWS - 8),
        .rows = 8,
        .dst_step = 1,
        .broadcasts_srcb_row = has_one_row,
        .broadcasts_srcb_column = f->mod & BROADCASTS_COLUMN,
        .overwrites = f->overwrites,
    };
    if (tile_probed(tile, PROBE_FINDING))
        elementwise_warn(tile, math, f, rwc->srca, rwc->srcb, dst);
    matrix_compute(tile, math, &job);
    matrix_step(tile, thread, set, f->addr_mode);
    if (f->clears)
        matrix_hand_back(tile, set, f->clears);
    return TILE_DONE;
}

enum tile_step insn_elwadd(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_elwadd f = isa_decode_elwadd(tile->chip->id, word);
    return compute(tile, thread,
                   &(struct elementwise){INSN_TEXT_ELWADD, MATRIX_ADD, f.dst, f.addr_mode, f.instr_mod19,
                                         f.clear_dvalid, !f.dest_accum_en});
}

enum tile_step insn_elwsub(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_elwsub f = isa_decode_elwsub(tile->chip->id, word);
    return compute(tile, thread,
                   &(struct elementwise){INSN_TEXT_ELWSUB, MATRIX_SUBTRACT, f.dst, f.addr_mode, f.instr_mod19,
                                         f.clear_dvalid, !f.dest_accum_en});
}

/* C21: the newest documents and the device add to Dst always; older ones had a bit for it. */
enum tile_step insn_elwmul(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_elwmul f = isa_decode_elwmul(tile->chip->id, word);
    const bool has_bit = tile_variant(tile, VARIANT_MATRIX_ELWMUL_ACCUMULATE) != 0;
    return compute(tile, thread,
                   &(struct elementwise){INSN_TEXT_ELWMUL, MATRIX_MULTIPLY, f.dst, f.addr_mode, f.instr_mod19,
                                         f.clear_dvalid, has_bit && !f.dest_accum_en});
}
