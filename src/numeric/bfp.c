/* SPDX-License-Identifier: Apache-2.0 */
/* Block floats: groups under other rules than the device's, storing, and reading back. P-7, U-6. */
#include "numeric/bfp.h"

#include <assert.h>

/* The amount that rounding adds before `drop` bits of an eight-bit mantissa are cut; drop 1 to 14. */
static uint32_t rounding_addend(enum bfp_round round, uint32_t mantissa, unsigned drop, uint32_t random)
{
    switch (round) {
    case BFP_ROUND_HALF_UP:
        return round_half(drop);
    case BFP_ROUND_EVEN:
        return round_even(mantissa, drop);
    case BFP_ROUND_STOCHASTIC:
        return round_random(random, drop);
    case BFP_ROUND_TRUNCATE:
    case BFP_ROUND_SEED_MASK:
        break;
    }
    return 0;
}

/* Bits of magnitude that rounding goes to; bits beyond the width are cut afterwards. */
static unsigned rounded_bits(unsigned width, const struct bfp_rules *rules)
{
    return rules->round_direct && rules->round != BFP_ROUND_SEED_MASK ? width - 1 : 7;
}

static uint32_t distance_to(uint32_t shared, uint32_t element, const struct bfp_rules *rules)
{
    return rules->already_aligned ? 0 : shared - (element >> 7 & 0xFF);
}

/* Before the clamp: may be the first power of two beyond rounded_bits. */
static uint32_t rounded_magnitude(uint32_t element, uint32_t shared, unsigned width, const struct bfp_rules *rules,
                                  uint32_t random)
{
    uint32_t distance = distance_to(shared, element, rules);
    bool has_one = (element >> 7 & 0xFF) != 0 || rules->round == BFP_ROUND_SEED_MASK;
    uint32_t mantissa = (element & 0x7F) | (has_one ? 0x80u : 0u);
    if (distance >= 8) {
        return 0; /* P-7.3; a stochastic carry must not bring it back */
    }
    if (rules->round == BFP_ROUND_SEED_MASK) {
        return mantissa >> distance & 0x7F;
    }
    unsigned drop = distance + 8 - rounded_bits(width, rules);
    return (mantissa + rounding_addend(rules->round, mantissa, drop, random)) >> drop;
}

static bool any_overflows(const uint32_t elements[BFP_GROUP], uint32_t shared, unsigned width,
                          const struct bfp_rules *rules, const uint32_t *random)
{
    for (int i = 0; i < BFP_GROUP; i++) {
        uint32_t magnitude = rounded_magnitude(elements[i], shared, width, rules, random ? random[i] : 0);
        if (magnitude >> rounded_bits(width, rules)) {
            return true;
        }
    }
    return false;
}

uint32_t bfp_group_ruled(const uint32_t elements[BFP_GROUP], uint32_t datums[BFP_GROUP], unsigned width,
                         const struct bfp_rules *rules, const uint32_t *random)
{
    assert(width == 8 || width == 4 || width == 2);
    assert(random || rules->round != BFP_ROUND_STOCHASTIC);
    uint32_t shared = rules->already_aligned ? elements[0] >> 7 & 0xFF : bfp_shared_exponent(elements);
    uint32_t largest = (1u << (rules->exponent_bits ? rules->exponent_bits : 8)) - 1;
    if (rules->carry_bumps && !rules->already_aligned && shared < largest &&
        any_overflows(elements, shared, width, rules, random)) {
        shared++;
    }
    unsigned bits = rounded_bits(width, rules);
    for (int i = 0; i < BFP_GROUP; i++) {
        uint32_t magnitude = rounded_magnitude(elements[i], shared, width, rules, random ? random[i] : 0);
        magnitude = u32_min(magnitude, (1u << bits) - 1) >> (bits - (width - 1));
        uint32_t sign = magnitude || rules->keep_sign ? elements[i] >> 15 & 1 : 0;
        datums[i] = magnitude | sign << (width - 1);
    }
    return shared;
}

void bfp_store(const uint32_t datums[BFP_GROUP], uint8_t *bytes, unsigned width)
{
    assert(width == 8 || width == 4 || width == 2);
    unsigned per_byte = 8 / width;
    for (unsigned i = 0; i < BFP_GROUP; i += per_byte) {
        uint32_t byte = 0;
        for (unsigned k = 0; k < per_byte; k++) {
            byte |= datums[i + k] << (k * width);
        }
        bytes[i / per_byte] = (uint8_t)byte;
    }
}
