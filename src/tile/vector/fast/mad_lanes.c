/* SPDX-License-Identifier: Apache-2.0 */
/* 32 multiply-adds in portable C (V30): a step at a time over all lanes and without branches on data, so that
 * any compiler makes vectors of all but the shifts. Lanes with infinities, NaN or a product that overflows are done
 * once more by the scalar way. */
#include "tile/vector/fast/mad_lanes.h"

#include "base/guard/built_wide.h"

enum { COUNT = 32 };
enum { SIGN_BIT = 31, FARTHEST = 31 /* nothing of 28 bits is left */ };

static const uint32_t top = 1u << SIGN_BIT;

/* The values that one step leaves to the next. */
struct lanes {
    uint32_t product[COUNT];
    uint32_t first[COUNT], second[COUNT]; /* of product and addend, the one with the larger exponent, and the other */
    uint32_t distance[COUNT];             /* of their exponents */
    int32_t exponent[COUNT];              /* the larger one */
    uint32_t sign[COUNT];                 /* of the sum, in bit 31 */
    uint32_t sum[COUNT];
    uint32_t has_none[COUNT], alone[COUNT]; /* step 4: whether there is no product; what the addend then gives */
};

static inline uint32_t mad_lanes_mask_if(uint32_t condition)
{
    return 0u - condition;
}

static inline uint32_t mad_lanes_choose(uint32_t mask, uint32_t yes, uint32_t no)
{
    return (yes & mask) | (no & ~mask);
}

static inline int32_t larger_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline int32_t mad_lanes_exponent_of(uint32_t bits)
{
    return (int32_t)(bits >> 23 & 0xFF);
}

/* With the hidden one, whatever the exponent. */
static inline uint32_t mantissa_of(uint32_t bits)
{
    return (bits & MAD_MANTISSA) | (MAD_MANTISSA + 1u);
}

/* Step 3 */
static bool is_special(uint32_t x, uint32_t y, uint32_t z)
{
    const int32_t ex = mad_lanes_exponent_of(x), ey = mad_lanes_exponent_of(y);
    return ex == 255 || ey == 255 || mad_lanes_exponent_of(z) == 255 || ex + ey - 127 >= 255;
}

/* Step 2 */
static inline void mad_lanes_multiply(const uint32_t x[static COUNT], const uint32_t y[static COUNT], struct lanes *out)
{
    for (int i = 0; i < COUNT; i++) {
        const uint64_t exact = (uint64_t)mantissa_of(x[i]) * mantissa_of(y[i]);
        const uint32_t cut = (uint32_t)exact << (32 - MAD_CUT_BITS);
        out->product[i] = (uint32_t)(exact >> MAD_CUT_BITS) | (uint32_t)(cut != 0);
    }
}

/* Steps 4 and 5, up to the shift. Returns the largest exponent of any operand or product. */
static inline int32_t mad_lanes_order(const uint32_t x[static COUNT], const uint32_t y[static COUNT],
                                      const uint32_t z[static COUNT], bool leaks_nan, struct lanes *out)
{
    int32_t largest = 0;
    for (int i = 0; i < COUNT; i++) {
        const int32_t ex = mad_lanes_exponent_of(x[i]), ey = mad_lanes_exponent_of(y[i]),
                      ez = mad_lanes_exponent_of(z[i]);
        const int32_t exponent = ex + ey - 127, apart = exponent - ez;
        const uint32_t z_counts = mad_lanes_mask_if(ez != 0), is_z_first = mad_lanes_mask_if(apart < 0);
        const uint32_t addend = (mantissa_of(z[i]) & z_counts) << MAD_GUARD_BITS;
        const int32_t distance = (apart ^ (int32_t)is_z_first) - (int32_t)is_z_first;
        const uint32_t sign = (x[i] ^ y[i]) & top;
        const uint32_t swapped = (out->product[i] ^ addend) & is_z_first;
        out->first[i] = out->product[i] ^ swapped;
        out->second[i] = addend ^ swapped;
        out->distance[i] = (uint32_t)(distance < FARTHEST ? distance : FARTHEST);
        out->exponent[i] = larger_of(exponent, ez);
        largest = larger_of(largest, larger_of(larger_of(ex, ey), out->exponent[i]));
        out->sign[i] = mad_lanes_choose(is_z_first, z[i], sign);
        out->has_none[i] = mad_lanes_mask_if((ex == 0) | (ey == 0) | (exponent < 0));
        out->alone[i] = z[i] & (leaks_nan ? z_counts : z_counts | sign); /* Blackhole: minus zero if both are */
    }
    return largest;
}

