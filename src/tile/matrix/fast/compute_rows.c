/* SPDX-License-Identifier: Apache-2.0 */
/* A computing instruction by rows at once: rows of Dst opened, a quick form over them, closed. */
#include "numeric/dst_rows.h"
#include "tile/matrix/addends.h"
#include "tile/matrix/fast/matrix_fast.h"
#include "tile/matrix/fast/quick.h"

#include <string.h>

enum { ROW_BYTES = DST_COLUMNS * sizeof(uint16_t) };

/* Rows of Dst that an instruction changes: in place, or in a copy where a probe needs what they held before and
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

static void __attribute__((noinline))
copy_out(struct tile *tile, struct open_rows *rows, uint32_t i, bool is_read, struct quick_work *work)
{
    for (unsigned half = 0; half < halves(rows); half++) {
        const uint32_t at = rows->at[i] + half * DST_LOW_HALF, lo = at * ROW_BYTES;
        if (is_read)
            tile_saw_read(tile, TT_SPACE_DST, TT_UNIT_MATRIX, 0, lo, lo + ROW_BYTES);
        memcpy(rows->apart[half][i], tile->state.dst[at], ROW_BYTES);
    }
    work->high[i] = rows->apart[0][i];
    work->low[i] = rows->apart[1][i];
}

static void __attribute__((noinline)) put_back(struct tile *tile, const struct open_rows *rows, uint32_t i)
{
    for (unsigned half = 0; half < halves(rows); half++) {
        const uint32_t at = rows->at[i] + half * DST_LOW_HALF, lo = at * ROW_BYTES;
        tile_saw_write(tile, TT_SPACE_DST, TT_UNIT_MATRIX, lo, lo + ROW_BYTES, tile->state.dst[at],
                       rows->apart[half][i]);
        memcpy(tile->state.dst[at], rows->apart[half][i], ROW_BYTES);
    }
}

/* To one that wants places alone: what is read, then what will be written; `each` rows from each of `count` on. */
static void __attribute__((noinline)) report_places(struct tile *tile, const struct matrix_job *job, bool is_wide,
                                                    const uint32_t *at, uint32_t count, uint32_t each)
{
    for (unsigned is_write = job->overwrites; is_write < 2; is_write++) {
        for (unsigned i = 0; i < count * (is_wide ? 2 : 1); i++) {
            const uint32_t lo = (at[i % count] + i / count * DST_LOW_HALF) * ROW_BYTES, hi = lo + each * ROW_BYTES;
            (is_write ? tile_report_place : tile_report_read)(tile, TT_SPACE_DST, TT_UNIT_MATRIX, 0, lo, hi);
        }
    }
}

/* Eight rows from a multiple of eight on stand together, unless swizzled: nothing else touches the three lowest bits of
 * a row's number (F-3.4 to F-3.6). True where all of them are valid and no listener wants them: nothing else has to be
 * done of any. */
static bool open_together(struct tile *tile, const struct matrix_settings *set, const struct matrix_job *job,
                          struct open_rows *rows, struct quick_work *work)
{
    enum { ALL = MATRIX_ROWS_MAX };
    const uint32_t row = job->dst_row;
    uint64_t valid;
    const bool loses_lower = !rows->is_wide && rows->has_upper;
    const bool is_apart = job->dst_step != 1 || row % ALL || (rows->is_wide && set->has_swizzle) || loses_lower;
    if (rows->count != ALL || is_apart || tile_probed(tile, PROBE_ACCESS | PROBE_CONTROL))
        return false;
    const uint32_t at = matrix_physical_row(set, row, rows->is_wide);
    memcpy(&valid, &tile->state.dst_valid[at], sizeof valid);
    if (valid != UINT64_C(0x0101010101010101))
        return false;
    if (tile_only_places_probed(tile))
        report_places(tile, job, rows->is_wide, &at, 1, ALL);
    for (uint32_t i = 0; i < ALL; i++)
        work->high[i] = tile->state.dst[at + i];
    for (uint32_t i = 0; i < ALL; i++)
        work->low[i] = rows->is_wide ? tile->state.dst[at + DST_LOW_HALF + i] : NULL;
    return true;
}

/* A row that is not valid reads as zero. */
static void open_rows(struct tile *tile, const struct matrix_settings *set, const struct matrix_job *job,
                      struct open_rows *rows, struct quick_work *work)
{
    for (uint32_t i = 0; i < rows->count; i++) {
        const uint32_t row = job->dst_row + i * job->dst_step;
        const uint32_t at = matrix_physical_row(set, row, rows->is_wide);
        rows->at[i] = at;
        work->high[i] = tile->state.dst[at];
        work->low[i] = rows->is_wide ? tile->state.dst[at + DST_LOW_HALF] : NULL;
        if (tile_probed(tile, PROBE_ACCESS))
            copy_out(tile, rows, i, !job->overwrites, work);
        if (!job->overwrites)
            tile_saw_row(tile, at, rows->is_wide);
        if (tile->state.dst_valid[at] || job->overwrites)
            continue;
        memset(work->high[i], 0, ROW_BYTES);
        if (rows->is_wide)
            memset(work->low[i], 0, ROW_BYTES);
    }
    if (tile_only_places_probed(tile))
        report_places(tile, job, rows->is_wide, rows->at, rows->count, 1);
}

