/* SPDX-License-Identifier: Apache-2.0 */
/* SFPMAD, SFPADD, SFPMUL, SFPMULI, SFPADDI: all are the one multiply-add (V33). SFPMUL24 (V35). */
#include "tile/vector/fast/vector_fast.h"
#include "tile/vector/mad.h"
#include "tile/vector/vector_internal.h"

#include "vector_insns.h"

enum { FLIPS_FIRST = 1, FLIPS_LAST = 2, RESULT_BY_L7 = 8, FIRST_BY_L7 = 4 };
enum { SIGN = 0x80000000, ONE = 0x3F800000, ZERO_REGISTER = 9 };

static void multiply_add_copy(uint32_t to[static LANES], const uint32_t from[static LANES], uint32_t flip)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        to[lane] = from[lane] ^ flip;
}

static void multiply_add_fill(uint32_t to[static LANES], uint32_t value)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        to[lane] = value;
}

/* Sign that Blackhole's mod bit turns over. */
static uint32_t multiply_add_flip(const struct vector_job *job, uint32_t bit)
{
    return job->traits->mad_flips_signs && (job->mod & bit) ? SIGN : 0;
}

/* Apart, so that the fast path does not pay for its registers. */
static __attribute__((noinline)) void lane_by_lane(const uint32_t x[static LANES], const uint32_t y[static LANES],
                                                   const uint32_t z[static LANES], bool leaks_nan,
                                                   uint32_t out[static LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++)
        out[lane] = mad_exact(x[lane], y[lane], z[lane], leaks_nan, true);
}

void vector_multiply_add(const struct vector_job *job, const uint32_t x[static LANES], const uint32_t y[static LANES],
                         const uint32_t z[static LANES], uint32_t out[static LANES])
{
    if (tile_takes(job->tile, FAST_VECTOR_MAD))
        vector_fast_multiply_add(job, x, y, z, out);
    else
        lane_by_lane(x, y, z, job->traits->mad_leaks_nan, out);
}

static void multiply_add_compute(const struct vector_job *job, const uint32_t x[static LANES],
                                 const uint32_t y[static LANES], const uint32_t z[static LANES], bool is_indirect)
{
    uint32_t result[LANES];
    if (tile_probed(job->tile, PROBE_STAGE)) {
        for (unsigned lane = 0; lane < LANES; lane++)
            result[lane] = mad_exact(x[lane], y[lane], z[lane], job->traits->mad_leaks_nan, false);
        vector_report(job, VECTOR_UNROUNDED, result);
    }
    vector_multiply_add(job, x, y, z, result);
    vector_result_by(job, result, is_indirect);
}

/* The operand as it is, or in `room` with its sign turned over. */
static const uint32_t *turned(const uint32_t operand[static LANES], uint32_t sign, uint32_t room[static LANES])
{
    if (!sign)
        return operand;
    multiply_add_copy(room, operand, sign);
    return room;
}

/* The first factor, signed and perhaps named by L7. */
static const uint32_t *first_factor(const struct vector_job *job, uint32_t room[static LANES])
{
    if (!(job->mod & FIRST_BY_L7))
        return turned(vector_operand(job, VECTOR_OPERAND_A, job->va), multiply_add_flip(job, FLIPS_FIRST), room);
    vector_read_indirect(job, room);
    return turned(room, multiply_add_flip(job, FLIPS_FIRST), room);
}

void vector_sfpmad(struct vector_job *job)
{
    uint32_t x_room[LANES], z_room[LANES];
    const uint32_t *x = first_factor(job, x_room);
    const uint32_t *y = vector_operand(job, VECTOR_OPERAND_B, job->vb);
    const uint32_t *z =
        turned(vector_operand(job, VECTOR_OPERAND_C, job->vc), multiply_add_flip(job, FLIPS_LAST), z_room);
    multiply_add_compute(job, x, y, z, job->mod & RESULT_BY_L7);
}

/* Documents: the same as SFPMAD, and not to be used unless VC holds zero. */
void vector_sfpmul(struct vector_job *job)
{
    vector_sfpmad(job);
}

void vector_sfpmuli(struct vector_job *job)
{
    uint32_t x[LANES], y[LANES], z[LANES];
    multiply_add_fill(x, isa_decode_sfpmuli(job->tile->chip->id, job->word).imm16_math << 16);
    multiply_add_copy(y, vector_operand(job, VECTOR_OPERAND_C, job->vc), multiply_add_flip(job, FLIPS_LAST));
    multiply_add_fill(z, 0);
    vector_report(job, VECTOR_OPERAND_A, x);
    multiply_add_compute(job, x, y, z, job->mod & RESULT_BY_L7);
}

void vector_sfpaddi(struct vector_job *job)
{
    uint32_t x[LANES], y[LANES], z[LANES];
    multiply_add_fill(x, isa_decode_sfpaddi(job->tile->chip->id, job->word).imm16_math << 16);
    multiply_add_fill(y, ONE);
    multiply_add_copy(z, vector_operand(job, VECTOR_OPERAND_C, job->vc), multiply_add_flip(job, FLIPS_LAST));
    vector_report(job, VECTOR_OPERAND_A, x);
    multiply_add_compute(job, x, y, z, job->mod & RESULT_BY_L7);
}

/* ---- SFPMUL24 ---- */

enum { LOW_23 = 0x7FFFFF, TAKES_HIGH = 1 };

/* V35: software adds zero; what any other addend does is documented, not recorded. */
static uint32_t with_addend(uint32_t product, uint32_t addend)
{
    const int32_t exponent = (int32_t)(addend >> 23 & 0xFF);
    if (!exponent)
        return product;
    const int32_t most = exponent > 129 ? exponent : 129;
    const uint32_t down = (uint32_t)(most - exponent) & 31;
    const uint32_t whole = (0x800000 | (addend & LOW_23)) << 3;
    const uint32_t aligned = whole >> down;
    product >>= (uint32_t)(most - 129) & 31;
    if (!aligned)
        return product;
    const uint32_t lost = aligned << down ^ whole;
    return (product + aligned + (lost > 0xFFFF ? 0x10000 : 0)) & LOW_23;
}

void vector_sfpmul24(struct vector_job *job)
{
    uint32_t a[LANES], result[LANES];
    const uint32_t *b = vector_operand(job, VECTOR_OPERAND_B, job->vb);
    const uint32_t *c = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    if (job->mod & FIRST_BY_L7)
        vector_read_indirect(job, a);
    else
        multiply_add_copy(a, vector_operand(job, VECTOR_OPERAND_A, job->va), 0);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t product = (uint64_t)(a[lane] & LOW_23) * (b[lane] & LOW_23);
        const uint32_t part = (uint32_t)(job->mod & TAKES_HIGH ? product >> 23 : product & LOW_23);
        result[lane] = with_addend(part, c[lane]);
    }
    vector_result_by(job, result, job->mod & RESULT_BY_L7);
}
