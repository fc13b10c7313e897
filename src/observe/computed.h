/* SPDX-License-Identifier: Apache-2.0 */
/* Which bytes of a space that several units write are computed by the running units: written by one of them after the
 * last skipped word that may have written there. docs/semantics/replay.md, "Computed bytes". */
#pragma once

#include "isa/chip.h"
#include "tile/probe.h"

struct computed;

/* Follows the spaces of the mask (bit a enum tt_space); nothing is computed yet. Null without memory. */
struct computed *computed_new(enum tt_chip chip, uint32_t spaces);
void computed_free(struct computed *computed); /* null is allowed */

/* An access, as the tile reports it. */
void computed_take(struct computed *computed, const struct probe_access *access);

/* A skipped word may have written the space. */
void computed_lose(struct computed *computed, enum tt_space space);

/* Its memory, for moments (order/moment.h): piece `number` of COMPUTED_PIECES, *bytes plain bytes that do not
 * move; null: there is nothing. */
enum { COMPUTED_PIECES = TT_SPACE_COUNT + 1 };
void *computed_memory(struct computed *computed, unsigned number, size_t *bytes);

/* One byte a byte of [lo, …), nonzero where computed; null for a space that is not followed. Borrowed. */
const uint8_t *computed_at(const struct computed *computed, enum tt_space space, uint32_t lo);
