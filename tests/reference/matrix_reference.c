/* SPDX-License-Identifier: Apache-2.0 */
/* See matrix_reference.h. */
#include "reference/matrix_reference.h"

#include <stddef.h>

/* A signed number of units 2^-23 times 2^exponent. */
struct number {
    int64_t units;
    int exponent;
};

struct cell {
    int sign, exponent, mantissa;
};

static int64_t power(int n)
{
    int64_t value = 1;
    while (n-- > 0)
        value *= 2;
    return value;
}

/* Quotient rounded towards minus infinity. */
static int64_t floor_div(int64_t value, int64_t by)
{
    int64_t quotient = value / by;
    return quotient * by > value ? quotient - 1 : quotient;
}

/* Nearest, ties towards plus infinity. */
static int64_t nearest_up(int64_t value, int places)
{
    if (places > 40)
        places = 40;
    return places <= 0 ? value : floor_div(value + power(places - 1), power(places));
}

/* Nearest, ties away from zero. */
static int64_t nearest_away(int64_t value, int places)
{
    return value < 0 ? -nearest_up(-value, places) : nearest_up(value, places);
}

static bool is_fp16_style(const struct matrix_reference *how)
{
    switch (how->srca_format) {
    case 1:
    case 2:
    case 3:
    case 10:
    case 11:
    case 14:
        return true;
    default:
        return false;
    }
}

static struct cell take_apart(uint32_t bits, unsigned format)
{
    struct cell cell = {(int)(bits / 262144 % 2), (int)(bits % 256), (int)(bits / 256 % 1024)};
    if (format == 1 || format == 10)
        cell.exponent %= 32;
    else if (format != 4)
        cell.mantissa -= cell.mantissa % 8;
    return cell;
}

/* ---- Dst ---- */

static struct number from_dst(const struct matrix_reference *how, uint32_t dst)
{
    uint32_t upper = how->is_wide ? dst / 65536 : dst;
    int64_t mantissa, sign = upper / 32768 ? -1 : 1;
    int exponent;
    if (how->is_wide || !is_fp16_style(how)) {
        exponent = (int)(upper % 256);
        mantissa = (int64_t)(upper / 256 % 128) * 65536 + (how->is_wide ? dst % 65536 : 0);
    } else {
        exponent = (int)(upper % 32);
        mantissa = (int64_t)(upper / 32 % 1024) * 8192;
    }
    return (struct number){exponent ? sign * (mantissa + 8388608) : 0, exponent};
}

static uint32_t to_dst(const struct matrix_reference *how, bool is_negative, int exponent, int64_t mantissa)
{
    const uint32_t sign = is_negative ? 32768 : 0;
    if (exponent <= 0)
        return 0;
    if (!how->is_wide && is_fp16_style(how)) {
        if (exponent > 31)
            return sign + 1023 * 32 + 31;
        return sign + (uint32_t)(mantissa / 8192) * 32 + (uint32_t)exponent;
    }
    if (exponent > 254) {
        exponent = 255;
        mantissa = 0;
    }
    const uint32_t cell = sign + (uint32_t)(mantissa / 65536) * 256 + (uint32_t)exponent;
    return how->is_wide ? cell * 65536 + (uint32_t)(mantissa % 65536) : cell;
}

/* ---- M36 to M41 ---- */

static uint32_t add_up(const struct matrix_reference *how, struct number x, struct number y, struct number dst)
{
    const int bits = how->is_wide ? 24 : is_fp16_style(how) ? 11 : 8; /* of a significand */
    int exponent = x.exponent > y.exponent ? x.exponent : y.exponent;
    exponent = dst.exponent > exponent ? dst.exponent : exponent;
    if (exponent <= 0)
        return 0;
    int64_t terms[] = {nearest_up(x.units, exponent - x.exponent), nearest_up(y.units, exponent - y.exponent)};
    int64_t total = nearest_away(dst.units, exponent - dst.exponent);
    if (!how->is_wide)
        total = nearest_away(total, 13) * 8192;
    for (int i = 0; i < 2; i++)
        total += how->is_wide ? terms[i] : nearest_up(terms[i], 13) * 8192;
    if (total == 0)
        return 0;
    if (how->has_fault && total == -1)
        return to_dst(how, true, exponent + 4, 0);
    int64_t magnitude = total < 0 ? -total : total;
    int top = 0;
    while (power(top + 1) <= magnitude)
        top++;
    exponent += top - 23;
    magnitude = top + 1 > bits ? nearest_up(magnitude, top + 1 - bits) : magnitude * power(bits - 1 - top);
    if (magnitude == power(bits)) {
        magnitude /= 2;
        exponent++;
    }
    return to_dst(how, total < 0, exponent, (magnitude - power(bits - 1)) * power(24 - bits));
}

/* ---- products ---- */

static int bias(const struct matrix_reference *how)
{
    const int slices = (how->phase % 2 ? 5 : 0) + (how->phase / 2 ? 7 : 0);
    return (!is_fp16_style(how) ? -127 : how->is_wide ? 97 : -15) - slices;
}

static int zero_exponent(const struct matrix_reference *how)
{
    return bias(how) > 0 ? bias(how) : 0;
}

/* Units of 2^-10. */
static struct number product(const struct matrix_reference *how, uint32_t a_bits, uint32_t b_bits)
{
    const struct cell a = take_apart(a_bits, how->srca_format), b = take_apart(b_bits, how->srcb_format);
    if (a.exponent == 0 || (b.exponent == 0 && !how->keeps_zeros))
        return (struct number){0, zero_exponent(how)};
    const int64_t ma = 1024 + a.mantissa, mb = 1024 + b.mantissa;
    const int64_t slice_a = how->phase % 2 ? ma / 2 % 32 : ma / 64;
    const int64_t slice_b = how->phase / 2 ? mb % 16 * 8 : mb / 16;
    return (struct number){a.sign == b.sign ? slice_a * slice_b : -slice_a * slice_b,
                           a.exponent + b.exponent + bias(how)};
}

