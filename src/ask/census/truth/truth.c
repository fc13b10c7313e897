/* SPDX-License-Identifier: Apache-2.0 */
/* Rounding a function correctly: an interval around its value, both ends of which round to the same pattern, or more
 * digits (truth.h). */
#include "ask/census/truth/expression.h"

#include <math.h>

enum {
    DIGITS_FIRST = 80,
    DIGITS_MOST = 4096,
    DIGITS_LOST = 16,         /* `exactly` is less wrong than 2^(16 - digits) */
    EXPONENT_LIMIT = 1 << 16, /* far beyond any format: whatever is larger or smaller rounds as if it were at the end */
    TAKEN = 62,               /* digits of a significand, and one for whatever follows */
    NEAR_CLEAR = 40,
    NEAR_EXPONENT = 1000, /* binary64 is not near its own ends */
    BINARY64_MANTISSA = 52,
    BINARY64_FIELD = 0x7FF,
    BINARY64_BIAS = 1023,
    BINARY64_LOWEST = BINARY64_BIAS + BINARY64_MANTISSA
};
#define BINARY64_FIRST (UINT64_C(1) << BINARY64_MANTISSA)

const struct truth_function *truth_find(const char *name)
{
    for (size_t i = 0; i < truth_function_count; i++) {
        if (strcmp(truth_functions[i].name, name) == 0)
            return &truth_functions[i];
    }
    return NULL;
}

enum tt_status truth_read(const struct truth_function **function, struct truth_function **own, const char *text,
                          struct tt_error *err)
{
    *own = NULL;
    *function = truth_find(text);
    if (*function)
        return TT_OK;
    *own = mem_calloc(1, sizeof **own);
    NEED(*own, err, "no memory for an expression");
    TRY(truth_expression_read(&(*own)->expression, text, err));
    (*own)->name = truth_expression_text((*own)->expression);
    *function = *own;
    return TT_OK;
}

void truth_free(struct truth_function *own)
{
    if (own)
        truth_expression_free(own->expression);
    mem_free(own);
}

const char *truth_name(size_t number)
{
    return number < truth_function_count ? truth_functions[number].name : NULL;
}

const char *truth_name_of(const struct truth_function *function)
{
    return function->name;
}

enum truth_symmetry truth_symmetry(const struct truth_function *function)
{
    return function->symmetry;
}

void truth_release(void)
{
    mpfr_free_cache();
}

/* ---- numbers and their significands ---- */

/* A sticky bit stands for the digits beyond 62. */
static struct exact exact_of_mpfr(mpfr_srcptr value)
{
    struct exact exact = {.is_negative = mpfr_signbit(value) != 0};
    mpfr_t cut;
    if (mpfr_zero_p(value))
        return exact;
    mpfr_init2(cut, TAKEN);
    const bool is_cut = mpfr_abs(cut, value, MPFR_RNDZ) != 0;
    const mpfr_exp_t exponent = mpfr_get_exp(cut);
    (void)mpfr_mul_2si(cut, cut, TAKEN - exponent, MPFR_RNDZ);
    exact.significand = (uint64_t)mpfr_get_uj(cut, MPFR_RNDZ) << 1 | is_cut;
    exact.exponent = (int)exponent - TAKEN - 1;
    mpfr_clear(cut);
    return exact;
}

/* Of a normal number. */
static struct exact exact_of_binary64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint64_t field = bits >> BINARY64_MANTISSA & BINARY64_FIELD;
    return (struct exact){.is_negative = bits >> 63,
                          .significand = (bits & (BINARY64_FIRST - 1)) | BINARY64_FIRST,
                          .exponent = (int)field - BINARY64_LOWEST};
}

/* Likewise; of a significand of at most 53 digits. */
static double as_binary64(const struct exact *operand)
{
    const uint64_t power = (uint64_t)(operand->exponent + BINARY64_BIAS) << BINARY64_MANTISSA;
    double scale;
    memcpy(&scale, &power, sizeof scale);
    const double magnitude = (double)operand->significand * scale;
    return operand->is_negative ? -magnitude : magnitude;
}

/* ---- by binary64 ---- */

