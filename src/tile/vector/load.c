/* SPDX-License-Identifier: Apache-2.0 */
/* SFPLOAD: 32 lanes of Dst into a register, and what each mode makes of a cell (V20 to V25); SFPLOADI (V27).
 */
#include "numeric/cells.h"
#include "numeric/sign_magnitude.h"
#include "tile/matrix/matrix.h"
#include "tile/vector/vector_internal.h"

#include "vector_insns.h"

static bool load_is_32b(uint32_t mode)
{
    return mode == MODE_FP32 || mode == MODE_INT32 || mode == MODE_STACK || mode == MODE_INT32_SM;
}

/* FP16 to FP32 without rounding: exponent 0 stays, all ones is infinity where LaneConfig says so. */
static uint32_t from_fp16(uint32_t cell, bool has_infinity)
{
    const uint32_t sign = cell >> 15 << 31, exponent = cell & 0x1F, mantissa = cell >> 5 & 0x3FF;
    if (has_infinity && exponent == 31 && mantissa == 0x3FF)
        return sign | 0x7F800000;
    return sign | (exponent ? exponent + FP16_REBIAS : 0) << 23 | mantissa << 13;
}

static uint32_t from_int8(uint32_t cell, unsigned bits)
{
    return cell >> 15 << 31 | (cell >> 5 & ((1u << bits) - 1));
}

/* old: what the register holds, of modes that keep half of it. */
static uint32_t load_value(const struct vector_traits *traits, uint32_t mode, uint32_t cell, uint32_t old,
                           bool has_infinity)
{
    switch (mode) {
    case MODE_FP16:
        return from_fp16(cell, has_infinity);
    case MODE_BF16:
        return dst16_to_bf16(cell) << 16;
    case MODE_FP32:
    case MODE_INT32:
    case MODE_STACK:
        return dst32_to_fp32(cell);
    case MODE_INT8:
        return from_int8(cell, traits->int8_bits);
    case MODE_UINT16:
    case MODE_LOW:
        return cell;
    case MODE_HIGH:
        return cell << 16;
    case MODE_INT16:
        return cell >> 15 << 31 | (cell & 0x7FFF);
    case MODE_INT32_SM:
        return traits->int32_is_twos_complement ? (uint32_t)sign_magnitude_value(dst32_to_fp32(cell), 32)
                                                : dst32_to_fp32(cell);
    case MODE_INT8_SM:
        return traits->int32_is_twos_complement ? (uint32_t)sign_magnitude_value(from_int8(cell, 10), 32)
                                                : from_int8(cell, 10);
    case MODE_LOW_HALF:
        return (old & 0xFFFF0000) | cell;
    case MODE_HIGH_HALF:
        return cell << 16 | (old & 0xFFFF);
    default:
        return 0;
    }
}

static void load_convert(const struct vector_job *job, uint32_t mode, uint32_t lanes[static LANES])
{
    const bool is_float = mode == MODE_FP16 || mode == MODE_BF16 || mode == MODE_FP32;
    const bool reads_nothing = is_float || mode == MODE_INT32 || mode == MODE_STACK;
    const uint32_t infinities = vector_lanes_with(job->tile, LANE_FP16A_INF);
    const uint32_t *old = reads_nothing ? lanes : vector_read(job, job->vd);
    for (unsigned lane = 0; lane < LANES; lane++)
        lanes[lane] = load_value(job->traits, mode, lanes[lane], old[lane], infinities >> lane & 1);
}

/* V25: where a lane came from, for sorting with indices. */
static void capture_index(const struct vector_job *job, const struct vector_access *at)
{
    const uint32_t captures = job->lanes & vector_lanes_with(job->tile, LANE_DEST_INDEX) &
                              vector_lanes_with(job->tile, LANE_CAPTURE_DEST_INDEX);
    if (!captures || job->vd >= 4)
        return;
    uint32_t index[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        index[lane] = vector_row(at, lane) << 4 | vector_column(at, lane);
    vector_write(job, job->vd + 4, index, captures);
}

void vector_load(struct vector_job *job, uint32_t *addr)
{
    struct vector_access at = vector_address(job, false);
    uint32_t lanes[LANES];
    uint16_t origin[LANES];
    at.is_32b = load_is_32b(at.mode);
    vector_number_cells(job, &at, origin);
    if (at.mode == MODE_STACK)
        job->lanes = UINT32_MAX;
    vector_gather(job, &at, lanes);
    load_convert(job, at.mode, lanes);
    job->lanes &= ~vector_lanes_with(job->tile, LANE_BLOCK_SFPU_RD);
    vector_result(job, lanes);
    capture_index(job, &at);
    *addr = at.addr;
    job->origin = NULL;
    matrix_step_counters_for_vector(job->tile, job->thread, at.addr_mode);
}

void vector_sfpload(struct vector_job *job)
{
    uint32_t addr;
    vector_load(job, &addr);
}

/* ---- SFPLOADI ---- */

static uint32_t constant(uint32_t mode, uint32_t imm)
{
    switch (mode) {
    case 0:
        return imm << 16;
    case 1: /* FP16 to FP32, every pattern rebiased alike */
        return (imm & 0x8000) << 16 | ((imm & 0x7FFF) + (FP16_REBIAS << 10)) << 13;
    case 2:
        return imm;
    default:
        return (uint32_t)(int32_t)(int16_t)imm;
    }
}

void vector_sfploadi(struct vector_job *job)
{
    enum { HIGH_HALF = 8, LOW_HALF = 10 };
    const uint32_t imm = isa_decode_sfploadi(job->tile->chip->id, job->word).imm16, mode = job->mod;
    uint32_t lanes[LANES];
    if (mode == HIGH_HALF || mode == LOW_HALF) {
        const uint32_t *old = vector_operand(job, VECTOR_OPERAND_B, job->vd);
        for (unsigned lane = 0; lane < LANES; lane++)
            lanes[lane] = mode == HIGH_HALF ? imm << 16 | (old[lane] & 0xFFFF) : (old[lane] & 0xFFFF0000) | imm;
    } else if (mode == 0 || mode == 1 || mode == 2 || mode == 4) {
        const uint32_t value = constant(mode, imm);
        for (unsigned lane = 0; lane < LANES; lane++)
            lanes[lane] = value;
    } else {
        vector_undefined(job, "SFPLOADI has no such form; nothing is written");
        return;
    }
    vector_result(job, lanes);
}
