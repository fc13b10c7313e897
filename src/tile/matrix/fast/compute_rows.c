/* SPDX-License-Identifier: Apache-2.0 */
/* A computing instruction by rows at once: rows of Dst opened, a quick form over them, closed. */
#include "numeric/dst_rows.h"
#include "tile/matrix/fast/matrix_fast.h"
#include "tile/matrix/fast/quick.h"

/* ---- in place ---- */

static void set_operands(const struct tile *tile, const struct matrix_math *math, const struct matrix_job *job,
                         struct quick_work *work)
{
    work->math = math;
    work->operation = job->operation;
    work->rows = job->rows;
    work->a = (const uint32_t(*)[SRC_COLUMNS]) & tile->state.srca[matrix_bank_a(tile)][job->srca_row];
    work->b = (const uint32_t(*)[SRC_COLUMNS]) & tile->state.srcb[matrix_bank_b(tile)][job->srcb_row];
    work->b_row_step = job->broadcasts_srcb_row ? 0 : 1;
    work->broadcasts_b_column = job->broadcasts_srcb_column;
    work->overwrites = job->overwrites;
}

/* Four to eight rows one behind the other. */
static bool are_valid(const uint8_t *valid, uint32_t rows)
{
    enum { FOUR = sizeof(uint32_t), ALL_FOUR = 0x01010101 };
    uint32_t first, last;
    memcpy(&first, valid, FOUR);
    memcpy(&last, valid + rows - FOUR, FOUR);
    return first == ALL_FOUR && last == ALL_FOUR;
}

/* To one that wants places alone: rows from `at` on are read, then written. */
static void __attribute__((noinline))
report_places(struct tile *tile, const struct matrix_job *job, bool is_wide, uint32_t at)
{
    if (!job->overwrites)
        tile_report_dst_read(tile, TT_UNIT_MATRIX, 0, at, job->rows, is_wide);
    tile_report_dst_place(tile, TT_UNIT_MATRIX, at, job->rows, is_wide);
}

/* Four rows from a multiple of four on, and eight from one of eight, stand together, unless swizzled: nothing else
 * touches the three lowest bits of a row's number (F-3.4 to F-3.6). All of them have to be valid, and no listener may
 * want them: then nothing else has to be done of any. */
static bool compute_in_place(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job)
{
    const struct matrix_settings *set = math->set;
    struct quick_work work;
    if (job->dst_step != 1 || job->dst_row & (job->rows - 1))
        return false;
    if (math->is_wide ? set->has_swizzle : set->narrow_is_upper /* a lower half is lost */)
        return false;
    const uint32_t at = matrix_physical_row(set, job->dst_row, math->is_wide);
    if (!are_valid(&tile->state.dst_valid[at], job->rows))
        return false;
    if (tile_only_places_probed(tile))
        report_places(tile, job, math->is_wide, at);
    if (!job->overwrites)
        tile_dst_reads(tile, TT_UNIT_MATRIX, at, job->rows, math->is_wide);
    tile_dst_wrote(tile, at, job->rows, math->is_wide);
    set_operands(tile, math, job, &work);
    work.high = &tile->state.dst[at];
    work.low = &tile->state.dst[at + (math->is_wide ? DST_LOW_HALF : 0)];
    quick_run(&work);
    return true;
}

/* ---- in a copy ---- */

/* Rows of Dst that an instruction changes, where they do not stand together, or a probe needs what they held before and
 * after. */
struct open_rows {
    uint32_t count, at[MATRIX_ROWS_MAX];             /* physical rows */
    bool is_wide, has_upper;                         /* has_upper: 16 bits that are the upper half of 32 (M9x) */
    uint16_t apart[2][MATRIX_ROWS_MAX][DST_COLUMNS]; /* upper or only halves, lower ones */
};

static unsigned halves(const struct open_rows *rows)
{
    return rows->is_wide ? 2 : 1;
}