static struct number group(const struct matrix_reference *how, const uint32_t a[8], const uint32_t b[8])
{
    struct number products[8], sum = {0, INT32_MIN};
    for (int k = 0; k < 8; k++) {
        products[k] = product(how, a[k], b[k]);
        sum.exponent = products[k].exponent > sum.exponent ? products[k].exponent : sum.exponent;
    }
    if (sum.exponent <= 0)
        return (struct number){0, 0};
    for (int k = 0; k < 8; k++)
        sum.units += nearest_away(products[k].units, sum.exponent - products[k].exponent);
    sum.units *= 8192;
    return sum;
}

/* ---- integers ---- */

static int64_t integer(uint32_t bits, bool keeps_zeros, int64_t modulus, int64_t step)
{
    int64_t magnitude = bits / 256 % 1024;
    if (bits % 256 == 0 && !keeps_zeros)
        return 0;
    magnitude = magnitude % modulus / step * step;
    return bits / 262144 % 2 ? -magnitude : magnitude;
}

static int64_t integer_product(const struct matrix_reference *how, uint32_t a, uint32_t b)
{
    const int64_t x = how->phase % 2 ? integer(a, false, 32, 1) : integer(a, false, 256, 32);
    const int64_t y = how->phase / 2 ? integer(b, how->keeps_zeros, 16, 1) : integer(b, how->keeps_zeros, 1024, 16);
    return x * y;
}

static uint32_t add_integer(uint32_t dst, int64_t sum)
{
    const uint32_t upper = dst / 65536, word = (upper & 0x8000) | (upper & 0xFF) << 7 | (upper >> 8 & 0x7F);
    const int64_t magnitude = (int64_t)(word % 32768) * 65536 + dst % 65536;
    sum += word / 32768 ? -magnitude : magnitude;
    if (sum > 2147483647)
        sum = 2147483647;
    if (sum < -2147483647)
        sum = -2147483647;
    const uint32_t bits = sum < 0 ? 0x80000000u + (uint32_t)-sum : (uint32_t)sum, half = bits / 65536;
    return ((half & 0x8000) | (half & 0x7F) << 8 | (half >> 7 & 0xFF)) * 65536 + bits % 65536;
}

/* ---- what is asked ---- */

uint32_t matrix_reference_products(const struct matrix_reference *how, const uint32_t a[16], const uint32_t b[16],
                                   uint32_t dst)
{
    if (how->is_int8) {
        int64_t sum = 0;
        for (int k = 0; k < 16; k++)
            sum += integer_product(how, a[k], b[k]);
        return add_integer(dst, sum);
    }
    return add_up(how, group(how, a, b), group(how, a + 8, b + 8), from_dst(how, dst));
}

/* M33: units of 2^-10. */
static struct number sum_of_two(const struct matrix_reference *how, struct cell a, struct cell b)
{
    const struct cell zero = {0, 0, 0};
    if (a.exponent == 0)
        a = zero;
    if (b.exponent == 0 && !how->keeps_zeros)
        b = zero;
    if (a.exponent * 1024 + a.mantissa < b.exponent * 1024 + b.mantissa) {
        const struct cell swapped = a;
        a = b;
        b = swapped;
    }
    const bool has_a = a.sign || a.exponent || a.mantissa, has_b = b.sign || b.exponent || b.mantissa;
    const int64_t large = has_a ? 1024 + a.mantissa : 0;
    const int64_t small = nearest_up(has_b ? 1024 + b.mantissa : 0, a.exponent - b.exponent);
    const int64_t sum = a.sign == b.sign ? large + small : large - small;
    int exponent = a.exponent;
    if (how->is_wide && is_fp16_style(how))
        exponent = exponent ? exponent + 112 : 97;
    return (struct number){a.sign ? -sum : sum, exponent};
}

bool matrix_reference_is_odd(const struct matrix_reference *how, char operation, uint32_t a, uint32_t b)
{
    const struct cell x = take_apart(a, how->srca_format), y = take_apart(b, how->srcb_format);
    const int sign = operation == '-' ? !y.sign : y.sign;
    return operation != '*' && how->keeps_zeros && x.exponent == 0 && sign && y.exponent == 0 && y.mantissa == 0;
}

uint32_t matrix_reference_element(const struct matrix_reference *how, char operation, uint32_t a, uint32_t b,
                                  uint32_t dst, bool overwrites)
{
    const struct number none = {0, 0};
    if (overwrites)
        dst = 0;
    if (how->is_int8) {
        const int64_t x = integer(a, false, 1024, 1), y = integer(b, how->keeps_zeros, 1024, 1);
        return add_integer(dst, operation == '*' ? integer_product(how, a, b) : operation == '+' ? x + y : x - y);
    }
    struct cell ca = take_apart(a, how->srca_format), cb = take_apart(b, how->srcb_format);
    struct number term;
    if (operation == '*') {
        term = product(how, a, b);
        if (term.exponent <= 0)
            term = (struct number){0, zero_exponent(how)};
    } else {
        cb.sign ^= operation == '-';
        term = sum_of_two(how, ca, cb);
    }
    term.units *= 8192;
    return add_up(how, term, none, from_dst(how, dst));
}
