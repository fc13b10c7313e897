/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit's words that compute with floats: products and sums, tables, the reciprocal and the exponential,
 * copies, and registers that change places. */
#include "precision/vector/rules.h"

#include "isa/chip.h"
#include "numeric/lut.h"

#include "insn_ids.h"

#include <math.h>

enum { FLIPS_FIRST = 1, FLIPS_LAST = 2, FIRST_BY_L7 = 4, RESULT_BY_L7 = 8 };

/* ---- products and sums ---- */

static double vector_flip(const struct vector_work *work, uint32_t bit)
{
    return chip_get(work->run->chip)->vector.mad_flips_signs && (work->mod & bit) ? -1 : 1;
}

/* Programs round to integers by a sum with a constant whose unit in the last place is a half or more, and take the
 * constant away again. */
static bool rounds_by_constant(const struct shade *addend, const struct shade *other)
{
    const double least = 0x1p22, most = 0x1p24;
    const double size = fabs(addend->actual);
    return !addend->varies && size >= least && size < most && fabs(other->actual) < size;
}

static bool numbers_add(const struct vector_work *work, unsigned lane, const struct shade *product,
                        const struct shade *c, struct shade *shade)
{
    shade_scale(shade, product, vector_flip(work, FLIPS_FIRST));
    shade_accumulate(shade, c, vector_flip(work, FLIPS_LAST));
    if (shade->varies && (rounds_by_constant(c, product) || rounds_by_constant(product, c)))
        return vector_decided(work, lane, shade, shade);
    return true;
}

/* SFPMULI and SFPADDI: a is the word's constant. */
static bool numbers_immediate(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade a, c, product, one;
    shade_begin(&a, log_value(work->a, lane));
    vector_constant(work, constant_word(work->run, work->insn, work->word), 0, 0, &a);
    vector_operand_of(work, work->c, 0, lane, false, &c);
    if (work->insn->id != INSN_SFPMULI)
        return numbers_add(work, lane, &a, &c, shade);
    shade_begin(&product, 0);
    shade_scale(&one, &c, vector_flip(work, FLIPS_LAST));
    shade_begin(shade, 0);
    shade_add_product(shade, &a, &one);
    return true;
}

bool vector_multiply_add_rule(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade a, b, c, product;
    if (!work->a || !work->c || (work->mod & (FIRST_BY_L7 | RESULT_BY_L7)))
        return false;
    if (!work->b)
        return numbers_immediate(work, lane, shade);
    vector_operand_of(work, work->a, 0, lane, false, &a);
    vector_operand_of(work, work->b, 1, lane, false, &b);
    vector_operand_of(work, work->c, 2, lane, false, &c);
    shade_begin(&product, 0);
    shade_add_product(&product, &a, &b);
    return numbers_add(work, lane, &product, &c, shade);
}

/* 1 / x' - 1 / x = -(x' - x) / (x x'), whole. */
static bool take_reciprocal(const struct shade *x, struct shade *shade)
{
    if (x->exact == 0 || x->actual == 0)
        return false;
    shade_scale(shade, x, -1 / (x->exact * x->actual));
    shade->exact = 1 / x->exact;
    shade->actual = 1 / x->actual;
    return true;
}

/* The sign of x, and e to its magnitude (V36). */
static bool take_exponential(const struct shade *x, struct shade *shade)
{
    const double actual = exp(fabs(x->actual)), exact = exp(fabs(x->exact)), apart = fabs(x->actual) - fabs(x->exact);
    if (!isfinite(actual) || !isfinite(exact) || signbit(x->actual) != signbit(x->exact))
        return false;
    shade_scale(shade, x, apart != 0 ? (actual - exact) / apart : actual);
    shade->actual = copysign(actual, x->actual);
    shade->exact = copysign(exact, x->exact);
    return true;
}

bool vector_reciprocal_rule(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    enum { RECIPROCAL, RECIPROCAL_OF_MARKED, EXPONENTIAL };
    struct shade x;
    if (!work->c)
        return false;
    vector_operand_of(work, work->c, 0, lane, false, &x);
    if (work->mod == RECIPROCAL_OF_MARKED && work->b && vector_integer(work->b, lane) >= 0) {
        shade_scale(shade, &x, 1);
        return true;
    }
    return work->mod >= EXPONENTIAL ? take_exponential(&x, shade) : take_reciprocal(&x, shade);
}

/* ---- tables ---- */

/* A coefficient of 32 bits may have an error of its own; one of 8 or 16 is what its bits say. half: of the register, 0
 * the lower one; what: which of two in one half. */
