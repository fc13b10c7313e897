/* SPDX-License-Identifier: Apache-2.0 */
/* The moves that happen before a move in every order that is the same program: its process's own moves, the push of a
 * word, the post that a wait cannot do without. Clocks count each process's moves.
 * docs/semantics/program-order.md#schedules */
#include "schedules/explore.h"

enum { MUTEXES = 8 };

/* Posts or gets of a semaphore since it was set, as places in the trace. */
struct steps {
    size_t *at;
    size_t count, capacity;
};

struct history {
    uint32_t start; /* the value it was set to */
    struct steps posts, gets;
};

struct explore_order {
    size_t last[EXPLORE_PROCESSES]; /* place of a process's last move, plus one */
    size_t pushed[THREADS][PIPE_WORDS], taken[THREADS][PIPE_WORDS], released[MUTEXES]; /* likewise */
    size_t latched[THREADS];
    size_t place; /* of the last event that keeps its place, plus one */
    const struct program_reads *reads;
    size_t *values; /* likewise of the stores that are read, by number */
    struct history semaphores[SEMAPHORES];
    const struct explore_steppers *steppers;
};

void explore_clock_join(uint32_t clock[static EXPLORE_PROCESSES], const uint32_t other[static EXPLORE_PROCESSES])
{
    for (unsigned i = 0; i < EXPLORE_PROCESSES; i++) {
        if (clock[i] < other[i])
            clock[i] = other[i];
    }
}

struct explore_order *explore_order_new(const struct small_state *start, const struct explore_steppers *steppers,
                                        const struct program_reads *reads)
{
    struct explore_order *order = mem_calloc(1, sizeof *order);
    size_t *values = reads ? mem_calloc(reads->slots + 1, sizeof *values) : NULL;
    if (!order || (reads && !values)) {
        mem_free(values);
        mem_free(order);
        return NULL;
    }
    order->reads = reads;
    order->values = values;
    for (unsigned i = 0; i < SEMAPHORES; i++)
        order->semaphores[i].start = start->sem[i].value;
    order->steppers = steppers;
    return order;
}

void explore_steppers_add(struct explore_steppers *steppers, const struct explore_trace *trace)
{
    for (size_t at = 0; at < trace->count; at++) {
        const struct footprint *footprint = &trace->moves[at].footprint;
        for (uint32_t i = 0; footprint->writes >> TOUCH_SEMAPHORE & 1 && i < footprint->count; i++) {
            const struct touch *touch = &trace->touches.items[footprint->first + i];
            if (touch->space == TOUCH_SEMAPHORE && touch->kind == TOUCH_POST)
                steppers->posts[touch->lo] |= 1u << trace->moves[at].process;
            else if (touch->space == TOUCH_SEMAPHORE && touch->kind == TOUCH_GET)
                steppers->gets[touch->lo] |= 1u << trace->moves[at].process;
        }
    }
    if (trace->is_stuck) /* who would have come later does not show */
        memset(steppers, 0xFF, sizeof *steppers);
}

void explore_order_free(struct explore_order *order)
{
    for (unsigned i = 0; order && i < SEMAPHORES; i++) {
        mem_free(order->semaphores[i].posts.at);
        mem_free(order->semaphores[i].gets.at);
    }
    if (order)
        mem_free(order->values);
    mem_free(order);
}

/* place: plus one; 0 is none. */
static void order_join(struct explore_move *move, const struct explore_trace *trace, size_t place)
{
    if (place)
        explore_clock_join(move->clock, trace->moves[place - 1].clock);
}

/* The conditions of a wait, the moves that use them up, and the processes that do so in any order that was run: a bit
 * each. */
struct supply {
    const struct steps *steps, *demand;
    uint32_t by, demand_by;
};

/* A wait for `supply` needs as many of it as the other side has used and one more; with several on a side nobody can
 * say which, and the moves are tried instead. */
static void order_join_supply(const struct explore_order *order, struct explore_move *move,
                              const struct explore_trace *trace, const struct supply *supply, int64_t spare)
{
    /* waits end as moves of the latch, and the pipe takes what they waited for: what passes the latch may come later */
    const bool is_latch = move->process >= EXPLORE_LATCHES;
    const unsigned pipe = is_latch ? move->process - THREADS : move->process;
    const struct steps *demand = supply->demand;
    size_t used = demand->count;
    while (is_latch && used && demand->at[used - 1] >= order->latched[move->process - EXPLORE_LATCHES])
        used--;
    const int64_t needed = (int64_t)used + 1 - spare;
    if (needed <= 0 || needed > (int64_t)supply->steps->count || supply->by & (supply->by - 1) ||
        supply->demand_by & ~(1u << pipe))
        return;
    order_join(move, trace, supply->steps->at[needed - 1] + 1);
}

static void order_join_all(struct explore_move *move, const struct explore_trace *trace, const struct steps *steps)
{
    for (size_t i = 0; i < steps->count; i++)
        order_join(move, trace, steps->at[i] + 1);
}

