/* SPDX-License-Identifier: Apache-2.0 */
/* One byte of shadow for every byte of a followed space. docs/semantics/replay.md,
 * "Computed bytes". */
#include "observe/computed.h"

#include "isa/spaces.h"
#include "observe/extent.h"

struct computed {
    uint8_t *shadow[TT_SPACE_COUNT]; /* null: not followed */
    uint32_t size[TT_SPACE_COUNT];
    struct extent set[TT_SPACE_COUNT]; /* the bytes beside it are 0 */
};

static void computed_set(struct computed *computed, enum tt_space space, uint32_t lo, uint32_t hi)
{
    extent_add(&computed->set[space], lo, hi);
    memset(computed->shadow[space] + lo, 1, hi - lo);
}

void computed_take(struct computed *computed, const struct probe_access *access)
{
    if (computed->shadow[access->space] && access->is_write && access->lo < access->hi &&
        access->hi <= computed->size[access->space])
        computed_set(computed, access->space, access->lo, access->hi);
}

void computed_lose(struct computed *computed, enum tt_space space)
{
    const struct extent set = computed->set[space];
    if (set.lo < set.hi)
        memset(computed->shadow[space] + set.lo, 0, set.hi - set.lo);
    computed->set[space] = (struct extent){0};
}

void *computed_memory(struct computed *computed, unsigned number, size_t *bytes)
{
    const bool is_space = number < TT_SPACE_COUNT;
    *bytes = is_space ? computed->size[number] : sizeof computed->set;
    return is_space ? (void *)computed->shadow[number] : (void *)computed->set;
}

const uint8_t *computed_at(const struct computed *computed, enum tt_space space, uint32_t lo)
{
    return computed->shadow[space] ? computed->shadow[space] + lo : NULL;
}

struct computed *computed_new(enum tt_chip chip, uint32_t spaces)
{
    struct computed *computed = mem_calloc(1, sizeof *computed);
    if (!computed)
        return NULL;
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        if (!(spaces >> space & 1))
            continue;
        computed->size[space] = space_bytes(chip, (enum tt_space)space);
        computed->shadow[space] = mem_calloc(computed->size[space], 1);
        if (!computed->shadow[space]) {
            computed_free(computed);
            return NULL;
        }
    }
    return computed;
}

void computed_free(struct computed *computed)
{
    if (!computed)
        return;
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        mem_free(computed->shadow[space]);
    mem_free(computed);
}
