/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1: P-10, in fixed point. Written from the page. */
#include "reference/l1_acc.h"

#include <stdbool.h>

#include "reference/value.h"

/* A signed number in units of 2^-160, two's complement, lowest word first: from below the smallest FP32 denormal to
 * beyond 2^130. */
enum { WORDS = 5, UNIT = -160 };
struct wide {
    uint64_t word[WORDS];
};

static struct wide wide_add(struct wide a, struct wide b)
{
    unsigned __int128 carry = 0;
    for (int i = 0; i < WORDS; i++) {
        carry += a.word[i];
        carry += b.word[i];
        a.word[i] = (uint64_t)carry;
        carry >>= 64;
    }
    return a;
}

static struct wide wide_negate(struct wide a)
{
    for (int i = 0; i < WORDS; i++) {
        a.word[i] = ~a.word[i];
    }
    return wide_add(a, (struct wide){{1}});
}

static bool wide_is_negative(struct wide a)
{
    return a.word[WORDS - 1] >> 63;
}

static struct wide wide_of(struct ref_value value)
{
    struct wide a = {{0}};
    int shift = value.exponent2 - UNIT;
    for (int bit = 0; bit < 64; bit++) {
        if (value.significand >> bit & 1) {
            a.word[(bit + shift) / 64] |= UINT64_C(1) << (bit + shift) % 64;
        }
    }
    return a;
}

static int wide_compare(struct wide a, struct wide b)
{
    struct wide difference = wide_add(a, wide_negate(b));
    for (int i = 0; i < WORDS; i++) {
        if (difference.word[i]) {
            return wide_is_negative(difference) ? -1 : 1;
        }
    }
    return 0;
}

/* The pattern nearest to a positive sum, ties to even, in a list that ends with `most`. */
static uint32_t nearest(struct wide sum, struct ref_shape shape, uint32_t most)
{
    uint32_t low = 0, high = most;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (wide_compare(wide_of(ref_value_of(middle, shape)), sum) <= 0) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    if (low == most) {
        return most;
    }
    struct wide both = wide_add(wide_of(ref_value_of(low, shape)), wide_of(ref_value_of(low + 1, shape)));
    int side = wide_compare(wide_add(sum, sum), both);
    if (side == 0) {
        return low + low % 2;
    }
    return side > 0 ? low + 1 : low;
}

struct operand {
    bool negative;
    uint32_t magnitude;
};

static struct operand operand_of(uint32_t bits, struct ref_shape shape)
{
    uint32_t top = 1u << (shape.exponent_bits + shape.mantissa_bits);
    return (struct operand){bits / top % 2, bits % top};
}

static struct wide signed_value(struct operand a, struct ref_shape shape)
{
    struct wide value = wide_of(ref_value_of(a.magnitude, shape));
    return a.negative ? wide_negate(value) : value;
}

/* Sums of numbers, with denormals as they are; what comes back when the sum is below 2^-126 is up to `flush`. */
static uint32_t add_numbers(struct operand d, struct operand x, struct ref_shape shape, bool flush)
{
    int bits = shape.exponent_bits + shape.mantissa_bits;
    uint32_t infinity = ((1u << shape.exponent_bits) - 1) << shape.mantissa_bits;
    uint32_t smallest_normal = 1u << shape.mantissa_bits;
    if (flush) {
        d.magnitude = d.magnitude < smallest_normal ? 0 : d.magnitude;
        x.magnitude = x.magnitude < smallest_normal ? 0 : x.magnitude;
    }
    struct wide sum = wide_add(signed_value(d, shape), signed_value(x, shape));
    bool negative = wide_is_negative(sum);
    if (wide_compare(sum, (struct wide){{0}}) == 0) {
        return d.negative && x.negative ? 1u << bits : 0;
    }
    struct wide size = negative ? wide_negate(sum) : sum;
    uint32_t magnitude = nearest(size, shape, infinity);
    if (flush && wide_compare(size, wide_of(ref_value_of(smallest_normal, shape))) < 0) {
        magnitude = 0;
    }
    return magnitude + (negative ? 1u << bits : 0);
}

static const struct ref_shape fp32 = {8, 23}, bf16 = {8, 7};

