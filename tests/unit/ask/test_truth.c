/* SPDX-License-Identifier: Apache-2.0 */
/* Functions correctly rounded: against the C library in long double, against values from tables, and that binary64
 * never decides otherwise than MPFR. */
#include "ask/census/truth/truth.h"
#include "unit/suite.h"

#include <math.h>
#include <string.h>

enum { SAMPLE = 1500 };

static uint32_t truth_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static float truth_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t truth_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Exponents around that of 1.0, where functions bend. */
static uint32_t near_one(uint64_t *random)
{
    const uint32_t any = truth_random(random);
    return (any & 0x807FFFFF) | (127 + (any >> 23) % 40 - 30) << 23;
}

/* Magnitudes from 1 to 2^20, where values leave every format, and that of binary64. */
static uint32_t beyond_one(uint64_t *random)
{
    const uint32_t any = truth_random(random);
    return (any & 0x807FFFFF) | (127 + (any >> 23) % 20) << 23;
}

static long double silu(long double x)
{
    return x / (1 + expl(-x));
}

static long double gelu(long double x)
{
    return x * erfcl(-x / sqrtl(2)) / 2;
}

static long double recip(long double x)
{
    return 1 / x;
}

static long double softplus(long double x)
{
    return log1pl(expl(x));
}

static long double sigmoid(long double x)
{
    return 1 / (1 + expl(-x));
}

/* 64 bits of long double decide all but values within 2^-60 of a boundary, of which a sample has none. */
START_TEST(truth__is_what_long_double_rounds_to)
{
    static const struct {
        const char *name;
        long double (*function)(long double);
    } rows[] = {
        {"exp", expl},        {"exp2", exp2l},        {"expm1", expm1l}, {"log", logl},     {"log2", log2l},
        {"log1p", log1pl},    {"sin", sinl},          {"cos", cosl},     {"tan", tanl},     {"asin", asinl},
        {"acos", acosl},      {"atan", atanl},        {"sinh", sinhl},   {"cosh", coshl},   {"tanh", tanhl},
        {"asinh", asinhl},    {"acosh", acoshl},      {"atanh", atanhl}, {"erf", erfl},     {"erfc", erfcl},
        {"sqrt", sqrtl},      {"cbrt", cbrtl},        {"recip", recip},  {"silu", silu},    {"gelu", gelu},
        {"round", rintl},     {"floor", floorl},      {"ceil", ceill},   {"trunc", truncl}, {"gamma", tgammal},
        {"sigmoid", sigmoid}, {"softplus", softplus},
    };
    uint64_t random = 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct truth_function *function = truth_find(rows[i].name);
        ck_assert_ptr_nonnull(function);
        for (unsigned k = 0; k < SAMPLE; k++) {
            const uint32_t x = near_one(&random);
            const long double value = rows[i].function(truth_float(x));
            struct truth truth;
            ck_assert(truth_of(function, &exact_fp32, x, &exact_fp32, false, &truth));
            if (isnan(value)) {
                ck_assert_int_eq(truth.kind, TRUTH_UNDEFINED);
                continue;
            }
            ck_assert_msg(truth.bits == truth_bits((float)value), "%s of %08x: %08x, long double %08x", rows[i].name,
                          (unsigned)x, (unsigned)truth.bits, (unsigned)truth_bits((float)value));
        }
    }
    truth_release();
}
END_TEST

