/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions that compute: MVMUL, DOTPV, GAPOOL, rows of SrcB times a face of SrcA, added to Dst (M50, M51);
 * ELWADD, ELWSUB, ELWMUL, eight rows datum by datum (M31 to M35, M52). */
#include "tile/matrix/compute.h"

#include "matrix_findings.h"
#include "matrix_insns.h"
#include "name_texts.h"
#include "place_texts.h"

enum { BROADCASTS_COLUMN = 1, BROADCASTS_ROW = 2 /* of instr_mod19 of the element-wise ones */ };

/* The fields of a word. */
struct computing {
    const char *mnemonic;
    enum matrix_operation operation;
    uint32_t dst, addr_mode, clears;
    uint32_t rows; /* of Dst */
    bool broadcasts_row, broadcasts_column, overwrites;
};

TILE_INLINE bool sums_products(const struct computing *f)
{
    return f->operation == MATRIX_PRODUCTS;
}

static void computing_warn(struct tile *tile, const struct matrix_math *math, const struct computing *f, uint32_t srca,
                           uint32_t srcb, uint32_t dst)
{
    const uint32_t rows_of_a = sums_products(f) ? FACE_ROWS : 8;
    const bool is_multiply = sums_products(f) || f->operation == MATRIX_MULTIPLY;
    if ((srca & (rows_of_a - 1)) || (srcb & 7 && !f->broadcasts_row) || (dst & (f->rows - 1)))
        tile_finding(tile, FINDING_MATRIX_START_ROW_UNALIGNED, TT_UNIT_MATRIX, 0,
                     "%s of SrcA row %u, SrcB row %u, Dst row %u", f->mnemonic, (unsigned)srca, (unsigned)srcb,
                     (unsigned)dst);
    if (sums_products(f) && math->keeps_srcb_zeros)
        tile_finding(tile, FINDING_MATRIX_ZERO_FLAG_IN_PRODUCTS, TT_UNIT_MATRIX, 0,
                     "%s with " FIELD_TEXT_ALU_ACC_CTRL_Zero_Flag_disabled_src, f->mnemonic);
    if (math->phase && !is_multiply && !math->is_int8)
        tile_finding(tile, FINDING_MATRIX_FIDELITY_OF_SUM, TT_UNIT_MATRIX, 0, "%s in phase %u", f->mnemonic,
                     math->phase);
}

TILE_INLINE enum tile_step compute(struct tile *tile, unsigned thread, const struct computing *f)
{
    /* A row of SrcB that stands for all makes every other one of eight rows of Dst, in products. */
    enum { BROADCAST_ROWS = 4, BROADCAST_DST_MASK = DST_ROWS - 7 };
    if (matrix_waits(tile, BANK_A | BANK_B))
        return TILE_WAITS;
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    const struct matrix_math *math = matrix_math_get(tile, thread, set);
    const struct rwc *rwc = &tile->state.small.rwc[thread];
    const uint32_t dst = matrix_row(tile, thread, set, f->dst);
    const bool skips_rows = sums_products(f) && f->broadcasts_row;
    const struct matrix_job job = {
        .mnemonic = f->mnemonic,
        .operation = f->operation,
        .srca_row = rwc->srca & (SRC_ROWS - 8),
        .srcb_row = rwc->srcb & (f->broadcasts_row ? SRC_ROW_MASK : SRC_ROWS - 8),
        .dst_row = dst & (skips_rows ? BROADCAST_DST_MASK : DST_ROWS - f->rows),
        .rows = skips_rows ? BROADCAST_ROWS : f->rows,
        .dst_step = skips_rows ? 2 : 1,
        .broadcasts_srcb_row = f->broadcasts_row,
        .broadcasts_srcb_column = f->broadcasts_column,
        .overwrites = f->overwrites,
    };
    if (tile_probed(tile, PROBE_FINDING))
        computing_warn(tile, math, f, rwc->srca, rwc->srcb, dst);
    matrix_compute(tile, math, &job);
    matrix_step(tile, thread, set, f->addr_mode);
    if (f->clears)
        matrix_hand_back(tile, set, f->clears);
    return TILE_DONE;
}

/* ---- products ---- */

#define PRODUCTS_OF(NAME, F, ADDR_MODE, ROWS)                                                                          \
    .mnemonic = INSN_TEXT_##NAME, .operation = MATRIX_PRODUCTS, .dst = (F).dst, .addr_mode = (F).ADDR_MODE,            \
    .clears = (F).clear_dvalid, .rows = (ROWS)

enum tile_step insn_mvmul(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_mvmul f = isa_decode_mvmul(tile->chip->id, word);
    return compute(tile, thread,
                   &(struct computing){PRODUCTS_OF(MVMUL, f, addr_mode, 8), .broadcasts_row = f.instr_mod19});
}

enum tile_step insn_dotpv(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_dotpv f = isa_decode_dotpv(tile->chip->id, word);
    return compute(tile, thread, &(struct computing){PRODUCTS_OF(DOTPV, f, addr_mode, 8)});
}

enum tile_step insn_gapool(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_gapool f = isa_decode_gapool(tile->chip->id, word);
    return compute(tile, thread, &(struct computing){PRODUCTS_OF(GAPOOL, f, pool_addr_mode, 4)});
}

/* ---- datum by datum ---- */

#define ELEMENTS_OF(NAME, OPERATION, F, OVERWRITES)                                                                    \
    &(struct computing)                                                                                                \
    {                                                                                                                  \
        INSN_TEXT_##NAME, OPERATION, (F).dst, (F).addr_mode, (F).clear_dvalid, 8,                                      \
            ((F).instr_mod19 & BROADCASTS_ROW) != 0, ((F).instr_mod19 & BROADCASTS_COLUMN) != 0, OVERWRITES            \
    }

enum tile_step insn_elwadd(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_elwadd f = isa_decode_elwadd(tile->chip->id, word);
    return compute(tile, thread, ELEMENTS_OF(ELWADD, MATRIX_ADD, f, !f.dest_accum_en));
}

enum tile_step insn_elwsub(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_elwsub f = isa_decode_elwsub(tile->chip->id, word);
    return compute(tile, thread, ELEMENTS_OF(ELWSUB, MATRIX_SUBTRACT, f, !f.dest_accum_en));
}

/* C21: the newest documents and the device add to Dst always; older ones had a bit for it. */
enum tile_step insn_elwmul(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_elwmul f = isa_decode_elwmul(tile->chip->id, word);
    const bool has_bit = tile_variant(tile, VARIANT_MATRIX_ELWMUL_ACCUMULATE) != 0;
    return compute(tile, thread, ELEMENTS_OF(ELWMUL, MATRIX_MULTIPLY, f, has_bit && !f.dest_accum_en));
}
