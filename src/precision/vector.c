/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit: what is a load, a store, a copy, a swap, a product and a sum, a table, or a reciprocal. Anything
 * else works on bits, and its numbers start again. */
#include "precision/precision_internal.h"

#include "numeric/dst_rows.h"
#include "numeric/lut.h"

#include "insn_ids.h"

#include <math.h>
#include <string.h>

enum { FLIPS_FIRST = 1, FLIPS_LAST = 2, FIRST_BY_L7 = 4, RESULT_BY_L7 = 8, WORD = 4 };

struct vector_work {
    struct shadowing *run;
    const struct isa_insn *insn;
    uint32_t mod;
    unsigned instance;
    const struct logged_stage *lanes, *a, *b, *c, *result;
    uint32_t registers[3]; /* that the first three operands were read from, in the order read */
    unsigned register_count;
    uint32_t target; /* register; LREGS: none, or several */
    unsigned source;
};

static bool vector_is_own(const struct vector_work *work, const struct probe_access *access, enum tt_space space,
                          bool is_write)
{
    return access->unit == TT_UNIT_VECTOR && access->instance == work->instance && access->space == space &&
           access->is_write == is_write;
}

/* A register that is read only to be merged into is read behind the operands. */
static void find_registers(struct vector_work *work)
{
    const struct log *log = &work->run->log;
    work->register_count = 0;
    work->target = LREGS;
    bool has_several = false;
    for (size_t i = 0; i < log->access_count; i++) {
        const struct probe_access *access = &log->accesses[i].access;
        const uint32_t reg = access->lo / (LANES * WORD);
        if (vector_is_own(work, access, TT_SPACE_LREG, false) && work->register_count < 3)
            work->registers[work->register_count++] = reg;
        if (!vector_is_own(work, access, TT_SPACE_LREG, true))
            continue;
        has_several |= work->target != LREGS;
        work->target = reg;
    }
    if (has_several)
        work->target = LREGS;
}

static bool is_enabled(const struct vector_work *work, unsigned lane)
{
    return !work->lanes || work->lanes->count <= lane || work->lanes->bits[lane];
}

static void precision_vector_operand(const struct vector_work *work, const struct logged_stage *stage, unsigned number,
                                     unsigned lane, struct shade *shade)
{
    const double value = log_value(stage, lane);
    if (number >= work->register_count)
        shade_begin(shade, value);
    else
        read_cell(work->run, TT_SPACE_LREG, work->registers[number] * LANES + lane, value, work->source,
                  value_ulp(FORMAT_FP32, fabs(value)), shade);
}

static void put_result(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    const double value = log_value(work->result, lane);
    source_rounds(work->run, shade, work->source, value, value_ulp(FORMAT_FP32, fmax(fabs(value), fabs(shade->exact))));
    pending_add(work->run, TT_SPACE_LREG, work->target * LANES + lane, shade);
}

/* ---- products and sums ---- */

static double vector_flip(const struct vector_work *work, uint32_t bit)
{
    return chip_get(work->run->chip)->vector.mad_flips_signs && (work->mod & bit) ? -1 : 1;
}

static bool multiply_add(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade a, b, c;
    if (!work->a || !work->c || (work->mod & (FIRST_BY_L7 | RESULT_BY_L7)))
        return false;
    shade_begin(shade, 0);
    if (work->b) {
        struct shade product;
        precision_vector_operand(work, work->a, 0, lane, &a);
        precision_vector_operand(work, work->b, 1, lane, &b);
        precision_vector_operand(work, work->c, 2, lane, &c);
        shade_begin(&product, 0);
        shade_add_product(&product, &a, &b);
        shade_accumulate(shade, &product, vector_flip(work, FLIPS_FIRST));
        shade_accumulate(shade, &c, vector_flip(work, FLIPS_LAST));
        return true;
    }
    shade_begin(&a, log_value(work->a, lane)); /* the word's constant */
    precision_vector_operand(work, work->c, 0, lane, &c);
    if (work->insn->id == INSN_SFPMULI) {
        struct shade signed_c;
        shade_begin(&signed_c, 0);
        shade_accumulate(&signed_c, &c, vector_flip(work, FLIPS_LAST));
        shade_add_product(shade, &a, &signed_c);
        return true;
    }
    shade_accumulate(shade, &a, 1);
    shade_accumulate(shade, &c, vector_flip(work, FLIPS_LAST));
    return true;
}

