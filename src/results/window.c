/* SPDX-License-Identifier: Apache-2.0 */
/* Copies what a replay reports. */
#include "results/window.h"

#include "base/search.h"
#include "isa/evidence.h"

enum { BLOCK_BYTES = 64 << 10, ALIGNMENT = 8 };

struct window_block {
    struct window_block *next;
    uint64_t bytes[]; /* aligned for every number */
};

/* ---- memory ---- */

static bool window_new_block(struct window *window, size_t needed)
{
    struct window_memory *memory = &window->memory;
    const size_t room = needed > BLOCK_BYTES ? needed : BLOCK_BYTES;
    struct window_block *block = mem_alloc(sizeof *block + room);
    if (!block) {
        window->is_short = true;
        return false;
    }
    block->next = memory->blocks;
    memory->blocks = block;
    memory->at = (uint8_t *)block->bytes;
    memory->left = room;
    memory->bytes += room;
    return true;
}

/* Most accesses are of a word. */
static inline const void *window_copy(struct window *window, const void *bytes, size_t size)
{
    struct window_memory *memory = &window->memory;
    const size_t needed = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!bytes || (needed > memory->left && !window_new_block(window, needed)))
        return NULL;
    void *copy = memory->at;
    memory->at += needed;
    memory->left -= needed;
    return size == sizeof(uint32_t) ? memcpy(copy, bytes, sizeof(uint32_t)) : memcpy(copy, bytes, size);
}

struct window *window_new(uint64_t number, bool has_stages, const struct window *like)
{
    struct window *window = mem_calloc(1, sizeof *window);
    if (!window)
        return NULL;
    window->number = window->from = number;
    window->has_stages = has_stages;
    if (like) { /* without memory they grow */
        (void)mem_grow(&window->events, &window->event_capacity, like->event_count, sizeof *window->events);
        (void)mem_grow(&window->accesses, &window->access_capacity, like->access_count, sizeof *window->accesses);
        (void)mem_grow(&window->stages, &window->stage_capacity, like->stage_count, sizeof *window->stages);
    }
    return window;
}

void window_free(struct window *window)
{
    if (!window)
        return;
    while (window->memory.blocks) {
        struct window_block *block = window->memory.blocks;
        window->memory.blocks = block->next;
        mem_free(block);
    }
    mem_free(window->events);
    mem_free(window->accesses);
    mem_free(window->stages);
    mem_free(window->taints);
    mem_free(window);
}

size_t window_bytes(const struct window *window)
{
    return sizeof *window + window->memory.bytes + window->event_capacity * sizeof *window->events +
           window->access_capacity * sizeof *window->accesses + window->stage_capacity * sizeof *window->stages +
           window->taint_capacity * sizeof *window->taints;
}

/* ---- reports ---- */

/* A word that had to wait is offered again, and stays one. */
void window_insn_begin(struct window *window, const struct probe_insn *insn)
{
    struct window_event *last = window->event_count ? &window->events[window->event_count - 1] : NULL;
    if (!last || last->seq != insn->seq) {
        if (mem_grow(&window->events, &window->event_capacity, window->event_count + 1, sizeof *window->events)) {
            window->is_short = true;
            return;
        }
        last = &window->events[window->event_count++];
        *last = (struct window_event){.seq = insn->seq,
                                      .word = insn->word,
                                      .thread = insn->thread,
                                      .unit = insn->unit,
                                      .is_core = insn->unit == TT_UNIT_CORE};
    }
    last->fact = insn->rests_on;
    last->is_found_weaker = false;
}

void window_insn_end(struct window *window, const struct probe_insn *insn)
{
    if (window->event_count)
        window->events[window->event_count - 1].has_waited = insn->has_waited;
}

void window_finding(struct window *window, const struct probe_finding *finding)
{
    if (!window->event_count)
        return;
    struct window_event *event = &window->events[window->event_count - 1];
    const struct fact *weaker = evidence_weaker(event->fact, finding->rests_on);
    event->is_found_weaker |= weaker != event->fact;
    event->fact = weaker;
}

void window_access(struct window *window, uint64_t seq, const struct probe_access *access)
{
    const size_t bytes = access->hi - access->lo;
    struct results_access_row row = {seq, *access};
    row.of.before = window_copy(window, access->before, bytes);
    row.of.after = window_copy(window, access->after, bytes);
    window->is_short |= !MEM_PUSH(window->accesses, window->access_count, window->access_capacity, row);
}

void window_stage(struct window *window, uint64_t seq, const struct probe_stage *stage)
{
    struct window_stage row = {seq, *stage};
    row.of.values = window_copy(window, stage->values, (size_t)stage->count * stage->value_bytes);
    row.of.origin = window_copy(window, stage->origin, stage->count * sizeof *stage->origin);
    window->is_short |= !MEM_PUSH(window->stages, window->stage_count, window->stage_capacity, row);
}

void window_origin(struct window *window, uint64_t seq, enum tt_core core, uint32_t pc)
{
    struct window_event *event = window->event_count ? &window->events[window->event_count - 1] : NULL;
    if (!event || event->seq != seq)
        return;
    event->has_origin = true;
    event->core = core;
    event->pc = pc;
}

void window_tainted(struct window *window, const struct results_taint_row *taint)
{
    window->is_short |= !MEM_PUSH(window->taints, window->taint_count, window->taint_capacity, *taint);
}

/* ---- looking ---- */

/* The event comes first in each of its items. */
size_t window_first_event(const struct window *window, uint64_t seq)
{
    return SEARCH_FIRST(window->events, window->event_count, item->seq < seq);
}

size_t window_first_access(const struct window *window, uint64_t seq)
{
    return SEARCH_FIRST(window->accesses, window->access_count, item->seq < seq);
}

size_t window_first_stage(const struct window *window, uint64_t seq)
{
    return SEARCH_FIRST(window->stages, window->stage_count, item->seq < seq);
}
