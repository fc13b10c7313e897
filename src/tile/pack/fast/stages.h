/* SPDX-License-Identifier: Apache-2.0 */
/* The stages over values of 16 bits, which most intermediate formats are, and some quicker ones over 32. What they
 * leave is what the datasheet's leave. */
#pragma once

#include "tile/pack/fast/narrow.h"

/* A block whose values stand at 16 bits as long as that is all they need. */
struct pack_fast_block {
    struct pack_block *block; /* its values are the datums' where is_16 is false */
    bool is_16;
    uint16_t halves[PACK_BLOCK_MAX];
};

/* Fills set->steps[PACK_FROM_DST], on_16 and on_32. */
void pack_fast_stages_resolve(struct pack_settings *set);

/* A loop for a conversion; loops.c. */
void pack_fast_convert(enum pack_conversion conversion, uint32_t *values, uint32_t count);