uint32_t ref_acc_fp32(uint32_t d, uint32_t x)
{
    struct operand a = operand_of(d, fp32), b = operand_of(x, fp32);
    uint32_t infinity = 0x7F800000;
    if (a.magnitude > infinity || b.magnitude > infinity) {
        return 0x7FC00000;
    }
    if (a.magnitude == infinity && b.magnitude == infinity) {
        return a.negative == b.negative ? d : 0x7FC00000;
    }
    if (a.magnitude == infinity) {
        return d;
    }
    if (b.magnitude == infinity) {
        return x;
    }
    return add_numbers(a, b, fp32, true);
}

uint32_t ref_acc_bf16(uint32_t d, uint32_t x)
{
    if ((d == 0x7F80 && x == 0xFF80) || (d == 0xFF80 && x == 0x7F80)) {
        return 0x7FC0;
    }
    struct operand a = operand_of(d, bf16), b = operand_of(x, bf16);
    if (b.magnitude == 0x7F80) {
        return x;
    }
    if (a.magnitude == 0x7F80) {
        return d;
    }
    if (a.magnitude > 0x7F80) {
        return a.negative ? 0xFF80 : 0x7F80; /* the largest double plus or minus less than 2^130 */
    }
    return add_numbers(a, b, bf16, true); /* x's NaN is the ordinary number of its bits */
}

/* To `bits` significant bits, nearest, ties to even. */
static uint64_t keep_bits(uint64_t number, int bits)
{
    uint64_t unit = 1;
    while (number / unit >= UINT64_C(1) << bits) {
        unit *= 2;
    }
    uint64_t below = number / unit, rest = number % unit;
    if (rest * 2 > unit || (rest * 2 == unit && below % 2 == 1)) {
        below++;
    }
    return below * unit;
}

uint32_t ref_acc_fp16(uint32_t d, uint32_t x)
{
    struct ref_shape fp16 = {5, 10};
    int64_t term[2];
    uint32_t in[2] = {d, x};
    for (int i = 0; i < 2; i++) {
        uint32_t magnitude = in[i] % 0x8000 < 1024 ? 0 : in[i] % 0x8000;
        struct ref_value value = ref_value_of(magnitude, fp16); /* exponent2 is -24 or more */
        int64_t size = (int64_t)(value.significand << (value.exponent2 + 24));
        term[i] = in[i] >= 0x8000 ? -size : size;
    }
    int64_t sum = term[0] + term[1];
    uint32_t sign = sum < 0 || (sum == 0 && d >= 0x8000 && x >= 0x8000) ? 0x8000 : 0;
    if (sum == 0) {
        return sign + (d / 1024 % 32 >= 30 ? 0x7FFF : 0);
    }
    uint64_t single = keep_bits((uint64_t)(sum < 0 ? -sum : sum), 24);
    uint64_t smallest_normal = 1024;
    if (single < smallest_normal) {
        return sign + (single >= smallest_normal / 2 ? 0 : 0x7FFF);
    }
    struct ref_value rounded = {keep_bits(single, 11), -24};
    return sign + ref_round(rounded, fp16, 0x7FFF, REF_DOWN);
}

uint32_t ref_acc_int32(uint32_t d, uint32_t x)
{
    int64_t a = d % 0x80000000, b = x % 0x80000000;
    int64_t sum = (d >= 0x80000000 ? -a : a) + (x >= 0x80000000 ? -b : b);
    if (sum > 0x7FFFFFFF) {
        return 0x7FFFFFFF;
    }
    if (sum < -INT64_C(0x7FFFFFFF)) {
        return 0xFFFFFFFF;
    }
    return sum < 0 ? 0x80000000 + (uint32_t)-sum : (uint32_t)sum;
}

uint32_t ref_acc_ieee(uint32_t d, uint32_t x, int exponent_bits, int mantissa_bits)
{
    struct ref_shape shape = {exponent_bits, mantissa_bits};
    struct operand a = operand_of(d, shape), b = operand_of(x, shape);
    uint32_t infinity = ((1u << exponent_bits) - 1) << mantissa_bits;
    uint32_t nan = infinity + (1u << (mantissa_bits - 1));
    bool both = a.magnitude == infinity && b.magnitude == infinity;
    if (a.magnitude > infinity || b.magnitude > infinity || (both && a.negative != b.negative)) {
        return nan;
    }
    if (a.magnitude == infinity || b.magnitude == infinity) {
        return a.magnitude == infinity ? d : x;
    }
    return add_numbers(a, b, shape, false);
}
