/* SPDX-License-Identifier: Apache-2.0 */
/* Block floats: 16 datums that share an exponent. Assembly as the packer does it (P-7.2 to P-7.7), and the value of one
 * datum that is read back (U-6.2, U-6.3; F-2.5).
 *
 * An element is the input of assembly: sign 15, then exponent and 7 bits of mantissa. That is a BF16 pattern as it
 * is (8-bit exponent, the B formats), or bfp_element_from_e5m7 (5-bit exponent, the A formats). */
#pragma once

#include "numeric/rounding.h"

#include <stdbool.h>
#include <stdint.h>

enum { BFP_GROUP = 16 };

/* Readings of the rounding; C-18. */
enum bfp_round {
    BFP_ROUND_HALF_UP, /* the device */
    BFP_ROUND_TRUNCATE,
    BFP_ROUND_EVEN,
    BFP_ROUND_SEED_MASK, /* mantissa shifted, not rounded, leading one masked away */
    BFP_ROUND_STOCHASTIC /* P-12: Packer_srnd_en */
};

/* All zero is the device. */
struct bfp_rules {
    enum bfp_round round;
    bool round_direct;     /* C-19 `bfp4_round_direct`: once, to the width itself, instead of to 7 bits and a cut */
    bool carry_bumps;      /* C-20 `bfp_carry_bumps_exp`: a magnitude that rounds to 128 raises the shared exponent */
    bool keep_sign;        /* C-21 `bfp_keep_sign`: the sign of a zero magnitude too */
    bool already_aligned;  /* P-7.7 Dis_shared_exp_assembler: no shift; the exponent is the first datum's */
    uint8_t exponent_bits; /* 8, or 5 for the A formats; 0 means 8. carry_bumps stops at the largest */
};

/* From E5M7 in an FP16 container. */
static inline uint32_t bfp_element_from_e5m7(uint32_t h)
{
    return (h & 0x8000) | (h & 0x7FFF) >> 3;
}

/* The largest raw exponent of the group; 0 for a group of zeros. */
static inline uint32_t bfp_shared_exponent(const uint32_t elements[BFP_GROUP])
{
    uint32_t most = 0;
    for (int i = 0; i < BFP_GROUP; i++) {
        uint32_t exponent = elements[i] >> 7 & 0xFF;
        most = exponent > most ? exponent : most;
    }
    return most;
}

/* P-7.3 and P-7.4 for one datum; width 8, 4 or 2; shared not below the element's exponent. One rounding, half up, to
 * seven bits; 128 becomes 127; a narrower width then cuts. The sign of a zero magnitude is dropped: it would read back
 * as minus infinity. */
static inline uint32_t bfp_datum(uint32_t element, uint32_t shared, unsigned width)
{
    uint32_t exponent = element >> 7 & 0xFF;
    uint32_t mantissa = (element & 0x7F) | (exponent ? 0x80u : 0u);
    uint32_t distance = u32_min(shared - exponent, 8); /* at 8 nothing is left, as beyond */
    uint32_t magnitude = u32_min((mantissa + (1u << distance)) >> (distance + 1), 127) >> (8 - width);
    return magnitude ? magnitude | (element >> 15 & 1) << (width - 1) : 0;
}

/* A whole group as the device does it: fills datums (one a word, unpacked), returns the shared exponent. */
static inline uint32_t bfp_group(const uint32_t elements[BFP_GROUP], uint32_t datums[BFP_GROUP], unsigned width)
{
    uint32_t shared = bfp_shared_exponent(elements);
    for (int i = 0; i < BFP_GROUP; i++) {
        datums[i] = bfp_datum(elements[i], shared, width);
    }
    return shared;
}

/* The same under other rules; random: 16 words of random bits, looked at for BFP_ROUND_STOCHASTIC only. */
uint32_t bfp_group_ruled(const uint32_t elements[BFP_GROUP], uint32_t datums[BFP_GROUP], unsigned width,
                         const struct bfp_rules *rules, const uint32_t *random);

/* P-7.6: 16 datums of width 8, 4 or 2 as 16, 8 or 4 bytes; the first datum in the lowest bits. */
void bfp_store(const uint32_t datums[BFP_GROUP], uint8_t *bytes, unsigned width);

/* The datum at `index` of a stream of mantissas. */
static inline uint32_t bfp_load(const uint8_t *bytes, uint32_t index, unsigned width)
{
    uint32_t bit = index * width;
    return (uint32_t)bytes[bit >> 3] >> (bit & 7) & ((1u << width) - 1);
}

/* A datum of a width as one of 8 bits: sign 7, and the magnitude in the upper bits below it. */
static inline uint32_t bfp_widened(uint32_t datum, unsigned width)
{
    return datum << (8 - width) & 0xFF;
}

/* The magnitude of a datum of 8 bits, with its leading one shifted to bit 7 (0 if there is none), and by how much. A
 * step at a time and without a branch, of which a compiler makes vectors. */
static inline uint32_t bfp_normalised(uint32_t datum, uint32_t *shift)
{
    int32_t m = (int32_t)(datum << 1 & 0xFF);
    const int by_4 = m < 0x10 ? 4 : 0;
    m <<= by_4;
    const int by_2 = m < 0x40 ? 2 : 0;
    m <<= by_2;
    const int by_1 = m < 0x80 ? 1 : 0;
    *shift = (uint32_t)(by_4 + by_2 + by_1);
    return (uint32_t)(m << by_1);
}

static inline uint32_t bfp_as_bf16(uint32_t datum, uint32_t shared, unsigned width, bool stops_at_0)
{
    uint32_t shift;
    const uint32_t wide = bfp_widened(datum, width), sign = wide >> 7 << 15, m = bfp_normalised(wide, &shift);
    const uint32_t exponent = stops_at_0 ? shared - u32_min(shift, shared) : (shared - shift) & 0xFF;
    return m ? sign | exponent << 7 | (m & 0x7E) : sign ? 0xFF80 : 0;
}

/* U-6.2: a datum of a B format as BF16. Sign without magnitude is minus infinity (0xFF80). The exponent wraps at
 * 8 bits instead of stopping at 0. */
static inline uint32_t bfp_to_bf16(uint32_t datum, uint32_t shared, unsigned width)
{
    return bfp_as_bf16(datum, shared, width, false);
}

/* C-71 `bfp_exp_clamp0`: it stops at 0. */
static inline uint32_t bfp_to_bf16_clamped(uint32_t datum, uint32_t shared, unsigned width)
{
    return bfp_as_bf16(datum, shared, width, true);
}

/* U-6.3: a datum of an A format as FP16; minus infinity is 0xFC00. Not recorded. When the exponent does not fit
 * 5 bits the chip's answer is undefined: it is masked, and *undefined (which may be null) is set, else cleared. */
static inline uint32_t bfp_to_fp16(uint32_t datum, uint32_t shared, unsigned width, bool *undefined)
{
    uint32_t shift;
    const uint32_t wide = bfp_widened(datum, width), sign = wide >> 7 << 15, m = bfp_normalised(wide, &shift);
    if (undefined)
        *undefined = m && shared - shift > 0x1F;
    return m ? sign | ((shared - shift) & 0x1F) << 10 | (m & 0x7E) << 3 : sign ? 0xFC00 : 0;
}
