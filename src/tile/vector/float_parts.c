/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a float put in and taken out: SFPEXMAN, SFPDIVP2, SFPSETEXP, SFPSETMAN, SFPSETSGN (V40).
 * SFPEXEXP, which sets flags, is in bits.c. */
#include "tile/vector/vector_internal.h"

enum { SIGN = 0x80000000, EXPONENT = 0x7F800000, MANTISSA = 0x7FFFFF, HIDDEN_ONE = 0x800000 };
enum { BY_CONSTANT = 1 };

/* x with the bits of a mask from y. */
static inline uint32_t with_bits(uint32_t x, uint32_t mask, uint32_t y)
{
    return (x & ~mask) | (y & mask);
}

void vector_sfpexman(struct vector_job *job)
{
    enum { WITHOUT_HIDDEN_ONE = 1 };
    const uint32_t one = job->mod & WITHOUT_HIDDEN_ONE ? 0 : HIDDEN_ONE;
    VECTOR_RESULT_OF_X(job, (x & MANTISSA) | one);
}

/* A pattern that is no number stays, where the constant is added. */
void vector_sfpdivp2(struct vector_job *job)
{
    enum { ADDS = 1 };
    const uint32_t constant = (job->imm12 & 0xFF) << 23;
    if (job->mod & ADDS)
        VECTOR_RESULT_OF_X(job, with_bits(x, EXPONENT, (x & EXPONENT) == EXPONENT ? x : x + constant));
    else
        VECTOR_RESULT_OF_X(job, with_bits(x, EXPONENT, constant));
}

void vector_sfpsetexp(struct vector_job *job)
{
    enum { FROM_EXPONENT = 2 };
    const uint32_t constant = (job->imm12 & 0xFF) << 23, shift = job->mod & FROM_EXPONENT ? 0 : 23;
    VECTOR_RESULT_OF_D_AND_X(job, with_bits(x, EXPONENT, job->mod & BY_CONSTANT ? constant : d << shift));
}

void vector_sfpsetman(struct vector_job *job)
{
    VECTOR_RESULT_OF_D_AND_X(job, with_bits(x, MANTISSA, job->mod & BY_CONSTANT ? job->imm12 << 11 : d));
}

void vector_sfpsetsgn(struct vector_job *job)
{
    VECTOR_RESULT_OF_D_AND_X(job, with_bits(x, SIGN, job->mod & BY_CONSTANT ? job->imm12 << 31 : d));
}
