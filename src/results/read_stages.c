/* SPDX-License-Identifier: Apache-2.0 */
/* Stage values: of one instruction, and of runs of like ones. docs/formats/results.md#stages */
#include "results/reader_internal.h"

#include "base/memory.h"
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

/* 1: the visitor has seen enough. */
static int give_rows(const struct gathered *gathered, int (*visit)(void *, const struct results_block_row *),
                     void *user)
{
    for (unsigned i = 0; i < gathered->row_count; i++)
        if (visit(user, &gathered->rows[i]))
            return 1;
    return 0;
}

enum tt_status results_blocks_of(struct results *results, enum tt_unit unit, uint64_t seq,
                                 int (*visit)(void *, const struct results_block_row *), void *user,
                                 struct tt_error *err)
{
    struct gather_event event;
    int seen = 0;
    struct gathered *gathered = mem_calloc(1, sizeof *gathered);
    const enum tt_status status = gathered ? results_gather(results, seq, &event, err) : no_memory(results, err);
    for (uint8_t instance = 0; !status && instance < PROBE_INSTANCES && !seen; instance++)
        if (event.instances >> (unit * PROBE_INSTANCES + instance) & 1)
            seen = gather_one(gathered, &event, unit, instance) ? give_rows(gathered, visit, user) : -1;
    if (!status)
        events_release(event.window);
    if (gathered)
        gathered_clear(gathered);
    mem_free(gathered);
    return status || seen >= 0 ? status : no_memory(results, err);
}

/* ---- groups ---- */

/* Of one unit: what each instance is in the middle of. */
struct grouping {
    struct gathered gathered[PROBE_INSTANCES], next;
    enum tt_unit unit;
    uint64_t first, last; /* events; of one instance alone where that is below PROBE_INSTANCES */
    uint8_t instance;
    bool is_whole; /* the gathered instructions are one group, whatever they are like */
    int (*visit)(void *, const struct results_group_row *);
    void *user;
    int seen;
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
    group_datums(gathered, &row);
    grouping->seen = grouping->visit(grouping->user, &row) ? 1 : 0;
    gathered_empty(gathered);
}

static void group_instance(struct grouping *grouping, const struct gather_event *event, uint8_t instance)
{
    struct gathered *gathered = &grouping->gathered[instance], *next = &grouping->next;
    if (grouping->instance < PROBE_INSTANCES && instance != grouping->instance)
        return;
    if (!gather_take(next, event, grouping->unit, instance))
        grouping->seen = -1;
    else if (!grouping->is_whole && !gather_goes_on(gathered, next))
        give_group(grouping, gathered);
    if (!grouping->seen && !gather_join(gathered, next))
        grouping->seen = -1;
    else if (!grouping->is_whole && gathered_bytes(gathered) >= GROUP_BYTES_MAX)
        give_group(grouping, gathered);
}

/* The events of a window in which the unit's stages were at work. */
static bool group_window(void *user, const struct window *window)
{
    struct grouping *grouping = user;
    struct gather_event event;
    for (size_t i = window_first_stage(window, grouping->first); !grouping->seen && i < window->stage_count;
         i = event.stage_end) {
        gather_begin_event(&event, window, i);
        if (event.seq > grouping->last)
            return true;
        for (uint8_t instance = 0; instance < PROBE_INSTANCES && !grouping->seen; instance++)
            if (event.instances >> (grouping->unit * PROBE_INSTANCES + instance) & 1)
                group_instance(grouping, &event, instance);
    }
    return grouping->seen != 0;
}

static enum tt_status walk_groups(struct results *results, struct grouping *grouping, struct tt_error *err)
{
    struct events *events;
    TRY(results_events(results, &events, err));
    return events_walk(events, EVENTS_STAGES, grouping->first, grouping->last, group_window, grouping, err);
}

static enum tt_status end_grouping(struct results *results, struct grouping *grouping, enum tt_status status,
                                   struct tt_error *err)
{
    if (!status && grouping->seen < 0)
        status = no_memory(results, err);
    for (int i = 0; i < PROBE_INSTANCES; i++)
        gathered_clear(&grouping->gathered[i]);
    gathered_clear(&grouping->next);
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
        grouping->seen = gathered_make_rows(gathered) ? give_rows(gathered, visit, user) : -1;
    return end_grouping(results, grouping, status, err);
}