static void coefficient(const struct vector_work *work, uint32_t reg, unsigned half, unsigned what, unsigned lane,
                        double value, struct shade *shade)
{
    if (work->insn->id == INSN_SFPLUTFP32 && !(work->mod & LUT_FP16)) {
        vector_register_shade(work, reg, lane, value, shade);
        return;
    }
    const struct shade *held = cells_at(work->run->cells, TT_SPACE_LREG, reg * LANES + lane);
    shade_begin(shade, value);
    if (held && held->varies)
        shade_comes_of(shade, held);
    else if (held)
        vector_constant(work, held->halves[half], 0, what, shade);
}

/* Where the two coefficients of a segment stand: of 8 bits in the lower half of one register; of 16 in one half each of
 * two registers by segment, or in both of one. */
static void coefficients(const struct vector_work *work, unsigned segment, unsigned lane, struct shade *a,
                         struct shade *c)
{
    enum { BOTH_IN_ONE = 10 };
    const double of_a = log_value(work->a, lane), of_c = log_value(work->c, lane);
    const bool is_small = work->insn->id == INSN_SFPLUT;
    if (is_small || (work->mod & BOTH_IN_ONE) == BOTH_IN_ONE) {
        coefficient(work, segment, is_small ? 0 : 1, 1, lane, of_a, a);
        coefficient(work, segment, 0, is_small ? 2 : 1, lane, of_c, c);
        return;
    }
    const unsigned half = lut_half(work->b->bits[lane], work->mod);
    coefficient(work, segment, half, 1, lane, of_a, a);
    coefficient(work, LUT_SECOND + segment, half, 1, lane, of_c, c);
}

/* a * |L3| + c, with the coefficients of the segment that the device took (V33, V34). */
bool vector_look_up(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade a, b, c, sum;
    if (!work->a || !work->b || !work->c || (work->mod & LUT_RESULT_BY_L7))
        return false;
    const double magnitude = log_value(work->b, lane);
    const unsigned segment = lut_segment(work->b->bits[lane]);
    vector_register_shade(work, LUT_ARGUMENT, lane, magnitude, &b);
    coefficients(work, segment, lane, &a, &c);
    shade_begin(&sum, 0);
    shade_add_product(&sum, &a, &b);
    shade_accumulate(&sum, &c, 1);
    const bool is_turned =
        (work->mod & LUT_KEEPS_SIGN) && signbit(sum.actual) != signbit(log_value(work->result, lane));
    shade_scale(shade, &sum, is_turned ? -1 : 1);
    return true;
}

/* ---- two registers that change places ---- */

/* Which of the two it is depends on both. */
static void put_there(const struct vector_work *work, uint32_t reg, uint32_t from, uint32_t other, unsigned lane)
{
    const struct shade *shade = cells_at(work->run->cells, TT_SPACE_LREG, from * LANES + lane);
    const struct shade *lost = cells_at(work->run->cells, TT_SPACE_LREG, other * LANES + lane);
    struct shade copy;
    if (!shade)
        return;
    shade_copy(&copy, shade);
    if (lost)
        shade_comes_of(&copy, lost);
    pending_add(work->run, TT_SPACE_LREG, reg * LANES + lane, &copy);
}

/* SFPSWAP, of VC and VD: numbers go with the bits, lane by lane, whichever the device took for the larger. */
bool vector_swap(const struct vector_work *work)
{
    if (!work->b || !work->c || work->b->count != LANES || work->c->count != LANES || work->register_count < 2)
        return false;
    const uint32_t vc = work->registers[0], vd = work->registers[1];
    uint32_t now[LANES];
    tile_load_numbers(work->run->tile, TT_SPACE_LREG, vc * LANES * WORD, LANES, now);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const bool is_swapped = now[lane] == work->b->bits[lane] && now[lane] != work->c->bits[lane];
        put_there(work, vc, is_swapped ? vd : vc, is_swapped ? vc : vd, lane);
        put_there(work, vd, is_swapped ? vc : vd, is_swapped ? vd : vc, lane);
    }
    return true;
}

/* ---- copies ---- */

/* The same number, or turned over. */
bool vector_copy(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade from;
    if (!work->c)
        return false;
    const struct shade *held =
        work->register_count ? cells_at(work->run->cells, TT_SPACE_LREG, work->registers[0] * LANES + lane) : NULL;
    if (held && held->is_integer && work->insn->id == INSN_SFPMOV) {
        shade_copy(shade, held);
        return shade->actual == vector_integer(work->result, lane);
    }
    vector_operand_of(work, work->c, work->b ? 1 : 0, lane, false, &from);
    const double result = log_value(work->result, lane);
    if (fabs(result) != fabs(from.actual))
        return false;
    shade_scale(shade, &from, result == from.actual ? 1 : -1);
    return true;
}
