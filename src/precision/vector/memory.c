/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit's words that bring numbers into its registers and out of them: SFPLOAD, SFPSTORE, and the program's
 * own constants, SFPLOADI and SFPCONFIG. */
#include "precision/vector/rules.h"

#include "numeric/dst_rows.h"

#include <math.h>

uint32_t vector_cell_of(const struct vector_work *work, const struct logged_stage *cells, unsigned lane)
{
    bool has_remap, has_swizzle;
    rows_order(work->run, &has_remap, &has_swizzle);
    const uint32_t origin = cells->origins[lane];
    return dst_row16(origin / DST_COLUMNS % DST_ROWS, has_remap, has_swizzle, cells->width == 4) * DST_COLUMNS +
           origin % DST_COLUMNS;
}

/* A cell without a number beside it has one of the datums that the run began with. */
bool vector_load_rule(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    if (!work->a || !work->a->has_origins)
        return false;
    const double value = log_value(work->result, lane), integer = vector_integer(work->result, lane);
    const struct shade *from = cells_at(work->run->cells, TT_SPACE_DST, vector_cell_of(work, work->a, lane));
    if (!from) {
        shade_begin(shade, value);
        shade->varies = true;
        shade->argument = value;
        shade->origin = origin_of(TT_SPACE_DST, vector_cell_of(work, work->a, lane));
        return isfinite(value);
    }
    if (!(from->is_integer ? from->actual == integer : shade_joins(from->actual, value)))
        return false;
    shade_copy(shade, from);
    shade->is_wide = false;
    return true;
}

/* Which of the formats a cell may be in gives the register's number. */
static bool store_lane(struct vector_work *work, unsigned lane)
{
    static const enum format narrow[] = {FORMAT_BF16, FORMAT_FP16};
    const bool is_wide = work->result->width == 4;
    const uint32_t bits = work->result->bits[lane], cell = vector_cell_of(work, work->result, lane);
    struct shade shade;
    vector_operand_of(work, work->c, 0, lane, false, &shade);
    for (unsigned i = 0; i < (is_wide ? 1 : 2); i++) {
        const enum format format = is_wide ? FORMAT_FP32 : narrow[i];
        const double value = cell_value(format, is_wide ? bits >> 16 : bits, bits & 0xFFFF);
        if (!isfinite(value) || !shade_joins(shade.actual, value))
            continue;
        const unsigned source = source_of(work->run, unit_name(TT_UNIT_VECTOR), work->insn->mnemonic, format);
        source_rounds(work->run, &shade, source, value, value_ulp(format, fabs(value)));
        shade.is_wide = is_wide;
        pending_add(work->run, TT_SPACE_DST, cell, &shade);
        return true;
    }
    return false;
}

bool vector_store(struct vector_work *work)
{
    bool is_known = false;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (!work->lanes || work->lanes->count <= lane || work->lanes->bits[lane])
            is_known |= store_lane(work, lane);
    return is_known;
}

/* ---- the program's constants ---- */

/* Two words may bring a number, a half each. */
bool vector_constant_rule(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    enum { HIGH_HALF = 8, LOW_HALF = 10 };
    const uint16_t here = constant_word(work->run, work->insn, work->word);
    const struct shade *held = cells_at(work->run->cells, TT_SPACE_LREG, work->target * LANES + lane);
    shade_begin(shade, log_value(work->result, lane));
    if (!here)
        return false;
    shade->halves[0] = shade->halves[1] = here;
    if ((work->mod == HIGH_HALF || work->mod == LOW_HALF) && held && !held->varies)
        shade->halves[work->mod == HIGH_HALF ? 0 : 1] = held->halves[work->mod == HIGH_HALF ? 0 : 1];
    return isfinite(shade->actual);
}

/* A constant of a register: what stood in the first lanes of L0. */
bool vector_config_rule(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    enum { CONFIG_BY_CONSTANT = 1, COLUMNS = 8 };
    if (work->mod & CONFIG_BY_CONSTANT)
        return false;
    const struct shade *held = cells_at(work->run->cells, TT_SPACE_LREG, lane % COLUMNS);
    if (!held || held->actual != log_value(work->result, lane))
        return false;
    shade_copy(shade, held);
    return true;
}
