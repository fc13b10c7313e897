/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix unit: sums of products, elements' products and sums, added to Dst. A product counts whole in the first
 * phase of fidelity; the phases behind it add what that left out. */
#include "precision/precision_internal.h"

#include "insn_ids.h"

#include <math.h>

enum { FACE = 16, RESULT_ROWS = 8 };

enum matrix_kind { KIND_PRODUCTS, KIND_MULTIPLY, KIND_ADD, KIND_SUBTRACT };

/* Sources by stage. */
struct matrix_sources {
    unsigned operand_a, operand_b, fidelity, group, aligned, sum, stored;
};

struct matrix_work {
    struct shadowing *run;
    enum matrix_kind kind;
    enum format stored;
    uint32_t phase;
    struct matrix_sources sources;
    struct depends_rows a, b, dst;
    bool reads_dst, has_one_column;
    const struct logged_stage *operand_a, *operand_b, *product, *group, *aligned, *sum, *result;
    struct shade a_shades[FACE * SRC_COLUMNS], b_shades[RESULT_ROWS * SRC_COLUMNS];
};

static void find_sources(struct matrix_work *work)
{
    struct shadowing *run = work->run;
    const char *unit = unit_name(TT_UNIT_MATRIX);
    work->sources = (struct matrix_sources){
        .operand_a = source_of(run, unit, "operand_a", work->operand_a->format),
        .operand_b = source_of(run, unit, "operand_b", work->operand_b->format),
        .fidelity = work->kind <= KIND_MULTIPLY ? source_of(run, unit, "fidelity", work->stored) : 0,
        .group = source_of(run, unit, "group_sum", work->stored),
        .aligned = source_of(run, unit, "aligned", work->stored),
        .sum = source_of(run, unit, "sum", work->stored),
        .stored = source_of(run, unit, "stored", work->stored),
    };
}

/* An operand where it stands in its bank; rows that are fewer serve all. */
static void read_operands(struct matrix_work *work, enum tt_space space, const struct logged_stage *stage,
                          const struct depends_rows *rows, unsigned source, struct shade *shades)
{
    const bool is_b = space == TT_SPACE_SRCB;
    for (uint32_t i = 0; i < stage->count; i++) {
        const uint32_t row = i / SRC_COLUMNS, column = is_b && work->has_one_column ? 0 : i % SRC_COLUMNS;
        const uint32_t at = rows->count > row ? rows->at[row] : rows->at[0];
        const double value = log_value(stage, i);
        read_cell(work->run, space, at * SRC_COLUMNS + column, value, source, value_ulp(stage->format, fabs(value)),
                  &shades[i]);
    }
}

/* The content of Dst as a number; of a row that was empty 0. */
static double held_value(const struct matrix_work *work, uint32_t row, uint32_t column)
{
    enum { LOW_HALF = 8 };
    const struct insn_log *log = work->run->log;
    uint32_t high = 0, low = 0, valid = 1;
    const uint32_t at = work->dst.at[row];
    if (cell_bytes(log, TT_SPACE_DST_VALID, at, false, &valid) && !valid)
        return 0;
    (void)cell_bytes(log, TT_SPACE_DST, at * DST_COLUMNS + column, false, &high);
    if (work->dst.is_wide)
        (void)cell_bytes(log, TT_SPACE_DST, (at + LOW_HALF) * DST_COLUMNS + column, false, &low);
    return cell_value(work->stored, high, low);
}

/* Sums of `each` values of a stage that belong to result i. */
static double total(const struct logged_stage *stage, size_t i, size_t each)
{
    double sum = 0;
    for (size_t k = 0; k < each; k++)
        sum += log_value(stage, i * each + k);
    return sum;
}

static double largest_of(const struct logged_stage *stage, size_t i, size_t each)
{
    double largest = 0;
    for (size_t k = 0; stage && k < each; k++)
        largest = fmax(largest, fabs(log_value(stage, i * each + k)));
    return largest;
}

/* Summands are aligned and cut in units of the largest: a sum that cancels has smaller ones. */
static double largest_term(const struct matrix_work *work, size_t i, size_t groups, size_t each)
{
    const double aligned = largest_of(work->aligned, i, groups + 1), group = largest_of(work->group, i, groups);
    return fmax(fmax(aligned, group), largest_of(work->product, i, each));
}

static void add_terms(const struct matrix_work *work, size_t i, struct shade *shade)
{
    const size_t row = i / DST_COLUMNS, column = i % DST_COLUMNS;
    if (work->kind == KIND_PRODUCTS) {
        for (size_t k = 0; k < FACE; k++)
            shade_add_product(shade, &work->a_shades[k * SRC_COLUMNS + column], &work->b_shades[row * SRC_COLUMNS + k]);
    } else if (work->kind == KIND_MULTIPLY) {
        shade_add_product(shade, &work->a_shades[i], &work->b_shades[i]);
    } else {
        shade_accumulate(shade, &work->a_shades[i], 1);
        shade_accumulate(shade, &work->b_shades[i], work->kind == KIND_SUBTRACT ? -1 : 1);
    }
}

