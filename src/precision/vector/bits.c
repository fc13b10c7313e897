/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit's words that work on bits. The bits of a float, taken as an integer, are a function of it that is
 * linear between powers of two: numbers go through shifts, masks and integer sums by that, and back. Which power of two
 * it is, is what the device took, as with a comparison. */
#include "precision/vector/rules.h"

#include "isa/chip.h"

#include <math.h>

enum { MANTISSA_BITS = 23, BIAS = 127, EXPONENTS = 255, BY_CONSTANT = 1 };
#define TWO_31 0x1p31
#define TWO_32 0x1p32

/* ---- a float as an integer, and back ---- */

/* Of a magnitude; between powers of two linear, also where a format would round. */
static double bits_of_magnitude(double magnitude)
{
    int exponent;
    if (magnitude < 0x1p-126)
        return magnitude * 0x1p149;
    const double fraction = frexp(magnitude, &exponent);
    return ldexp(exponent + BIAS - 1 + 2 * fraction - 1, MANTISSA_BITS);
}

static double magnitude_of_bits(double bits)
{
    const double exponent = floor(ldexp(bits, -MANTISSA_BITS));
    if (exponent < 1)
        return bits * 0x1p-149;
    return ldexp(1 + ldexp(bits, -MANTISSA_BITS) - exponent, (int)exponent - BIAS);
}

static double bits_to_bits(double value)
{
    return signbit(value) ? bits_of_magnitude(-value) - TWO_31 : bits_of_magnitude(value);
}

static double bits_to_number(double bits)
{
    return bits < 0 ? -magnitude_of_bits(bits + TWO_31) : magnitude_of_bits(bits);
}

/* The slope of a secant; where there is no error, of the line that the device's value lies on. */
static bool bits_go_through(struct shade *shade, double through(double), double slope)
{
    struct shade from;
    shade_copy(&from, shade);
    const double apart = from.actual - from.exact, actual = through(from.actual), exact = through(from.exact);
    if (!isfinite(actual) || !isfinite(exact))
        return false;
    shade_scale(shade, &from, apart != 0 ? (actual - exact) / apart : slope);
    shade->actual = actual;
    shade->exact = exact;
    return true;
}

bool shade_to_integer(struct shade *shade)
{
    int exponent;
    if (shade->is_integer)
        return true;
    (void)frexp(shade->actual, &exponent);
    const double slope = fabs(shade->actual) < 0x1p-126 ? 0x1p149 : ldexp(1, MANTISSA_BITS + 1 - exponent);
    if (signbit(shade->actual) != signbit(shade->exact) ||
        !bits_go_through(shade, bits_to_bits, signbit(shade->actual) ? -slope : slope))
        return false;
    shade->is_integer = true;
    return true;
}

bool shade_to_float(struct shade *shade)
{
    if (!shade->is_integer)
        return true;
    const double magnitude = shade->actual < 0 ? shade->actual + TWO_31 : shade->actual;
    const double exponent = floor(ldexp(magnitude, -MANTISSA_BITS));
    const double slope = exponent < 1 ? 0x1p-149 : ldexp(1, (int)exponent - BIAS - MANTISSA_BITS);
    const double other = shade->actual < 0 ? shade->exact + TWO_31 : shade->exact;
    if (exponent >= EXPONENTS || other < 0 || other >= ldexp(EXPONENTS, MANTISSA_BITS) ||
        !bits_go_through(shade, bits_to_number, shade->actual < 0 ? -slope : slope))
        return false;
    shade->is_integer = false;
    return true;
}

/* ---- what an integer becomes ---- */

static double bits_result_integer(const struct vector_work *work, unsigned lane)
{
    return vector_integer(work->result, lane);
}

/* A value that wraps round does so on both sides. False: the device has another one. */
static bool bits_wraps_to(struct shade *shade, double result)
{
    const double turns = nearbyint((result - shade->actual) / TWO_32) * TWO_32;
    shade->actual += turns;
    shade->exact += turns;
    return fabs(shade->actual - result) < 1;
}

static void bits_operand_d(const struct vector_work *work, unsigned lane, bool as_integer, struct shade *shade)
{
    vector_operand_of(work, work->b, 0, lane, as_integer, shade);
}

static void bits_operand_x(const struct vector_work *work, unsigned lane, bool as_integer, struct shade *shade)
{
    vector_operand_of(work, work->c, 1, lane, as_integer, shade);
}

static int32_t bits_constant12(const struct vector_work *work)
{
    enum { SIGN12 = 0x800, TURNS = 0x1000 };
    const uint32_t imm = vector_field(work, "imm12_math");
    return (int32_t)imm - (imm & SIGN12 ? TURNS : 0);
}

bool bits_add_integers(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    enum { SUBTRACTS = 2 };
    struct shade d, x;
    bits_operand_x(work, lane, true, &x);
    shade_scale(shade, &x, 1);
    if (work->mod & BY_CONSTANT) {
        shade_move(shade, bits_constant12(work));
    } else {
        bits_operand_d(work, lane, true, &d);
        shade_accumulate(shade, &d, work->mod & SUBTRACTS ? -1 : 1);
    }
    shade->is_integer = true;
    return bits_wraps_to(shade, bits_result_integer(work, lane));
}

