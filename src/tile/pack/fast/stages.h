/* SPDX-License-Identifier: Apache-2.0 */
/* The stages over values of 16 bits, which most intermediate formats are, and some quicker ones over 32. They leave the
 * same as the stages of the datasheet. */
#pragma once

#include "tile/pack/fast/narrow.h"
#include "tile/pack/fast/whole.h"

/* A block whose values stand at 16 bits as long as that is all they need. */
struct pack_fast_block {
    struct pack_block *block; /* its values are the datums' where is_16 is false */
    bool is_16;
    uint16_t halves[PACK_BLOCK_MAX];
};

/* Fills set->steps[PACK_FROM_DST], on_16 and on_32. */
void pack_fast_stages_resolve(struct pack_settings *set);

/* To 32 bits and back. */
static inline void pack_fast_widen(struct pack_fast_block *fast)
{
    struct pack_block *block = fast->block;
    for (uint32_t i = 0; i < block->count; i++)
        block->values[i] = fast->halves[i];
    fast->is_16 = false;
}

static inline void pack_fast_narrow(struct pack_fast_block *fast)
{
    struct pack_block *block = fast->block;
    for (uint32_t i = 0; i < block->count; i++)
        fast->halves[i] = (uint16_t)block->values[i];
    fast->is_16 = true;
}

static inline void pack_fast_convert(enum pack_conversion conversion, uint32_t *values, uint32_t count)
{
    if (conversion != PACK_AS_IS)
        whole_loops.convert[conversion](values, count);
}
