/* SPDX-License-Identifier: Apache-2.0 */
/* Functions by MPFR, and by the C library. Those that are composed are written without cancellation, so that each step
 * adds no more than its own rounding: 1 + tanh(u) is 2/(1 + exp(-2u)), the normal distribution is erfc. */
#include "ask/census/truth/expression.h"

#include <math.h>

#define NEAREST MPFR_RNDN

/* ---- one function of MPFR ---- */

#define TRUTH_DIRECT(name)                                                                                             \
    static void direct_##name(mpfr_ptr y, mpfr_srcptr x)                                                               \
    {                                                                                                                  \
        (void)mpfr_##name(y, x, NEAREST);                                                                              \
    }
TRUTH_DIRECT(set)
TRUTH_DIRECT(neg)
TRUTH_DIRECT(abs)
TRUTH_DIRECT(sqr)
TRUTH_DIRECT(sqrt)
TRUTH_DIRECT(rec_sqrt)
TRUTH_DIRECT(cbrt)
TRUTH_DIRECT(exp)
TRUTH_DIRECT(exp2)
TRUTH_DIRECT(exp10)
TRUTH_DIRECT(expm1)
TRUTH_DIRECT(log)
TRUTH_DIRECT(log2)
TRUTH_DIRECT(log10)
TRUTH_DIRECT(log1p)
TRUTH_DIRECT(sin)
TRUTH_DIRECT(cos)
TRUTH_DIRECT(tan)
TRUTH_DIRECT(asin)
TRUTH_DIRECT(acos)
TRUTH_DIRECT(atan)
TRUTH_DIRECT(sinh)
TRUTH_DIRECT(cosh)
TRUTH_DIRECT(tanh)
TRUTH_DIRECT(asinh)
TRUTH_DIRECT(acosh)
TRUTH_DIRECT(atanh)
TRUTH_DIRECT(erf)
TRUTH_DIRECT(erfc)
TRUTH_DIRECT(gamma)
TRUTH_DIRECT(digamma)
TRUTH_DIRECT(j0)
TRUTH_DIRECT(j1)
TRUTH_DIRECT(rint_floor)
TRUTH_DIRECT(rint_ceil)
TRUTH_DIRECT(rint_roundeven)
TRUTH_DIRECT(rint_trunc)

/* of the magnitude of gamma */
static void direct_lgamma(mpfr_ptr y, mpfr_srcptr x)
{
    int sign;
    (void)mpfr_lgamma(y, &sign, x, NEAREST);
}

static void exactly_sign(mpfr_ptr y, mpfr_srcptr x)
{
    (void)mpfr_set_si(y, mpfr_sgn(x), NEAREST);
}

static void exactly_relu(mpfr_ptr y, mpfr_srcptr x)
{
    if (mpfr_sgn(x) > 0)
        (void)mpfr_set(y, x, NEAREST);
    else
        (void)mpfr_set_ui(y, 0, NEAREST);
}

static void exactly_cube(mpfr_ptr y, mpfr_srcptr x)
{
    (void)mpfr_pow_ui(y, x, 3, NEAREST);
}

static void exactly_recip(mpfr_ptr y, mpfr_srcptr x)
{
    (void)mpfr_ui_div(y, 1, x, NEAREST);
}

/* ---- several ---- */

/* 1/(1 + exp(-x)) */
static void exactly_sigmoid(mpfr_ptr y, mpfr_srcptr x)
{
    (void)mpfr_neg(y, x, NEAREST);
    (void)mpfr_exp(y, y, NEAREST);
    (void)mpfr_add_ui(y, y, 1, NEAREST);
    (void)mpfr_ui_div(y, 1, y, NEAREST);
}

static void exactly_silu(mpfr_ptr y, mpfr_srcptr x)
{
    exactly_sigmoid(y, x);
    (void)mpfr_mul(y, y, x, NEAREST);
}

