/* SPDX-License-Identifier: Apache-2.0 */
/* A copy of a shadow: of blocks whose bytes are alike only their one set. */
#include "observe/shadow.h"

static size_t shadow_copy_blocks_of(const struct shadow *shadow, int space)
{
    return (shadow->size[space] + SHADOW_BLOCK - 1) / SHADOW_BLOCK;
}

static size_t block_bytes(const struct shadow *shadow, int space, size_t block)
{
    const size_t lo = block * SHADOW_BLOCK, left = shadow->size[space] - lo;
    return (left < SHADOW_BLOCK ? left : SHADOW_BLOCK) * sizeof(origin_set);
}

static size_t count_mixed(const struct shadow *shadow, int space)
{
    size_t count = 0;
    for (size_t block = 0; block < shadow_copy_blocks_of(shadow, space); block++)
        count += shadow->is_mixed[space][block];
    return count;
}

static bool shadow_copy_take_space(struct shadow_copy *copy, const struct shadow *shadow, int space)
{
    const size_t blocks = shadow_copy_blocks_of(shadow, space), mixed = count_mixed(shadow, space);
    copy->count[space] = shadow->count[space];
    if (!shadow->count[space])
        return true;
    copy->is_mixed[space] = mem_alloc(blocks * sizeof *copy->is_mixed[space]);
    copy->alike[space] = mem_alloc(blocks * sizeof *copy->alike[space]);
    copy->mixed[space] = mem_alloc((mixed ? mixed : 1) * SHADOW_BLOCK * sizeof *copy->mixed[space]);
    copy->bits[space] = shadow->bits[space] ? mem_alloc(shadow->size[space]) : NULL;
    if (!copy->is_mixed[space] || !copy->alike[space] || !copy->mixed[space] ||
        (shadow->bits[space] && !copy->bits[space]))
        return false;
    copy->bytes += blocks * (sizeof **copy->is_mixed + sizeof **copy->alike) +
                   mixed * SHADOW_BLOCK * sizeof **copy->mixed + (copy->bits[space] ? shadow->size[space] : 0);
    memcpy(copy->is_mixed[space], shadow->is_mixed[space], blocks * sizeof *copy->is_mixed[space]);
    memcpy(copy->alike[space], shadow->alike[space], blocks * sizeof *copy->alike[space]);
    if (copy->bits[space])
        memcpy(copy->bits[space], shadow->bits[space], shadow->size[space]);
    origin_set *to = copy->mixed[space];
    for (size_t block = 0; block < blocks; block++) {
        if (!shadow->is_mixed[space][block])
            continue;
        memcpy(to, shadow->origins[space] + block * SHADOW_BLOCK, block_bytes(shadow, space, block));
        to += SHADOW_BLOCK;
    }
    return true;
}

bool shadow_save(const struct shadow *shadow, struct shadow_copy *copy)
{
    *copy = (struct shadow_copy){.total = shadow->total};
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        if (!shadow_copy_take_space(copy, shadow, space))
            return false;
    return true;
}

/* Nothing of it is unknown. */
static void put_known(struct shadow *shadow, int space)
{
    const size_t blocks = shadow_copy_blocks_of(shadow, space);
    if (!shadow->count[space])
        return;
    memset(shadow->is_mixed[space], 0, blocks * sizeof *shadow->is_mixed[space]);
    memset(shadow->alike[space], 0, blocks * sizeof *shadow->alike[space]);
    if (shadow->bits[space])
        memset(shadow->bits[space], 0, shadow->size[space]);
}

static void shadow_copy_put_space(struct shadow *shadow, const struct shadow_copy *copy, int space)
{
    const size_t blocks = shadow_copy_blocks_of(shadow, space);
    const origin_set *from = copy->mixed[space];
    memcpy(shadow->is_mixed[space], copy->is_mixed[space], blocks * sizeof *shadow->is_mixed[space]);
    memcpy(shadow->alike[space], copy->alike[space], blocks * sizeof *shadow->alike[space]);
    if (shadow->bits[space])
        memcpy(shadow->bits[space], copy->bits[space], shadow->size[space]);
    for (size_t block = 0; block < blocks; block++) {
        if (!shadow->is_mixed[space][block])
            continue;
        memcpy(shadow->origins[space] + block * SHADOW_BLOCK, from, block_bytes(shadow, space, block));
        from += SHADOW_BLOCK;
    }
}

void shadow_restore(struct shadow *shadow, const struct shadow_copy *copy)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        if (copy->count[space])
            shadow_copy_put_space(shadow, copy, space);
        else
            put_known(shadow, space);
        shadow->count[space] = copy->count[space];
        shadow->whole[space].is_put = false;
    }
    shadow->total = copy->total;
}

void shadow_copy_clear(struct shadow_copy *copy)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        mem_free(copy->is_mixed[space]);
        mem_free(copy->alike[space]);
        mem_free(copy->mixed[space]);
        mem_free(copy->bits[space]);
    }
    *copy = (struct shadow_copy){0};
}
