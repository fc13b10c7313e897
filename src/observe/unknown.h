/* SPDX-License-Identifier: Apache-2.0 */
/* Unknown is not zero: which bytes of the tile's state are unknown. From what an instruction reads this spreads to what
 * it writes, as far as the one depends on the other (depends.h). What an instruction of undefined behaviour writes is
 * unknown, too. A probe does the spreading. */
#pragma once

#include "isa/chip.h"
#include "tile/probe.h"

#include <stdbool.h>
#include <stdint.h>

struct unknown;

/* All known. listener (may be null) is given everything it wants; borrowed. Null without memory. */
struct unknown *unknown_new(enum tt_chip chip, const struct probe *listener);
void unknown_free(struct unknown *unknown); /* null is allowed */

/* Whether anything is unknown at all. */
bool unknown_any(const struct unknown *unknown);

/* Bit a enum tt_space: those from which an instruction read something unknown so far. */
uint32_t unknown_read_from(const struct unknown *unknown);

/* What to hand to the tile: while anything is unknown, or where undefined behaviour is to be followed. */
const struct probe *unknown_probe(struct unknown *unknown);

/* Who listens behind it from now on; null: no one. */
void unknown_set_next(struct unknown *unknown, const struct probe *listener);

/* [lo, lo + count) of a space becomes unknown, or known. */
void unknown_mark(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count);
void unknown_clear(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count);
void unknown_mark_all(struct unknown *unknown, enum tt_space space);

/* Takes over what a snapshot knows: bytes with known 0xFF become known, the others become unknown if `rest_is_unknown`
 * and stay as they were if not. */
void unknown_take(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *known,
                  bool rest_is_unknown);

/* One byte a byte of [lo, …), nonzero where unknown; null when nothing in the space is. Borrowed. */
const uint8_t *unknown_at(const struct unknown *unknown, enum tt_space space, uint32_t lo);

/* Until it is set back: whatever an instruction writes is unknown, because what controls it is. */
void unknown_set_control(struct unknown *unknown, bool is_unknown);

/* How the rows of Dst lie for a thread's instruction that just ran; without it as they are numbered. */
struct unknown_order {
    void *user;
    void (*rows)(void *user, unsigned thread, bool *has_remap, bool *has_swizzle);
};
void unknown_set_order(struct unknown *unknown, const struct unknown_order *order);

/* Who is given each range that an instruction (or a store) left unknown. */
struct unknown_listener {
    void *user;
    void (*tainted)(void *user, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi);
};
void unknown_set_listener(struct unknown *unknown, const struct unknown_listener *listener);

/* To be called before the probe is handed out again: what it wants depends on what is unknown. */
void unknown_refresh(struct unknown *unknown);
