/* SPDX-License-Identifier: Apache-2.0 */
/* Integer arithmetic, INT8_math_enabled: exact sums, saturated in Dst (M45 to M48). */
#include "tile/matrix/arithmetic.h"

#include "numeric/cells.h"

static int32_t signed_of(uint32_t cell)
{
    const int32_t magnitude = (int32_t)src_mantissa(cell);
    return src_sign(cell) ? -magnitude : magnitude;
}

int32_t matrix_int_srca(uint32_t cell)
{
    return src_exponent(cell) == 0 ? 0 : signed_of(cell);
}

int32_t matrix_int_srcb(const struct matrix_math *math, uint32_t cell)
{
    return src_exponent(cell) == 0 && !math->keeps_srcb_zeros ? 0 : signed_of(cell);
}

static int32_t arithmetic_int_slice(int32_t value, int32_t mask)
{
    return value < 0 ? -(-value & mask) : value & mask;
}

int32_t matrix_int_slice_a(const struct matrix_math *math, int32_t value)
{
    return arithmetic_int_slice(value, math->phase & A_LOW_SLICE ? 0x01F : 0x0E0);
}

int32_t matrix_int_slice_b(const struct matrix_math *math, int32_t value)
{
    return arithmetic_int_slice(value, math->phase & B_LOW_SLICE ? 0x00F : 0x3F0);
}

uint32_t matrix_int_accumulate(uint32_t cells, int64_t sum)
{
    const uint32_t held = dst32_to_fp32(cells); /* sign and magnitude take the same permutation */
    const int64_t magnitude = held & INT32_MAX;
    sum += held >> 31 ? -magnitude : magnitude;
    if (sum > INT32_MAX)
        sum = INT32_MAX;
    if (sum < -INT32_MAX)
        sum = -INT32_MAX;
    return dst32_from_fp32(sum < 0 ? 1u << 31 | (uint32_t)-sum : (uint32_t)sum);
}
