/* SPDX-License-Identifier: Apache-2.0 */
/* SFPSTORE: a register into 32 lanes of Dst, and what each mode makes of a value (V26). */
#include "numeric/cells.h"
#include "tile/matrix/matrix.h"
#include "tile/vector/vector_internal.h"

static bool store_is_32b(uint32_t mode)
{
    return mode == MODE_FP32 || mode == MODE_INT32 || mode == MODE_HIGH || mode == MODE_LOW || mode == MODE_STACK ||
           mode == MODE_INT32_SM;
}

static uint32_t store_flushed(uint32_t x)
{
    return x & 0x7F800000 ? x : x & 0x80000000;
}

/* Cut, not rounded; what is too large becomes all ones (C14). */
static uint32_t to_fp16(uint32_t x)
{
    const uint32_t sign = x >> 31 << 15;
    const int32_t exponent = (int32_t)(x >> 23 & 0xFF) - FP16_REBIAS;
    if (exponent <= 0)
        return sign;
    if (exponent > 31)
        return sign | 0x7FFF;
    return sign | (uint32_t)exponent << 10 | (x >> 13 & 0x3FF);
}

/* The integer layout, exponent 16 also for magnitude 0. */
static uint32_t to_int8_cell(uint32_t x)
{
    return x >> 31 << 15 | (x & 0x3FF) << 5 | 16;
}

/* -2^31 becomes minus zero. */
static uint32_t sign_magnitude(uint32_t x)
{
    return x >> 31 ? 0x80000000 | (0u - x) : x;
}

static uint32_t store_cell(const struct vector_traits *traits, uint32_t mode, uint32_t x)
{
    switch (mode) {
    case MODE_FP16:
        return dst16_from_fp16(to_fp16(x));
    case MODE_BF16:
        return dst16_from_bf16(store_flushed(x) >> 16);
    case MODE_FP32:
        return dst32_from_fp32(store_flushed(x));
    case MODE_INT32:
    case MODE_STACK:
        return dst32_from_fp32(x);
    case MODE_INT8:
        return to_int8_cell(x);
    case MODE_INT8_SM:
        return to_int8_cell(traits->int32_is_twos_complement ? sign_magnitude(x) : x);
    case MODE_UINT16:
    case MODE_LOW_HALF:
        return x & 0xFFFF;
    case MODE_HIGH_HALF:
        return x >> 16;
    case MODE_HIGH:
        return x;
    case MODE_INT16:
        return x >> 31 << 15 | (x & 0x7FFF);
    case MODE_LOW:
        return x << 16 | x >> 16;
    case MODE_INT32_SM:
        return dst32_from_fp32(traits->int32_is_twos_complement ? sign_magnitude(x) : x);
    default:
        return 0;
    }
}

void vector_sfpstore(struct vector_job *job)
{
    struct vector_access at = vector_address(job, true);
    uint32_t cells[LANES];
    uint16_t origin[LANES];
    at.is_32b = store_is_32b(at.mode);
    if (at.mode == MODE_STACK)
        job->lanes = job->doing;
    const uint32_t *values = vector_operand(job, VECTOR_OPERAND_C, job->vd);
    for (unsigned lane = 0; lane < LANES; lane++)
        cells[lane] = store_cell(job->traits, at.mode, values[lane]);
    vector_number_cells(job, &at, origin);
    vector_report_cells(job, VECTOR_RESULT, cells, at.is_32b);
    vector_scatter(job, &at, cells, job->lanes & ~vector_lanes_with(job->tile, LANE_BLOCK_DEST_WR));
    job->origin = NULL;
    if (job->instance) /* V61: no address modifier */
        return;
    matrix_step_counters_for_vector(job->tile, job->thread, at.addr_mode);
}