/* The bits that a shift to the right or a mask cuts are the word's own error. */
static bool bits_cut_to(struct shade *shade, double result)
{
    shade->is_integer = true;
    return fabs(shade->actual - result) < TWO_31 && (result <= shade->actual);
}

static bool bits_shift_by(const struct shade *of, double amount, bool is_arithmetic, double result, struct shade *shade)
{
    shade_begin(shade, amount < 0 && of->actual < 0 && !is_arithmetic ? ldexp(TWO_32, (int)amount) : 0);
    shade_accumulate(shade, of, ldexp(1, (int)amount));
    shade->is_integer = true;
    return amount < 0 ? bits_cut_to(shade, result) && shade->actual - result < 1 : bits_wraps_to(shade, result);
}

/* Amounts go by their five lower bits, and by bit 31 to the right. */
static double bits_amount_of(double bits)
{
    enum { MOST = 31 };
    return bits < 0 ? -(double)((uint32_t)-bits & MOST) : (double)((uint32_t)bits & MOST);
}

bool bits_shift(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    enum { ARITHMETIC = 2, SHIFTS_C = 4 };
    struct shade of;
    const bool has_forms = chip_get(work->run->chip)->vector.shifts_have_forms;
    const uint32_t forms = has_forms ? work->mod : work->mod & BY_CONSTANT;
    const double by = forms & BY_CONSTANT ? bits_constant12(work) : vector_integer(work->c, lane);
    if ((forms & BY_CONSTANT) && (forms & SHIFTS_C))
        bits_operand_x(work, lane, true, &of);
    else
        bits_operand_d(work, lane, true, &of);
    return bits_shift_by(&of, bits_amount_of(by), (forms & ARITHMETIC) != 0, bits_result_integer(work, lane), shade);
}

/* SFPSHFT2's two forms that shift bits; the others move lanes. */
bool bits_shift2(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    enum { BY_REGISTER = 5, BY_IMMEDIATE = 6 };
    struct shade of;
    if (work->mod != BY_REGISTER && work->mod != BY_IMMEDIATE)
        return false;
    const double by = work->mod == BY_IMMEDIATE ? bits_constant12(work) : vector_integer(work->c, lane);
    bits_operand_d(work, lane, true, &of);
    return bits_shift_by(&of, bits_amount_of(by), false, bits_result_integer(work, lane), shade);
}

/* ---- masks ---- */

/* x & mask: one of the two is a mask of upper bits, which cuts; of lower bits, which takes a remainder; or all but the
 * sign. */
static bool bits_masked(const struct shade *x, double masked_by, double result, struct shade *shade)
{
    const uint32_t mask = (uint32_t)(int32_t)masked_by, cut = ~mask;
    shade_scale(shade, x, 1);
    shade->is_integer = true;
    if (!(cut & (cut + 1))) /* upper bits */
        return bits_cut_to(shade, result);
    if (mask & (mask + 1))
        return false;
    shade_move(shade, result - x->actual); /* a multiple of what is left: taken as it is */
    return true;
}

bool bits_and(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade d, x;
    bits_operand_d(work, lane, true, &d);
    bits_operand_x(work, lane, true, &x);
    const double result = bits_result_integer(work, lane);
    return x.varies ? bits_masked(&x, d.actual, result, shade) : bits_masked(&d, x.actual, result, shade);
}

/* Bits of which each is of one operand alone add up; those of one that is the other's leave it. */
bool bits_or_xor(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade d, x;
    const uint32_t d_bits = work->b->bits[lane], x_bits = work->c->bits[lane], result = work->result->bits[lane];
    const uint32_t sign = UINT32_C(1) << 31;
    if (!(d_bits & ~sign) || !(x_bits & ~sign)) { /* a sign alone */
        if (d_bits & ~sign)
            bits_operand_d(work, lane, false, &x);
        else
            bits_operand_x(work, lane, false, &x);
        shade_scale(shade, &x, log_value(work->result, lane) == x.actual ? 1 : -1);
        return true;
    }
    bits_operand_d(work, lane, true, &d);
    bits_operand_x(work, lane, true, &x);
    shade_scale(shade, &d, 1);
    shade_accumulate(shade, &x, 1);
    shade->is_integer = true;
    return !(d_bits & x_bits) && (d_bits | x_bits) == result && bits_wraps_to(shade, bits_result_integer(work, lane));
}

bool bits_not(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade x;
    vector_operand_of(work, work->c, 0, lane, true, &x);
    shade_scale(shade, &x, -1);
    shade_move(shade, -1);
    shade->is_integer = true;
    return true;
}

/* ---- parts of a float ---- */

/* An exponent, a count of zeros, the outcome of a comparison. */
bool bits_decided(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade d, x, of;
    shade_begin(&of, 0);
    if (work->c) {
        vector_operand_of(work, work->c, work->b ? 1 : 0, lane, true, &x);
        shade_comes_of(&of, &x);
    }
    if (work->b) {
        bits_operand_d(work, lane, true, &d);
        shade_comes_of(&of, &d);
    }
    return vector_decided(work, lane, &of, shade);
}

