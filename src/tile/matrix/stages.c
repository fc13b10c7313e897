/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix unit's stages for a probe: the values of a computing instruction between its steps. Sums and products are
 * reported as FP32 patterns, which hold them exactly. docs/semantics/matrix.md, "Stages" */
#include "tile/matrix/gmpool.h"

#include "numeric/cells.h"

enum stage {
    STAGE_OPERAND_A,
    STAGE_OPERAND_B,
    STAGE_PHASE,
    STAGE_PRODUCT,
    STAGE_EXPONENT,
    STAGE_GROUP_SUM,
    STAGE_ALIGNED,
    STAGE_SUM,
    STAGE_SOURCE,
    STAGE_TAKEN,
    STAGE_STORED,
    STAGE_COUNT
};

static const struct stage_info stages[STAGE_COUNT] = {
    [STAGE_OPERAND_A] = {"operand_a", "datum of SrcA, its format's bits"},
    [STAGE_OPERAND_B] = {"operand_b", "datum of SrcB, its format's bits, broadcast"},
    [STAGE_PHASE] = {"phase", "fidelity phase of the instruction: one value"},
    [STAGE_PRODUCT] = {"product", "product of the slices that the fidelity phase takes"},
    [STAGE_EXPONENT] = {"exponent", "exponent that a product is aligned by; 0 and below: 0"},
    [STAGE_GROUP_SUM] = {"group_sum", "sum of eight products, or what an element-wise instruction adds"},
    [STAGE_ALIGNED] = {"aligned", "both sums and Dst at their common exponent, rounded"},
    [STAGE_SUM] = {"sum", "normalised sum, rounded to Dst's width"},
    [STAGE_SOURCE] = {"source", "bits of the cell that a move reads; of 32-bit Dst both halves"},
    [STAGE_TAKEN] = {"taken", "of these bits what counts: flushed, masked, the half that is taken"},
    [STAGE_STORED] = {"stored", "datum in Dst, of a move where it went"},
};

const struct stage_info *matrix_stages(unsigned *count)
{
    *count = STAGE_COUNT;
    return stages;
}

/* Values on their way to the probe; as many as the largest stage has. */
enum { VALUES_MAX = MATRIX_ROWS_MAX * DST_COLUMNS * PRODUCTS, NO_CELL = 0xFFFF };

struct stage_report {
    struct tile *tile;
    const struct matrix_block *block;
    uint32_t count;
    uint32_t values[VALUES_MAX];
    uint16_t origins[VALUES_MAX];
};

static void stages_put(struct stage_report *report, uint32_t value, uint16_t origin)
{
    report->values[report->count] = value;
    report->origins[report->count++] = origin;
}

static uint16_t stages_cell_of(const struct matrix_block *block, uint32_t row, unsigned column)
{
    return (uint16_t)((block->job.dst_row + row * block->job.dst_step) * DST_COLUMNS + column);
}

/* The values as numbers of 1, 2 or 4 bytes. */
static const void *at_width(const struct stage_report *report, unsigned width, uint16_t room[VALUES_MAX])
{
    uint8_t *bytes = (uint8_t *)room;
    for (uint32_t i = 0; width == 2 && i < report->count; i++)
        room[i] = (uint16_t)report->values[i];
    for (uint32_t i = 0; width == 1 && i < report->count; i++)
        bytes[i] = (uint8_t)report->values[i];
    return width == 4 ? (const void *)report->values : room;
}

static void put_out(struct stage_report *report, enum stage stage, enum format format, unsigned width)
{
    uint16_t room[VALUES_MAX];
    const struct probe_stage values = {
        .unit = TT_UNIT_MATRIX,
        .stage = (uint8_t)stage,
        .format = (uint8_t)format,
        .value_bytes = (uint8_t)width,
        .count = report->count,
        .values = at_width(report, width, room),
        .origin = report->origins,
    };
    if (report->count)
        report->tile->probe->stage(report->tile->probe->user, &values);
    report->count = 0;
}

/* ---- operands ---- */

/* The pattern of a cell in its own format: TF32, BF16, FP16, or a signed integer of 16 bits. */
static enum format operand_format(const struct matrix_math *math, uint32_t format)
{
    return math->is_int8 ? FORMAT_INT16 : matrix_datum_format(matrix_style_of(format), format);
}

static uint32_t src_to_int16_pattern(uint32_t cell)
{
    return src_sign(cell) << 15 | src_mantissa(cell);
}

/* Loops of their own, of which compilers make vectors. */
#define PUT_OPERAND(NAME, OF)                                                                                          \
    static void NAME(uint32_t count, const uint32_t *restrict cells, uint32_t *restrict values)                        \
    {                                                                                                                  \
        for (uint32_t i = 0; i < count; i++)                                                                           \
            values[i] = OF(cells[i]);                                                                                  \
    }
PUT_OPERAND(put_int16, src_to_int16_pattern)
PUT_OPERAND(put_tf32, src_to_tf32)
PUT_OPERAND(put_fp16, src_to_fp16)
PUT_OPERAND(put_bf16, src_to_bf16)

