/* SPDX-License-Identifier: Apache-2.0 */
/* Single precision by integers (R5). The multiply-add is the vector unit's. */
#include "tile/riscv/single.h"

#include "tile/vector/mad.h"

enum { SIGN = 0x80000000, ONE = 0x3F800000, INFINITE = 0x7F800000, QUIET = 0x400000, NAN_BITS = 0x7FC00000 };
enum { FRACTION_BITS = 23, BIAS = 127 };

uint32_t riscv_fmadd(uint32_t a, uint32_t b, uint32_t c)
{
    return mad_exact(a, b, c, false, true);
}

uint32_t riscv_fmsub(uint32_t a, uint32_t b, uint32_t c)
{
    return riscv_fmadd(a, b, c ^ SIGN);
}

uint32_t riscv_fnmsub(uint32_t a, uint32_t b, uint32_t c)
{
    return riscv_fmadd(a ^ SIGN, b, c);
}

uint32_t riscv_fnmadd(uint32_t a, uint32_t b, uint32_t c)
{
    return riscv_fmadd(a ^ SIGN, b, c ^ SIGN);
}

uint32_t riscv_fadd(uint32_t a, uint32_t b)
{
    return riscv_fmadd(a, ONE, b);
}

uint32_t riscv_fsub(uint32_t a, uint32_t b)
{
    return riscv_fmadd(a, ONE, b ^ SIGN);
}

/* The addend is a zero of the product's sign, which leaves the sign of a product of zero. */
uint32_t riscv_fmul(uint32_t a, uint32_t b)
{
    return riscv_fmadd(a, b, (a ^ b) & SIGN);
}

uint32_t riscv_fsgnj(uint32_t a, uint32_t b)
{
    return (a & ~(uint32_t)SIGN) | (b & SIGN);
}

uint32_t riscv_fsgnjn(uint32_t a, uint32_t b)
{
    return riscv_fsgnj(a, ~b);
}

uint32_t riscv_fsgnjx(uint32_t a, uint32_t b)
{
    return a ^ (b & SIGN);
}

static uint32_t single_magnitude(uint32_t a)
{
    return a & ~(uint32_t)SIGN;
}

static bool is_nan(uint32_t a)
{
    return single_magnitude(a) > INFINITE;
}

/* Patterns in the order of their values, -0 below +0. */
static uint32_t ordered(uint32_t a)
{
    return (a & SIGN) ? ~a : a | SIGN;
}

uint32_t riscv_fmin(uint32_t a, uint32_t b)
{
    if (is_nan(a))
        return is_nan(b) ? NAN_BITS : b;
    return is_nan(b) || ordered(a) <= ordered(b) ? a : b;
}

uint32_t riscv_fmax(uint32_t a, uint32_t b)
{
    if (is_nan(a))
        return is_nan(b) ? NAN_BITS : b;
    return is_nan(b) || ordered(a) >= ordered(b) ? a : b;
}

static bool are_zeros(uint32_t a, uint32_t b)
{
    return !single_magnitude(a | b);
}

bool riscv_feq(uint32_t a, uint32_t b)
{
    return !is_nan(a) && !is_nan(b) && (a == b || are_zeros(a, b));
}

bool riscv_flt(uint32_t a, uint32_t b)
{
    return !is_nan(a) && !is_nan(b) && !are_zeros(a, b) && ordered(a) < ordered(b);
}

bool riscv_fle(uint32_t a, uint32_t b)
{
    return riscv_flt(a, b) || riscv_feq(a, b);
}

uint32_t riscv_fclass(uint32_t a)
{
    const uint32_t size = single_magnitude(a);
    if (is_nan(a))
        return (a & QUIET) ? 1u << 9 : 1u << 8;
    const unsigned from_zero = size == INFINITE ? 3 : size >> FRACTION_BITS ? 2 : size ? 1 : 0;
    return (a & SIGN) ? 1u << (3 - from_zero) : 1u << (4 + from_zero);
}

/* The magnitude as an integer, to nearest even; what needs more than 32 bits comes out as 2^32. */
static uint64_t single_rounded(uint32_t a)
{
    const uint32_t exponent = single_magnitude(a) >> FRACTION_BITS;
    const uint64_t mantissa = (a & 0x7FFFFF) | 0x800000;
    if (exponent < BIAS - 1)
        return 0; /* below a half, denormals included */
    if (exponent >= BIAS + 32)
        return UINT64_C(1) << 32;
    if (exponent >= BIAS + FRACTION_BITS)
        return mantissa << (exponent - BIAS - FRACTION_BITS);
    const uint32_t cut = BIAS + FRACTION_BITS - exponent;
    const uint64_t whole = mantissa >> cut, rest = mantissa & ((UINT64_C(1) << cut) - 1),
                   half = UINT64_C(1) << (cut - 1);
    return whole + (rest > half || (rest == half && (whole & 1)));
}

uint32_t riscv_fcvt_w_s(uint32_t a)
{
    if (is_nan(a))
        return INT32_MAX;
    const uint64_t value = single_rounded(a);
    if (a & SIGN)
        return value > SIGN ? SIGN : 0 - (uint32_t)value;
    return value > INT32_MAX ? INT32_MAX : (uint32_t)value;
}

uint32_t riscv_fcvt_wu_s(uint32_t a)
{
    if (is_nan(a))
        return UINT32_MAX;
    const uint64_t value = single_rounded(a);
    if (a & SIGN)
        return 0;
    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

uint32_t riscv_fcvt_s_wu(uint32_t a)
{
    if (!a)
        return 0;
    const uint32_t top = 31 - (uint32_t)__builtin_clz(a);
    uint32_t bits = 0;
    if (top <= FRACTION_BITS) {
        bits = a << (FRACTION_BITS - top);
    } else {
        const uint32_t cut = top - FRACTION_BITS, rest = a & ((1u << cut) - 1), half = 1u << (cut - 1);
        bits = a >> cut;
        bits += rest > half || (rest == half && (bits & 1)); /* a carry grows the exponent below */
    }
    return bits + ((top + BIAS - 1) << FRACTION_BITS);
}

uint32_t riscv_fcvt_s_w(uint32_t a)
{
    return (a & SIGN) ? riscv_fcvt_s_wu(0 - a) | SIGN : riscv_fcvt_s_wu(a);
}
