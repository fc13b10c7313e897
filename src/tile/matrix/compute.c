/* SPDX-License-Identifier: Apache-2.0 */
/* A computing instruction: operands masked, the work done by the quickest form that may, rows stored. */
#include "numeric/dst_rows.h"
#include "tile/matrix/fast/quick.h"

#include <string.h>

enum { ROW_BYTES = DST_COLUMNS * sizeof(uint16_t) };

static void mask_rows(uint32_t (*out)[SRC_COLUMNS], uint32_t held[SRC_ROWS][SRC_COLUMNS], uint32_t first,
                      uint32_t count, uint32_t mask)
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

static void read_operands(struct tile *tile, struct matrix_block *block)
{
    const struct matrix_job *job = &block->job;
    const unsigned bank_a = matrix_bank_a(tile), bank_b = matrix_bank_b(tile);
    const uint32_t mask = block->math.is_int8 ? UINT32_MAX : block->math.srca_mask;
    mask_rows(block->a, tile->state.srca[bank_a], job->srca_row, srca_rows(job), mask);
    mask_rows(block->b, tile->state.srcb[bank_b], job->srcb_row, srcb_rows(job),
              block->math.is_int8 ? UINT32_MAX : block->math.srcb_mask);
    broadcast(block);
}

static void read_dst(struct tile *tile, struct matrix_block *block)
{
    for (uint32_t i = 0; i < block->job.rows; i++) {
        const uint32_t row = block->job.dst_row + i * block->job.dst_step;
        if (block->math.is_wide)
            matrix_read_row32(tile, block->math.set, row, block->dst[i]);
        else
            matrix_read_row16(tile, block->math.set, row, block->dst[i]);
    }
}

static void write_dst(struct tile *tile, const struct matrix_block *block)
{
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
    read_operands(tile, &block);
    if (!job->overwrites)
        read_dst(tile, &block);
    matrix_compute_reference(&block);
    write_dst(tile, &block);
    if (tile_probed(tile, PROBE_STAGE))
        matrix_tell_block(tile, &block);
}

/* Rows of Dst that an instruction changes: in place, or where a probe is to be told what they held and become, apart.
 */
struct open_rows {
    uint32_t count, at[MATRIX_ROWS_MAX]; /* physical rows */
    bool is_wide;
    uint16_t apart[MATRIX_ROWS_MAX][2][DST_COLUMNS];
};

static unsigned halves(const struct open_rows *rows)
{
    return rows->is_wide ? 2 : 1;
}

static void __attribute__((noinline))
copy_out(struct tile *tile, struct open_rows *rows, uint32_t i, bool is_read, struct quick_work *work)
{
    for (unsigned half = 0; half < halves(rows); half++) {
        const uint32_t at = rows->at[i] + half * DST_LOW_HALF, lo = at * ROW_BYTES;
        if (is_read)
            tile_saw_read(tile, TT_SPACE_DST, TT_UNIT_MATRIX, 0, lo, lo + ROW_BYTES);
        memcpy(rows->apart[i][half], tile->state.dst[at], ROW_BYTES);
    }
    work->high[i] = rows->apart[i][0];
    work->low[i] = rows->apart[i][1];
}

static void __attribute__((noinline)) put_back(struct tile *tile, const struct open_rows *rows, uint32_t i)
{
    for (unsigned half = 0; half < halves(rows); half++) {
        const uint32_t at = rows->at[i] + half * DST_LOW_HALF, lo = at * ROW_BYTES;
        tile_saw_write(tile, TT_SPACE_DST, TT_UNIT_MATRIX, lo, lo + ROW_BYTES, tile->state.dst[at],
                       rows->apart[i][half]);
        memcpy(tile->state.dst[at], rows->apart[i][half], ROW_BYTES);
    }
}

/* A row that is not valid reads as zero. */
static void open_rows(struct tile *tile, const struct matrix_settings *set, const struct matrix_job *job,
                      struct open_rows *rows, struct quick_work *work)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        const uint32_t row = job->dst_row + i * job->dst_step;
        const uint32_t at =
            rows->is_wide ? dst_adj32(row, set->has_remap, set->has_swizzle) : dst_adj16(row, set->has_remap);
        rows->at[i] = at;
        work->high[i] = tile->state.dst[at];
        work->low[i] = rows->is_wide ? tile->state.dst[at + DST_LOW_HALF] : NULL;
        if (tile_probed(tile, PROBE_ACCESS))
            copy_out(tile, rows, i, !job->overwrites, work);
        if (tile->state.dst_valid[at] || job->overwrites)
            continue;
        memset(work->high[i], 0, ROW_BYTES);
        if (rows->is_wide)
            memset(work->low[i], 0, ROW_BYTES);
    }
}

static void close_rows(struct tile *tile, const struct open_rows *rows)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        if (tile_probed(tile, PROBE_ACCESS))
            put_back(tile, rows, i);
        if (tile->state.dst_valid[rows->at[i]] != 1) /* a snapshot may have had any other number */
            matrix_put_valid(tile, rows->at[i], true);
    }
}

static void compute_quickly(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job,
                            quick_form *form)
{
    struct quick_work work; /* these two are large: only what is used is set */
    struct open_rows rows;
    work.math = math;
    work.operation = job->operation;
    work.rows = rows.count = job->rows;
    work.a = (const uint32_t(*)[SRC_COLUMNS]) & tile->state.srca[matrix_bank_a(tile)][job->srca_row];
    work.b = (const uint32_t(*)[SRC_COLUMNS]) & tile->state.srcb[matrix_bank_b(tile)][job->srcb_row];
    work.b_row_step = job->broadcasts_srcb_row ? 0 : 1;
    work.broadcasts_b_column = job->broadcasts_srcb_column;
    work.overwrites = job->overwrites;
    rows.is_wide = math->is_wide;
    open_rows(tile, math->set, job, &rows, &work);
    form(&work);
    close_rows(tile, &rows);
}

void matrix_compute(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job)
{
    quick_form *form = matrix_quick_form(tile->matrix_cache);
    tile->state.matrix.last_srca_row = job->srca_row;
    if (tile_probed(tile, PROBE_ACCESS) && job->operation != MATRIX_NOTHING) {
        saw_src_read(tile, TT_SPACE_SRCA, matrix_bank_a(tile), job->srca_row, srca_rows(job));
        saw_src_read(tile, TT_SPACE_SRCB, matrix_bank_b(tile), job->srcb_row, srcb_rows(job));
    }
    if (form && quick_may(math, job) && !tile_probed(tile, PROBE_STAGE))
        compute_quickly(tile, math, job, form);
    else
        compute_by_steps(tile, math, job);
}
