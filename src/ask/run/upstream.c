/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/upstream.h"

/* A fault upstream shows downstream, never the other way round. A write to L1 that is missing says less than the
 * counters that led it elsewhere. */
static unsigned upstream_rank(const struct upstream *place)
{
    switch (place->space) {
    case TT_SPACE_CFG:
    case TT_SPACE_THREAD_CFG:
    case TT_SPACE_GPR:
        return 0;
    case TT_SPACE_SRCA:
    case TT_SPACE_SRCB:
        return 1;
    case TT_SPACE_LREG:
        return 2;
    case TT_SPACE_DST:
    case TT_SPACE_DST_VALID:
        return 3;
    case TT_SPACE_L1:
        return place->has_writer ? 4 : 6;
    case TT_SPACE_STATE: /* counters that went on from whatever went wrong */
    case TT_SPACE_COUNT:
        break;
    }
    return 5;
}

int upstream_compare(const struct upstream *a, const struct upstream *b)
{
    const unsigned rank_a = upstream_rank(a), rank_b = upstream_rank(b);
    const uint64_t seq_a = a->has_writer ? a->seq : UINT64_MAX, seq_b = b->has_writer ? b->seq : UINT64_MAX;
    if (rank_a != rank_b)
        return rank_a < rank_b ? -1 : 1;
    return (seq_a > seq_b) - (seq_a < seq_b);
}
