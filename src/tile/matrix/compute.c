/* SPDX-License-Identifier: Apache-2.0 */
/* A computing instruction: operands masked, the steps done over a block, rows stored. */
#include "tile/matrix/compute.h"

#include "tile/matrix/fast/matrix_fast.h"

static void mask_rows(uint32_t (*restrict out)[SRC_COLUMNS], const uint32_t (*restrict held)[SRC_COLUMNS],
                      uint32_t first, uint32_t count, uint32_t mask)
{
    for (uint32_t row = 0; row < count; row++) {
        const uint32_t *cells = held[(first + row) & SRC_ROW_MASK];
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            out[row][column] = cells[column] & mask;
    }
}

static uint32_t srca_rows(const struct matrix_job *job)
{
    return job->operation == MATRIX_PRODUCTS ? FACE_ROWS : job->rows;
}

static uint32_t srcb_rows(const struct matrix_job *job)
{
    return job->broadcasts_srcb_row ? 1 : job->rows;
}

static void broadcast(struct matrix_block *block)
{
    if (!block->job.broadcasts_srcb_row && !block->job.broadcasts_srcb_column)
        return;
    for (uint32_t row = 0; row < block->job.rows; row++) {
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            block->b[row][column] =
                block->b[block->job.broadcasts_srcb_row ? 0 : row][block->job.broadcasts_srcb_column ? 0 : column];
    }
}

static void saw_src_read(struct tile *tile, enum tt_space space, unsigned bank, uint32_t first, uint32_t count)
{
    const uint32_t before_end = SRC_ROWS - first;
    matrix_saw_src_read(tile, space, bank, first, count < before_end ? count : before_end);
    if (count > before_end)
        matrix_saw_src_read(tile, space, bank, 0, count - before_end);
}

void matrix_read_operands(const struct tile *tile, struct matrix_block *block)
{
    const struct matrix_job *job = &block->job;
    const unsigned bank_a = matrix_bank_a(tile), bank_b = matrix_bank_b(tile);
    const uint32_t mask = block->math.is_int8 ? UINT32_MAX : block->math.srca_mask;
    mask_rows(block->a, tile->state.srca[bank_a], job->srca_row, srca_rows(job), mask);
    mask_rows(block->b, tile->state.srcb[bank_b], job->srcb_row, srcb_rows(job),
              block->math.is_int8 ? UINT32_MAX : block->math.srcb_mask);
    broadcast(block);
}

static void compute_read_dst(struct tile *tile, struct matrix_block *block)
{
    for (uint32_t i = 0; i < block->job.rows; i++) {
        const uint32_t row = block->job.dst_row + i * block->job.dst_step;
        if (block->math.is_wide)
            matrix_read_row32(tile, block->math.set, row, block->dst[i]);
        else
            matrix_read_row16(tile, block->math.set, row, block->dst[i]);
    }
}

/* Rows of 16 bits that stand together are reported together. */
static void write_dst16(struct tile *tile, const struct matrix_block *block)
{
    uint16_t cells[MATRIX_ROWS_MAX][DST_COLUMNS];
    for (uint32_t i = 0; i < block->job.rows; i++)
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            cells[i][column] = (uint16_t)block->dst[i][column];
    matrix_write_rows16(tile, block->math.set, block->job.dst_row, block->job.rows,
                        (const uint16_t(*)[DST_COLUMNS])cells);
}

static void compute_write_dst(struct tile *tile, const struct matrix_block *block)
{
    if (!block->math.is_wide && block->job.dst_step == 1) {
        write_dst16(tile, block);
        return;
    }
    for (uint32_t i = 0; i < block->job.rows; i++) {
        const uint32_t row = block->job.dst_row + i * block->job.dst_step;
        if (block->math.is_wide)
            matrix_write_row32(tile, block->math.set, row, block->dst[i], ALL_COLUMNS);
        else
            matrix_write_row16(tile, block->math.set, row, block->dst[i], ALL_COLUMNS);
    }
}

static void compute_by_steps(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job)
{
    struct matrix_block block; /* large: only what is used is set */
    block.math = *math;
    block.job = *job;
    matrix_read_operands(tile, &block);
    if (!job->overwrites)
        compute_read_dst(tile, &block);
    matrix_compute_reference(&block);
    compute_write_dst(tile, &block);
    if (tile_probed(tile, PROBE_STAGE))
        matrix_report_block(tile, &block);
}

static void compute_check_masks(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job)
{
    const enum matrix_use use = job->operation == MATRIX_PRODUCTS ? MATRIX_USE_PRODUCTS : MATRIX_USE_ELEMENTS;
    const struct matrix_masked a = {"SrcA",
                                    (const uint32_t(*)[SRC_COLUMNS])tile->state.srca[matrix_bank_a(tile)],
                                    job->srca_row,
                                    srca_rows(job),
                                    math->srca_format,
                                    math->srca_mask};
    const struct matrix_masked b = {"SrcB",
                                    (const uint32_t(*)[SRC_COLUMNS])tile->state.srcb[matrix_bank_b(tile)],
                                    job->srcb_row,
                                    srcb_rows(job),
                                    math->srcb_format,
                                    math->srcb_mask};
    if (matrix_mask_is_extrapolated(a.format, use, false))
        matrix_check_mask(tile, job->mnemonic, &a);
    if (matrix_mask_is_extrapolated(b.format, use, true))
        matrix_check_mask(tile, job->mnemonic, &b);
}

/* Apart, so that the common form saves no registers for it. */
static __attribute__((noinline)) void report_sources(struct tile *tile, const struct matrix_math *math,
                                                     const struct matrix_job *job)
{
    if (tile_probed(tile, PROBE_ACCESS) && job->operation != MATRIX_NOTHING) {
        saw_src_read(tile, TT_SPACE_SRCA, matrix_bank_a(tile), job->srca_row, srca_rows(job));
        saw_src_read(tile, TT_SPACE_SRCB, matrix_bank_b(tile), job->srcb_row, srcb_rows(job));
    }
    if (tile_probed(tile, PROBE_FINDING) && !math->is_int8 && job->operation != MATRIX_NOTHING)
        compute_check_masks(tile, math, job);
}

void matrix_compute(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job)
{
    tile->state.matrix.last_srca_row = job->srca_row;
    if (tile->probe->wants)
        report_sources(tile, math, job);
    if (!matrix_fast_compute(tile, math, job))
        compute_by_steps(tile, math, job);
}
