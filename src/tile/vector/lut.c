/* SPDX-License-Identifier: Apache-2.0 */
/* SFPLUT and SFPLUTFP32: a * |L3| + c, with the coefficients chosen by where |L3| lies (V33, V34). */
#include "numeric/lut.h"
#include "tile/vector/vector_internal.h"

enum { MAGNITUDE = 0x7FFFFFFF };

/* Eight bits: sign, exponent 127 less three bits, four of mantissa; all ones is zero. */
static uint32_t coefficient8(uint32_t x)
{
    if (x == 0xFF)
        return 0;
    return x >> 7 << 31 | (127 - (x >> 4 & 7)) << 23 | (x & 15) << 19;
}

/* FP16; exponent 31 comes out as a denormal, which counts as zero. */
static uint32_t coefficient16(uint32_t x)
{
    const uint32_t exponent = x >> 10 & 31;
    return (x >> 15 & 1) << 31 | (exponent == 31 ? 0 : exponent + FP16_REBIAS) << 23 | (x & 0x3FF) << 13;
}

static void lut_finish(struct vector_job *job, const uint32_t a[static LANES], const uint32_t b[static LANES],
                       const uint32_t c[static LANES], bool is_indirect)
{
    const uint32_t *argument = vector_read(job, LUT_ARGUMENT);
    uint32_t result[LANES];
    vector_report(job, VECTOR_OPERAND_A, a);
    vector_report(job, VECTOR_OPERAND_B, b);
    vector_report(job, VECTOR_OPERAND_C, c);
    vector_multiply_add(job, a, b, c, result);
    for (unsigned lane = 0; job->mod & LUT_KEEPS_SIGN && lane < LANES; lane++)
        result[lane] = (argument[lane] & 0x80000000) | (result[lane] & MAGNITUDE);
    vector_result_by(job, result, is_indirect);
}

void vector_sfplut(struct vector_job *job)
{
    const uint32_t *tables[LUT_SEGMENTS] = {vector_read(job, 0), vector_read(job, 1), vector_read(job, 2)};
    const uint32_t *argument = vector_read(job, LUT_ARGUMENT);
    uint32_t a[LANES], b[LANES], c[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        b[lane] = argument[lane] & MAGNITUDE;
        const uint32_t both = tables[lut_segment(b[lane])][lane];
        a[lane] = coefficient8(both >> 8 & 0xFF);
        c[lane] = coefficient8(both & 0xFF);
    }
    lut_finish(job, a, b, c, job->mod & LUT_RESULT_BY_L7);
}

/* The form's bits are compared whole (C15): 10 is three entries of both coefficients in FP16, and its bit 3 has the
 * result go where L7 says, as it does in the other forms. */
void vector_sfplutfp32(struct vector_job *job)
{
    enum { BOTH_IN_ONE = 10, BITS = 16 };
    const uint32_t *argument = vector_read(job, LUT_ARGUMENT);
    uint32_t a[LANES], b[LANES], c[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        b[lane] = argument[lane] & MAGNITUDE;
        const unsigned i = lut_segment(b[lane]), shift = BITS * lut_half(b[lane], job->mod);
        const uint32_t first = job->tile->state.lreg[i][lane], second = job->tile->state.lreg[LUT_SECOND + i][lane];
        if (!(job->mod & LUT_FP16)) {
            a[lane] = first;
            c[lane] = second;
        } else if ((job->mod & BOTH_IN_ONE) == BOTH_IN_ONE) {
            a[lane] = coefficient16(first >> 16);
            c[lane] = coefficient16(first & 0xFFFF);
        } else {
            a[lane] = coefficient16(first >> shift & 0xFFFF);
            c[lane] = coefficient16(second >> shift & 0xFFFF);
        }
    }
    for (unsigned i = 0; i < LUT_SEGMENTS; i++) {
        (void)vector_read(job, i);
        (void)vector_read(job, LUT_SECOND + i);
    }
    lut_finish(job, a, b, c, job->mod & LUT_RESULT_BY_L7);
}