/* x/2 * erfc(-x/sqrt(2)) */
static void exactly_gelu(mpfr_ptr y, mpfr_srcptr x)
{
    (void)mpfr_sqrt_ui(y, 2, NEAREST);
    (void)mpfr_div(y, x, y, NEAREST);
    (void)mpfr_neg(y, y, NEAREST);
    (void)mpfr_erfc(y, y, NEAREST);
    (void)mpfr_mul(y, y, x, NEAREST);
    (void)mpfr_div_2ui(y, y, 1, NEAREST);
}

/* x * sigmoid(2 sqrt(2/pi) (x + 0.044715 x^3)) = x * sigmoid(2 sqrt(2/pi) x (1 + 0.044715 x^2)) */
static void exactly_gelu_tanh(mpfr_ptr y, mpfr_srcptr x)
{
    mpfr_t factor;
    mpfr_init2(factor, mpfr_get_prec(y));
    (void)mpfr_sqr(y, x, NEAREST);
    (void)mpfr_mul_ui(y, y, 44715, NEAREST);
    (void)mpfr_div_ui(y, y, 1000000, NEAREST);
    (void)mpfr_add_ui(y, y, 1, NEAREST);
    (void)mpfr_mul(y, y, x, NEAREST);
    (void)mpfr_const_pi(factor, NEAREST);
    (void)mpfr_ui_div(factor, 8, factor, NEAREST); /* 2 sqrt(2/pi) = sqrt(8/pi) */
    (void)mpfr_sqrt(factor, factor, NEAREST);
    (void)mpfr_mul(y, y, factor, NEAREST);
    exactly_sigmoid(y, y);
    (void)mpfr_mul(y, y, x, NEAREST);
    mpfr_clear(factor);
}

/* log(1 + exp(x)); of a positive x the same as x + log(1 + exp(-x)), which is never too large. */
static void exactly_softplus(mpfr_ptr y, mpfr_srcptr x)
{
    const bool is_positive = mpfr_sgn(x) > 0;
    (void)(is_positive ? mpfr_neg(y, x, NEAREST) : mpfr_set(y, x, NEAREST));
    (void)mpfr_exp(y, y, NEAREST);
    (void)mpfr_log1p(y, y, NEAREST);
    if (is_positive)
        (void)mpfr_add(y, y, x, NEAREST);
}

static void exactly_logsigmoid(mpfr_ptr y, mpfr_srcptr x)
{
    mpfr_t minus;
    mpfr_init2(minus, mpfr_get_prec(x));
    (void)mpfr_neg(minus, x, NEAREST);
    exactly_softplus(y, minus);
    (void)mpfr_neg(y, y, NEAREST);
    mpfr_clear(minus);
}

static void exactly_mish(mpfr_ptr y, mpfr_srcptr x)
{
    exactly_softplus(y, x);
    (void)mpfr_tanh(y, y, NEAREST);
    (void)mpfr_mul(y, y, x, NEAREST);
}

static void exactly_softsign(mpfr_ptr y, mpfr_srcptr x)
{
    (void)mpfr_abs(y, x, NEAREST);
    (void)mpfr_add_ui(y, y, 1, NEAREST);
    (void)mpfr_div(y, x, y, NEAREST);
}

/* alpha 1 */
static void exactly_elu(mpfr_ptr y, mpfr_srcptr x)
{
    (void)(mpfr_sgn(x) > 0 ? mpfr_set(y, x, NEAREST) : mpfr_expm1(y, x, NEAREST));
}

/* (x + 3)/6 within 0 and 1 */
static void exactly_hardsigmoid(mpfr_ptr y, mpfr_srcptr x)
{
    if (mpfr_cmp_si(x, -3) <= 0 || mpfr_cmp_si(x, 3) >= 0) {
        (void)mpfr_set_si(y, mpfr_sgn(x) > 0 ? 1 : 0, NEAREST);
        return;
    }
    (void)mpfr_add_ui(y, x, 3, NEAREST);
    (void)mpfr_div_ui(y, y, 6, NEAREST);
}

