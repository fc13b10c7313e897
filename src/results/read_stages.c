/* SPDX-License-Identifier: Apache-2.0 */
/* What stages held: of one instruction, and of runs of like ones. docs/formats/results.md#stages */
#include "results/reader_internal.h"

#include "base/memory.h"
#include "results/gather.h"

enum { GROUP_BYTES_MAX = 1 << 20 }; /* of values: then it is given though its data tile goes on */

static enum tt_status no_memory(struct results *results, struct tt_error *err)
{
    return tt_fail(err, TT_NO_MEMORY, "%s: no memory for the values of stages", results->path);
}

/* ---- one instruction ---- */

enum tt_status results_blocks_of(struct results *results, enum tt_unit unit, uint64_t seq,
                                 int (*visit)(void *, const struct results_block_row *), void *user,
                                 struct tt_error *err)
{
    struct events *events;
    struct gather_shape shape;
    const struct window *window = NULL;
    int seen = 0;
    struct gathered *gathered = mem_calloc(1, sizeof *gathered);
    enum tt_status status = gathered ? results_events(results, &events, err) : no_memory(results, err);
    if (!status)
        status = events_window(events, EVENTS_STAGES, events_number(EVENTS_STAGES, seq), &window, err);
    for (uint8_t instance = 0; !status && window && instance < PROBE_INSTANCES && !seen; instance++) {
        gather_look(&shape, window, seq, unit, instance);
        if (!shape.stages)
            continue;
        gathered_empty(gathered);
        gathered->unit = unit;
        gathered->instance = instance;
        gathered->tile = gathered->first_datum = 0;
        seen = gather_take(gathered, &shape, window, seq) ? gathered_blocks(gathered, visit, user) : -1;
    }
    events_release(window);
    if (gathered)
        gathered_clear(gathered);
    mem_free(gathered);
    return status || seen >= 0 ? status : no_memory(results, err);
}

/* ---- groups ---- */

/* Of one unit: what each instance is in the middle of. */
struct grouping {
    struct gathered gathered[PROBE_INSTANCES];
    enum tt_unit unit;
    uint64_t first, last; /* events; of one instance alone where that is below PROBE_INSTANCES */
    uint8_t instance;
    bool is_whole; /* what is gathered is one group, whatever its instructions are like */
    int (*visit)(void *, const struct results_group_row *);
    void *user;
    int seen;
};

static void give_group(struct grouping *grouping, struct gathered *gathered)
{
    const uint64_t *seqs = gathered->seqs.data;
    const size_t insns = gathered->seqs.used / sizeof *seqs;
    if (!gathered->stages || !grouping->visit || grouping->seen)
        return;
    struct results_group_row row = {
        .id = gather_number(&(struct gather_place){seqs[0], gathered->unit, gathered->instance, 0}) / STAGES_MAX,
        .instance = gathered->instance,
        .tile = gathered->tile,
        .first_datum = gathered->first_datum,
        .insns = (uint32_t)insns,
        .first_seq = seqs[0],
        .last_seq = seqs[insns - 1],
        .stages = gathered->stages,
        .has_l1 = gathered->l1_lo < gathered->l1_hi,
        .l1_lo = gathered->l1_lo < gathered->l1_hi ? gathered->l1_lo : 1,
        .l1_hi = gathered->l1_lo < gathered->l1_hi ? gathered->l1_hi : 0,
    };
    gathered_datums(gathered, &row.datums, &row.format);
    grouping->seen = grouping->visit(grouping->user, &row) ? 1 : 0;
    gathered_empty(gathered);
}

