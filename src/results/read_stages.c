/* SPDX-License-Identifier: Apache-2.0 */
/* Stage values: of one instruction, and of runs of like ones. docs/formats/results.md#stages */
#include "results/reader_internal.h"

#include "numeric/format.h"
#include "results/gather.h"

enum { GROUP_BYTES_MAX = 1 << 20 }; /* of values: then it is given though its data tile goes on */

static enum tt_status no_memory(struct results *results, struct tt_error *err)
{
    return tt_fail(err, TT_NO_MEMORY, "%s: no memory for the values of stages", results->path);
}

/* ---- one instruction ---- */

enum tt_status results_gather(struct results *results, uint64_t seq, struct gather_event *event, struct tt_error *err)
{
    struct events *events;
    const struct window *window = NULL;
    *event = (struct gather_event){.window = NULL};
    TRY(results_events(results, &events, err));
    TRY(events_window(events, EVENTS_STAGES, events_number(seq), &window, err));
    if (!window)
        return TT_OK;
    gather_begin_event(event, window, window_first_stage(window, seq));
    if (event->seq != seq)
        event->instances = 0;
    return TT_OK;
}

static enum tt_status give_rows(const struct gathered *gathered,
                                enum tt_status (*visit)(void *, const struct results_block_row *), void *user)
{
    for (unsigned i = 0; i < gathered->row_count; i++)
        TRY(visit(user, &gathered->rows[i]));
    return TT_OK;
}

enum tt_status results_blocks_of(struct results *results, enum tt_unit unit, uint64_t seq,
                                 enum tt_status (*visit)(void *, const struct results_block_row *), void *user,
                                 struct tt_error *err)
{
    struct gather_event event;
    struct gathered *gathered = mem_calloc(1, sizeof *gathered);
    enum tt_status status = gathered ? results_gather(results, seq, &event, err) : no_memory(results, err);
    const bool has_window = !status;
    for (uint8_t instance = 0; !status && instance < PROBE_INSTANCES; instance++)
        if (event.instances >> (unit * PROBE_INSTANCES + instance) & 1)
            status = gather_one(gathered, &event, unit, instance) ? give_rows(gathered, visit, user)
                                                                  : no_memory(results, err);
    if (has_window)
        events_release(event.window);
    if (gathered)
        gathered_clear(gathered);
    mem_free(gathered);
    return walk_ended(status);
}

/* ---- groups ---- */

/* Of one unit: what each instance is in the middle of. */
struct grouping {
    struct gathered gathered[PROBE_INSTANCES], next;
    enum tt_unit unit;
    uint64_t first, last; /* events; of one instance alone where that is below PROBE_INSTANCES */
    uint8_t instance;
    bool is_whole; /* the gathered instructions are one group, whatever they are like */
    enum tt_status (*visit)(void *, const struct results_group_row *);
    void *user;
    struct results *results;
    struct tt_error *err;
};

/* The datums after the last stage that has any, and their format. */
static void group_datums(const struct gathered *gathered, struct results_group_row *row)
{
    row->format = UINT8_MAX;
    for (uint32_t left = gathered->stages; left; left &= left - 1) {
        const struct gathered_stage *stage = &gathered->stage[__builtin_ctz(left)];
        if (!format_is_datum((enum format)stage->format))
            continue;
        row->datums = stage->count;
        row->format = stage->format;
    }
}

static enum tt_status give_group(struct grouping *grouping, struct gathered *gathered)
{
    const uint64_t *seqs = gathered->seqs.data;
    const size_t insns = gathered->seqs.used / sizeof *seqs;
    if (!gathered->stages || !grouping->visit)
        return TT_OK;
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
    group_datums(gathered, &row);
    const enum tt_status status = grouping->visit(grouping->user, &row);
    gathered_empty(gathered);
    if (status)
        grouping->visit = NULL; /* it has seen enough */
    return status;
}

static enum tt_status group_instance(struct grouping *grouping, const struct gather_event *event, uint8_t instance)
{
    struct gathered *gathered = &grouping->gathered[instance], *next = &grouping->next;
    if (grouping->instance < PROBE_INSTANCES && instance != grouping->instance)
        return TT_OK;
    if (!gather_take(next, event, grouping->unit, instance))
        return no_memory(grouping->results, grouping->err);
    if (!grouping->is_whole && !gather_goes_on(gathered, next))
        TRY(give_group(grouping, gathered));
    if (!gather_join(gathered, next))
        return no_memory(grouping->results, grouping->err);
    return !grouping->is_whole && gathered_bytes(gathered) >= GROUP_BYTES_MAX ? give_group(grouping, gathered) : TT_OK;
}

/* The events of a window in which the unit's stages were at work. */
static enum tt_status group_window(void *user, const struct window *window)
{
    struct grouping *grouping = user;
    struct gather_event event;
    for (size_t i = window_first_stage(window, grouping->first); i < window->stage_count; i = event.stage_end) {
        gather_begin_event(&event, window, i);
        if (event.seq > grouping->last)
            return TT_END;
        for (uint8_t instance = 0; instance < PROBE_INSTANCES; instance++)
            if (event.instances >> (grouping->unit * PROBE_INSTANCES + instance) & 1)
                TRY(group_instance(grouping, &event, instance));
    }
    return TT_OK;
}

static enum tt_status walk_groups(struct grouping *grouping)
{
    struct events *events;
    TRY(results_events(grouping->results, &events, grouping->err));
    return events_walk(events, EVENTS_STAGES, grouping->first, grouping->last, group_window, grouping, grouping->err);
}

static enum tt_status end_grouping(struct grouping *grouping, enum tt_status status)
{
    for (int i = 0; i < PROBE_INSTANCES; i++)
        gathered_clear(&grouping->gathered[i]);
    gathered_clear(&grouping->next);
    mem_free(grouping);
    return walk_ended(status);
}

enum tt_status results_each_group(struct results *results, enum tt_unit unit,
                                  enum tt_status (*visit)(void *, const struct results_group_row *), void *user,
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
    grouping->results = results;
    grouping->err = err;
    enum tt_status status = walk_groups(grouping);
    for (int i = 0; !status && i < PROBE_INSTANCES; i++)
        status = give_group(grouping, &grouping->gathered[i]);
    return end_grouping(grouping, status);
}

enum tt_status results_blocks_in(struct results *results, const struct results_group_row *group,
                                 enum tt_status (*visit)(void *, const struct results_block_row *), void *user,
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
    grouping->results = results;
    grouping->err = err;
    enum tt_status status = walk_groups(grouping);
    gathered->tile = group->tile;
    gathered->first_datum = group->first_datum;
    if (!status && gathered->stages)
        status = gathered_make_rows(gathered) ? give_rows(gathered, visit, user) : no_memory(results, err);
    return end_grouping(grouping, status);
}