/* The pattern, where `away` on either side meets no middle between two, and neither end of the normal numbers; else 0.
 */
static uint32_t binary64_clear(const struct exact_format *to, const struct exact *value, uint64_t away)
{
    const unsigned down = BINARY64_MANTISSA - to->mantissa_bits;
    const uint64_t half = UINT64_C(1) << (down - 1), rest = value->significand & (2 * half - 1);
    const uint64_t from_middle = rest > half ? rest - half : half - rest;
    const int bias = exact_bias(to);
    const int above = value->exponent + BINARY64_MANTISSA - 1 + bias; /* the lowest normal exponent */
    if (from_middle <= away || above < 0 || above >= 2 * bias)
        return 0;
    const uint32_t sign = (uint32_t)value->is_negative << (exact_bits(to) - 1);
    const uint64_t units = ((value->significand >> (down - 1)) + 1) >> 1;
    return sign | (((uint32_t)above << to->mantissa_bits) + (uint32_t)units);
}

/* Whether all within 2^-40 of a value's magnitude round alike. */
static bool binary64_rounds_alike(const struct exact_format *to, struct exact value, uint32_t *bits)
{
    const uint64_t away = (value.significand >> NEAR_CLEAR) + 1;
    struct exact below = value;
    *bits = binary64_clear(to, &value, away);
    if (*bits)
        return true;
    below.significand -= away;
    value.significand += away;
    *bits = exact_round(to, value, EXACT_NEAREST);
    return exact_round(to, below, EXACT_NEAREST) == *bits;
}

static bool take_binary64(double value, const struct exact_format *to, struct truth *truth)
{
    if (!(fabs(value) > 0x1p-1000 && fabs(value) < 0x1p1000))
        return false;
    truth->near = value;
    return binary64_rounds_alike(to, exact_of_binary64(value), &truth->bits);
}

/* Beyond a magnitude of 1 no function of the table has a pole or is 0: a value there that is too large or too small for
 * binary64 to be near it is so for every format, too. */
static bool take_far(double x, double value, const struct exact_format *to, struct truth *truth)
{
    struct exact far = {.is_negative = signbit(value) != 0};
    if (isnan(value)) {
        truth->kind = TRUTH_UNDEFINED;
        return true;
    }
    if (!(fabs(x) > 1) || (fabs(value) > 0x1p-1000 && fabs(value) < 0x1p1000))
        return false;
    far.kind = fabs(value) > 1 ? EXACT_INFINITE : EXACT_FINITE;
    truth->bits = exact_round(to, far, EXACT_NEAREST);
    truth->near = value;
    return true;
}

/* ---- by MPFR ---- */

static bool take_special(mpfr_srcptr value, const struct exact_format *to, bool is_at_infinity, struct truth *truth)
{
    const struct exact infinite = {.kind = EXACT_INFINITE, .is_negative = mpfr_signbit(value) != 0};
    if (mpfr_nan_p(value)) {
        truth->kind = TRUTH_UNDEFINED;
        return true;
    }
    if (!mpfr_inf_p(value))
        return false;
    truth->kind = mpfr_divby0_p() || is_at_infinity ? TRUTH_POLE : TRUTH_NUMBER;
    truth->bits = exact_round(to, infinite, EXACT_NEAREST);
    truth->near = infinite.is_negative ? -INFINITY : INFINITY;
    return true;
}

/* Whether the two ends of an interval of 2^-good around a number round alike. */
static bool ends_round_alike(mpfr_srcptr y, unsigned good, const struct exact_format *to, uint32_t *bits)
{
    mpfr_t end, away;
    uint32_t other;
    mpfr_inits2(mpfr_get_prec(y), end, away, (mpfr_ptr)0);
    (void)mpfr_div_2ui(away, y, good, MPFR_RNDN);
    (void)mpfr_sub(end, y, away, MPFR_RNDN);
    *bits = exact_round(to, exact_of_mpfr(end), EXACT_NEAREST);
    (void)mpfr_add(end, y, away, MPFR_RNDN);
    other = exact_round(to, exact_of_mpfr(end), EXACT_NEAREST);
    mpfr_clears(end, away, (mpfr_ptr)0);
    return *bits == other;
}

