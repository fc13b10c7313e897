/* SPDX-License-Identifier: Apache-2.0 */
/* Bits and integers of a lane: SFPAND, SFPOR, SFPXOR, SFPNOT, SFPSHFT, SFPLZ, SFPIADD, SFPABS, SFPMOV
 * (V40). */
#include "tile/vector/vector_internal.h"

enum { FLAG_REGISTERS = 8, SIGN = 0x80000000 };

/* imm12 with its sign. */
static uint32_t signed_constant(const struct vector_job *job)
{
    return job->imm12 & 0x800 ? job->imm12 | 0xFFFFF000 : job->imm12;
}

void vector_sfpand(struct vector_job *job)
{
    VECTOR_RESULT_OF_D_AND_X(job, d & x);
}

void vector_sfpor(struct vector_job *job)
{
    VECTOR_RESULT_OF_D_AND_X(job, d | x);
}

void vector_sfpxor(struct vector_job *job)
{
    VECTOR_RESULT_OF_D_AND_X(job, d ^ x);
}

void vector_sfpnot(struct vector_job *job)
{
    VECTOR_RESULT_OF_X(job, ~x);
}

/* ---- SFPSHFT ---- */

static uint32_t bits_shifted(uint32_t value, uint32_t amount, bool is_arithmetic)
{
    if (!(amount & SIGN))
        return value << (amount & 31);
    const uint32_t by = (0u - amount) & 31;
    const uint32_t filled = is_arithmetic && value & SIGN ? ~(UINT32_MAX >> by) : 0;
    return value >> by | filled;
}

void vector_sfpshft(struct vector_job *job)
{
    enum { BY_CONSTANT = 1, ARITHMETIC = 2, SHIFTS_C = 4 };
    const uint32_t forms = job->traits->shifts_have_forms ? job->mod : job->mod & BY_CONSTANT;
    const uint32_t *d = vector_operand(job, VECTOR_OPERAND_B, job->vb),
                   *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    const uint32_t *value = (forms & BY_CONSTANT) && (forms & SHIFTS_C) ? x : d;
    const uint32_t constant = signed_constant(job);
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        result[lane] = bits_shifted(value[lane], forms & BY_CONSTANT ? constant : x[lane], forms & ARITHMETIC);
    vector_result(job, result);
}

/* ---- results that may set flags, if VD is a register that is written (V13) ---- */

/* sets: to bit 31 of the values. */
static void set_flags(const struct vector_job *job, bool sets, const uint32_t values[static LANES], bool inverts)
{
    if (job->vd >= FLAG_REGISTERS || (!sets && !inverts))
        return;
    const uint32_t now = sets ? vector_signs(values) : job->tile->state.small.cc.flags;
    vector_set_flags(job, inverts ? ~now : now, job->lanes);
}

void vector_sfpiadd(struct vector_job *job)
{
    enum { BY_CONSTANT = 1, SUBTRACTS = 2, KEEPS_FLAG = 4, INVERTS_FLAG = 8 };
    const uint32_t *d = vector_operand(job, VECTOR_OPERAND_B, job->vb),
                   *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    const uint32_t constant = signed_constant(job);
    const uint32_t minus = job->mod & SUBTRACTS ? UINT32_MAX : 0;
    uint32_t result[LANES];
    if (job->mod & BY_CONSTANT) {
        for (unsigned lane = 0; lane < LANES; lane++)
            result[lane] = x[lane] + constant;
    } else {
        for (unsigned lane = 0; lane < LANES; lane++)
            result[lane] = x[lane] + (d[lane] ^ minus) - minus;
    }
    vector_result(job, result);
    set_flags(job, !(job->mod & KEEPS_FLAG), result, job->mod & INVERTS_FLAG);
}

void vector_sfplz(struct vector_job *job)
{
    enum { SETS_FLAG = 2, WITHOUT_SIGN = 4, INVERTS_FLAG = 8 };
    const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    const uint32_t mask = job->mod & WITHOUT_SIGN ? ~(uint32_t)SIGN : UINT32_MAX;
    uint32_t result[LANES], any[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t c = x[lane] & mask;
        result[lane] = c ? (uint32_t)__builtin_clz(c) : 32;
        any[lane] = c ? UINT32_MAX : 0;
    }
    vector_result(job, result);
    set_flags(job, job->mod & SETS_FLAG, any, job->mod & INVERTS_FLAG);
}

void vector_sfpexexp(struct vector_job *job)
{
    enum { BIASED = 1, SETS_FLAG = 2, INVERTS_FLAG = 8 };
    const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    const uint32_t bias = job->mod & BIASED ? 0 : 127;
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        result[lane] = (x[lane] >> 23 & 0xFF) - bias;
    vector_result(job, result);
    set_flags(job, job->mod & SETS_FLAG, result, job->mod & INVERTS_FLAG);
}

/* ---- SFPABS, SFPMOV ---- */

void vector_sfpabs(struct vector_job *job)
{
    enum { IS_FLOAT = 1, MINUS_INFINITY = 0xFF800000 };
    const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (job->mod & IS_FLOAT) /* C13: a NaN keeps its sign, minus infinity does not */
            result[lane] = x[lane] > MINUS_INFINITY ? x[lane] : x[lane] & ~(uint32_t)SIGN;
        else
            result[lane] = x[lane] & SIGN ? 0u - x[lane] : x[lane];
    }
    vector_result(job, result);
}

/* Mod bit 3: what is no vector register. */
static void read_special(const struct vector_job *job, uint32_t values[static LANES])
{
    enum { MISC = 8, PRNG = 9, LANE_CONFIG = 15 };
    const struct vector_state *unit = &job->tile->state.vector;
    if (job->vc == PRNG) {
        vector_advance_prng(job, job->lanes, values);
        return;
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned column = lane % VECTOR_COLUMNS;
        if (job->vc < VECTOR_TEMPLATES)
            values[lane] = unit->templates[job->vc][lane];
        else if (job->vc < VECTOR_TEMPLATES + VECTOR_SEQUENCES)
            values[lane] = unit->sequence[job->vc - VECTOR_TEMPLATES][column];
        else
            values[lane] = job->vc == MISC          ? unit->misc[column]
                           : job->vc == LANE_CONFIG ? vector_lane_config(job->tile, lane)
                                                    : 0;
    }
}

void vector_sfpmov(struct vector_job *job)
{
    enum { NEGATES = 1, IN_ALL_LANES = 2, SPECIAL = 8 };
    uint32_t result[LANES];
    if (job->mod & SPECIAL) {
        read_special(job, result);
    } else {
        const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
        for (unsigned lane = 0; lane < LANES; lane++)
            result[lane] = x[lane] ^ (job->mod == NEGATES ? SIGN : 0);
        if (job->mod == IN_ALL_LANES)
            job->lanes = UINT32_MAX;
    }
    vector_result(job, result);
}