static void precision_matrix_compute(struct matrix_work *work, size_t i, struct shade *shade)
{
    struct shadowing *run = work->run;
    const struct matrix_sources *sources = &work->sources;
    const size_t groups = work->kind == KIND_PRODUCTS ? 2 : 1, each = work->kind == KIND_PRODUCTS ? FACE : 1;
    const double result = log_value(work->result, i), ulp = value_ulp(work->stored, fabs(result));
    const double term_ulp = value_ulp(work->stored, largest_term(work, i, groups, each));
    shade_begin(shade, 0);
    if (!work->phase || work->kind > KIND_MULTIPLY)
        add_terms(work, i, shade);
    if (work->product)
        source_rounds(run, shade, sources->fidelity, total(work->product, i, each), term_ulp);
    source_rounds(run, shade, sources->group, total(work->group, i, groups), term_ulp);
    if (work->reads_dst) {
        struct shade held;
        const double value = held_value(work, (uint32_t)(i / DST_COLUMNS), (uint32_t)(i % DST_COLUMNS));
        read_cell(run, TT_SPACE_DST, work->dst.at[i / DST_COLUMNS] * DST_COLUMNS + (uint32_t)(i % DST_COLUMNS), value,
                  sources->stored, ulp, &held);
        shade_accumulate(shade, &held, 1);
    }
    source_rounds(run, shade, sources->aligned, total(work->aligned, i, groups + 1), term_ulp);
    source_rounds(run, shade, sources->sum, log_value(work->sum, i), ulp);
    source_rounds(run, shade, sources->stored, result, ulp);
    shade->is_wide = work->dst.is_wide;
}

/* The stages that a floating instruction reports, as many values as its rows have. */
static bool matrix_is_whole(const struct matrix_work *work)
{
    const size_t results = work->result->count, groups = work->kind == KIND_PRODUCTS ? 2 : 1;
    const size_t operands = work->kind == KIND_PRODUCTS ? (size_t)FACE * SRC_COLUMNS : results;
    return results && results <= RESULT_ROWS * DST_COLUMNS && work->dst.count * DST_COLUMNS == results &&
           work->a.count && work->b.count && work->operand_a->count == operands && work->operand_b->count == results &&
           work->group->count == results * groups && work->aligned->count == results * (groups + 1) &&
           work->sum->count == results;
}

static enum matrix_kind kind_of(const struct matrix_work *work)
{
    const struct isa_insn *insn = work->run->insn->insn;
    if (!work->product)
        return insn->id == INSN_ELWSUB ? KIND_SUBTRACT : KIND_ADD;
    return work->product->count == work->result->count ? KIND_MULTIPLY : KIND_PRODUCTS;
}

static bool find_stages(struct matrix_work *work)
{
    const struct shadowing *run = work->run;
    work->operand_a = stage_of(run, MATRIX_A, 0);
    work->operand_b = stage_of(run, MATRIX_B, 0);
    work->product = stage_of(run, MATRIX_PRODUCT, 0);
    work->group = stage_of(run, MATRIX_GROUP, 0);
    work->aligned = stage_of(run, MATRIX_ALIGNED, 0);
    work->sum = stage_of(run, MATRIX_SUM, 0);
    work->result = stage_of(run, MATRIX_STORED, 0);
    return work->operand_a && work->operand_b && work->group && work->aligned && work->sum && work->result;
}

bool rule_of_matrix(struct shadowing *run)
{
    struct matrix_work work; /* large: only what is used is set */
    struct depends_rows reads;
    const struct isa_insn *insn = run->insn->insn;
    const struct logged_stage *phase = stage_of(run, MATRIX_PHASE, 0);
    work.run = run;
    if (!insn || !find_stages(&work))
        return false; /* integers, or no arithmetic */
    work.stored = work.result->format;
    work.kind = kind_of(&work);
    work.phase = phase && phase->count ? phase->bits[0] : 0;
    work.has_one_column = (run->insn->word & insn->column0_if) != 0;
    depends_rows_list(&run->log->insn, TT_SPACE_SRCA, false, &work.a);
    depends_rows_list(&run->log->insn, TT_SPACE_SRCB, false, &work.b);
    depends_rows_list(&run->log->insn, TT_SPACE_DST, true, &work.dst);
    depends_rows_list(&run->log->insn, TT_SPACE_DST, false, &reads);
    work.reads_dst = reads.count != 0;
    if (!matrix_is_whole(&work))
        return false;
    find_sources(&work);
    read_operands(&work, TT_SPACE_SRCA, work.operand_a, &work.a, work.sources.operand_a, work.a_shades);
    read_operands(&work, TT_SPACE_SRCB, work.operand_b, &work.b, work.sources.operand_b, work.b_shades);
    for (size_t i = 0; i < work.result->count; i++) {
        struct shade shade;
        precision_matrix_compute(&work, i, &shade);
        pending_add(run, TT_SPACE_DST, work.dst.at[i / DST_COLUMNS] * DST_COLUMNS + (uint32_t)(i % DST_COLUMNS),
                    &shade);
    }
    return true;
}