/* To more than truth_of() promises of the number beside the pattern. */
static bool is_narrow(mpfr_srcptr low, mpfr_srcptr high)
{
    mpfr_t width;
    const bool is_small =
        mpfr_cmp_si_2exp(high, 1, -NEAR_EXPONENT) < 0 && mpfr_cmp_si_2exp(low, -1, -NEAR_EXPONENT) > 0;
    if (is_small || mpfr_cmp_si_2exp(low, 1, NEAR_EXPONENT) > 0 || mpfr_cmp_si_2exp(high, -1, NEAR_EXPONENT) < 0)
        return true;
    mpfr_init2(width, mpfr_get_prec(low));
    (void)mpfr_sub(width, high, low, MPFR_RNDU);
    (void)mpfr_mul_2ui(width, width, NEAR_CLEAR + 1, MPFR_RNDU);
    const bool is_narrow = mpfr_cmpabs(width, low) <= 0;
    mpfr_clear(width);
    return is_narrow;
}

static uint32_t round_end(mpfr_srcptr end, const struct exact_format *to)
{
    const struct exact infinite = {.kind = EXACT_INFINITE, .is_negative = mpfr_signbit(end) != 0};
    return exact_round(to, mpfr_inf_p(end) ? infinite : exact_of_mpfr(end), EXACT_NEAREST);
}

/* Whether it is decided with so many digits: both ends of the interval round alike. */
static bool take_interval(const struct truth_function *function, const struct truth_point *at, unsigned digits,
                          const struct exact_format *to, struct truth *truth)
{
    mpfr_t low, high;
    uint32_t other;
    mpfr_inits2((mpfr_prec_t)digits, low, high, (mpfr_ptr)0);
    bool is_decided = truth_expression_at(function->expression, at, low, high);
    if (is_decided && mpfr_nan_p(high))
        mpfr_set_nan(low);
    if (is_decided && (mpfr_nan_p(low) || (mpfr_inf_p(low) && mpfr_equal_p(low, high)))) {
        mpfr_clear_flags();
        mpfr_set_divby0();
        is_decided = take_special(low, to, mpfr_inf_p(at->x) || (at->y && mpfr_inf_p(at->y)), truth);
    } else if (is_decided) {
        truth->bits = round_end(low, to);
        other = round_end(high, to);
        truth->is_zero = mpfr_zero_p(low) && mpfr_zero_p(high);
        truth->near = mpfr_get_d(low, MPFR_RNDN);
        if (mpfr_signbit(low) && !mpfr_signbit(high) && is_narrow(low, high))
            truth->bits = other; /* too near to 0 to have a sign */
        is_decided = truth->is_zero || (truth->bits == other && is_narrow(low, high));
    }
    mpfr_clears(low, high, (mpfr_ptr)0);
    return is_decided;
}

/* Whether it is decided with so many digits. */
static bool take_digits(const struct truth_function *function, const struct truth_point *at, unsigned digits,
                        const struct exact_format *to, struct truth *truth)
{
    mpfr_t y;
    mpfr_init2(y, (mpfr_prec_t)digits);
    mpfr_clear_flags();
    function->exactly(y, at->x);
    bool is_decided = take_special(y, to, mpfr_inf_p(at->x) != 0, truth);
    if (!is_decided) {
        const bool is_exact = !mpfr_inexflag_p();
        truth->is_zero = mpfr_zero_p(y) && is_exact;
        truth->near = mpfr_get_d(y, MPFR_RNDN);
        if (is_exact || mpfr_zero_p(y)) { /* a zero that is not exact: too small for MPFR's exponents */
            truth->bits = exact_round(to, exact_of_mpfr(y), EXACT_NEAREST);
            is_decided = true;
        } else {
            is_decided = ends_round_alike(y, digits - DIGITS_LOST - 1, to, &truth->bits);
        }
    }
    mpfr_clear(y);
    return is_decided;
}