static void order_semaphore(const struct explore_order *order, const struct explore_trace *trace,
                            struct explore_move *move, const struct touch *touch)
{
    const struct history *history = &order->semaphores[touch->lo];
    const uint32_t posts_by = order->steppers->posts[touch->lo], gets_by = order->steppers->gets[touch->lo];
    if (touch->kind == TOUCH_WAIT_ABOVE) {
        const struct supply supply = {&history->posts, &history->gets, posts_by, gets_by};
        order_join_supply(order, move, trace, &supply, history->start);
    } else if (touch->kind == TOUCH_WAIT_BELOW) {
        const struct supply supply = {&history->gets, &history->posts, gets_by, posts_by};
        order_join_supply(order, move, trace, &supply, (int64_t)touch->value - history->start);
    } else if (touch->kind == TOUCH_POLL) {
        order_join_all(move, trace, &history->posts);
        order_join_all(move, trace, &history->gets);
    }
}

/* The store that is read; or the last move of who made room for it, and takes that value behind this one. */
static void order_join_read(const struct explore_order *order, const struct explore_trace *trace,
                            struct explore_move *move, const struct program_read *read)
{
    const size_t value = order->values[read->slot];
    order_join(move, trace, !value && read->makes_room ? order->last[read->from] : value);
}

void explore_order_before(struct explore_order *order, struct explore_trace *trace, size_t at)
{
    struct explore_move *move = &trace->moves[at];
    memset(move->clock, 0, sizeof move->clock);
    order_join(move, trace, order->last[move->process]);
    move->clock[move->process] = move->index;
    if (move->is_push)
        order_join(move, trace, order->taken[move->pipe][move->slot]);
    if (move->is_take)
        order_join(move, trace, order->pushed[move->pipe][move->slot]);
    if (move->waits_for_pipe) {
        order_join(move, trace, order->last[EXPLORE_PIPES + move->process]);
        order_join(move, trace, order->last[EXPLORE_LATCHES + move->process]);
    }
    for (unsigned i = 0; i < THREADS && move->waits_for_all; i++) {
        order_join(move, trace, order->last[EXPLORE_PIPES + i]);
        order_join(move, trace, order->last[EXPLORE_LATCHES + i]);
    }
    if (move->is_latch || move->is_stopped)
        order_join(move, trace, order->last[EXPLORE_LATCHES + move->process - EXPLORE_PIPES]);
    if (move->process >= EXPLORE_LATCHES)
        order_join(move, trace, order->latched[move->process - EXPLORE_LATCHES]);
    for (unsigned i = 0; i < THREADS && move->keeps_place; i++)
        order_join(move, trace, order->last[i]);
    if (move->process < THREADS)
        order_join(move, trace, order->place);
    for (size_t i = move->reads; i < move->reads_end; i++)
        order_join_read(order, trace, move, &order->reads->of[move->process][i]);
    for (uint32_t i = 0; i < move->footprint.count; i++) {
        const struct touch *touch = &trace->touches.items[move->footprint.first + i];
        if (touch->space == TOUCH_SEMAPHORE)
            order_semaphore(order, trace, move, touch);
    }
}

static bool order_note(struct steps *steps, size_t at)
{
    return MEM_PUSH(steps->at, steps->count, steps->capacity, at);
}

static bool order_note_semaphore(struct history *history, const struct touch *touch, size_t at)
{
    switch (touch->kind) {
    case TOUCH_WRITE:
        history->start = touch->value;
        history->posts.count = history->gets.count = 0;
        return true;
    case TOUCH_POST:
        return touch->value || order_note(&history->posts, at);
    case TOUCH_GET:
        return touch->value || order_note(&history->gets, at);
    default:
        return true;
    }
}

static void order_note_mutex(struct explore_order *order, const struct explore_trace *trace, struct explore_move *move,
                             const struct touch *touch, size_t at)
{
    if (touch->lo >= MUTEXES)
        return;
    if (touch->kind == TOUCH_GET)
        order_join(move, trace, order->released[touch->lo]);
    else
        order->released[touch->lo] = at + 1;
}

bool explore_order_after(struct explore_order *order, struct explore_trace *trace, size_t at)
{
    struct explore_move *move = &trace->moves[at];
    const size_t before = order->last[move->process];
    bool is_well = true;
    order->last[move->process] = at + 1;
    order->place = move->keeps_place ? at + 1 : order->place;
    for (size_t i = move->stores; i < move->stores_end; i++) {
        const struct program_awaited *awaited = &order->reads->awaited[move->process][i];
        order->values[awaited->slot] = awaited->seq == move->text.event ? at + 1 : before;
    }
    if (move->is_latch)
        order->latched[move->process - EXPLORE_PIPES] = at + 1;
    if (move->is_push)
        order->pushed[move->pipe][move->slot] = at + 1;
    if (move->is_take)
        order->taken[move->pipe][move->slot] = at + 1;
    for (uint32_t i = 0; i < move->footprint.count; i++) {
        const struct touch *touch = &trace->touches.items[move->footprint.first + i];
        if (touch->space == TOUCH_SEMAPHORE)
            is_well &= order_note_semaphore(&order->semaphores[touch->lo], touch, at);
        if (touch->space == TOUCH_MUTEX)
            order_note_mutex(order, trace, move, touch, at);
    }
    return is_well;
}
