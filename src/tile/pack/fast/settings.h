/* SPDX-License-Identifier: Apache-2.0 */
/* What the packer's fast paths decode of settings, beside what the datasheet needs (struct pack_settings has one). All
 * zero: none is taken. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct pack_settings;
struct packer;
struct pack_fast_block;

/* Loops over values of 16 bits; narrow.h. */
typedef void narrow_read(const uint16_t *restrict cells, uint32_t count, uint16_t *restrict halves);
typedef void narrow_convert(uint16_t *restrict halves, uint32_t count);
typedef void narrow_cut(const uint32_t *restrict values, uint32_t count, uint16_t *restrict halves);
typedef void narrow_store(const uint16_t *restrict halves, uint32_t count, uint8_t *restrict bytes);
/* Adds values to what L1 held, datum by datum; sums.h. add: the sum of two. */
typedef void pack_fast_sum(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
                           uint32_t (*add)(uint32_t held, uint32_t arriving));

/* A stage over values of 16 bits, or quicker ones of 32; stages.c. */
typedef void pack_fast_stage(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast);

/* Null: not this. */
struct pack_fast {
    narrow_read *read;       /* cells to values of 16 bits */
    narrow_convert *convert; /* early, from 16 bits to 16, */
    narrow_cut *cut;         /* or from 32 to 16 */
    narrow_store *store;
    pack_fast_sum *sum;
};