static void group_instance(struct grouping *grouping, const struct window *window, uint64_t seq, uint8_t instance)
{
    struct gathered *gathered = &grouping->gathered[instance];
    struct gather_shape shape;
    if (grouping->instance < PROBE_INSTANCES && instance != grouping->instance)
        return;
    gather_look(&shape, window, seq, grouping->unit, instance);
    if (!shape.stages)
        return;
    gathered->unit = grouping->unit;
    gathered->instance = instance;
    if (!grouping->is_whole && !gather_goes_on(gathered, &shape))
        give_group(grouping, gathered);
    if (!gather_take(gathered, &shape, window, seq))
        grouping->seen = -1;
    else if (!grouping->is_whole && gathered_bytes(gathered) >= GROUP_BYTES_MAX)
        give_group(grouping, gathered);
}

/* The events of a window in which the unit's stages were at work. */
static void group_window(struct grouping *grouping, const struct window *window)
{
    size_t i = window_first_stage(window, grouping->first);
    while (!grouping->seen && i < window->stage_count && window->stages[i].seq <= grouping->last) {
        const uint64_t seq = window->stages[i].seq;
        bool is_at_work = false;
        for (; i < window->stage_count && window->stages[i].seq == seq; i++)
            is_at_work |= window->stages[i].unit == grouping->unit;
        for (uint8_t instance = 0; is_at_work && instance < PROBE_INSTANCES && !grouping->seen; instance++)
            group_instance(grouping, window, seq, instance);
    }
}

static enum tt_status walk_groups(struct results *results, struct grouping *grouping, struct tt_error *err)
{
    struct events *events;
    const struct window *window;
    enum tt_status status = results_events(results, &events, err);
    for (uint64_t number = events_number(EVENTS_STAGES, grouping->first);
         !status && !grouping->seen && number <= events_number(EVENTS_STAGES, grouping->last);) {
        status = events_window(events, EVENTS_STAGES, number, &window, err);
        if (status || !window)
            break;
        number = window->number + 1;
        group_window(grouping, window);
        events_release(window);
    }
    return status;
}

static enum tt_status end_grouping(struct results *results, struct grouping *grouping, enum tt_status status,
                                   struct tt_error *err)
{
    if (!status && grouping->seen < 0)
        status = no_memory(results, err);
    for (int i = 0; i < PROBE_INSTANCES; i++)
        gathered_clear(&grouping->gathered[i]);
    mem_free(grouping);
    return status;
}

enum tt_status results_each_group(struct results *results, enum tt_unit unit,
                                  int (*visit)(void *, const struct results_group_row *), void *user,
                                  struct tt_error *err)
{
    struct grouping *grouping = mem_calloc(1, sizeof *grouping);
    if (!grouping)
        return no_memory(results, err);
    grouping->unit = unit;
    grouping->last = INT64_MAX;
    grouping->instance = PROBE_INSTANCES;
    grouping->visit = visit;
    grouping->user = user;
    const enum tt_status status = walk_groups(results, grouping, err);
    for (int i = 0; !status && i < PROBE_INSTANCES; i++)
        give_group(grouping, &grouping->gathered[i]);
    return end_grouping(results, grouping, status, err);
}

enum tt_status results_blocks_in(struct results *results, const struct results_group_row *group,
                                 int (*visit)(void *, const struct results_block_row *), void *user,
                                 struct tt_error *err)
{
    struct gather_place place;
    struct grouping *grouping = mem_calloc(1, sizeof *grouping);
    if (!grouping || !gather_place_of(&place, group->id * STAGES_MAX)) {
        mem_free(grouping);
        return grouping ? TT_OK : no_memory(results, err);
    }
    struct gathered *gathered = &grouping->gathered[group->instance];
    grouping->unit = place.unit;
    grouping->first = group->first_seq;
    grouping->last = group->last_seq;
    grouping->instance = group->instance;
    grouping->is_whole = true;
    const enum tt_status status = walk_groups(results, grouping, err);
    gathered->tile = group->tile;
    gathered->first_datum = group->first_datum;
    if (!status && !grouping->seen && gathered->stages)
        grouping->seen = gathered_blocks(gathered, visit, user);
    return end_grouping(results, grouping, status, err);
}
