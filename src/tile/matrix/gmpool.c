/* SPDX-License-Identifier: Apache-2.0 */
/* GMPOOL: the maximum down 16 rows of SrcA and a row of Dst (M53); MPOOL3S1 and MPOOL3S2 are the same of
 * zeros (M66). The maximum itself is in gmpool_general.c. */
#include "tile/matrix/gmpool.h"

#include "matrix_findings.h"
#include "matrix_insns.h"

enum { SRC_ONE = 127 /* the cell of 1.0 */ };

struct pool_word {
    const char *mnemonic;
    uint32_t dst, addr_mode, clears;
    bool keeps_index, has_no_srca;
};

/* Of the operands; the word's form is its row's. */
static bool has_recorded_operands(const struct gmpool *pool)
{
    if (pool->math.is_int8 || !pool->math.has_8bit_exponent)
        return false;
    for (unsigned i = 0; i < FACE_ROWS; i++) {
        if (pool->b[i] != SRC_ONE)
            return false;
    }
    return true;
}

/* Rows that are not valid read as all ones (M8). */
static void gmpool_read_dst(struct tile *tile, struct gmpool *pool)
{
    const struct matrix_settings *set = pool->math.set;
    for (uint32_t i = 0; i < POOL_ROWS; i++) {
        if (pool->math.is_wide)
            matrix_read_row32(tile, set, pool->dst_row + i, pool->dst[i]);
        else
            matrix_read_row16(tile, set, pool->dst_row + i, pool->dst[i]);
        if (matrix_row_is_valid(tile, set, pool->dst_row + i, pool->math.is_wide))
            continue;
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            pool->dst[i][column] = pool->math.is_wide ? UINT32_MAX : UINT16_MAX;
    }
}

static void gmpool_write_dst(struct tile *tile, const struct gmpool *pool)
{
    for (uint32_t i = 0; i < POOL_ROWS; i++) {
        if (pool->math.is_wide)
            matrix_write_row32(tile, pool->math.set, pool->dst_row + i, pool->dst[i], ALL_COLUMNS);
        else
            matrix_write_row16(tile, pool->math.set, pool->dst_row + i, pool->dst[i], ALL_COLUMNS);
    }
}

static void read_sources(struct tile *tile, struct gmpool *pool)
{
    const unsigned bank_a = matrix_bank_a(tile), bank_b = matrix_bank_b(tile);
    const uint32_t mask_a = pool->math.is_int8 ? UINT32_MAX : pool->math.srca_mask;
    const uint32_t mask_b = pool->math.is_int8 ? UINT32_MAX : pool->math.srcb_mask;
    tile->state.matrix.last_srca_row = pool->srca_row;
    matrix_saw_src_read(tile, TT_SPACE_SRCA, bank_a, pool->srca_row, FACE_ROWS);
    matrix_saw_src_read(tile, TT_SPACE_SRCB, bank_b, pool->srcb_row, 1);
    for (uint32_t row = 0; row < FACE_ROWS; row++) {
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            pool->a[row][column] =
                pool->has_no_srca ? 0 : tile->state.srca[bank_a][pool->srca_row + row][column] & mask_a;
    }
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        pool->b[column] = tile->state.srcb[bank_b][pool->srcb_row][column] & mask_b;
}

static void gmpool_check_masks(struct tile *tile, const struct gmpool *pool, const char *mnemonic)
{
    const struct matrix_masked a = {"SrcA",
                                    (const uint32_t(*)[SRC_COLUMNS])tile->state.srca[matrix_bank_a(tile)],
                                    pool->srca_row,
                                    FACE_ROWS,
                                    pool->math.srca_format,
                                    pool->math.srca_mask};
    const struct matrix_masked b = {"SrcB",
                                    (const uint32_t(*)[SRC_COLUMNS])tile->state.srcb[matrix_bank_b(tile)],
                                    pool->srcb_row,
                                    1,
                                    pool->math.srcb_format,
                                    pool->math.srcb_mask};
    if (!pool->has_no_srca && matrix_mask_is_extrapolated(a.format, MATRIX_USE_MAXIMA, false))
        matrix_check_mask(tile, mnemonic, &a);
    if (matrix_mask_is_extrapolated(b.format, MATRIX_USE_MAXIMA, true))
        matrix_check_mask(tile, mnemonic, &b);
}

