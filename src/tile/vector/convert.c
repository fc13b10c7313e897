/* SPDX-License-Identifier: Apache-2.0 */
/* SFPCAST: integers to floats, and between the two kinds of integers (V41). SFP_STOCH_RND: floats and
 * integers to fewer bits (V42). */
#include "tile/vector/vector_internal.h"

#include "vector_insns.h"

enum { SIGN = 0x80000000, MAGNITUDE = 0x7FFFFFFF, MANTISSA = 0x7FFFFF, HIDDEN_ONE = 0x800000, EXPONENT = 0x7F800000 };

/* ---- SFPCAST ---- */

/* The magnitude with its leading one at bit 31; 8 bits are cut. */
static uint32_t cast_cut(uint32_t x)
{
    const uint32_t magnitude = x & MAGNITUDE;
    if (!magnitude)
        return x; /* integer -0 becomes -0.0 */
    const uint32_t zeros = (uint32_t)__builtin_clz(magnitude);
    return (x & SIGN) | (((157 - zeros) << 23) + (magnitude << zeros >> 8));
}

/* random: the threshold of stochastic rounding; is_nearest: ties to even instead. */
static uint32_t cast_rounded(uint32_t x, bool is_nearest, uint32_t random)
{
    const uint32_t magnitude = x & MAGNITUDE, cut = cast_cut(x);
    if (!magnitude)
        return cut;
    const uint32_t normal = magnitude << __builtin_clz(magnitude);
    const bool is_up = is_nearest ? (normal & 0x80) && (normal & 0x17F) : (normal & 0xFE) > (random >> 9 & 0xFE);
    return cut + (uint32_t)is_up;
}

void vector_sfpcast(struct vector_job *job)
{
    enum { TO_NEAREST, STOCHASTIC, ABSOLUTE, OTHER_SIGN };
    const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc);
    const unsigned form = job->mod & (job->traits->cast_has_forms ? 3 : 1);
    uint32_t result[LANES], random[LANES];
    if (form == STOCHASTIC)
        vector_advance_prng(job, job->lanes, random);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t negated = 0u - x[lane];
        switch (form) {
        case TO_NEAREST:
            result[lane] = cast_rounded(x[lane], true, 0);
            break;
        case STOCHASTIC:
            result[lane] = cast_rounded(x[lane], false, random[lane]);
            break;
        case ABSOLUTE: /* a fault of the hardware: as SFPABS */
            result[lane] = x[lane] & SIGN ? negated : x[lane];
            break;
        default: /* sign and magnitude to two's complement and back; -0 and -2^31 change places */
            result[lane] = x[lane] & SIGN ? SIGN | negated : x[lane];
            break;
        }
    }
    if (form <= STOCHASTIC && tile_probed(job->tile, PROBE_STAGE)) {
        uint32_t cut[LANES];
        for (unsigned lane = 0; lane < LANES; lane++)
            cut[lane] = cast_cut(x[lane]);
        vector_report(job, VECTOR_UNROUNDED, cut);
    }
    vector_result(job, result);
}

/* ---- SFP_STOCH_RND ---- */

enum round_form { TO_FP16, TO_BF16, TO_UINT8, TO_INT8, INT_TO_UINT8, INT_TO_INT8, TO_UINT16, TO_INT16 };
enum { NEAREST = 0x400000 };

/* FP32 with its low bits away. threshold: 23 bits, which what is cut has to reach; UINT32_MAX: cut only. */
static uint32_t float_rounded(const struct vector_job *job, uint32_t x, unsigned cut_bits, uint32_t threshold)
{
    const uint32_t cut = x & ((1u << cut_bits) - 1);
    if (!(x & EXPONENT))
        return 0;
    if ((x & EXPONENT) == EXPONENT)
        return x & (SIGN | EXPONENT);
    if (threshold == UINT32_MAX)
        return x - cut;
    const unsigned align = 23 - cut_bits;
    const bool is_up = job->traits->rounds_to_zero ? cut >= threshold >> align : cut << align >= threshold;
    return x - cut + (is_up ? 1u << cut_bits : 0);
}

