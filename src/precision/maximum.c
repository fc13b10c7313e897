/* SPDX-License-Identifier: Apache-2.0 */
/* GMPOOL: the largest of a column of SrcA and of the row of Dst, by SrcB's ones (M53). Where errors made another one
 * the largest, that is the instruction's error. */
#include "precision/precision_internal.h"

#include "numeric/cells.h"
#include "numeric/dst_rows.h"

#include "insn_ids.h"

#include <math.h>

/* The value that the device took, and the largest in mathematics. */
struct contest {
    struct shade winner;
    double exact;
    bool has_winner;
};

static void enters(struct contest *contest, const struct shade *shade, double result)
{
    contest->exact = fmax(contest->exact, shade->exact);
    if (contest->has_winner || shade->actual != result)
        return;
    shade_copy(&contest->winner, shade);
    contest->has_winner = true;
}

/* SrcA as it stands: the instruction leaves it. */
static double source_value(struct shadowing *run, uint32_t cell, enum format format)
{
    uint32_t bits;
    tile_load_numbers(run->tile, TT_SPACE_SRCA, cell * 4, 1, &bits);
    return format == FORMAT_FP16 ? precision_value(FORMAT_FP16, src_to_fp16(bits))
                                 : precision_value(FORMAT_TF32_19, src_to_tf32(bits));
}

static double dst_value(struct shadowing *run, const struct depends_rows *rows, uint32_t cell, enum format format,
                        bool is_after)
{
    uint32_t high = 0, low = 0, valid = 1;
    if (!is_after && cell_bytes(run->log, TT_SPACE_DST_VALID, rows->at[0], false, &valid) && !valid)
        return -INFINITY; /* an empty row reads as all ones (M8) */
    (void)cell_bytes(run->log, TT_SPACE_DST, cell, is_after, &high);
    if (rows->is_wide)
        (void)cell_bytes(run->log, TT_SPACE_DST, cell + DST_LOW_HALF * DST_COLUMNS, is_after, &low);
    return cell_value(format, high, low);
}

static bool maximum_pool_column(struct shadowing *run, const struct depends_rows *sources,
                                const struct depends_rows *rows, uint32_t column, enum format format, unsigned source)
{
    const uint32_t cell = rows->at[0] * DST_COLUMNS + column;
    const double result = dst_value(run, rows, cell, format, true), held = dst_value(run, rows, cell, format, false);
    const double ulp = value_ulp(format, fabs(result));
    struct contest contest = {.exact = -INFINITY};
    struct shade shade;
    for (uint32_t i = 0; i < sources->count; i++) {
        const uint32_t from = sources->at[i] * SRC_COLUMNS + column;
        read_cell(run, TT_SPACE_SRCA, from, source_value(run, from, format), source, ulp, &shade);
        enters(&contest, &shade, result);
    }
    if (isfinite(held)) {
        read_cell(run, TT_SPACE_DST, cell, held, source, ulp, &shade);
        enters(&contest, &shade, result);
    }
    if (!contest.has_winner)
        return false;
    const double missed = contest.winner.exact - contest.exact;
    shade_add(&contest.winner, source, missed);
    source_made(run, source, missed, result, ulp);
    contest.winner.exact = contest.exact;
    contest.winner.is_wide = rows->is_wide;
    pending_add(run, TT_SPACE_DST, cell, &contest.winner);
    return true;
}

bool rule_of_maximum(struct shadowing *run)
{
    static const enum format formats[] = {FORMAT_BF16, FORMAT_FP16};
    struct depends_rows sources, rows;
    if (!run->insn->insn || run->insn->insn->id != INSN_GMPOOL || !log_reads_errors(run))
        return false;
    depends_rows_list(&run->log->insn, TT_SPACE_SRCA, false, &sources);
    depends_rows_list(&run->log->insn, TT_SPACE_DST, true, &rows);
    if (!sources.count || !rows.count)
        return false;
    for (unsigned i = 0; i < (rows.is_wide ? 1 : 2); i++) {
        const enum format format = rows.is_wide ? FORMAT_FP32 : formats[i];
        const unsigned source = source_of(run, unit_name(TT_UNIT_MATRIX), run->insn->insn->mnemonic, format);
        bool is_whole = true;
        run->pending_count = 0;
        for (uint32_t column = 0; column < DST_COLUMNS && is_whole; column++)
            is_whole = maximum_pool_column(run, &sources, &rows, column, format, source);
        if (is_whole)
            return true;
    }
    run->pending_count = 0;
    return false; /* SrcB scales, or an index is retained */
}