/* Steps 5 and 6: the smaller operand shifted, "semi-sticky" as in mad_align(), and added. */
static inline void mad_lanes_add(const uint32_t x[static COUNT], const uint32_t y[static COUNT],
                                 const uint32_t z[static COUNT], struct lanes *out)
{
    uint32_t shifted[COUNT], back[COUNT];
    for (int i = 0; i < COUNT; i++) {
        shifted[i] = out->second[i] >> out->distance[i];
        back[i] = shifted[i] << out->distance[i];
    }
    for (int i = 0; i < COUNT; i++) {
        const uint32_t aligned = shifted[i] | (uint32_t)((shifted[i] != 0) & (back[i] != out->second[i]));
        const uint32_t opposed = mad_lanes_mask_if((x[i] ^ y[i] ^ z[i]) >> SIGN_BIT);
        const uint32_t total = out->first[i] + (aligned ^ opposed) - opposed;
        const uint32_t is_negative = mad_lanes_mask_if(total >> SIGN_BIT);
        out->sum[i] = (total ^ is_negative) - is_negative;
        out->sign[i] = (out->sign[i] ^ total) & top;
    }
}

/* Steps 7 to 13. The sum goes left until its leading one is at bit 30, so that seven bits are left to round by; in
 * them Blackhole's sticky bits stand where they count, and Wormhole's are made. */
static inline void mad_lanes_round_off(const struct lanes *in, bool leaks_nan, uint32_t out[static COUNT])
{
    const int32_t least = leaks_nan ? -1 : 0;
    uint32_t normal[COUNT];
    int32_t places[COUNT];
    for (int i = 0; i < COUNT; i++) {
        places[i] = __builtin_clz(in->sum[i] | 1) - 1;
        normal[i] = in->sum[i] << places[i];
    }
    for (int i = 0; i < COUNT; i++) {
        const int32_t less_one = in->exponent[i] + 3 - places[i]; /* the leading one adds it to the exponent */
        const uint32_t is_under = mad_lanes_mask_if(less_one < least);
        uint32_t value;
        if (leaks_nan) /* step 10: only bit 0 of a sum that goes right */
            value = (normal[i] & ~0xFu) | (in->sum[i] & (uint32_t)(in->sum[i] >> 27 != 0));
        else /* step 9: one place lower */
            value = mad_lanes_choose(is_under, normal[i] >> 1, normal[i]);
        value = (value + 0x3F + (value >> 7 & 1)) >> 7;
        value += (uint32_t)larger_of(less_one, least) << 23;
        value = mad_lanes_choose(mad_lanes_mask_if((int32_t)(value - MAD_INFINITY) > 0), MAD_INFINITY, value);
        const uint32_t counts = mad_lanes_mask_if((int32_t)value > MAD_MANTISSA);
        if (leaks_nan)
            value = (in->sign[i] | value) & counts & ~is_under;
        else
            value = in->sign[i] | (value & counts);
        out[i] = mad_lanes_choose(in->has_none[i], in->alone[i], value & mad_lanes_mask_if(in->sum[i] != 0));
    }
}

/* leaks_nan is known where it is called, so that each chip has loops of its own. */
static inline __attribute__((always_inline)) void mad_lanes_run(const uint32_t x[static COUNT],
                                                                const uint32_t y[static COUNT],
                                                                const uint32_t z[static COUNT], bool leaks_nan,
                                                                uint32_t out[restrict static COUNT])
{
    struct lanes lanes;
    mad_lanes_multiply(x, y, &lanes);
    const int32_t largest = mad_lanes_order(x, y, z, leaks_nan, &lanes);
    mad_lanes_add(x, y, z, &lanes);
    mad_lanes_round_off(&lanes, leaks_nan, out);
    for (int i = 0; i < COUNT && largest >= 255; i++) {
        if (is_special(x[i], y[i], z[i]))
            out[i] = mad_exact(x[i], y[i], z[i], leaks_nan, true);
    }
}

BUILT_WIDE void mad_lanes(const uint32_t x[static 32], const uint32_t y[static 32], const uint32_t z[static 32],
                          bool leaks_nan, uint32_t out[static 32])
{
    if (leaks_nan)
        mad_lanes_run(x, y, z, true, out);
    else
        mad_lanes_run(x, y, z, false, out);
}