/* A fixed-point magnitude with 23 bits behind the point, to an integer of at most `most`. */
static uint32_t integer_rounded(uint32_t sign, uint64_t fixed, uint32_t threshold, uint32_t most, bool is_signed)
{
    uint64_t magnitude = (fixed >> 23) + (uint64_t)((fixed & MANTISSA) >= threshold);
    if (magnitude > most)
        magnitude = most;
    return (is_signed && magnitude ? sign : 0) | (uint32_t)magnitude;
}

static uint32_t float_to_integer(uint32_t x, uint32_t threshold, uint32_t most, bool is_signed)
{
    const int32_t exponent = (int32_t)(x >> 23 & 0xFF) - 127;
    const uint64_t mantissa = HIDDEN_ONE | (x & MANTISSA);
    if (exponent < -1)
        return 0;
    if (exponent >= 16)
        return (is_signed ? x & SIGN : 0) | most;
    return integer_rounded(x & SIGN, exponent < 0 ? mantissa >> 1 : mantissa << exponent, threshold, most, is_signed);
}

static uint32_t convert_rounded(const struct vector_job *job, enum round_form form, uint32_t x, uint32_t down,
                                uint32_t threshold)
{
    const uint64_t fixed = ((uint64_t)(x & MAGNITUDE) << 23) >> down;
    switch (form) {
    case TO_FP16:
        return float_rounded(job, x, 13, threshold);
    case TO_BF16:
        return float_rounded(job, x, 16, threshold);
    case TO_UINT8:
        return float_to_integer(x, threshold, 255, false);
    case TO_INT8:
        return float_to_integer(x, threshold, 127, true);
    case INT_TO_UINT8:
        return integer_rounded(0, fixed, threshold, 255, false);
    case INT_TO_INT8:
        return integer_rounded(x & SIGN, fixed, threshold, 127, true);
    case TO_UINT16:
        return float_to_integer(x, threshold, 65535, false);
    case TO_INT16:
        break;
    }
    return float_to_integer(x, threshold, 32767, true);
}

static uint32_t convert_threshold_of(const struct vector_job *job, unsigned how, uint32_t random)
{
    enum { STOCHASTIC = 1, TO_ZERO = 2 };
    if (job->traits->rounds_to_zero && how == TO_ZERO)
        return MANTISSA;
    return how & STOCHASTIC ? random & MANTISSA : NEAREST;
}

void vector_sfp_stoch_rnd(struct vector_job *job)
{
    enum { SHIFT_IS_CONSTANT = 8 };
    const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc),
                   *b = vector_operand(job, VECTOR_OPERAND_B, job->vb);
    const enum round_form form = (enum round_form)(job->mod & 7);
    const struct insn_sfp_stoch_rnd f = isa_decode_sfp_stoch_rnd(job->tile->chip->id, job->word);
    const unsigned how = f.rnd_mode;
    uint32_t random[LANES], down[LANES], result[LANES];
    vector_advance_prng(job, job->lanes, random); /* C12: whatever the mode */
    for (unsigned lane = 0; lane < LANES; lane++) {
        down[lane] = job->mod & SHIFT_IS_CONSTANT ? f.imm8_math : b[lane] & 31;
        result[lane] = convert_rounded(job, form, x[lane], down[lane], convert_threshold_of(job, how, random[lane]));
    }
    if (tile_probed(job->tile, PROBE_STAGE)) {
        uint32_t cut[LANES];
        for (unsigned lane = 0; lane < LANES; lane++)
            cut[lane] = convert_rounded(job, form, x[lane], down[lane], UINT32_MAX);
        vector_report(job, VECTOR_UNROUNDED, cut);
    }
    vector_result(job, result);
}
