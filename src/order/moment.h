/* SPDX-License-Identifier: Apache-2.0 */
/* Moments: where a replay stood, so that it goes on from there. A moment has the tile's state, memory that its owner
 * adds, and which bytes are not known. The moments of one store share the pages that are alike; a page is
 * copied when it has changed. The tile knows which pages of L1 were written; of most other spaces it can report each
 * write, so that only pages that were written are looked at; of what it does not report, all. docs/architecture.md,
 * "Moments" */
#pragma once

#include "tile/tile.h"

struct moments; /* a store of moments, all of one tile */
struct moment;
struct unknown;

/* The state of the tile as it is now is what pages are compared with first. Null without memory. */
struct moments *moments_new(struct tile *tile);
void moments_free(struct moments *moments); /* null is allowed; behind all of its moments */

/* Before the first moment: plain memory that does not move (false: no memory); bytes that are not known. */
bool moments_add_memory(struct moments *moments, void *at, size_t bytes);
void moments_add_unknown(struct moments *moments, struct unknown *unknown);

/* Which writes moments_wrote() hears of from the last moment on; at first none, and all pages are looked at. */
enum moments_hearing {
    MOMENTS_HEAR_NOTHING,
    MOMENTS_HEAR_ACCESSES, /* of each write, as a probe that wants accesses hears of it */
    MOMENTS_HEAR_DATA,     /* likewise, and only words of data units run, not of the mover */
    MOMENTS_HEAR_VECTOR,   /* likewise, and of these only words of the vector unit that no macro is at work beside */
};
void moments_hear(struct moments *moments, enum moments_hearing hearing);
void moments_wrote(struct moments *moments, enum tt_space space, uint32_t lo, uint32_t hi);

/* Saves where the replay stands; *moment is null, or a moment that is given up for it. False without memory: then
 * *moment is null. */
bool moment_save(struct moments *moments, struct moment **moment);
void moment_restore(struct moments *moments, const struct moment *moment);
void moment_free(struct moments *moments, struct moment *moment); /* null is allowed */

/* Whether the tile is as it was at the moment, to the byte. */
bool moment_is_now(const struct moments *moments, const struct moment *moment);

/* All that the store and its moments take. */
size_t moments_bytes(const struct moments *moments);
