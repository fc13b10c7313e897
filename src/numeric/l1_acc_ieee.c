/* SPDX-License-Identifier: Apache-2.0 */
/* The variant `l1acc_ieee` (C-51): accumulation as IEEE 754 would have it, in the output's own format. */
#include "numeric/exact_sum.h"
#include "numeric/l1_acc.h"

static uint32_t add_ieee(uint32_t d, uint32_t x, struct shape shape)
{
    uint32_t sign = 1u << (shape.exponent_bits + shape.mantissa_bits);
    uint32_t infinity = ((1u << shape.exponent_bits) - 1) << shape.mantissa_bits;
    uint32_t quiet_nan = infinity | 1u << (shape.mantissa_bits - 1);
    uint32_t d_magnitude = d & (sign - 1), x_magnitude = x & (sign - 1);
    if (d_magnitude > infinity || x_magnitude > infinity) {
        return quiet_nan;
    }
    if (d_magnitude == infinity) {
        return x_magnitude == infinity && x != d ? quiet_nan : d;
    }
    if (x_magnitude == infinity) {
        return x;
    }
    struct exact sum = exact_add(exact_from(d, shape, false), exact_from(x, shape, false));
    uint32_t magnitude = exact_round(sum, shape);
    return (sum.is_negative ? sign : 0) | (magnitude < infinity ? magnitude : infinity);
}

uint32_t l1_acc_fp32_ieee(uint32_t d, uint32_t x)
{
    return add_ieee(d, x, (struct shape){8, 23, 127});
}

uint32_t l1_acc_bf16_ieee(uint32_t d, uint32_t x)
{
    return add_ieee(d, x, (struct shape){8, 7, 127});
}

uint32_t l1_acc_fp16_ieee(uint32_t d, uint32_t x)
{
    return add_ieee(d, x, (struct shape){5, 10, 15});
}