static void exactly_hardswish(mpfr_ptr y, mpfr_srcptr x)
{
    if (mpfr_cmp_si(x, -3) <= 0 || mpfr_cmp_si(x, 3) >= 0) {
        (void)(mpfr_sgn(x) > 0 ? mpfr_set(y, x, NEAREST) : mpfr_set_ui(y, 0, NEAREST));
        return;
    }
    (void)mpfr_add_ui(y, x, 3, NEAREST);
    (void)mpfr_mul(y, y, x, NEAREST);
    (void)mpfr_div_ui(y, y, 6, NEAREST); /* last, so that a result that is exact is known to be */
}

/* ---- in binary64 ---- */

static double nearly_set(double x)
{
    return x;
}

static double nearly_neg(double x)
{
    return -x;
}

static double nearly_square(double x)
{
    return x * x;
}

static double nearly_cube(double x)
{
    return x * x * x;
}

static double nearly_recip(double x)
{
    return 1 / x;
}

static double nearly_rsqrt(double x)
{
    return 1 / sqrt(x);
}

static double nearly_sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double nearly_silu(double x)
{
    return x / (1 + exp(-x));
}

static double nearly_gelu(double x)
{
    return x * erfc(x * -0.70710678118654752440) / 2;
}

static double nearly_gelu_tanh(double x)
{
    return x * nearly_sigmoid(1.59576912160573071176 * x * (1 + 0.044715 * x * x));
}

static double nearly_softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static double nearly_logsigmoid(double x)
{
    return -nearly_softplus(-x);
}

static double nearly_mish(double x)
{
    return x * tanh(nearly_softplus(x));
}

static double nearly_softsign(double x)
{
    return x / (1 + fabs(x));
}

static double nearly_elu(double x)
{
    return x > 0 ? x : expm1(x);
}

