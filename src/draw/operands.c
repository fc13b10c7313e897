/* SPDX-License-Identifier: Apache-2.0 */
/* Operands: patterns at the edges of formats, among others near each other. */
#include "draw/draw_internal.h"

#include "base/little.h"
#include "base/mix.h"
#include "base/text/text.h"

uint64_t draw_random(uint64_t *state)
{
    const uint64_t drawn = mix_bits(*state);
    *state += MIX_STEP;
    return drawn;
}

static uint32_t operands_below(struct draw_build *build, uint32_t end)
{
    return (uint32_t)(draw_random(&build->random) % end);
}

static uint32_t operands_one_of(struct draw_build *build, const uint32_t *of, uint32_t count)
{
    return of[operands_below(build, count)];
}

#define ONE_OF(build, ...)                                                                                             \
    operands_one_of(build, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

/* Exponents near that of 1.0, so that sums lose bits but not all of them. */
static uint32_t near_one(struct draw_build *build, uint32_t mantissa_bits, uint32_t bias, uint32_t spread)
{
    const uint32_t sign_at = mantissa_bits + (bias == 127 ? 8 : 5);
    const uint32_t exponent = bias - spread / 2 + operands_below(build, spread);
    return operands_below(build, 2) << sign_at | exponent << mantissa_bits | operands_below(build, 1u << mantissa_bits);
}

static uint32_t bf16(struct draw_build *build)
{
    if (operands_below(build, 3))
        return near_one(build, 7, 127, 12);
    if (operands_below(build, 3) == 0)
        return operands_below(build, 1u << 16);
    return ONE_OF(build, 0, 0x8000, 1, 0x8001, 0x40, 0x7F, 0x80, 0x8080, 0x3F80, 0xBF80, 0x3F81, 0x3FFF, 0x7F00, 0x7F7F,
                  0x7F80, 0xFF80, 0x7F81, 0xFFC0, 0x3800, 0x3801, 0x3880, 0x4780, 0xB380, 0x00C0);
}

/* Without edges: for addresses rather than values. */
static uint32_t plain(struct draw_build *build)
{
    return near_one(build, 7, 127, 12);
}

static uint32_t fp16(struct draw_build *build)
{
    if (operands_below(build, 3))
        return near_one(build, 10, 15, 8);
    if (operands_below(build, 3) == 0)
        return operands_below(build, 1u << 16);
    return ONE_OF(build, 0, 0x8000, 1, 0x8001, 0x0200, 0x03FF, 0x0400, 0x0300, 0x8300, 0x3C00, 0xBC00, 0x3C01, 0x7BFF,
                  0x7C00, 0xFC00, 0x7C01, 0x7FFF, 0x0600, 0x8480);
}

static uint32_t fp32(struct draw_build *build)
{
    const uint32_t low = ONE_OF(build, 0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x1000, 0x0FFF, 0x2000);
    return bf16(build) << 16 | (operands_below(build, 3) ? low : operands_below(build, 1u << 16));
}

/* Few bits set: runs of zeros for the compression. */
static uint32_t sparse(struct draw_build *build)
{
    return operands_below(build, 4) ? 0 : near_one(build, 7, 127, 12);
}

/* Those of Wormhole and Blackhole with a small exponent: sums under the smallest normal. */
static uint32_t tiny(struct draw_build *build)
{
    return operands_below(build, 2) << 15 | operands_below(build, 16) << 7 | operands_below(build, 1u << 7);
}

/* Exponents where a sum ends, or the low slices of a fidelity phase would go below: 0 (zero, and patterns without a
 * value), 1, and those five, seven and twelve above. */
static uint32_t smallest(struct draw_build *build)
{
    const uint32_t exponent = ONE_OF(build, 0, 0, 1, 1, 1, 2, 3, 6, 8, 13);
    const uint32_t mantissa = operands_below(build, 3) ? operands_below(build, 1u << 7) : 0;
    return operands_below(build, 2) << 15 | exponent << 7 | mantissa;
}

static uint32_t any32(struct draw_build *build)
{
    return (uint32_t)draw_random(&build->random);
}

static uint32_t fp8(struct draw_build *build)
{
    return operands_below(build, 4) ? operands_below(build, 256) : ONE_OF(build, 0x7F, 0xFF, 0x7C, 0x7B, 0, 0x80, 1, 3);
}

static uint32_t zero(struct draw_build *build)
{
    (void)build;
    return 0;
}

bool draw_operands(struct draw_build *build, const char *kind)
{
    static const struct {
        const char *name;
        unsigned bytes;
        uint32_t (*draw)(struct draw_build *build);
    } kinds[] = {{"bf16", 2, bf16},     {"plain", 2, plain},      {"fp16", 2, fp16}, {"fp32", 4, fp32},
                 {"sparse", 2, sparse}, {"tiny", 2, tiny},        {"any", 4, any32}, {"fp8", 1, fp8},
                 {"zero", 4, zero},     {"smallest", 2, smallest}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!text_is_same(kinds[i].name, kind))
            continue;
        for (uint32_t at = 0; at < DRAW_INPUT_BYTES; at += kinds[i].bytes)
            store_number(build->program->input + at, kinds[i].bytes, kinds[i].draw(build));
        return true;
    }
    return false;
}
