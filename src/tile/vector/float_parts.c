/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a float put in and taken out: SFPEXMAN, SFPDIVP2, SFPSETEXP, SFPSETMAN, SFPSETSGN (V40).
 * SFPEXEXP, which sets flags, is in bits.c. */
#include "tile/vector/vector_internal.h"

enum { SIGN = 0x80000000, EXPONENT = 0x7F800000, MANTISSA = 0x7FFFFF, HIDDEN_ONE = 0x800000 };
enum { BY_CONSTANT = 1 };

void vector_sfpexman(struct vector_job *job)
{
    enum { WITHOUT_HIDDEN_ONE = 1 };
    const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        result[lane] = (x[lane] & MANTISSA) | (job->mod & WITHOUT_HIDDEN_ONE ? 0 : HIDDEN_ONE);
    vector_result(job, result);
}

void vector_sfpdivp2(struct vector_job *job)
{
    enum { ADDS = 1 };
    const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    const uint32_t constant = (job->imm12 & 0xFF) << 23;
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t added = (x[lane] & EXPONENT) == EXPONENT ? x[lane] : x[lane] + constant;
        const uint32_t exponent = job->mod & ADDS ? added : constant;
        result[lane] = (x[lane] & ~(uint32_t)EXPONENT) | (exponent & EXPONENT);
    }
    vector_result(job, result);
}

void vector_sfpsetexp(struct vector_job *job)
{
    enum { FROM_EXPONENT = 2 };
    const uint32_t *d = vector_operand(job, VECTOR_OPERAND_B, job->vb),
                   *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t from_register = job->mod & FROM_EXPONENT ? d[lane] : d[lane] << 23;
        const uint32_t exponent = job->mod & BY_CONSTANT ? (job->imm12 & 0xFF) << 23 : from_register;
        result[lane] = (x[lane] & ~(uint32_t)EXPONENT) | (exponent & EXPONENT);
    }
    vector_result(job, result);
}

void vector_sfpsetman(struct vector_job *job)
{
    const uint32_t *d = vector_operand(job, VECTOR_OPERAND_B, job->vb),
                   *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t mantissa = job->mod & BY_CONSTANT ? job->imm12 << 11 : d[lane] & MANTISSA;
        result[lane] = (x[lane] & ~(uint32_t)MANTISSA) | mantissa;
    }
    vector_result(job, result);
}

void vector_sfpsetsgn(struct vector_job *job)
{
    const uint32_t *d = vector_operand(job, VECTOR_OPERAND_B, job->vb),
                   *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t sign = job->mod & BY_CONSTANT ? job->imm12 << 31 : d[lane] & SIGN;
        result[lane] = (x[lane] & ~(uint32_t)SIGN) | sign;
    }
    vector_result(job, result);
}