bool bits_take_mantissa(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    enum { WITHOUT_HIDDEN_ONE = 1 };
    struct shade x;
    int exponent;
    vector_operand_of(work, work->c, 0, lane, false, &x);
    (void)frexp(x.actual, &exponent);
    if (fabs(x.actual) < 0x1p-126)
        return false;
    const double factor = ldexp(1, MANTISSA_BITS + 1 - exponent);
    shade_scale(shade, &x, x.actual < 0 ? -factor : factor);
    if (work->mod & WITHOUT_HIDDEN_ONE)
        shade_move(shade, -ldexp(1, MANTISSA_BITS));
    shade->is_integer = true;
    return fabs(shade->actual - bits_result_integer(work, lane)) < 1;
}

/* Another exponent: the same number times a power of two. */
bool bits_scale(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade x, d;
    int exponent;
    vector_operand_of(work, work->c, work->b ? 1 : 0, lane, false, &x);
    const double result = log_value(work->result, lane), ratio = x.actual != 0 ? result / x.actual : 0;
    if (!isfinite(ratio) || fabs(frexp(ratio, &exponent)) != 0.5)
        return false;
    shade_scale(shade, &x, ratio);
    if (work->b && !(work->mod & BY_CONSTANT)) {
        bits_operand_d(work, lane, true, &d);
        shade_comes_of(shade, &d);
    }
    return true;
}

/* Sign and exponent of one operand, as the device has them; the mantissa is the other's. */
bool bits_set_mantissa(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    struct shade d, x;
    int exponent;
    const double result = log_value(work->result, lane), one = ldexp(1, MANTISSA_BITS);
    bits_operand_x(work, lane, false, &x);
    (void)frexp(result, &exponent);
    if (fabs(result) < 0x1p-126 || !isfinite(result))
        return false;
    shade_begin(shade, 0);
    if (work->mod & BY_CONSTANT) {
        shade_begin(&d, 0);
        shade_restart(shade, result);
    } else {
        bits_operand_d(work, lane, true, &d);
        const double slope = copysign(ldexp(1, exponent - 1 - MANTISSA_BITS), result);
        const double mantissa = d.actual - floor(d.actual / one) * one;
        shade_accumulate(shade, &d, slope);
        shade_move(shade, slope * (mantissa - d.actual + one));
    }
    shade_comes_of(shade, &x);
    return shade_joins(shade->actual, result);
}

/* ---- conversions ---- */

/* An integer of sign and magnitude to a float; Blackhole's other forms are between kinds of integers. */
bool bits_cast(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    enum { FORMS = 3, TO_INTEGERS = 2 };
    struct shade x;
    vector_operand_of(work, work->c, 0, lane, true, &x);
    const bool has_forms = chip_get(work->run->chip)->vector.cast_has_forms;
    const bool is_negative = x.actual < 0;
    shade_scale(shade, &x, is_negative ? -1 : 1);
    if (has_forms && (work->mod & FORMS) >= TO_INTEGERS) {
        shade->is_integer = true;
        return bits_wraps_to(shade, bits_result_integer(work, lane)) || vector_decided(work, lane, &x, shade);
    }
    if (is_negative)
        shade_move(shade, -TWO_31);
    return shade_joins(shade->actual, log_value(work->result, lane));
}

/* To a float of fewer bits it is rounding; to an integer of at most 8 bits it is a number that the program chose. */
bool bits_round(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    enum { FORMS = 7, TO_BF16 = 1, INTEGER_FIRST = 4, INTEGER_LAST = 5, EXPONENT_RANGE = 256 };
    const uint32_t form = work->mod & FORMS;
    struct shade x;
    vector_operand_of(work, work->c, 0, lane, form >= INTEGER_FIRST && form <= INTEGER_LAST, &x);
    if (form <= TO_BF16) {
        shade_scale(shade, &x, 1);
        return shade_joins(x.actual, log_value(work->result, lane));
    }
    const double result = bits_result_integer(work, lane), magnitude = result < 0 ? result + TWO_31 : result;
    if (magnitude <= EXPONENT_RANGE || form == INTEGER_FIRST || form == INTEGER_LAST ||
        fabs(fabs(x.actual) - magnitude) > 1)
        return vector_decided(work, lane, &x, shade);
    shade_scale(shade, &x, result < 0 ? -1 : 1);
    shade_move(shade, result < 0 ? -TWO_31 : 0);
    shade->is_integer = true;
    return true;
}

bool bits_absolute(const struct vector_work *work, unsigned lane, struct shade *shade)
{
    enum { IS_FLOAT = 1 };
    struct shade x;
    if (work->mod & IS_FLOAT)
        return vector_copy(work, lane, shade);
    vector_operand_of(work, work->c, 0, lane, true, &x);
    shade_scale(shade, &x, x.actual < 0 ? -1 : 1);
    shade->is_integer = true;
    return bits_wraps_to(shade, bits_result_integer(work, lane));
}