/* 1 / x' - 1 / x = -(x' - x) / (x x'), whole. */
static bool vector_reciprocal(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade x;
    if (!work->c || work->mod)
        return false;
    precision_vector_operand(work, work->c, 0, lane, &x);
    if (x.exact == 0 || x.actual == 0)
        return false;
    shade_begin(shade, 0);
    shade_accumulate(shade, &x, -1 / (x.exact * x.actual));
    shade->exact = 1 / x.exact;
    shade->actual = 1 / x.actual;
    return true;
}

/* ---- tables ---- */

/* What stands beside a register's cell, if it is of this value; else one without error. */
static void register_shade(const struct vector_work *work, uint32_t reg, unsigned lane, double value,
                           struct shade *shade)
{
    const struct shade *held = cells_at(work->run->cells, TT_SPACE_LREG, reg * LANES + lane);
    shade_begin(shade, 0);
    if (held && fabs(held->actual) == fabs(value))
        shade_accumulate(shade, held, held->actual == value ? 1 : -1);
    else
        shade_begin(shade, value);
}

/* A coefficient of 32 bits may have an error of its own; one of 8 or 16 is what its bits say. segment: of three. */
static void coefficient(const struct vector_work *work, uint32_t table, unsigned segment, unsigned lane, double value,
                        struct shade *shade)
{
    if (work->insn->id == INSN_SFPLUTFP32 && !(work->mod & LUT_FP16))
        register_shade(work, table + segment, lane, value, shade);
    else
        shade_begin(shade, value);
}

/* a * |L3| + c, with the coefficients of the segment that the device took (V33, V34). */
static bool look_up(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade a, b, c, sum;
    if (!work->a || !work->b || !work->c || (work->mod & LUT_RESULT_BY_L7))
        return false;
    const double magnitude = log_value(work->b, lane);
    const unsigned segment = lut_segment(work->b->bits[lane]);
    register_shade(work, LUT_ARGUMENT, lane, magnitude, &b);
    coefficient(work, 0, segment, lane, log_value(work->a, lane), &a);
    coefficient(work, LUT_SECOND, segment, lane, log_value(work->c, lane), &c);
    shade_begin(&sum, 0);
    shade_add_product(&sum, &a, &b);
    shade_accumulate(&sum, &c, 1);
    const bool is_turned =
        (work->mod & LUT_KEEPS_SIGN) && signbit(sum.actual) != signbit(log_value(work->result, lane));
    shade_begin(shade, 0);
    shade_accumulate(shade, &sum, is_turned ? -1 : 1);
    return true;
}

/* ---- two registers that change places ---- */

static void put_there(const struct vector_work *work, uint32_t reg, uint32_t from, unsigned lane)
{
    const struct shade *shade = cells_at(work->run->cells, TT_SPACE_LREG, from * LANES + lane);
    if (shade)
        pending_add(work->run, TT_SPACE_LREG, reg * LANES + lane, shade);
}

/* SFPSWAP, of VC and VD: numbers go with the bits, lane by lane, whichever the device took for the larger. */
static bool swap(const struct vector_work *work)
{
    if (!work->b || !work->c || work->b->count != LANES || work->c->count != LANES || work->register_count < 2)
        return false;
    const uint32_t vc = work->registers[0], vd = work->registers[1];
    uint32_t now[LANES];
    tile_load_numbers(work->run->tile, TT_SPACE_LREG, vc * LANES * WORD, LANES, now);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const bool is_swapped = now[lane] == work->b->bits[lane] && now[lane] != work->c->bits[lane];
        put_there(work, vc, is_swapped ? vd : vc, lane);
        put_there(work, vd, is_swapped ? vc : vd, lane);
    }
    return true;
}

/* ---- copies ---- */

/* The same number, turned over, scaled by two's power, or rounded: as the instruction may do. */
static bool vector_copy(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade from;
    if (!work->c)
        return false;
    precision_vector_operand(work, work->c, 0, lane, &from);
    const double result = log_value(work->result, lane), ratio = from.actual != 0 ? result / from.actual : 0;
    int exponent;
    const bool is_scaled = work->insn->id == INSN_SFPDIVP2 && isfinite(ratio) && fabs(frexp(ratio, &exponent)) == 0.5;
    const bool is_rounded = work->insn->id == INSN_SFP_STOCH_RND && shade_joins(from.actual, result);
    double factor = 1;
    if (is_scaled)
        factor = ratio;
    else if (!is_rounded && result == -from.actual)
        factor = result == from.actual ? 1 : -1;
    else if (!is_rounded && result != from.actual)
        return false;
    shade_begin(shade, 0);
    shade_accumulate(shade, &from, factor);
    return true;
}

/* ---- loads and stores ---- */