/* A row that is not valid reads as zero. */
static void copy_out(struct tile *tile, struct open_rows *rows, uint32_t i, bool is_read)
{
    const bool counts = tile->state.dst_valid[rows->at[i]] || !is_read;
    for (unsigned half = 0; half < halves(rows); half++) {
        const uint32_t at = rows->at[i] + half * DST_LOW_HALF, lo = at * DST_ROW_BYTES;
        if (is_read)
            tile_saw_read(tile, TT_SPACE_DST, TT_UNIT_MATRIX, 0, lo, lo + DST_ROW_BYTES);
        if (counts)
            memcpy(rows->apart[half][i], tile->state.dst[at], DST_ROW_BYTES);
        else
            memset(rows->apart[half][i], 0, DST_ROW_BYTES);
    }
    if (!is_read)
        return;
    tile_dst_reads(tile, TT_UNIT_MATRIX, rows->at[i], 1, rows->is_wide);
    tile_saw_row(tile, rows->at[i], rows->is_wide);
}

static void compute_rows_put_back(struct tile *tile, const struct open_rows *rows, uint32_t i)
{
    for (unsigned half = 0; half < halves(rows); half++) {
        const uint32_t at = rows->at[i] + half * DST_LOW_HALF, lo = at * DST_ROW_BYTES;
        tile_saw_write(tile, TT_SPACE_DST, TT_UNIT_MATRIX, lo, lo + DST_ROW_BYTES, tile->state.dst[at],
                       rows->apart[half][i]);
        memcpy(tile->state.dst[at], rows->apart[half][i], DST_ROW_BYTES);
    }
}

static void open_rows(struct tile *tile, const struct matrix_settings *set, const struct matrix_job *job,
                      struct open_rows *rows)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        rows->at[i] = matrix_physical_row(set, job->dst_row + i * job->dst_step, rows->is_wide);
        copy_out(tile, rows, i, !job->overwrites);
    }
}

static void close_rows(struct tile *tile, const struct matrix_settings *set, const struct matrix_job *job,
                       const struct open_rows *rows)
{
    if (!rows->is_wide && job->dst_step == 1 && tile_probed(tile, PROBE_ACCESS)) {
        matrix_write_rows16(tile, set, job->dst_row, rows->count, (const uint16_t(*)[DST_COLUMNS])rows->apart[0]);
        return;
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        compute_rows_put_back(tile, rows, i);
        tile_dst_wrote(tile, rows->at[i], 1, rows->is_wide || rows->has_upper);
        if (!rows->is_wide && rows->has_upper)
            tile_lose_low_half(tile, TT_UNIT_MATRIX, rows->at[i]);
        /* a snapshot may have had any other number */
        if (tile->state.dst_valid[rows->at[i]] != 1 || tile_probed(tile, PROBE_CONTROL))
            matrix_put_valid(tile, rows->at[i], 1, true);
    }
}

static __attribute__((noinline)) void compute_in_copy(struct tile *tile, const struct matrix_math *math,
                                                      const struct matrix_job *job)
{
    struct quick_work work;
    struct open_rows rows; /* large: only what is used is set */
    set_operands(tile, math, job, &work);
    rows.count = job->rows;
    rows.is_wide = math->is_wide;
    rows.has_upper = math->set->narrow_is_upper;
    work.high = rows.apart[0];
    work.low = rows.apart[1];
    open_rows(tile, math->set, job, &rows);
    quick_run(&work);
    close_rows(tile, math->set, job, &rows);
}

/* ---- whether ---- */

/* Whether the quick forms can do this instruction. */
static bool may(const struct matrix_math *math, const struct matrix_job *job)
{
    const bool wraps = job->srca_row + FACE_ROWS > SRC_ROWS && job->operation == MATRIX_PRODUCTS;
    const bool is_guess = (job->operation == MATRIX_ADD || job->operation == MATRIX_SUBTRACT) && math->phase;
    if (wraps || job->operation == MATRIX_NOTHING)
        return false;
    if (math->is_int8)
        return math->is_wide;
    return math->set->rounds_as_device && !math->keeps_srcb_zeros && !is_guess;
}

static enum fast_path path_of(const struct matrix_math *math, const struct matrix_job *job)
{
    if (math->is_int8)
        return FAST_MATRIX_INTEGERS;
    return job->operation == MATRIX_PRODUCTS ? FAST_MATRIX_PRODUCTS : FAST_MATRIX_ELEMENTS;
}

bool matrix_fast_compute(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job)
{
    if (!tile_takes(tile, path_of(math, job)) || tile_probed(tile, PROBE_STAGE) || !may(math, job))
        return false;
    if (tile_probed(tile, PROBE_ACCESS | PROBE_CONTROL) || !compute_in_place(tile, math, job))
        compute_in_copy(tile, math, job);
    tile->fast_taken[path_of(math, job)] = true;
    return true;
}
