/* SPDX-License-Identifier: Apache-2.0 */
#include "observe/shadow.h"

#include "isa/spaces.h"

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
        const size_t blocks = (shadow->size[space] + SHADOW_BLOCK - 1) / SHADOW_BLOCK;
        shadow->is_mixed[space] = mem_calloc(blocks, sizeof *shadow->is_mixed[space]);
        shadow->alike[space] = mem_calloc(blocks, sizeof *shadow->alike[space]);
        /* Written when a block becomes mixed; not cleared before, which took most of the time of a short replay. */
        shadow->origins[space] = mem_alloc(shadow->size[space] * sizeof *shadow->origins[space]);
        if (has_bits(space))
            shadow->bits[space] = mem_calloc(shadow->size[space], 1);
        if (!shadow->is_mixed[space] || !shadow->alike[space] || !shadow->origins[space] ||
            (has_bits(space) && !shadow->bits[space]))
            return false;
    }
    return true;
}

void shadow_clear(struct shadow *shadow)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        mem_free(shadow->is_mixed[space]);
        mem_free(shadow->alike[space]);
        mem_free(shadow->origins[space]);
        mem_free(shadow->bits[space]);
    }
}

static uint32_t block_end(const struct shadow *shadow, enum tt_space space, uint32_t at)
{
    const uint32_t end = (at / SHADOW_BLOCK + 1) * SHADOW_BLOCK;
    return end < shadow->size[space] ? end : shadow->size[space];
}

/* From now on each byte of the block has a set of its own. */
static void mix(struct shadow *shadow, enum tt_space space, uint32_t block)
{
    const uint32_t lo = block * SHADOW_BLOCK, end = block_end(shadow, space, lo);
    if (shadow->is_mixed[space][block])
        return;
    for (uint32_t at = lo; at < end; at++)
        shadow->origins[space][at] = shadow->alike[space][block];
    shadow->is_mixed[space][block] = true;
}

static inline void set_one(struct shadow *shadow, enum tt_space space, uint32_t at, origin_set origins, uint8_t bits)
{
    mix(shadow, space, at / SHADOW_BLOCK);
    extent_add(&shadow->whole[space].changed, at, at + 1);
    origin_set *held = &shadow->origins[space][at];
    const uint32_t before = *held != 0, after = origins != 0;
    *held = origins;
    if (shadow->bits[space])
        shadow->bits[space][at] = origins ? bits : 0;
    shadow->count[space] = shadow->count[space] - before + after;
    shadow->total = shadow->total - before + after;
}

static uint32_t shadow_end_of(const struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t count)
{
    const uint32_t size = shadow->size[space];
    return lo >= size ? lo : count > size - lo ? size : lo + count;
}

/* Within one block. */
static uint32_t count_unknown(const struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t end)
{
    const uint32_t block = lo / SHADOW_BLOCK;
    uint32_t count = 0;
    if (!shadow->is_mixed[space][block])
        return shadow->alike[space][block] ? end - lo : 0;
    for (uint32_t at = lo; at < end; at++)
        count += shadow->origins[space][at] != 0;
    return count;
}

/* Likewise. */
static void put_in_block(struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t end, origin_set origins)
{
    const uint32_t block = lo / SHADOW_BLOCK;
    if (lo == block * SHADOW_BLOCK && end == block_end(shadow, space, lo)) {
        shadow->is_mixed[space][block] = false;
        shadow->alike[space][block] = origins;
        return;
    }
    if (!shadow->is_mixed[space][block] && shadow->alike[space][block] == origins)
        return;
    mix(shadow, space, block);
    for (uint32_t at = lo; at < end; at++)
        shadow->origins[space][at] = origins;
}

static void observe_shadow_put(struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t end,
                               origin_set origins)
{
    uint32_t before = 0;
    for (uint32_t at = lo, next; at < end; at = next) {
        next = block_end(shadow, space, at) < end ? block_end(shadow, space, at) : end;
        before += count_unknown(shadow, space, at, next);
        put_in_block(shadow, space, at, next, origins);
    }
    if (shadow->bits[space] && lo < end)
        memset(shadow->bits[space] + lo, origins ? 0xFF : 0, end - lo);
    const uint32_t after = origins ? end - lo : 0;
    shadow->count[space] = shadow->count[space] - before + after;
    shadow->total = shadow->total - before + after;
}

/* Whole blocks, for so they are alike again. */
static void shadow_put_all(struct shadow *shadow, enum tt_space space, origin_set origins)
{
    struct shadow_whole *whole = &shadow->whole[space];
    const struct extent changed = whole->changed;
    const bool is_again = whole->is_put && whole->origins == origins;
    if (!is_again)
        observe_shadow_put(shadow, space, 0, shadow->size[space], origins);
    else if (changed.lo < changed.hi)
        observe_shadow_put(shadow, space, changed.lo / SHADOW_BLOCK * SHADOW_BLOCK,
                           block_end(shadow, space, changed.hi - 1), origins);
    *whole = (struct shadow_whole){.is_put = true, .origins = origins};
}

void shadow_put(struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t count, origin_set origins)
{
    if (!origins && shadow->count[space] == 0)
        return;
    const uint32_t end = shadow_end_of(shadow, space, lo, count);
    if (lo == 0 && end == shadow->size[space]) {
        shadow_put_all(shadow, space, origins);
    } else if (lo < end) {
        extent_add(&shadow->whole[space].changed, lo, end);
        observe_shadow_put(shadow, space, lo, end, origins);
    }
}

void shadow_add(struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t count, origin_set origins)
{
    const uint32_t end = shadow_end_of(shadow, space, lo, count);
    for (uint32_t at = lo; at < end && origins; at++)
        set_one(shadow, space, at, shadow_origins(shadow, space, at) | origins, 0xFF);
}

void shadow_put_bits(struct shadow *shadow, enum tt_space space, uint32_t at, uint8_t bits, origin_set origins)
{
    if (at >= shadow->size[space])
        return;
    const uint8_t others = (uint8_t)(shadow_bits(shadow, space, at) & ~bits);
    const origin_set retained = others ? shadow_origins(shadow, space, at) : 0;
    set_one(shadow, space, at, retained | origins, (uint8_t)(others | (origins ? bits : 0)));
}

bool shadow_has_any(const struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t hi)
{
    const uint32_t end = hi < shadow->size[space] ? hi : shadow->size[space];
    bool has = false;
    for (uint32_t at = lo; at < end && shadow->count[space] && !has; at = shadow_alike_end(shadow, space, at, end))
        has = shadow_origins(shadow, space, at) != 0;
    return has;
}

/* Whether a whole block, or (mixed) one byte, comes from `origins`; *is_whole: which of the two. */
static bool has_origins(const struct shadow *shadow, enum tt_space space, uint32_t at, origin_set origins,
                        bool *is_whole)
{
    *is_whole = !shadow->is_mixed[space][at / SHADOW_BLOCK];
    return (shadow_origins(shadow, space, at) & origins) == origins;
}

void shadow_widen(const struct shadow *shadow, enum tt_space space, origin_set origins, uint32_t *lo, uint32_t *hi)
{
    bool is_whole;
    while (*lo && has_origins(shadow, space, *lo - 1, origins, &is_whole))
        *lo = is_whole ? (*lo - 1) / SHADOW_BLOCK * SHADOW_BLOCK : *lo - 1;
    while (*hi < shadow->size[space] && has_origins(shadow, space, *hi, origins, &is_whole))
        *hi = is_whole ? block_end(shadow, space, *hi) : *hi + 1;
}
