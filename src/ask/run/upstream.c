/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/upstream.h"

#include "base/search.h"

/* A fault upstream shows downstream, never the other way round. A write to L1 that is missing says less than the
 * counters that led it elsewhere. */
static unsigned upstream_rank(const struct upstream *place)
{
    static const unsigned ranks[TT_SPACE_COUNT + 1] = {
        [TT_SPACE_SRCA] = 1, [TT_SPACE_SRCB] = 1,      [TT_SPACE_LREG] = 2,
        [TT_SPACE_DST] = 3,  [TT_SPACE_DST_VALID] = 3, [TT_SPACE_STATE] = 5, /* counters that went on */
        [TT_SPACE_STAGE] = 5};
    if (place->space == TT_SPACE_L1)
        return place->has_writer ? 4 : 6;
    return ranks[place->space];
}

int upstream_compare(const struct upstream *a, const struct upstream *b)
{
    const unsigned rank_a = upstream_rank(a), rank_b = upstream_rank(b);
    const uint64_t seq_a = a->has_writer ? a->seq : UINT64_MAX, seq_b = b->has_writer ? b->seq : UINT64_MAX;
    return COMPARE(rank_a, rank_b) ?: COMPARE(seq_a, seq_b);
}