static void gmpool_warn(struct tile *tile, const struct gmpool *pool, const struct pool_word *f, uint32_t srca,
                        uint32_t srcb, uint32_t dst)
{
    if (!has_recorded_operands(pool) || pool->math.keeps_srcb_zeros)
        tile_finding(tile, FINDING_MATRIX_FORM_NOT_RECORDED, TT_UNIT_MATRIX, 0, "%s of integers %u, SrcA of format %u",
                     f->mnemonic, (unsigned)pool->math.is_int8, (unsigned)pool->math.srca_format);
    if (!pool->math.is_int8)
        gmpool_check_masks(tile, pool, f->mnemonic);
    if ((srca & (FACE_ROWS - 1)) || (srcb & 7) || (dst & (POOL_ROWS - 1)))
        tile_finding(tile, FINDING_MATRIX_START_ROW_UNALIGNED, TT_UNIT_MATRIX, 0,
                     "%s of SrcA row %u, SrcB row %u, Dst row %u", f->mnemonic, (unsigned)srca, (unsigned)srcb,
                     (unsigned)dst);
}

static enum tile_step gmpool_run(struct tile *tile, unsigned thread, const struct pool_word *f)
{
    if (matrix_waits(tile, BANK_A | BANK_B))
        return TILE_WAITS;
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    const struct rwc *rwc = &tile->state.small.rwc[thread];
    const uint32_t dst = matrix_row(tile, thread, set, f->dst);
    struct gmpool pool;
    pool.math = *matrix_math_get(tile, thread, set);
    pool.srca_row = rwc->srca & (SRC_ROWS - FACE_ROWS);
    pool.srcb_row = rwc->srcb & (SRC_ROWS - 8);
    pool.dst_row = dst & (DST_ROWS - POOL_ROWS);
    pool.keeps_index = f->keeps_index;
    pool.has_no_srca = f->has_no_srca;
    read_sources(tile, &pool);
    gmpool_read_dst(tile, &pool);
    if (tile_probed(tile, PROBE_FINDING))
        gmpool_warn(tile, &pool, f, rwc->srca, rwc->srcb, dst);
    gmpool_general(&pool);
    if (tile_probed(tile, PROBE_STAGE))
        matrix_report_pool(tile, &pool);
    gmpool_write_dst(tile, &pool);
    matrix_step(tile, thread, set, f->addr_mode);
    matrix_hand_back(tile, set, f->clears);
    return TILE_DONE;
}

enum tile_step insn_gmpool(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_gmpool f = isa_decode_gmpool(tile->chip->id, word);
    return gmpool_run(tile, thread,
                      &(struct pool_word){.mnemonic = "GMPOOL",
                                          .dst = f.dst,
                                          .addr_mode = f.pool_addr_mode,
                                          .clears = f.clear_dvalid,
                                          .keeps_index = f.max_pool_index_en});
}

/* The chips' tables name the section's field differently; the one that a chip does not have is 0. */
enum tile_step insn_mpool3s1(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_mpool3s1 f = isa_decode_mpool3s1(tile->chip->id, word);
    return gmpool_run(tile, thread,
                      &(struct pool_word){.mnemonic = "MPOOL3S1",
                                          .dst = f.dst,
                                          .addr_mode = f.addr_mode | f.pool_addr_mode,
                                          .clears = f.clear_dvalid,
                                          .keeps_index = f.index_en,
                                          .has_no_srca = true});
}

enum tile_step insn_mpool3s2(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_mpool3s2 f = isa_decode_mpool3s2(tile->chip->id, word);
    return gmpool_run(tile, thread,
                      &(struct pool_word){.mnemonic = "MPOOL3S2",
                                          .dst = f.dst,
                                          .addr_mode = f.addr_mode | f.pool_addr_mode,
                                          .clears = f.clear_dvalid,
                                          .keeps_index = f.index_en,
                                          .has_no_srca = true});
}
