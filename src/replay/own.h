/* SPDX-License-Identifier: Apache-2.0 */
/* Which bytes of a space that several units write are the running units' own: written by one of them after the last
 * skipped word that may have written there. docs/semantics/replay.md, "Own bytes". */
#pragma once

#include "isa/chip.h"
#include "tile/probe.h"

struct own;

/* Follows the spaces of the mask (bit a enum tt_space); nothing is anybody's own yet. Null without memory. */
struct own *own_new(enum tt_chip chip, uint32_t spaces);
void own_free(struct own *own); /* null is allowed */

/* What to hand to the tile; `next` (borrowed) is told everything it wants. */
const struct probe *own_probe(struct own *own, const struct probe *next);

/* Something skipped may have written the space. */
void own_lose(struct own *own, enum tt_space space);

/* One byte a byte of [lo, …), nonzero where own; null for a space that is not followed. Borrowed. */
const uint8_t *own_at(const struct own *own, enum tt_space space, uint32_t lo);
