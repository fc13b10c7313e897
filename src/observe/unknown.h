/* SPDX-License-Identifier: Apache-2.0 */
/* Unknown is not zero: which bytes of the tile's state are unknown, from which inputs that comes, and how it spreads
 * from what an instruction reads to what it writes, as far as that depends on it (depends.h; settings by the field that
 * the unit looks at). The results of an instruction of undefined behaviour are unknown, too. A probe does the
 * spreading. docs/semantics/replay.md, "Unknown is not zero". */
#pragma once

#include "observe/origins.h"
#include "tile/probe.h"

struct unknown;

/* Everything is known at first. listener (may be null) gets every report that it wants; borrowed. Null without
 * memory. */
struct unknown *unknown_new(enum tt_chip chip, const struct probe *listener);
void unknown_free(struct unknown *unknown); /* null is allowed */

/* Bit a enum tt_space: what the start leaves unknown of these counts as what the tile has there. It is still followed,
 * so that whatever depends on it can be named. */
void unknown_assume(struct unknown *unknown, uint32_t spaces);

/* Whether anything is unknown or assumed at all. */
bool unknown_any(const struct unknown *unknown);
/* Which calls it then needs to know where each datum came from and what decided about it; 0 where nothing is unknown.
 * Settings only where one may be unknown, for they cost the most. */
unsigned unknown_asks(const struct unknown *unknown);

/* The probe to give to the tile while anything is unknown, or undefined behaviour is to be followed. */
const struct probe *unknown_probe(struct unknown *unknown);

/* The next listener from now on; null: none. */
void unknown_set_next(struct unknown *unknown, const struct probe *listener);

/* [lo, lo + count) of a space becomes unknown by something in this replay; becomes known. */
void unknown_mark(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count);
void unknown_clear(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count);
void unknown_mark_all(struct unknown *unknown, enum tt_space space);
/* All of a space is an input: the recording does not hold it at the start; or (Dst and its flags) no checkpoint holds
 * it and units write it that do not run. */
void unknown_mark_input(struct unknown *unknown, enum tt_space space);
void unknown_mark_missing(struct unknown *unknown, enum tt_space space);

/* Bytes [lo, hi) count as unknown, as input `number`, which nothing else has: numbers of other inputs come behind the
 * highest of these. */
void unknown_watch(struct unknown *unknown, unsigned number, enum tt_space space, uint32_t lo, uint32_t hi);

/* Until it is cleared: whatever an instruction writes is unknown, because a word that may have set it up was not
 * run. */
void unknown_lose_control(struct unknown *unknown, bool is_lost);

/* Takes over what a snapshot knows: bits that it knows become known (in spaces not followed by the bit, whole bytes);
 * the others become unknown if `rest_is_missing`, and stay as they were if not. */
void unknown_take(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *known,
                  bool rest_is_missing);

/* Firmware order: while a core does an instruction (TT_CORE_COUNT: none does), reads outside of words are its own. The
 * core's computation from them is not followed, so everything that it stores or pushes from then on depends on them. */
void unknown_set_core(struct unknown *unknown, enum tt_core core);
/* The core loads bytes of L1; it pushes a word into the pipe of a thread. */
void unknown_core_loads(struct unknown *unknown, uint32_t lo, uint32_t count);
void unknown_core_pushes(struct unknown *unknown, unsigned thread);
/* Whether the core has loaded an unknown value. */
bool unknown_core_depends(const struct unknown *unknown);

/* From here on nothing counts as unknown: what the tile has there is taken for its value. */
void unknown_disregard(struct unknown *unknown, bool is_disregarded);

/* Whether anything of a space is unknown or assumed. Of one byte: which bits, whether it is as it was at the start, and
 * where it comes from; a set that is within unknown_origins()->assumed is assumed. */
bool unknown_has(const struct unknown *unknown, enum tt_space space);

/* Words of the internal state: whether a unit that produces the group worked on unknown data; the input that stands for
 * a word of which nothing is known. */
bool unknown_internal_is_lost(const struct unknown *unknown, unsigned what);
origin_set unknown_internal(struct unknown *unknown, uint32_t lo);
uint8_t unknown_bits(const struct unknown *unknown, enum tt_space space, uint32_t at);
bool unknown_is_unwritten(const struct unknown *unknown, enum tt_space space, uint32_t at);
origin_set unknown_origins_at(struct unknown *unknown, enum tt_space space, uint32_t at);
const struct origins *unknown_origins(const struct unknown *unknown);

/* The inputs that what the instruction that just ended did rests on, but for those that are assumed; also that it is
 * undefined. */
origin_set unknown_insn_origins(const struct unknown *unknown);

/* How the rows of Dst are permuted for the thread of the instruction that just ran; null: they are in the order of
 * their numbers. */
struct unknown_order {
    void *user;
    void (*rows)(void *user, unsigned thread, bool *has_remap, bool *has_swizzle);
};
void unknown_set_order(struct unknown *unknown, const struct unknown_order *order);

/* Gets each range that an instruction (or a store) left unknown, but not those that are assumed. */
struct unknown_listener {
    void *user;
    void (*tainted)(void *user, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi);
};
void unknown_set_listener(struct unknown *unknown, const struct unknown_listener *listener);

/* To be called before the probe is handed out again: what it wants depends on what is unknown. */
void unknown_refresh(struct unknown *unknown);

/* ---- unknown_copy.c ---- */

/* A copy of the state between two instructions; null: no memory. Restore into one of the same chip. */
struct unknown_copy;
struct unknown_copy *unknown_save(const struct unknown *unknown);
void unknown_restore(struct unknown *unknown, const struct unknown_copy *copy);
size_t unknown_copy_bytes(const struct unknown_copy *copy);
void unknown_copy_free(struct unknown_copy *copy); /* null is allowed */
