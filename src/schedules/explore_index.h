/* SPDX-License-Identifier: Apache-2.0 */
/* Properties of an order's moves that the search asks again and again, in arrays of their own: which came before
 * another, and sums of moves. */
#pragma once

#include "schedules/explore.h"

/* The reads and writes of a move, or of any of several. */
struct explore_reach {
    uint64_t reads, writes;
};

/* Of a move that touches anything. */
struct explore_brief {
    struct explore_reach reach;
    uint32_t place, index;
    uint8_t process;
};

enum { EXPLORE_BLOCK = 16 }; /* briefs that are passed over at once where none of them meets a move */

struct explore_index {
    uint64_t *sums;                      /* of the moves before each */
    uint32_t *places[EXPLORE_PROCESSES]; /* of each process's moves */
    uint32_t counts[EXPLORE_PROCESSES];  /* so many of its moves were added */
    struct explore_brief *briefs;
    struct explore_reach *blocks; /* of so many briefs together, as far as they are full */
    size_t brief_count, capacity;
};

/* For an order of `count` moves, none of them added yet; false without memory. */
bool explore_index_begin(struct explore_index *index, size_t count);
void explore_index_clear(struct explore_index *index);
/* The next move, whose clock is found. */
void explore_index_add(struct explore_index *index, const struct explore_move *move);
uint64_t explore_move_sum(const struct explore_move *move, const uint32_t clock[static EXPLORE_PROCESSES]);

/* Whether one may write what the other reads or writes. */
static inline bool explore_may_meet(const struct explore_reach *one, const struct explore_reach *other)
{
    return ((one->writes & (other->reads | other->writes)) | (one->reads & other->writes)) != 0;
}

/* The sum of the moves before a place and of those behind it that `second` needs. */
uint64_t explore_index_between(const struct explore_index *index, const struct explore_move *second, size_t first_at);

/* The first place of a move that is of another process and does not come before this one; UINT32_MAX: all come before.
 */
uint32_t explore_index_bound(const struct explore_index *index, const struct explore_move *move);