START_TEST(truth__of_binary64_is_that_of_mpfr)
{
    static const struct exact_format *const formats[] = {&exact_fp32, &exact_bf16, &exact_fp16};
    uint64_t random = 2;
    for (size_t i = 0; truth_name(i); i++) {
        const struct truth_function *function = truth_find(truth_name(i));
        for (unsigned k = 0; k < SAMPLE / 10; k++) {
            const struct exact_format *to = formats[k % 3];
            const uint32_t x = k & 4 ? near_one(&random) : k & 8 ? beyond_one(&random) : truth_random(&random);
            struct truth fast, slow;
            ck_assert_msg(truth_of(function, &exact_fp32, x, to, true, &fast), "%s of %08x", truth_name(i),
                          (unsigned)x);
            ck_assert(truth_of(function, &exact_fp32, x, to, false, &slow));
            ck_assert_int_eq(fast.kind, slow.kind);
            ck_assert_uint_eq(fast.bits, slow.bits);
            ck_assert_int_eq(fast.is_zero, slow.is_zero);
        }
    }
    truth_release();
}
END_TEST

/* Numbers at edges; values of functions from tables. */
START_TEST(truth__has_the_values_at_edges)
{
    static const struct {
        const char *name;
        uint32_t x;
        enum truth_kind kind;
        uint32_t bits;
        bool is_zero;
    } rows[] = {
        {"exp", 0x00000000, TRUTH_NUMBER, 0x3F800000, false},      /* e^0 */
        {"exp", 0x3F800000, TRUTH_NUMBER, 0x402DF854, false},      /* e */
        {"exp", 0x7F800000, TRUTH_POLE, 0x7F800000, false},        /* of infinity */
        {"exp", 0xFF800000, TRUTH_NUMBER, 0x00000000, true},       /* its limit */
        {"exp", 0x43000000, TRUTH_NUMBER, 0x7F800000, false},      /* e^128: too large */
        {"exp", 0xC2CC0000, TRUTH_NUMBER, 0x00000004, false},      /* e^-102: subnormal */
        {"exp", 0xC3000000, TRUTH_NUMBER, 0x00000000, false},      /* e^-128: too small */
        {"exp", 0x00000001, TRUTH_NUMBER, 0x3F800000, false},      /* a subnormal number */
        {"log", 0x00000000, TRUTH_POLE, 0xFF800000, false},        /* of 0 */
        {"log", 0x3F800000, TRUTH_NUMBER, 0x00000000, true},       /* of 1 */
        {"log", 0xBF800000, TRUTH_UNDEFINED, 0, false},            /* of -1 */
        {"log1p", 0xBF800000, TRUTH_POLE, 0xFF800000, false},      /* of -1 */
        {"atanh", 0xBF800000, TRUTH_POLE, 0xFF800000, false},      /* of -1 */
        {"recip", 0x80000000, TRUTH_POLE, 0xFF800000, false},      /* 1/-0 */
        {"recip", 0x00400000, TRUTH_NUMBER, 0x7F000000, false},    /* 2^-127 */
        {"recip", 0x00200000, TRUTH_NUMBER, 0x7F800000, false},    /* 2^-128: too large */
        {"sqrt", 0x80000000, TRUTH_NUMBER, 0x80000000, true},      /* -0 */
        {"sin", 0x40490FDB, TRUTH_NUMBER, 0xB3BBBD2E, false},      /* pi as FP32: -8.74227766e-8 */
        {"gelu", 0x3F800000, TRUTH_NUMBER, 0x3F57625F, false},     /* 0.8413447460685429 */
        {"gelu", 0xC1700000, TRUTH_NUMBER, 0x80000000, false},     /* -15 Phi(-15) = -5.5e-50 */
        {"gelu", 0xFF800000, TRUTH_NUMBER, 0x80000000, true},      /* its limit */
        {"silu", 0xFF800000, TRUTH_NUMBER, 0x80000000, true},      /* its limit */
        {"tanh", 0x7F800000, TRUTH_NUMBER, 0x3F800000, false},     /* its limit */
        {"sin", 0x7F800000, TRUTH_UNDEFINED, 0, false},            /* none */
        {"sinh", 0x20800000, TRUTH_NUMBER, 0x20800000, false},     /* 2^-62 + 2^-189 */
        {"relu", 0xBF800000, TRUTH_NUMBER, 0x00000000, true},      /* a zero that is one */
        {"exp", 0x7FC00000, TRUTH_UNDEFINED, 0, false},            /* no number */
        {"softplus", 0xC2C80000, TRUTH_NUMBER, 0x0000001B, false}, /* e^-100 = 3.7835e-44 */
        {"digamma", 0x3F800000, TRUTH_NUMBER, 0xBF13C468, false},  /* -0.5772156649 */
        {"erf", 0x3F800000, TRUTH_NUMBER, 0x3F57BB3D, false},      /* 0.8427007929 */
        {"j0", 0x3F800000, TRUTH_NUMBER, 0x3F43E3FF, false},       /* 0.7651976866 */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int fast = 0; fast < 2; fast++) {
            struct truth truth;
            ck_assert(truth_of(truth_find(rows[i].name), &exact_fp32, rows[i].x, &exact_fp32, fast, &truth));
            ck_assert_msg(truth.kind == rows[i].kind && truth.bits == rows[i].bits && truth.is_zero == rows[i].is_zero,
                          "row %zu, %s: %d %08x %d", i, rows[i].name, truth.kind, (unsigned)truth.bits, truth.is_zero);
        }
    }
    truth_release();
}
END_TEST