static void report_operand(struct stage_report *report, enum stage stage, enum format format, uint32_t rows,
                           const uint32_t *cells)
{
    report->count = rows * SRC_COLUMNS;
    for (uint32_t i = 0; i < report->count; i++)
        report->origins[i] = NO_CELL;
    if (format == FORMAT_INT16)
        put_int16(report->count, cells, report->values);
    else if (format == FORMAT_TF32_19)
        put_tf32(report->count, cells, report->values);
    else
        (format == FORMAT_FP16 ? put_fp16 : put_bf16)(report->count, cells, report->values);
    put_out(report, stage, format, format == FORMAT_TF32_19 ? 4 : 2);
}

static void stages_report_operands(struct stage_report *report)
{
    const struct matrix_block *block = report->block;
    const uint32_t rows = block->job.operation == MATRIX_PRODUCTS ? FACE_ROWS : block->job.rows;
    report_operand(report, STAGE_OPERAND_A, operand_format(&block->math, block->math.srca_format), rows, block->a[0]);
    report_operand(report, STAGE_OPERAND_B, operand_format(&block->math, block->math.srcb_format), block->job.rows,
                   block->b[0]);
}

/* ---- terms ---- */

/* Five-bit exponents with a 16-bit Dst are biased by 15. */
static int32_t rebias(const struct matrix_math *math)
{
    return math->is_wide || math->has_8bit_exponent ? 0 : 127 - 15;
}

static uint32_t fp32_of(const struct matrix_math *math, uint32_t sign, int32_t exponent, uint32_t mantissa)
{
    enum { TOP = 255 };
    if (mantissa == 0)
        return sign << 31;
    const int32_t left = __builtin_clz(mantissa) - 8;
    exponent += rebias(math) - left;
    mantissa = left < 0 ? mantissa >> -left : mantissa << left;
    if (exponent <= 0)
        return sign << 31;
    if (exponent >= TOP)
        return sign << 31 | (uint32_t)TOP << 23;
    return sign << 31 | (uint32_t)exponent << 23 | (mantissa & (MANTISSA_ONE - 1));
}

static unsigned products_of(const struct matrix_block *block)
{
    switch (block->job.operation) {
    case MATRIX_PRODUCTS:
        return PRODUCTS;
    case MATRIX_MULTIPLY:
        return 1;
    case MATRIX_ADD:
    case MATRIX_SUBTRACT:
    case MATRIX_NOTHING:
        break;
    }
    return 0;
}

/* Rows of as many values as an element has products: there are many, so they are written where they go. */
static void put_products(struct stage_report *report, uint32_t row, unsigned column)
{
    const struct matrix_block *block = report->block;
    const struct matrix_term *terms = block->products[row][column];
    const unsigned count = products_of(block);
    uint32_t *values = &report->values[report->count];
    for (unsigned k = 0; k < count; k++)
        values[k] = fp32_of(&block->math, terms[k].sign, terms[k].exponent, terms[k].mantissa << PRODUCT_SHIFT);
    for (unsigned k = 0; k < count; k++)
        report->origins[report->count + k] = stages_cell_of(block, row, column);
    report->count += count;
}

/* From the same cells: their places stand there already. */
static void put_exponents(struct stage_report *report, uint32_t row, unsigned column)
{
    const struct matrix_term *terms = report->block->products[row][column];
    const unsigned count = products_of(report->block);
    uint32_t *values = &report->values[report->count];
    for (unsigned k = 0; k < count; k++)
        values[k] = terms[k].exponent > 0 ? (uint32_t)terms[k].exponent : 0;
    report->count += count;
}

static void put_terms(struct stage_report *report, uint32_t row, unsigned column)
{
    const struct matrix_block *block = report->block;
    const unsigned count = block->job.operation == MATRIX_PRODUCTS ? GROUPS : 1;
    for (unsigned i = 0; i < count; i++) {
        const struct matrix_term *term = &block->terms[row][column][i];
        stages_put(report, fp32_of(&block->math, term->sign, term->exponent, term->mantissa),
                   stages_cell_of(block, row, column));
    }
}

static void stages_put_aligned(struct stage_report *report, uint32_t row, unsigned column)
{
    const struct matrix_block *block = report->block;
    const struct matrix_aligned *aligned = &block->aligned[row][column];
    const unsigned count = block->job.operation == MATRIX_PRODUCTS ? GROUPS : 1;
    for (unsigned i = 0; i <= count; i++) {
        const struct matrix_term *term = i < count ? &aligned->terms[i] : &aligned->dst;
        stages_put(report, fp32_of(&block->math, term->sign, aligned->exponent, term->mantissa),
                   stages_cell_of(block, row, column));
    }
}

/* The sum as it is stored, with the exponent of FP32. */
static void put_sum(struct stage_report *report, uint32_t row, unsigned column)
{
    const struct matrix_block *block = report->block;
    const uint32_t word = block->words[row][column];
    const uint32_t bias = word << 1 ? (uint32_t)rebias(&block->math) << 23 : 0;
    stages_put(report, word + bias, stages_cell_of(block, row, column));
}

