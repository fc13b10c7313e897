/* SPDX-License-Identifier: Apache-2.0 */
/* A set of origins for every byte of state; none: the byte is known. For words that are written by the bit also which
 * bits are unknown. Most bytes of a space are alike, and a block whose bytes are alike has one set: a start that leaves
 * all of L1 unknown costs one store a block. */
#pragma once

#include "observe/extent.h"
#include "observe/origins.h"

enum { SHADOW_BLOCK = 128 }; /* the bytes that a PACR of four rows of 16 bits writes */

/* All of a space was put at once, and beside what was changed it is as it was then: what a unit writes that does not
 * run becomes unknown again with each of its words. */
struct shadow_whole {
    bool is_put;
    origin_set origins;
    struct extent changed;
};

struct shadow {
    uint32_t size[TT_SPACE_COUNT];
    uint32_t count[TT_SPACE_COUNT]; /* bytes of each that are not known */
    uint64_t total;
    struct shadow_whole whole[TT_SPACE_COUNT];
    bool *is_mixed[TT_SPACE_COUNT];    /* by block: each byte has a set of its own, in origins */
    origin_set *alike[TT_SPACE_COUNT]; /* by block, where it is not: the set of all its bytes */
    origin_set *origins[TT_SPACE_COUNT];
    uint8_t *bits[TT_SPACE_COUNT]; /* null: all of a byte */
};

bool shadow_init(struct shadow *shadow, enum tt_chip chip); /* false: no memory; clear it all the same */
void shadow_clear(struct shadow *shadow);

/* Bytes [lo, lo + count) come from `origins` from now on; ranges are cut at the end of the space. 0: known. */
void shadow_put(struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t count, origin_set origins);
/* They come from `origins` as well. */
void shadow_add(struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t count, origin_set origins);
/* Of the byte only `bits` come from `origins`; the others stay as they are. */
void shadow_put_bits(struct shadow *shadow, enum tt_space space, uint32_t at, uint8_t bits, origin_set origins);

/* The origins of a byte. */
static inline origin_set shadow_origins(const struct shadow *shadow, enum tt_space space, uint32_t at)
{
    const uint32_t block = at / SHADOW_BLOCK;
    return shadow->is_mixed[space][block] ? shadow->origins[space][at] : shadow->alike[space][block];
}

/* The end, at most hi, of the bytes from `at` on that share its set because their block does. */
static inline uint32_t shadow_alike_end(const struct shadow *shadow, enum tt_space space, uint32_t at, uint32_t hi)
{
    const uint32_t block = at / SHADOW_BLOCK, end = (block + 1) * SHADOW_BLOCK;
    if (shadow->is_mixed[space][block])
        return at + 1;
    return end < hi ? end : hi;
}

/* The origins of a byte, as far as `bits` of it are unknown. */
static inline origin_set shadow_at(const struct shadow *shadow, enum tt_space space, uint32_t at, uint8_t bits)
{
    const uint8_t *unknown = shadow->bits[space];
    return unknown && !(unknown[at] & bits) ? 0 : shadow_origins(shadow, space, at);
}

/* Bits of a byte that are not known. */
static inline uint8_t shadow_bits(const struct shadow *shadow, enum tt_space space, uint32_t at)
{
    const uint8_t *unknown = shadow->bits[space];
    return unknown ? unknown[at] : shadow_origins(shadow, space, at) ? 0xFF : 0;
}

/* Whether any byte of [lo, hi) has origins. */
bool shadow_has_any(const struct shadow *shadow, enum tt_space space, uint32_t lo, uint32_t hi);

/* The bytes around [*lo, *hi) that all come, among others, from `origins`. */
void shadow_widen(const struct shadow *shadow, enum tt_space space, origin_set origins, uint32_t *lo, uint32_t *hi);

/* ---- shadow_copy.c ---- */

/* A copy; nothing of a space that was all known. */
struct shadow_copy {
    uint32_t count[TT_SPACE_COUNT];
    uint64_t total;
    size_t bytes; /* that the arrays take */
    bool *is_mixed[TT_SPACE_COUNT];
    origin_set *alike[TT_SPACE_COUNT], *mixed[TT_SPACE_COUNT]; /* mixed: of mixed blocks, one behind the other */
    uint8_t *bits[TT_SPACE_COUNT];
};

/* False: no memory; clear it all the same. Restore into a shadow of the same chip. */
bool shadow_save(const struct shadow *shadow, struct shadow_copy *copy);
void shadow_restore(struct shadow *shadow, const struct shadow_copy *copy);
void shadow_copy_clear(struct shadow_copy *copy);