static uint32_t vector_cell_of(const struct vector_work *work, const struct logged_stage *cells, unsigned lane)
{
    bool has_remap, has_swizzle;
    rows_order(work->run, &has_remap, &has_swizzle);
    const uint32_t origin = cells->origins[lane];
    return dst_row16(origin / DST_COLUMNS % DST_ROWS, has_remap, has_swizzle, cells->width == 4) * DST_COLUMNS +
           origin % DST_COLUMNS;
}

static bool precision_vector_load(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    if (!work->a || !work->a->has_origins)
        return false;
    const struct shade *from = cells_at(work->run->cells, TT_SPACE_DST, vector_cell_of(work, work->a, lane));
    if (!from || !shade_joins(from->actual, log_value(work->result, lane)))
        return false;
    *shade = *from;
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
    precision_vector_operand(work, work->c, 0, lane, &shade);
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

/* ---- all of it ---- */

typedef bool lane_rule(const struct vector_work *work, unsigned lane, struct shade *shade);

static lane_rule *rule_for(insn_id id)
{
    switch ((int)id) {
    case INSN_SFPMAD:
    case INSN_SFPADD:
    case INSN_SFPMUL:
    case INSN_SFPMULI:
    case INSN_SFPADDI:
        return multiply_add;
    case INSN_SFPLUT:
    case INSN_SFPLUTFP32:
        return look_up;
    case INSN_SFPARECIP:
        return vector_reciprocal;
    case INSN_SFPLOAD:
        return precision_vector_load;
    case INSN_SFPMOV:
    case INSN_SFPABS:
    case INSN_SFPSETSGN:
    case INSN_SFPDIVP2:
    case INSN_SFP_STOCH_RND:
        return vector_copy;
    default:
        return NULL;
    }
}

/* Lanes that are not enabled keep what they have. */
static void drop_target(const struct vector_work *work)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        if (is_enabled(work, lane))
            cells_drop(work->run->cells, TT_SPACE_LREG, work->target * LANES + lane, work->target * LANES + lane + 1);
}

static uint32_t mod_of(const struct isa_insn *insn, uint32_t word)
{
    for (unsigned i = 0; i < insn->field_count; i++)
        if (strncmp(insn->fields[i].name, "instr_mod", strlen("instr_mod")) == 0)
            return isa_field_value(&insn->fields[i], word);
    return 0;
}

static bool vector_store(struct vector_work *work)
{
    bool is_known = false;
    for (unsigned lane = 0; lane < LANES; lane++)
        is_known |= is_enabled(work, lane) && store_lane(work, lane);
    return is_known;
}

static bool vector_compute(struct vector_work *work, lane_rule *rule)
{
    bool is_known = false;
    for (unsigned lane = 0; lane < LANES; lane++) {
        struct shade shade;
        if (!is_enabled(work, lane) || !rule(work, lane, &shade))
            continue;
        put_result(work, lane, &shade);
        is_known = true;
    }
    return is_known;
}

/* What a macro scheduled is another word than the instruction's; its stages say which registers, not what was done. */
bool rule_of_vector(struct shadowing *run, unsigned instance)
{
    struct vector_work work = {.run = run, .insn = run->log.insn->insn, .instance = instance};
    const bool is_word = work.insn && run->log.insn->unit == TT_UNIT_VECTOR && !instance;
    const bool is_swap = is_word && work.insn->id == INSN_SFPSWAP;
    lane_rule *rule = is_word ? rule_for(work.insn->id) : NULL;
    work.lanes = stage_of(run, VECTOR_LANES, instance);
    work.a = stage_of(run, VECTOR_A, instance);
    work.b = stage_of(run, VECTOR_B, instance);
    work.c = stage_of(run, VECTOR_C, instance);
    work.result = stage_of(run, VECTOR_RESULT, instance);
    find_registers(&work);
    bool is_known = false;
    if (work.result && work.result->count == LANES && is_word) {
        work.mod = mod_of(work.insn, run->log.insn->word);
        work.source = source_of(run, unit_name(TT_UNIT_VECTOR), work.insn->mnemonic, FORMAT_FP32);
        if (work.insn->id == INSN_SFPSTORE && work.c && work.result->has_origins)
            is_known = vector_store(&work);
        else if (is_swap)
            is_known = swap(&work);
        else if (rule && work.target < LREGS)
            is_known = vector_compute(&work, rule);
    }
    if (work.target < LREGS && !is_swap)
        drop_target(&work);
    else
        drop_written(run, TT_SPACE_LREG, instance);
    return is_known;
}