/* The middle between two BF16 numbers, and 2^-120 of it more: no number of digits of binary64 sees that. */
START_TEST(truth__rounds_what_lies_just_beside_a_middle)
{
    struct truth truth;
    ck_assert(truth_of(truth_find("sinh"), &exact_fp32, 0x20808000, &exact_bf16, true, &truth));
    ck_assert_uint_eq(truth.bits, 0x2081); /* above it */
    ck_assert(truth_of(truth_find("tanh"), &exact_fp32, 0x20818000, &exact_bf16, true, &truth));
    ck_assert_uint_eq(truth.bits, 0x2081); /* below it, where a tie would go up */
    ck_assert(truth_of(truth_find("identity"), &exact_fp32, 0x20808000, &exact_bf16, true, &truth));
    ck_assert_uint_eq(truth.bits, 0x2080); /* a tie, to even */
    ck_assert_ptr_null(truth_find("no such function"));
    truth_release();
}
END_TEST

static const struct {
    const char *name, *text;
} written[] = {
    {"exp", "exp(x)"},
    {"gelu", "0.5*x*erfc(-x/sqrt(2))"},
    {"silu", "x*(1/(1+exp(-x)))"},
    {"sigmoid", "1 / (1 + exp(-x))"},
    {"tanh", "(exp(x)-exp(-x))/(exp(x)+exp(-x))"},
    {"tan", "sin(x)/cos(x)"},
    {"cube", "x*x*x"},
    {"relu", "max(x, 0)"},
    {"softsign", "x/(1+abs(x))"},
    {"log10", "log(x)/log(10)"},
    {"sinh", "(exp(x) - exp(-x))/2"},
    {"gelu_tanh", "0.5*x*(1+tanh(sqrt(2/pi)*(x+0.044715*x*x*x)))"},
};

START_TEST(truth__of_an_expression_is_that_of_its_name)
{
    uint64_t random = 4;
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        const struct truth_function *named = truth_find(written[i].name), *function = NULL;
        struct truth_function *own = NULL;
        ck_assert_int_eq(truth_read(&function, &own, written[i].text, NULL), TT_OK);
        ck_assert_ptr_nonnull(own);
        for (unsigned k = 0; k < SAMPLE / 3; k++) {
            const uint32_t x = near_one(&random);
            struct truth a, b;
            ck_assert(truth_of(named, &exact_fp32, x, &exact_fp32, false, &a));
            ck_assert(truth_of(function, &exact_fp32, x, &exact_fp32, false, &b));
            ck_assert_msg(a.kind == b.kind && (a.bits == b.bits || !((a.bits | b.bits) << 1)), "%s of %08X: %08X, %08X",
                          written[i].text, (unsigned)x, (unsigned)a.bits, (unsigned)b.bits);
            if (a.kind == TRUTH_NUMBER && isfinite(a.near) && a.near != 0)
                ck_assert_double_le(fabs(a.near - b.near), ldexp(fabs(a.near), -39));
        }
        truth_free(own);
    }
    truth_release();
}
END_TEST

