/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/undecided.h"

#include "base/search.h"

struct taking {
    struct undecided *undecided;
    uint32_t all; /* spaces of every byte that can be decided */
    uint64_t all_bytes;
};

static enum tt_status take_input(void *user, const struct unknown_input *origin)
{
    struct undecided *undecided = ((struct taking *)user)->undecided;
    if (undecided->input_count == ORIGINS_MAX)
        return TT_END;
    struct undecided_input *input = &undecided->inputs[undecided->input_count++];
    *input = (struct undecided_input){.number = origin->number,
                                      .space = origin->space,
                                      .lo = origin->lo,
                                      .hi = origin->hi,
                                      .is_assumed = origin->is_assumed};
    (void)snprintf(input->name, sizeof input->name, "%s", origin->name);
    return TT_OK;
}

/* Bytes that need just these spaces. */
static void add_way(struct undecided *undecided, uint32_t spaces, uint64_t bytes)
{
    size_t at = 0;
    while (at < undecided->way_count && undecided->ways[at].spaces != spaces)
        at++;
    if (at == UNDECIDED_WAYS_MAX - 1)
        return; /* the last place is that of all together */
    if (at == undecided->way_count)
        undecided->ways[undecided->way_count++] = (struct undecided_way){.spaces = spaces};
    undecided->ways[at].bytes += bytes;
}

static enum tt_status take_range(void *user, const struct replay_undecided *range)
{
    struct taking *taking = user;
    struct undecided *undecided = taking->undecided;
    const uint64_t bytes = range->hi - range->lo;
    uint32_t spaces = 0;
    undecided->bytes += bytes;
    for (size_t i = 0; i < undecided->input_count; i++) {
        struct undecided_input *input = &undecided->inputs[i];
        if (input->is_assumed || !origin_is_in(range->origins, input->number))
            continue;
        input->bytes += bytes;
        spaces |= UINT32_C(1) << input->space;
    }
    if (origin_is_in(range->origins, ORIGIN_UNWRITTEN))
        undecided->unwritten += bytes;
    if (origin_is_in(range->origins, ORIGIN_LOST) || origin_is_in(range->origins, ORIGIN_UNDEFINED) ||
        origin_is_in(range->origins, ORIGIN_MISSING)) {
        undecided->lost += bytes;
        return TT_OK;
    }
    taking->all |= spaces;
    taking->all_bytes += bytes;
    add_way(undecided, spaces, bytes);
    return TT_OK;
}

ORDER(by_bytes, struct undecided_input, FALLING(bytes) ?: RISING(number))

ORDER(by_size, struct undecided_way,
      COMPARE(__builtin_popcount(a->spaces), __builtin_popcount(b->spaces)) ?: FALLING(bytes) ?: RISING(spaces))

/* An assumption of more inputs also decides bytes that need fewer of them. */
static void sum_ways(const struct taking *taking)
{
    struct undecided *undecided = taking->undecided;
    uint64_t sums[UNDECIDED_WAYS_MAX] = {0};
    for (size_t i = 0; i < undecided->way_count; i++)
        for (size_t k = 0; k < undecided->way_count; k++)
            if (!(undecided->ways[k].spaces & ~undecided->ways[i].spaces))
                sums[i] += undecided->ways[k].bytes;
    bool has_all = false;
    for (size_t i = 0; i < undecided->way_count; i++) {
        undecided->ways[i].bytes = sums[i];
        has_all |= undecided->ways[i].spaces == taking->all;
    }
    if (undecided->way_count && !has_all)
        undecided->ways[undecided->way_count++] = (struct undecided_way){taking->all, taking->all_bytes};
    qsort(undecided->ways, undecided->way_count, sizeof *undecided->ways, by_size);
}

enum tt_status undecided_make(struct undecided *undecided, struct results *results, struct tt_error *err)
{
    struct taking taking = {.undecided = undecided};
    memset(undecided, 0, sizeof *undecided);
    enum tt_status status = results_each_unknown_input(results, take_input, &taking, err);
    status = status ?: results_each_undecided(results, take_range, &taking, err);
    sum_ways(&taking);
    qsort(undecided->inputs, undecided->input_count, sizeof *undecided->inputs, by_bytes);
    return status;
}

static enum tt_status find_range(void *user, const struct replay_undecided *range)
{
    struct undecided_byte *byte = user;
    if (range->space != byte->space || byte->at < range->lo || byte->at >= range->hi ||
        (byte->checkpoint != UINT32_MAX && byte->checkpoint != range->checkpoint))
        return TT_OK;
    byte->is_undecided = true;
    byte->origins |= range->origins;
    return TT_OK;
}

enum tt_status undecided_find(struct undecided_byte *byte, struct results *results, struct tt_error *err)
{
    byte->is_undecided = false;
    byte->origins = 0;
    return results_each_undecided(results, find_range, byte, err);
}
