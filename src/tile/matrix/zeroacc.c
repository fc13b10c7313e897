/* SPDX-License-Identifier: Apache-2.0 */
/* ZEROACC: rows of Dst marked empty, or full again (M61). Their cells stay. */
#include "tile/matrix/matrix_internal.h"

#include "matrix_findings.h"
#include "matrix_insns.h"

enum clear_mode { ONE_ROW, SIXTEEN_ROWS, HALF, ALL };
enum { WIDE_MODE_BIT = 4 /* of Wormhole's clear_mode */, BLOCK_ROWS = 16, HALF_ROWS = DST_ROWS / 2 };

struct zeroacc {
    const struct matrix_settings *set;
    enum clear_mode mode;
    uint32_t where;
    bool is_wide, marks_full;
};

/* Bits 10:9 of the row offset choose a half of Dst for blocks, unless they count from row 0 (BH, M61). */
static uint32_t zeroacc_block_of(const struct tile *tile, const struct zeroacc *job, uint32_t offset)
{
    uint32_t block = job->where & 0xFF;
    const uint32_t narrow_offset = job->set->zeroacc_half_by_sum ? offset + block : offset; /* SL-021 */
    if (!tile->chip->zeroacc_has_tile_offsets || job->set->zeroacc_is_absolute)
        return block;
    if (!job->is_wide && (narrow_offset & 512))
        block += 32;
    if (job->is_wide && (offset & 768))
        block += 16;
    return block;
}

static void mark_row(struct tile *tile, const struct zeroacc *job, uint32_t row)
{
    const uint32_t at = matrix_physical_row(job->set, row, job->set->has_32bit_rows);
    matrix_put_valid(tile, at, 1, job->marks_full);
}

/* Of 16 bits sixteen rows; of 32 the upper halves of sixteen. */
static void mark_block(struct tile *tile, const struct zeroacc *job, uint32_t offset)
{
    const uint32_t block = zeroacc_block_of(tile, job, offset);
    if (block >= (uint32_t)(job->is_wide ? 32 : 64)) { /* kernels step counters by it */
        tile_finding(tile, FINDING_MATRIX_ZEROACC_NO_BLOCK, TT_UNIT_MATRIX, 0,
                     "ZEROACC of block %u, past the last: nothing is cleared", (unsigned)block);
        return;
    }
    const uint32_t first = block * BLOCK_ROWS << job->is_wide;
    if (!job->is_wide) {
        matrix_put_valid(tile, first, BLOCK_ROWS, job->marks_full);
        return;
    }
    matrix_put_valid(tile, first, BLOCK_ROWS / 2, job->marks_full);
    matrix_put_valid(tile, first + BLOCK_ROWS, BLOCK_ROWS / 2, job->marks_full);
}

static void zeroacc_mark(struct tile *tile, unsigned thread, const struct zeroacc *job)
{
    switch (job->mode) {
    case ONE_ROW:
        mark_row(tile, job, matrix_row(tile, thread, job->set, job->where));
        return;
    case SIXTEEN_ROWS:
        mark_block(tile, job, matrix_row(tile, thread, job->set, 0));
        return;
    case HALF:
        matrix_put_valid(tile, job->where & 1 ? HALF_ROWS : 0, HALF_ROWS, job->marks_full);
        return;
    case ALL:
        matrix_put_valid(tile, 0, DST_ROWS, job->marks_full);
        return;
    }
}

enum tile_step insn_zeroacc(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_zeroacc f = isa_decode_zeroacc(tile->chip->id, word);
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    /* A field that the chip does not have is 0. */
    const struct zeroacc job = {
        .set = set,
        .mode = (enum clear_mode)(f.clear_mode & 3),
        .where = f.where | f.dst,
        .is_wide = f.use_32_bit_mode || (f.clear_mode & WIDE_MODE_BIT),
        .marks_full = f.clear_zero_flags || f.revert,
    };
    zeroacc_mark(tile, thread, &job);
    if (job.mode == ONE_ROW || job.mode == SIXTEEN_ROWS)
        return matrix_step(tile, thread, set, f.addr_mode);
    return TILE_DONE;
}