/* Numbers far beyond MPFR's exponents, and values that are 0 where no digits show it: none is called another. */
START_TEST(truth__of_an_expression_is_undecided_or_right)
{
    const struct truth_function *function = NULL;
    struct truth_function *own = NULL;
    struct truth truth;
    ck_assert_int_eq(truth_read(&function, &own, "(exp(x)-exp(-x))/(exp(x)+exp(-x))", NULL), TT_OK);
    ck_assert(truth_of(function, &exact_fp32, truth_bits(1e30F), &exact_fp32, false, &truth));
    ck_assert_int_eq(truth.kind, TRUTH_UNDECIDED);
    ck_assert(truth_of(function, &exact_fp32, 0, &exact_fp32, false, &truth));
    ck_assert(truth.kind == TRUTH_NUMBER && truth.bits == 0 && truth.is_zero);
    truth_free(own);
    ck_assert_int_eq(truth_read(&function, &own, "1/x - sqrt(x)", NULL), TT_OK);
    ck_assert(truth_of(function, &exact_fp32, truth_bits(-4), &exact_fp32, false, &truth));
    ck_assert_int_eq(truth.kind, TRUTH_UNDEFINED);
    ck_assert(truth_of(function, &exact_fp32, truth_bits(4), &exact_fp32, false, &truth));
    ck_assert_uint_eq(truth.bits, truth_bits(-1.75F));
    truth_free(own);
    ck_assert_int_eq(truth_read(&function, &own, "exp(x)*1e10", NULL), TT_OK);
    ck_assert(truth_of(function, &exact_fp32, truth_bits(1e30F), &exact_fp32, false, &truth));
    ck_assert(truth.kind == TRUTH_NUMBER && truth.bits == 0x7F800000);
    ck_assert(truth_of(function, &exact_fp32, truth_bits(-1e30F), &exact_fp32, false, &truth));
    ck_assert(truth.kind == TRUTH_NUMBER && truth.bits == 0 && !truth.is_zero);
    truth_free(own);
    truth_release();
}
END_TEST

START_TEST(truth__refuses_what_is_no_expression)
{
    static const char *const wrong[] = {"",     "1 +",   "foo(x)", "sin(x", "x y", "tan(2*x)",  "max(x)", "0x12",
                                        "x**2", "1e999", "(x",     ")",     ",",   "min(x,,1)", "x^2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct truth_function *function = NULL;
        struct truth_function *own = NULL;
        struct tt_error err = {{0}};
        ck_assert_msg(truth_read(&function, &own, wrong[i], &err) == TT_BAD_INPUT, "%s", wrong[i]);
        ck_assert_ptr_nonnull(strstr(err.text, "expected"));
        truth_free(own);
    }
    char deep[4096];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    const struct truth_function *function = NULL;
    struct truth_function *own = NULL;
    ck_assert_int_eq(truth_read(&function, &own, deep, NULL), TT_BAD_INPUT);
    truth_free(own);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("truth");
    TCase *tests = tcase_create("truth");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, truth__is_what_long_double_rounds_to);
    tcase_add_test(tests, truth__of_binary64_is_that_of_mpfr);
    tcase_add_test(tests, truth__has_the_values_at_edges);
    tcase_add_test(tests, truth__rounds_what_lies_just_beside_a_middle);
    tcase_add_test(tests, truth__of_an_expression_is_that_of_its_name);
    tcase_add_test(tests, truth__of_an_expression_is_undecided_or_right);
    tcase_add_test(tests, truth__refuses_what_is_no_expression);
    suite_add_tcase(all, tests);
    return all;
}
