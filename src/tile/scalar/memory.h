/* SPDX-License-Identifier: Apache-2.0 */
/* L1 as the scalar unit sees it: bytes at an address, every access reported (F35). */
#pragma once

#include "tile/tile_internal.h"

/* Count bytes at addr; what lies beyond L1 reads 0, with a finding. */
void scalar_load_l1(struct tile *tile, uint32_t addr, uint32_t count, uint8_t *bytes);
void scalar_store_l1(struct tile *tile, uint32_t addr, const uint8_t *bytes, uint32_t count);

/* One 32-bit word. */
uint32_t scalar_load_word(struct tile *tile, uint32_t addr);
/* The same without a report: for a word that may have to wait, and then did nothing. */
uint32_t scalar_peek_word(const struct tile *tile, uint32_t addr);
void scalar_store_word(struct tile *tile, uint32_t addr, uint32_t value);
