/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of V30 to V32, by multiplication, division and remainders. Written from the page. */
#include "reference/vector_mad.h"

struct number {
    int64_t sign; /* 1 or -1 */
    int64_t exponent, fraction, mantissa;
    bool is_nan, is_infinite;
};

static struct number number_of(uint32_t bits)
{
    struct number n = {.sign = bits >= 0x80000000u ? -1 : 1};
    n.exponent = bits % 0x80000000u / 0x800000u;
    n.fraction = bits % 0x800000u;
    n.mantissa = n.exponent == 0 ? 0 : 0x800000 + n.fraction;
    n.is_nan = n.exponent == 255 && n.fraction != 0;
    n.is_infinite = n.exponent == 255 && n.fraction == 0;
    return n;
}

static uint32_t signed_bits(int64_t sign, uint32_t magnitude)
{
    return magnitude + (sign < 0 ? 0x80000000u : 0);
}

static int64_t power_of_two(int64_t n)
{
    int64_t power = 1;
    while (n-- > 0) {
        power *= 2;
    }
    return power;
}

/* The quotient, made odd when there is a remainder. */
static int64_t divided_odd(int64_t number, int64_t divisor)
{
    int64_t quotient = number / divisor;
    if (number % divisor != 0 && quotient % 2 == 0) {
        quotient++;
    }
    return quotient;
}

/* Step 5. */
static int64_t aligned(int64_t number, int64_t distance)
{
    if (distance >= 32) {
        return 0;
    }
    int64_t divisor = power_of_two(distance);
    return number / divisor == 0 ? 0 : divided_odd(number, divisor);
}

/* V32; 0: none. */
static uint32_t pending_nan(struct number x, struct number y, struct number z, int64_t product_exponent)
{
    int64_t sign = x.sign * y.sign;
    bool is_big = x.exponent == 255 || y.exponent == 255 || product_exponent >= 255;
    if (x.is_nan || y.is_nan || (x.is_infinite && y.mantissa == 0) || (y.is_infinite && x.mantissa == 0) ||
        (z.is_infinite && is_big && z.sign != sign)) {
        return signed_bits(sign, 0x7F800001);
    }
    return z.is_nan ? signed_bits(z.sign, 0x7F800001) : 0;
}

/* V31 */
static uint32_t blackhole_special(struct number x, struct number y, struct number z, uint32_t z_bits)
{
    int64_t sign = x.sign * y.sign;
    if (x.is_nan || y.is_nan || z.is_nan || (x.is_infinite && y.mantissa == 0) || (y.is_infinite && x.mantissa == 0)) {
        return 0x7FC00000;
    }
    if (z.is_infinite && (x.exponent == 255 || y.exponent == 255) && z.sign != sign) {
        return 0x7FC00000;
    }
    return z.is_infinite ? z_bits : signed_bits(sign, 0x7F800000);
}

struct sum {
    int64_t magnitude, exponent, sign;
    uint32_t pending;
};

/* Steps 8 to 13. */
static uint32_t finished(bool is_wormhole, struct sum sum)
{
    int64_t places = 0; /* to the right; the leading one goes to bit 26 */
    for (int64_t r = sum.magnitude; r >= 0x8000000; r /= 2) {
        places++;
    }
    for (int64_t r = sum.magnitude; r < 0x4000000; r *= 2) {
        places--;
    }
    sum.exponent += places;
    if (sum.exponent >= 255) {
        return sum.pending ? sum.pending : signed_bits(sum.sign, 0x7F800000);
    }
    if (is_wormhole && sum.exponent < 0) {
        return sum.pending;
    }
    if (!is_wormhole && sum.exponent <= 0) {
        places++;
        sum.exponent = 0;
    }
    int64_t r = sum.magnitude;
    if (places <= 0) {
        r *= power_of_two(-places);
    } else {
        bool is_sticky = is_wormhole || places == 1 ? r % 2 != 0 : r % 4 != 0;
        r /= power_of_two(places);
        r += is_sticky && r % 2 == 0;
    }
    int64_t out = sum.exponent * 0x800000 + r / 8 % 0x800000;
    int64_t rest = r % 8;
    if (rest > 4 || (rest == 4 && out % 2 == 1)) {
        out++;
    }
    if (out < 0x800000) {
        return is_wormhole ? sum.pending : signed_bits(sum.sign, 0);
    }
    return sum.pending ? sum.pending | (uint32_t)out : signed_bits(sum.sign, (uint32_t)out);
}

uint32_t ref_vector_mad(bool is_wormhole, uint32_t x_bits, uint32_t y_bits, uint32_t z_bits)
{
    struct number x = number_of(x_bits), y = number_of(y_bits), z = number_of(z_bits);
    int64_t sign = x.sign * y.sign;
    int64_t exponent = x.exponent + y.exponent - 127;
    int64_t product = divided_odd(x.mantissa * y.mantissa, 0x100000);
    uint32_t pending = 0;
    if (x.exponent == 255 || y.exponent == 255 || z.exponent == 255 || exponent >= 255) {
        if (!is_wormhole) {
            return blackhole_special(x, y, z, z_bits);
        }
        pending = pending_nan(x, y, z, exponent);
        if (!pending) {
            return z.is_infinite ? z_bits : signed_bits(sign, 0x7F800000);
        }
        exponent = exponent > 255 ? 255 : exponent;
    }
    if (product == 0 || exponent < 0) {
        if (!pending) {
            int64_t zero_sign = !is_wormhole && sign < 0 && z.sign < 0 ? -1 : 1;
            return z.mantissa != 0 ? z_bits : signed_bits(zero_sign, 0);
        }
        product = 0;
        exponent = 0;
    }
    int64_t addend = z.mantissa * 8;
    if (exponent >= z.exponent) {
        addend = aligned(addend, exponent - z.exponent);
    } else {
        product = aligned(product, z.exponent - exponent);
        exponent = z.exponent;
    }
    int64_t total = sign * product + z.sign * addend;
    if (total == 0) {
        return pending;
    }
    struct sum sum = {total < 0 ? -total : total, exponent, product >= addend ? sign : z.sign, pending};
    return finished(is_wormhole, sum);
}
