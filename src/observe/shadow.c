/* SPDX-License-Identifier: Apache-2.0 */
#include "observe/shadow.h"

#include "base/memory.h"
#include "isa/spaces.h"

#include <string.h>

/* Spaces of which instructions write single bits. */
static bool has_bits(enum tt_space space)
{
    return space == TT_SPACE_CFG || space == TT_SPACE_THREAD_CFG || space == TT_SPACE_GPR;
}

bool shadow_init(struct shadow *shadow, enum tt_chip chip)
{
    memset(shadow, 0, sizeof *shadow);
    for (int i = 0; i < TT_SPACE_COUNT; i++) {
        const enum tt_space space = (enum tt_space)i;
        shadow->size[space] = space_bytes(chip, space);
        shadow->origins[space] = mem_calloc(shadow->size[space], sizeof *shadow->origins[space]);
        if (has_bits(space))
            shadow->bits[space] = mem_calloc(shadow->size[space], 1);
        if (!shadow->origins[space] || (has_bits(space) && !shadow->bits[space]))
            return false;
    }
    return true;
}

void shadow_clear(struct shadow *shadow)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        mem_free(shadow->origins[space]);
        mem_free(shadow->bits[space]);
    }
}

static inline void set_one(struct shadow *shadow, enum tt_space space, uint32_t at, origin_set origins, uint8_t bits)
{
    origin_set *held = &shadow->origins[space][at];
    const uint32_t before = *held != 0, after = origins != 0;
    *held = origins;
    if (shadow->bits[space])
        shadow->bits[space][at] = origins ? bits : 0;
    shadow->count[space] = shadow->count[space] - before + after;
    shadow->total = shadow->total - before + after;
}

static uint32_t end_of(const struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t count)
{
    const uint32_t size = shadow->size[space];
    return lo >= size ? lo : count > size - lo ? size : lo + count;
}

static uint32_t count_unknown(const struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t end)
{
    uint32_t count = 0;
    if (shadow->count[space] == 0)
        return 0;
    for (uint32_t at = lo; at < end; at++)
        count += shadow->origins[space][at] != 0;
    return count;
}

void shadow_put(struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t count, origin_set origins)
{
    if (!origins && shadow->count[space] == 0)
        return;
    const uint32_t end = end_of(shadow, space, lo, count);
    const uint32_t before = count_unknown(shadow, space, lo, end), after = origins ? end - lo : 0;
    for (uint32_t at = lo; at < end; at++)
        shadow->origins[space][at] = origins;
    if (shadow->bits[space] && lo < end)
        memset(shadow->bits[space] + lo, origins ? 0xFF : 0, end - lo);
    shadow->count[space] = shadow->count[space] - before + after;
    shadow->total = shadow->total - before + after;
}

void shadow_add(struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t count, origin_set origins)
{
    const uint32_t end = end_of(shadow, space, lo, count);
    for (uint32_t at = lo; at < end && origins; at++)
        set_one(shadow, space, at, shadow->origins[space][at] | origins, 0xFF);
}

void shadow_put_bits(struct shadow *shadow, enum tt_space space, uint32_t at, uint8_t bits, origin_set origins)
{
    if (at >= shadow->size[space])
        return;
    const uint8_t others = (uint8_t)(shadow_bits(shadow, space, at) & ~bits);
    const origin_set retained = others ? shadow->origins[space][at] : 0;
    set_one(shadow, space, at, retained | origins, (uint8_t)(others | (origins ? bits : 0)));
}

bool shadow_any(const struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t hi)
{
    if (shadow->count[space] == 0 || hi > shadow->size[space])
        return false;
    for (uint32_t at = lo; at < hi; at++)
        if (shadow->origins[space][at])
            return true;
    return false;
}