/* clang-format off */
#define LIMITS(below, above) true, {below, above}, NULL
#define NO_LIMITS            false, {0, 0}, NULL
/* clang-format on */
const struct truth_function truth_functions[] = {
    {"identity", direct_set, nearly_set, TRUTH_ODD, NO_LIMITS},
    {"neg", direct_neg, nearly_neg, TRUTH_ODD, NO_LIMITS},
    {"abs", direct_abs, fabs, TRUTH_EVEN, NO_LIMITS},
    {"sign", exactly_sign, NULL, TRUTH_ODD, NO_LIMITS},
    {"relu", exactly_relu, NULL, TRUTH_NEITHER, NO_LIMITS},
    {"square", direct_sqr, nearly_square, TRUTH_EVEN, NO_LIMITS},
    {"cube", exactly_cube, nearly_cube, TRUTH_ODD, NO_LIMITS},
    {"recip", exactly_recip, nearly_recip, TRUTH_ODD, NO_LIMITS},
    {"sqrt", direct_sqrt, sqrt, TRUTH_NEITHER, NO_LIMITS},
    {"rsqrt", direct_rec_sqrt, nearly_rsqrt, TRUTH_NEITHER, NO_LIMITS},
    {"cbrt", direct_cbrt, cbrt, TRUTH_ODD, NO_LIMITS},
    {"exp", direct_exp, exp, TRUTH_NEITHER, NO_LIMITS},
    {"exp2", direct_exp2, exp2, TRUTH_NEITHER, NO_LIMITS},
    {"exp10", direct_exp10, NULL, TRUTH_NEITHER, NO_LIMITS},
    {"expm1", direct_expm1, expm1, TRUTH_NEITHER, NO_LIMITS},
    {"log", direct_log, log, TRUTH_NEITHER, NO_LIMITS},
    {"log2", direct_log2, log2, TRUTH_NEITHER, NO_LIMITS},
    {"log10", direct_log10, log10, TRUTH_NEITHER, NO_LIMITS},
    {"log1p", direct_log1p, log1p, TRUTH_NEITHER, NO_LIMITS},
    {"sin", direct_sin, sin, TRUTH_ODD, NO_LIMITS},
    {"cos", direct_cos, cos, TRUTH_EVEN, NO_LIMITS},
    {"tan", direct_tan, tan, TRUTH_ODD, NO_LIMITS},
    {"asin", direct_asin, asin, TRUTH_ODD, NO_LIMITS},
    {"acos", direct_acos, acos, TRUTH_NEITHER, NO_LIMITS},
    {"atan", direct_atan, atan, TRUTH_ODD, NO_LIMITS},
    {"sinh", direct_sinh, sinh, TRUTH_ODD, NO_LIMITS},
    {"cosh", direct_cosh, cosh, TRUTH_EVEN, NO_LIMITS},
    {"tanh", direct_tanh, tanh, TRUTH_ODD, NO_LIMITS},
    {"asinh", direct_asinh, asinh, TRUTH_ODD, NO_LIMITS},
    {"acosh", direct_acosh, acosh, TRUTH_NEITHER, NO_LIMITS},
    {"atanh", direct_atanh, atanh, TRUTH_ODD, NO_LIMITS},
    {"erf", direct_erf, erf, TRUTH_ODD, NO_LIMITS},
    {"erfc", direct_erfc, erfc, TRUTH_NEITHER, NO_LIMITS},
    {"sigmoid", exactly_sigmoid, nearly_sigmoid, TRUTH_NEITHER, NO_LIMITS},
    {"silu", exactly_silu, nearly_silu, TRUTH_NEITHER, LIMITS(-0.0, INFINITY)},
    {"gelu", exactly_gelu, nearly_gelu, TRUTH_NEITHER, LIMITS(-0.0, INFINITY)},
    {"gelu_tanh", exactly_gelu_tanh, nearly_gelu_tanh, TRUTH_NEITHER, LIMITS(-0.0, INFINITY)},
    {"softplus", exactly_softplus, nearly_softplus, TRUTH_NEITHER, LIMITS(0.0, INFINITY)},
    {"logsigmoid", exactly_logsigmoid, nearly_logsigmoid, TRUTH_NEITHER, LIMITS(-INFINITY, -0.0)},
    {"mish", exactly_mish, nearly_mish, TRUTH_NEITHER, LIMITS(-0.0, INFINITY)},
    {"softsign", exactly_softsign, nearly_softsign, TRUTH_ODD, LIMITS(-1.0, 1.0)},
    {"elu", exactly_elu, nearly_elu, TRUTH_NEITHER, NO_LIMITS},
    {"hardsigmoid", exactly_hardsigmoid, NULL, TRUTH_NEITHER, NO_LIMITS},
    {"hardswish", exactly_hardswish, NULL, TRUTH_NEITHER, LIMITS(-0.0, INFINITY)},
    {"floor", direct_rint_floor, floor, TRUTH_NEITHER, NO_LIMITS},
    {"ceil", direct_rint_ceil, ceil, TRUTH_NEITHER, NO_LIMITS},
    {"trunc", direct_rint_trunc, trunc, TRUTH_ODD, NO_LIMITS},
    {"round", direct_rint_roundeven, rint, TRUTH_ODD, NO_LIMITS},
    {"gamma", direct_gamma, NULL, TRUTH_NEITHER, NO_LIMITS},
    {"lgamma", direct_lgamma, NULL, TRUTH_NEITHER, NO_LIMITS},
    {"digamma", direct_digamma, NULL, TRUTH_NEITHER, NO_LIMITS},
    {"j0", direct_j0, NULL, TRUTH_EVEN, NO_LIMITS},
    {"j1", direct_j1, NULL, TRUTH_ODD, NO_LIMITS},
};
const size_t truth_function_count = sizeof truth_functions / sizeof *truth_functions;
