/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays that are read from end to end many times in a search. */
#include "schedules/explore_index.h"

#include "base/mix.h"
#include "schedules/explore_set.h"

static bool index_grow(struct explore_index *index, size_t count)
{
    explore_index_clear(index);
    bool is_well = true;
    index->sums = mem_alloc((count + 1) * sizeof *index->sums);
    index->briefs = mem_alloc((count + 1) * sizeof *index->briefs);
    index->blocks = mem_alloc((count / EXPLORE_BLOCK + 1) * sizeof *index->blocks);
    for (unsigned i = 0; i < EXPLORE_PROCESSES; i++) {
        index->places[i] = mem_alloc((count + 1) * sizeof *index->places[i]);
        is_well = is_well && index->places[i];
    }
    index->capacity = count;
    return is_well && index->sums && index->briefs && index->blocks;
}

bool explore_index_begin(struct explore_index *index, size_t count)
{
    if ((!index->sums || index->capacity < count) && !index_grow(index, count + count / 4)) {
        explore_index_clear(index);
        return false;
    }
    index->sums[0] = 0;
    index->brief_count = 0;
    memset(index->counts, 0, sizeof index->counts);
    return true;
}

void explore_index_clear(struct explore_index *index)
{
    mem_free(index->sums);
    mem_free(index->briefs);
    mem_free(index->blocks);
    for (unsigned i = 0; i < EXPLORE_PROCESSES; i++)
        mem_free(index->places[i]);
    *index = (struct explore_index){0};
}

uint64_t explore_move_sum(const struct explore_move *move, const uint32_t clock[static EXPLORE_PROCESSES])
{
    uint64_t sum = mix_bits(move->process);
    for (unsigned i = 0; i < EXPLORE_PROCESSES; i++)
        sum = mix_bits(sum ^ clock[i]);
    return sum;
}

static void index_add_brief(struct explore_index *index, const struct explore_move *move, uint32_t at)
{
    const struct explore_reach reach = {move->footprint.reads, move->footprint.writes};
    const size_t number = index->brief_count++;
    struct explore_reach *block = &index->blocks[number / EXPLORE_BLOCK];
    if (number % EXPLORE_BLOCK == 0)
        *block = (struct explore_reach){0};
    block->reads |= reach.reads;
    block->writes |= reach.writes;
    index->briefs[number] = (struct explore_brief){reach, at, move->index, move->process};
}

void explore_index_add(struct explore_index *index, const struct explore_move *move)
{
    uint32_t at = 0;
    for (unsigned i = 0; i < EXPLORE_PROCESSES; i++)
        at += index->counts[i];
    index->sums[at + 1] = index->sums[at] + explore_move_sum(move, move->clock);
    index->places[move->process][index->counts[move->process]++] = at;
    if (move->footprint.reads | move->footprint.writes)
        index_add_brief(index, move, at);
}

uint64_t explore_index_between(const struct explore_index *index, const struct explore_move *second, size_t first_at)
{
    uint64_t sum = index->sums[first_at];
    for (unsigned i = 0; i < EXPLORE_PROCESSES; i++) {
        const uint32_t own = i == second->process, *places = index->places[i];
        for (uint32_t at = second->clock[i] - (own && second->clock[i]); at-- > 0 && places[at] > first_at;)
            sum += index->sums[places[at] + 1] - index->sums[places[at]];
    }
    return sum;
}

uint32_t explore_index_bound(const struct explore_index *index, const struct explore_move *move)
{
    uint32_t bound = UINT32_MAX;
    for (unsigned i = 0; i < EXPLORE_PROCESSES; i++) {
        const uint32_t before = move->clock[i];
        if (i != move->process && before < index->counts[i] && index->places[i][before] < bound)
            bound = index->places[i][before];
    }
    return bound;
}