static bool truth_exactly(const struct truth_function *function, const struct truth_point *at,
                          const struct exact_format *to, struct truth *truth)
{
    bool is_decided = false;
    for (unsigned digits = DIGITS_FIRST; !is_decided && digits <= DIGITS_MOST; digits *= 2)
        is_decided = (function->expression ? take_interval : take_digits)(function, at, digits, to, truth);
    return is_decided;
}

static void take_limit(double limit, const struct exact_format *to, struct truth *truth)
{
    struct exact value = {.kind = EXACT_INFINITE, .is_negative = signbit(limit) != 0};
    truth->kind = isnan(limit) ? TRUTH_UNDEFINED : isinf(limit) ? TRUTH_POLE : TRUTH_NUMBER;
    if (isfinite(limit) && limit != 0)
        value = exact_of_binary64(limit);
    else if (limit == 0)
        value.kind = EXACT_FINITE;
    truth->bits = exact_round(to, value, EXACT_NEAREST);
    truth->is_zero = limit == 0;
    truth->near = limit;
}

static void take_operand(mpfr_ptr x, const struct exact *operand)
{
    const int sign = operand->is_negative ? -1 : 1;
    mpfr_init2(x, 32);
    if (operand->kind == EXACT_INFINITE)
        mpfr_set_inf(x, sign);
    else if (operand->significand == 0)
        mpfr_set_zero(x, sign);
    else
        (void)mpfr_set_uj_2exp(x, operand->significand, operand->exponent, MPFR_RNDN);
    if (operand->is_negative && operand->kind == EXACT_FINITE && operand->significand)
        (void)mpfr_neg(x, x, MPFR_RNDN);
}

static bool truth_at(const struct truth_function *function, const struct exact *first, const struct exact *second,
                     const struct exact_format *to, struct truth *truth)
{
    mpfr_t x, y;
    (void)mpfr_set_emin(-EXPONENT_LIMIT);
    (void)mpfr_set_emax(EXPONENT_LIMIT);
    take_operand(x, first);
    if (second)
        take_operand(y, second);
    const bool is_decided = truth_exactly(function, &(struct truth_point){x, second ? y : NULL}, to, truth);
    mpfr_clear(x);
    if (second)
        mpfr_clear(y);
    if (!is_decided && function->expression)
        *truth = (struct truth){.kind = TRUTH_UNDECIDED};
    return is_decided || function->expression;
}

bool truth_is_of_pairs(const struct truth_function *function)
{
    return truth_expression_is_of_pairs(function->expression);
}

bool truth_of_pair(const struct truth_function *function, const struct exact_format *from, uint32_t x, uint32_t y,
                   const struct exact_format *to, struct truth *truth)
{
    const struct exact first = exact_of(from, x), second = exact_of(from, y);
    double value;
    *truth = (struct truth){.kind = TRUTH_NUMBER};
    if (first.kind == EXACT_UNDEFINED || second.kind == EXACT_UNDEFINED) {
        truth->kind = TRUTH_UNDEFINED;
        return true;
    }
    const bool is_near =
        first.kind == EXACT_FINITE && second.kind == EXACT_FINITE &&
        truth_expression_nearly(function->expression, as_binary64(&first), as_binary64(&second), &value);
    return (is_near && take_binary64(value, to, truth)) || truth_at(function, &first, &second, to, truth);
}

bool truth_of(const struct truth_function *function, const struct exact_format *from, uint32_t pattern,
              const struct exact_format *to, bool fast, struct truth *truth)
{
    const struct exact operand = exact_of(from, pattern);
    *truth = (struct truth){.kind = TRUTH_NUMBER};
    if (operand.kind == EXACT_UNDEFINED) {
        truth->kind = TRUTH_UNDEFINED;
        return true;
    }
    if (operand.kind == EXACT_INFINITE && function->has_limits) {
        take_limit(function->limits[!operand.is_negative], to, truth);
        return true;
    }
    if (fast && operand.kind == EXACT_FINITE && function->nearly) {
        const double x = as_binary64(&operand), value = function->nearly(x);
        if (take_binary64(value, to, truth) || take_far(x, value, to, truth))
            return true;
    }
    return truth_at(function, &operand, NULL, to, truth);
}