static void close_rows(struct tile *tile, const struct matrix_settings *set, const struct matrix_job *job,
                       const struct open_rows *rows)
{
    if (!rows->is_wide && job->dst_step == 1 && tile_probed(tile, PROBE_ACCESS)) {
        matrix_write_rows16(tile, set, job->dst_row, rows->count, (const uint16_t(*)[DST_COLUMNS])rows->apart[0]);
        return;
    }
    for (uint32_t i = 0; i < rows->count; i++) {
        if (tile_probed(tile, PROBE_ACCESS))
            put_back(tile, rows, i);
        if (!rows->is_wide && rows->has_upper)
            tile_lose_low_half(tile, TT_UNIT_MATRIX, rows->at[i]);
        /* a snapshot may have had any other number */
        if (tile->state.dst_valid[rows->at[i]] != 1 || tile_probed(tile, PROBE_CONTROL))
            matrix_put_valid(tile, rows->at[i], 1, true);
    }
}

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

static void run(enum tile_fast fast, struct quick_work *work)
{
    if (fast == TILE_FAST_AVX2)
        (work->math->is_int8 ? quick_integers_avx2 : quick_avx2)(work);
    else
        (work->math->is_int8 ? quick_integers_portable : quick_portable)(work);
}

/* An instruction whose stages are reported: its ends, of which those between follow. */
struct reported {
    struct matrix_block block; /* large: only what is used is set */
    uint32_t held[MATRIX_ROWS_MAX][DST_COLUMNS];
};

/* What Dst holds, as cells and as patterns of FP32. */
static void take_dst(const struct quick_work *work, uint32_t (*restrict cells)[DST_COLUMNS],
                     uint32_t (*restrict words)[DST_COLUMNS])
{
    const struct matrix_math math = *work->math;
    for (uint32_t row = 0; row < work->rows; row++) {
        const uint16_t *const high = work->high[row], *const low = work->low[row];
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            cells[row][column] = math.is_wide ? (uint32_t)high[column] << 16 | low[column] : high[column];
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            words[row][column] = matrix_dst_to_word(&math, cells[row][column]);
    }
}

/* reported: null where no stages are. */
static void compute(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job,
                    struct reported *reported)
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
    rows.has_upper = math->set->narrow_is_upper;
    const bool is_together = open_together(tile, math->set, job, &rows, &work);
    if (!is_together)
        open_rows(tile, math->set, job, &rows, &work);
    if (reported && job->overwrites)
        memset(reported->held, 0, sizeof reported->held);
    else if (reported)
        take_dst(&work, reported->block.dst, reported->held);
    run(tile->fast, &work);
    if (!is_together)
        close_rows(tile, math->set, job, &rows);
    if (reported)
        take_dst(&work, reported->block.dst, reported->block.words);
}

/* The stages of a sum of operands, by the one reading that the quick forms know. */
static void make_sums(const struct matrix_math *of, struct matrix_block *block, const uint32_t (*held)[DST_COLUMNS])
{
    static const struct matrix_settings device = {
        .group_rounding = ROUND_AS_DEVICE, .align_rounding = ROUND_AS_DEVICE, .final_rounding = ROUND_AS_DEVICE};
    struct matrix_math math = *of;
    math.set = &device;
    math.keeps_srcb_zeros = math.has_srcb_zero_unit = false;
    math.phase = 0;
    for (uint32_t row = 0; row < block->job.rows; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            struct matrix_term *terms = block->terms[row][column];
            terms[0] = matrix_sum_term(&math, block->a[row][column], block->b[row][column],
                                       block->job.operation == MATRIX_SUBTRACT);
            terms[1] = (struct matrix_term){0};
            block->aligned[row][column] = matrix_align(&math, terms, held[row][column]);
        }
    }
}

/* False: the numbered steps have to make the stages. */
static bool __attribute__((noinline))
compute_reported(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job)
{
    struct reported reported;
    reported.block.math = *math;
    reported.block.job = *job;
    const bool is_sum = !math->is_int8 && (job->operation == MATRIX_ADD || job->operation == MATRIX_SUBTRACT);
    if (!is_sum && (!tile->probe->implied || !matrix_are_stages_implied(&reported.block)))
        return false;
    matrix_read_operands(tile, &reported.block);
    compute(tile, math, job, &reported);
    if (is_sum) {
        make_sums(math, &reported.block, (const uint32_t(*)[DST_COLUMNS])reported.held);
        matrix_report_block(tile, &reported.block);
    } else {
        matrix_report_implied(tile, &reported.block, reported.held[0]);
    }
    return true;
}

bool matrix_fast_compute(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job)
{
    if (!may(math, job))
        return false;
    if (!tile_probed(tile, PROBE_STAGE))
        compute(tile, math, job, NULL);
    else if (!compute_reported(tile, math, job))
        return false;
    tile->fast_taken[path_of(math, job)] = true;
    return true;
}