/* A datum out of its cells of Dst. */
static uint32_t stages_datum(const struct matrix_math *math, uint32_t cells)
{
    return math->is_wide ? dst32_to_fp32(cells) : math->has_8bit_exponent ? dst16_to_bf16(cells) : dst16_to_fp16(cells);
}

static void stages_put_stored(struct stage_report *report, uint32_t row, unsigned column)
{
    const struct matrix_block *block = report->block;
    stages_put(report, stages_datum(&block->math, block->dst[row][column]), stages_cell_of(block, row, column));
}

static void put_int_sum(struct stage_report *report, uint32_t row, unsigned column)
{
    const int64_t sum = report->block->int_sums[row][column];
    stages_put(report, sum < 0 ? 1u << 31 | (uint32_t)-sum : (uint32_t)sum, stages_cell_of(report->block, row, column));
}

static void each(struct stage_report *report, void (*put_one)(struct stage_report *, uint32_t row, unsigned column))
{
    for (uint32_t row = 0; row < report->block->job.rows; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            put_one(report, row, column);
    }
}

/* The operands; the report is large: only the count is set. */
static void begin_report(struct stage_report *report, struct tile *tile, const struct matrix_block *block)
{
    report->tile = tile;
    report->block = block;
    report->count = 0;
    if (block->job.operation != MATRIX_NOTHING)
        stages_report_operands(report);
    stages_put(report, block->math.phase, NO_CELL);
    put_out(report, STAGE_PHASE, FORMAT_EXPONENT, 1);
}

static enum format stages_stored_format(const struct matrix_math *math)
{
    return math->is_int8             ? FORMAT_INT32
           : math->is_wide           ? FORMAT_FP32
           : math->has_8bit_exponent ? FORMAT_BF16
                                     : FORMAT_FP16;
}

static void report_stored(struct stage_report *report)
{
    const struct matrix_math *math = &report->block->math;
    each(report, stages_put_stored);
    put_out(report, STAGE_STORED, stages_stored_format(math), math->is_wide ? 4 : 2);
}

void matrix_report_block(struct tile *tile, const struct matrix_block *block)
{
    struct stage_report report;
    begin_report(&report, tile, block);
    if (block->math.is_int8) {
        each(&report, put_int_sum);
        put_out(&report, STAGE_SUM, FORMAT_INT32, 4);
    } else {
        if (products_of(block)) {
            each(&report, put_products);
            put_out(&report, STAGE_PRODUCT, FORMAT_FP32, 4);
            each(&report, put_exponents);
            put_out(&report, STAGE_EXPONENT, FORMAT_EXPONENT, 2);
        }
        each(&report, put_terms);
        put_out(&report, STAGE_GROUP_SUM, FORMAT_FP32, 4);
        each(&report, stages_put_aligned);
        put_out(&report, STAGE_ALIGNED, FORMAT_FP32, 4);
        each(&report, put_sum);
        put_out(&report, STAGE_SUM, FORMAT_FP32, 4);
    }
    report_stored(&report);
}

/* An index of the maximum stands in the low bits of what is stored: then it is the plain word of Dst. */
void matrix_report_pool(struct tile *tile, const struct gmpool *pool)
{
    const struct matrix_math *math = &pool->math;
    const bool has_index = pool->keeps_index && math->is_wide;
    struct stage_report report;
    report.tile = tile;
    report.block = NULL;
    report.count = 0;
    if (!pool->has_no_srca)
        report_operand(&report, STAGE_OPERAND_A, operand_format(math, math->srca_format), FACE_ROWS, pool->a[0]);
    report_operand(&report, STAGE_OPERAND_B, operand_format(math, math->srcb_format), 1, pool->b);
    for (uint32_t row = 0; row < POOL_ROWS; row++)
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            stages_put(&report, stages_datum(math, pool->dst[row][column]),
                       (uint16_t)((pool->dst_row + row) * DST_COLUMNS + column));
    put_out(&report, STAGE_STORED, has_index ? FORMAT_INT32 : stages_stored_format(math), math->is_wide ? 4 : 2);
}

/* ---- moves ---- */

void matrix_report_moved(struct tile *tile, const struct matrix_moved *moved)
{
    const struct {
        enum stage stage;
        enum format format;
        const uint32_t *values;
        const uint16_t *cells;
    } reports[] = {{STAGE_SOURCE, FORMAT_WORD, moved->source, moved->from},
                   {STAGE_TAKEN, FORMAT_WORD, moved->taken, moved->from},
                   {STAGE_STORED, moved->format, moved->stored, moved->to}};
    for (unsigned i = 0; moved->count && i < sizeof reports / sizeof *reports; i++) {
        const struct probe_stage values = {.unit = TT_UNIT_MATRIX,
                                           .stage = (uint8_t)reports[i].stage,
                                           .format = (uint8_t)reports[i].format,
                                           .value_bytes = sizeof *reports[i].values,
                                           .count = moved->count,
                                           .values = reports[i].values,
                                           .origin = reports[i].cells};
        tile->probe->stage(tile->probe->user, &values);
    }
}
