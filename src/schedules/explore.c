/* SPDX-License-Identifier: Apache-2.0 */
/* Dynamic partial order reduction: of each order that was run, every two moves that race (neither happens before the
 * other, and the tile is different the other way round) give a new prefix with the race reversed. Fewest reversed races
 * first.
 * docs/semantics/program-order.md#schedules */
#include "schedules/explore.h"

#include "base/mix.h"
#include "schedules/explore_index.h"
#include "schedules/explore_set.h"

/* Two moves that touch the same thing are: the same either way, ordered by something else, or a race, where the
 * second can come first behind what it needs alone, or behind all that does not need the first. */
enum pair_kind { PAIR_SAME, PAIR_ORDERED, PAIR_RACE, PAIR_WIDE_RACE };

/* A prefix of an order, that is still to be run. */
struct prefix {
    uint8_t *processes;
    size_t count;
    uint32_t depth;
    struct explore_pair *pairs; /* depth of them, the last that of this prefix */
};

struct explorer {
    struct explore_machine machine;
    struct explore_trace trace;
    struct moment *first, *here, *there;
    const struct explore_options *options;
    struct explore_result *result;
    struct prefix *queue;
    size_t queue_first, queue_count, queue_capacity;
    struct sum_set prefixes, pairs;
    struct small_state start;
    struct explore_steppers steppers;
    struct prefix at;           /* being run */
    struct explore_index index; /* of the trace's moves */
};

/* ---- two moves ---- */

static inline bool explore_needs(const struct explore_move *move, const struct explore_move *earlier)
{
    return move->clock[earlier->process] >= earlier->index;
}

/* Whether a move between two stays before both: what the second needs, as far as is known, or all that does not need
 * the first. The one may be too little, for of two posts a wait needs either; the other may be in the way. */
static inline bool explore_stays(const struct explore_trace *trace, size_t first, size_t at, size_t second,
                                 bool is_wide)
{
    const struct explore_move *moves = trace->moves;
    return is_wide ? !explore_needs(&moves[at], &moves[first]) : explore_needs(&moves[second], &moves[at]);
}

/* Goes to the first of two moves and does all that stays before both; *goes: all of it can. */
static enum tt_status explore_go_before(struct explorer *explorer, size_t first, size_t second, bool is_wide,
                                        bool *goes, struct tt_error *err)
{
    const struct explore_trace *trace = &explorer->trace;
    enum tt_status status = explore_go_to(&explorer->machine, &explorer->trace, first, err);
    *goes = !status;
    for (size_t k = first + 1; k < second && *goes; k++)
        *goes = !explore_stays(trace, first, k, second, is_wide) ||
                explore_machine_move(&explorer->machine, trace->moves[k].process, NULL);
    return status;
}

/* *kind: unless the second cannot go first. */
static enum tt_status explore_try_pair(struct explorer *explorer, size_t first, size_t second, bool is_wide,
                                       enum pair_kind *kind, struct tt_error *err)
{
    struct explore_machine *machine = &explorer->machine;
    const unsigned earlier = explorer->trace.moves[first].process, later = explorer->trace.moves[second].process;
    bool goes;
    enum tt_status status = explore_go_before(explorer, first, second, is_wide, &goes, err);
    if (status || !goes)
        return status;
    status = explore_save(machine, &explorer->here, err);
    if (status || !explore_machine_move(machine, later, NULL))
        return status;
    *kind = is_wide ? PAIR_WIDE_RACE : PAIR_RACE;
    if (!explore_machine_move(machine, earlier, NULL))
        return TT_OK;
    status = explore_save(machine, &explorer->there, err);
    moment_restore(machine->moments, explorer->here);
    if (status || !explore_machine_move(machine, earlier, NULL) || !explore_machine_move(machine, later, NULL))
        return status;
    if (moment_is_now(machine->moments, explorer->there))
        *kind = PAIR_SAME;
    return TT_OK;
}

static enum tt_status explore_try_both(struct explorer *explorer, size_t first, size_t second, enum pair_kind *kind,
                                       struct tt_error *err)
{
    *kind = PAIR_ORDERED;
    TRY(explore_try_pair(explorer, first, second, false, kind, err));
    return *kind == PAIR_ORDERED ? explore_try_pair(explorer, first, second, true, kind, err) : TT_OK;
}

/* The sum of all that stays before both. */
static uint64_t explore_sum_before(const struct explorer *explorer, size_t first, size_t second, bool is_wide)
{
    const struct explore_trace *trace = &explorer->trace;
    const uint64_t *sums = explorer->index.sums;
    if (!is_wide)
        return explore_index_between(&explorer->index, &trace->moves[second], first);
    uint64_t sum = sums[first];
    for (size_t k = first + 1; k < second; k++)
        sum += explore_stays(trace, first, k, second, true) ? sums[k + 1] - sums[k] : 0;
    return sum;
}

/* As try_both, from memory where another order met the two moves in the same state. */
static enum tt_status explore_judge_pair(struct explorer *explorer, size_t first, size_t second,
                                         enum touch_meeting meeting, enum pair_kind *kind, struct tt_error *err)
{
    const struct explore_trace *trace = &explorer->trace;
    const struct explore_move *a = &trace->moves[first], *b = &trace->moves[second];
    uint8_t known;
    const uint64_t key = explore_sum_before(explorer, first, second, false) +
                         mix_bits(mix_bits(((uint64_t)a->index << 32 | b->index) ^
                                           ((uint64_t)a->process << 60 | (uint64_t)b->process << 56)));
    if (sum_set_has(&explorer->pairs, key, &known)) {
        *kind = (enum pair_kind)known;
        return TT_OK;
    }
    explorer->result->pairs++;
    *kind = PAIR_SAME;
    if (meeting == TOUCH_MEET)
        TRY(explore_try_both(explorer, first, second, kind, err));
    if (*kind >= PAIR_RACE && touch_only_banks(&trace->touches, a, b)) {
        *kind = PAIR_ORDERED;
        explorer->result->hand_overs++;
    }
    NEED(sum_set_add(&explorer->pairs, key, (uint8_t)*kind), err, "no memory for pairs of moves");
    return TT_OK;
}

/* ---- prefixes ---- */

static void explore_free_prefix(struct prefix *prefix)
{
    mem_free(prefix->processes);
    mem_free(prefix->pairs);
    *prefix = (struct prefix){0};
}

/* Takes over the processes of a prefix that turns one more pair round than the order that was run, unless the budget is
 * spent. */
static enum tt_status explore_enqueue(struct explorer *explorer, struct prefix *prefix, const struct explore_pair *pair,
                                      struct tt_error *err)
{
    const struct prefix *at = &explorer->at;
    if (explorer->result->orders + (explorer->queue_count - explorer->queue_first) >= explorer->options->budget) {
        explorer->result->is_whole = false;
        return TT_OK;
    }
    prefix->depth = at->depth + 1;
    prefix->pairs = mem_alloc(prefix->depth * sizeof *prefix->pairs);
    NEED(prefix->pairs &&
             !mem_grow(&explorer->queue, &explorer->queue_capacity, explorer->queue_count + 1, sizeof *explorer->queue),
         err, "no memory for orders");
    if (at->depth)
        memcpy(prefix->pairs, at->pairs, at->depth * sizeof *prefix->pairs);
    prefix->pairs[at->depth] = *pair;
    explorer->queue[explorer->queue_count++] = *prefix;
    *prefix = (struct prefix){0};
    return TT_OK;
}

/* All before the first move, what stays before both, and the second. */
static enum tt_status explore_add_prefix(struct explorer *explorer, size_t first, size_t second, bool is_wide,
                                         struct tt_error *err)
{
    const struct explore_trace *trace = &explorer->trace;
    const struct explore_pair pair = {trace->moves[first].text, trace->moves[second].text};
    struct prefix prefix = {.processes = mem_alloc(second + 1)};
    NEED(prefix.processes, err, "no memory for orders");
    for (size_t k = 0; k < second; k++) {
        if (k < first || (k > first && explore_stays(trace, first, k, second, is_wide)))
            prefix.processes[prefix.count++] = trace->moves[k].process;
    }
    prefix.processes[prefix.count++] = trace->moves[second].process;
    const enum tt_status status = explore_enqueue(explorer, &prefix, &pair, err);
    explore_free_prefix(&prefix);
    return status;
}

/* A move that races with the one at hand. */
struct reversal {
    size_t first;
    bool is_wide;
};

/* A move at work: which of the others' it races with. Of a process one at most, for its earlier moves come before that.
 */
struct look {
    size_t second;
    struct reversal reversals[EXPLORE_PROCESSES];
    size_t reversal_count;
    uint32_t bound; /* moves at earlier places are the process's own, or come before it */
};

/* The prefix that a reversed race makes, as a sum: all that stays before both, in the order of its clocks, and the move
 * that comes last. Its own clock is not known, for the first move hid what else it may race with. */
static uint64_t explore_sum_of(const struct explore_move *last, uint64_t between)
{
    return between + mix_bits(mix_bits((uint64_t)last->process << 32 | last->index));
}

/* Notes that an order goes on by a move from these moves before it; false: another one does so already. */
static enum tt_status explore_begin(struct explorer *explorer, const struct explore_move *move, uint64_t before,
                                    bool *is_new, struct tt_error *err)
{
    const uint64_t sum = explore_sum_of(move, before);
    *is_new = !sum_set_has(&explorer->prefixes, sum, NULL);
    return *is_new && !sum_set_add(&explorer->prefixes, sum, 0) ? tt_fail(err, TT_NO_MEMORY, "no memory for orders")
                                                                : TT_OK;
}

/* The order that was run goes on by the first move from the same place: reversed back, the race is that order again. */
static enum tt_status explore_add_reversals(struct explorer *explorer, const struct look *look, struct tt_error *err)
{
    const struct explore_move *moves = explorer->trace.moves;
    for (size_t i = 0; i < look->reversal_count; i++) {
        const struct reversal *reversal = &look->reversals[i];
        const uint64_t before = explore_sum_before(explorer, reversal->first, look->second, reversal->is_wide);
        bool is_new, is_new_too;
        TRY(explore_begin(explorer, &moves[look->second], before, &is_new, err));
        if (is_new)
            TRY(explore_begin(explorer, &moves[reversal->first], before, &is_new_too, err));
        if (is_new)
            TRY(explore_add_prefix(explorer, reversal->first, look->second, reversal->is_wide, err));
    }
    return TT_OK;
}

/* The relation of a move to one of another process that nothing puts before it. */
static enum tt_status explore_look_at(struct explorer *explorer, struct look *look, size_t first, struct tt_error *err)
{
    const struct explore_trace *trace = &explorer->trace;
    struct explore_move *move = &trace->moves[look->second];
    const struct explore_move *other = &trace->moves[first];
    const enum touch_meeting meeting = touch_meeting(&trace->touches, other, move);
    enum pair_kind kind;
    if (meeting == TOUCH_APART)
        return TT_OK;
    enum tt_status status = explore_judge_pair(explorer, first, look->second, meeting, &kind, err);
    if (status || kind == PAIR_SAME)
        return status;
    if (kind != PAIR_ORDERED)
        look->reversals[look->reversal_count++] = (struct reversal){first, kind == PAIR_WIDE_RACE};
    explore_clock_join(move->clock, other->clock);
    look->bound = explore_index_bound(&explorer->index, move);
    return TT_OK;
}

/* Finds a move's clock: holds it against the moves of the others that nothing puts before it, latest first. */
static enum tt_status explore_look_back(struct explorer *explorer, struct look *look, struct tt_error *err)
{
    const struct explore_index *index = &explorer->index;
    struct explore_move *move = &explorer->trace.moves[look->second];
    const struct explore_reach reach = {move->footprint.reads, move->footprint.writes};
    look->bound = explore_index_bound(index, move);
    for (size_t i = index->brief_count; (reach.reads | reach.writes) && i > 0;) {
        const struct explore_brief *brief = &index->briefs[i - 1];
        if (brief->place < look->bound)
            break;
        if (i % EXPLORE_BLOCK == 0 && !explore_may_meet(&index->blocks[i / EXPLORE_BLOCK - 1], &reach)) {
            i -= EXPLORE_BLOCK;
            continue;
        }
        i--;
        if (explore_may_meet(&brief->reach, &reach) && brief->index > move->clock[brief->process])
            TRY(explore_look_at(explorer, look, brief->place, err));
    }
    return explore_add_reversals(explorer, look, err);
}

/* ---- waits that could have ended sooner ---- */

/* Whether a move can go before an earlier one: then an order begins so. */
static enum tt_status explore_try_sooner(struct explorer *explorer, size_t first, size_t second, bool is_wide,
                                         bool *goes, struct tt_error *err)
{
    struct explore_trace *trace = &explorer->trace;
    bool is_new;
    enum tt_status status = explore_go_before(explorer, first, second, is_wide, goes, err);
    explorer->result->pairs++;
    *goes = !status && *goes && explore_machine_move(&explorer->machine, trace->moves[second].process, NULL);
    if (!*goes)
        return status;
    status = explore_begin(explorer, &trace->moves[second], explore_sum_before(explorer, first, second, is_wide),
                           &is_new, err);
    return !status && is_new ? explore_add_prefix(explorer, first, second, is_wide, err) : status;
}

/* Whether a move steps a semaphore that another waits for. */
static bool explore_steps_for(const struct touches *touches, const struct explore_move *move,
                              const struct explore_move *wait)
{
    bool steps = false;
    for (uint32_t i = 0; i < move->footprint.count; i++) {
        for (uint32_t j = 0; j < wait->footprint.count; j++) {
            const struct touch *step = &touches->items[move->footprint.first + i];
            const struct touch *awaited = &touches->items[wait->footprint.first + j];
            steps |= step->space == TOUCH_SEMAPHORE && awaited->space == TOUCH_SEMAPHORE && step->lo == awaited->lo &&
                     (step->kind == TOUCH_POST || step->kind == TOUCH_GET);
        }
    }
    return steps;
}

/* One round of all processes but one; *steps: a semaphore that `wait` waits for was posted or taken. */
static enum tt_status explore_round_without(struct explorer *explorer, unsigned without,
                                            const struct explore_move *wait, struct prefix *prefix, size_t *room,
                                            bool *steps, struct tt_error *err)
{
    struct touches *touches = &explorer->trace.touches;
    for (unsigned process = 0; process < EXPLORE_PROCESSES; process++) {
        const size_t touched = touches->count;
        struct explore_move move;
        if (process == without)
            continue;
        explorer->machine.touches = touches;
        const bool moved = explore_machine_move(&explorer->machine, process, &move);
        explorer->machine.touches = NULL;
        touches->count = touched;
        if (!moved)
            continue;
        *steps |= explore_steps_for(touches, &move, wait);
        NEED(!touches->has_failed && !mem_grow(&prefix->processes, room, prefix->count + 1, 1), err,
             "no memory for orders");
        prefix->processes[prefix->count++] = (uint8_t)process;
    }
    return TT_OK;
}

/* The move that lets a wait end may come behind it in the order that was run: the process of the earlier move stands
 * still, and all others go on as far as they can. */
static enum tt_status explore_try_without(struct explorer *explorer, size_t first, size_t second, struct tt_error *err)
{
    struct explore_trace *trace = &explorer->trace;
    const struct explore_move *moves = trace->moves;
    const unsigned without = moves[first].process;
    const uint64_t sum = mix_bits(explorer->index.sums[first] + mix_bits(~(uint64_t)without));
    const struct explore_pair pair = {moves[first].text, moves[second].text};
    struct prefix prefix = {0};
    size_t room = 0, before;
    bool steps = false;
    if (sum_set_has(&explorer->prefixes, sum, NULL))
        return TT_OK;
    enum tt_status status = explore_go_to(&explorer->machine, trace, first, err);
    if (!status && (!sum_set_add(&explorer->prefixes, sum, 0) || mem_grow(&prefix.processes, &room, first + 1, 1)))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for orders");
    for (size_t k = 0; k < first && !status; k++)
        prefix.processes[prefix.count++] = moves[k].process;
    do {
        before = prefix.count;
        status = status ?: explore_round_without(explorer, without, &moves[second], &prefix, &room, &steps, err);
    } while (!status && prefix.count > before);
    if (!status && steps)
        status = explore_enqueue(explorer, &prefix, &pair, err);
    explore_free_prefix(&prefix);
    return status;
}

/* Holds a move that may have had to wait against each earlier one of the others' that nothing puts before it: what
 * could not go behind one may go before another. until: none behind these; null: all. */
static enum tt_status explore_look_sooner(struct explorer *explorer, size_t second, const uint32_t *until,
                                          struct tt_error *err)
{
    const struct explore_index *index = &explorer->index;
    const struct explore_trace *trace = &explorer->trace;
    const struct explore_move *move = &trace->moves[second];
    const struct explore_reach reach = {move->footprint.reads, move->footprint.writes};
    const uint32_t bound = explore_index_bound(index, move);
    for (size_t i = index->brief_count; i-- > 0 && index->briefs[i].place >= bound;) {
        const struct explore_brief *brief = &index->briefs[i];
        const struct explore_move *other = &trace->moves[brief->place];
        bool goes = false;
        if (!explore_may_meet(&brief->reach, &reach) || brief->index <= move->clock[brief->process] ||
            (until && brief->index > until[brief->process]) ||
            touch_meeting(&trace->touches, other, move) != TOUCH_MEET || touch_only_banks(&trace->touches, other, move))
            continue;
        for (unsigned is_wide = 0; is_wide < 2 && !goes; is_wide++)
            TRY(explore_try_sooner(explorer, brief->place, second, is_wide, &goes, err));
        if (!goes)
            TRY(explore_try_without(explorer, brief->place, second, err));
    }
    return TT_OK;
}

/* Finds the clock of a move, and what else could have come. A wait is held against its other order once more, by what
 * it needs for certain alone: what it could not go before may not be what it needed. */
static enum tt_status explore_look_at_move(struct explorer *explorer, size_t at, struct tt_error *err)
{
    struct explore_move *move = &explorer->trace.moves[at], sure = *move;
    struct look look = {.second = at};
    enum tt_status status = explore_look_back(explorer, &look, err);
    if (status || !touch_waits(&explorer->trace.touches, move))
        return status;
    uint32_t found[EXPLORE_PROCESSES];
    memcpy(found, move->clock, sizeof found);
    memcpy(move->clock, sure.clock, sizeof found);
    status = explore_look_sooner(explorer, at, found, err);
    memcpy(move->clock, found, sizeof found);
    return status;
}

/* ---- what stands still at the end ---- */

/* Nothing can go on: the moves that would come next are in no order yet, and each may have been possible earlier. */
static enum tt_status explore_look_at_stuck(struct explorer *explorer, struct explore_order *order,
                                            struct tt_error *err)
{
    struct explore_machine *machine = &explorer->machine;
    struct explore_trace *trace = &explorer->trace;
    struct explore_move *pending = explore_trace_next(trace);
    enum tt_status status = pending ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for the moves");
    for (unsigned process = 0; process < EXPLORE_PROCESSES && !status && trace->count; process++) {
        status = explore_go_to(machine, trace, trace->count - 1, err);
        if (status || !explore_machine_move(machine, trace->moves[trace->count - 1].process, NULL))
            return status;
        machine->touches = &trace->touches;
        const bool is_pending = explore_machine_pending(machine, process, pending);
        machine->touches = NULL;
        NEED(!trace->touches.has_failed, err, "no memory for what moves touch");
        if (!is_pending)
            continue;
        explore_order_before(order, trace, trace->count);
        status = explore_look_sooner(explorer, trace->count, NULL, err);
    }
    return status;
}

/* All pairs of the order that was just run, as long as there is room for what they give: each order that is run makes
 * room for one, which the budget takes, so that none is looked at for nothing. */
static enum tt_status explore_look_at_trace(struct explorer *explorer, struct tt_error *err)
{
    struct explore_trace *trace = &explorer->trace;
    explore_steppers_add(&explorer->steppers, trace);
    struct explore_order *order =
        explore_order_new(&explorer->start, &explorer->steppers, explorer->machine.program.reads);
    enum tt_status status = order && explore_index_begin(&explorer->index, trace->count)
                                ? TT_OK
                                : tt_fail(err, TT_NO_MEMORY, "no memory for the order of moves");
    for (size_t at = 0; at < trace->count && !status && explorer->result->is_whole; at++) {
        explore_order_before(order, trace, at);
        status = explore_look_at_move(explorer, at, err);
        if (!status && !explore_order_after(order, trace, at))
            status = tt_fail(err, TT_NO_MEMORY, "no memory for the order of moves");
        explore_index_add(&explorer->index, &trace->moves[at]);
    }
    if (!status && trace->is_stuck && explorer->result->is_whole)
        status = explore_look_at_stuck(explorer, order, err);
    explore_order_free(order);
    return status;
}

/* ---- all of it ---- */

/* The order, with the hazards that it shows. */
static enum tt_status explore_run_judged(struct explorer *explorer, struct tt_error *err)
{
    struct explore_machine *machine = &explorer->machine;
    struct replay_listener *listener = machine->replay->listener;
    moment_restore(machine->moments, explorer->first);
    machine->hazards = program_new_hazards(machine->replay);
    NEED(machine->hazards, err, "no memory for hazards");
    replay_listener_set_hazards(listener, machine->hazards);
    enum tt_status status = explore_run(machine, &explorer->trace, explorer->at.processes, explorer->at.count, err);
    hazards_end(machine->hazards);
    replay_listener_set_hazards(listener, NULL);
    hazards_free(machine->hazards);
    machine->hazards = machine->program.hazards = NULL;
    return status;
}

static enum tt_status explore_run_prefix(struct explorer *explorer, bool *goes_on, struct tt_error *err)
{
    const struct explore_options *options = explorer->options;
    TRY(explore_run_judged(explorer, err));
    explorer->result->orders++;
    if (explorer->trace.is_stuck)
        program_report_deadlock(&explorer->machine.program);
    const struct prefix *at = &explorer->at;
    const struct explore_pair none = {0};
    const struct explore_end end = {
        explorer->trace.is_stuck, at->depth,       at->pairs, at->depth ? &at->pairs[at->depth - 1] : &none,
        &explorer->machine.lost,  &explorer->trace};
    *goes_on = options->ran(options->user, explorer->machine.replay->tile, &end);
    return *goes_on && explorer->result->is_whole ? explore_look_at_trace(explorer, err) : TT_OK;
}

static enum tt_status explore_prefixes(struct explorer *explorer, struct tt_error *err)
{
    bool goes_on = true;
    enum tt_status status = explore_run_prefix(explorer, &goes_on, err);
    while (!status && goes_on && explorer->queue_first < explorer->queue_count) {
        explorer->at = explorer->queue[explorer->queue_first];
        explorer->queue[explorer->queue_first++] = (struct prefix){0};
        status = explore_run_prefix(explorer, &goes_on, err);
        explore_free_prefix(&explorer->at);
    }
    explorer->result->is_whole &= goes_on;
    return status;
}

static void explore_clear(struct explorer *explorer)
{
    for (size_t i = explorer->queue_first; i < explorer->queue_count; i++)
        explore_free_prefix(&explorer->queue[i]);
    mem_free(explorer->queue);
    explore_index_clear(&explorer->index);
    sum_set_clear(&explorer->prefixes);
    sum_set_clear(&explorer->pairs);
    struct moments *moments = explorer->machine.moments;
    moment_free(moments, explorer->first);
    moment_free(moments, explorer->here);
    moment_free(moments, explorer->there);
    explore_trace_clear(&explorer->trace, moments);
    explore_machine_clear(&explorer->machine);
}

enum tt_status explore_all(struct replay *replay, const struct explore_options *options, struct explore_result *result,
                           struct tt_error *err)
{
    struct explorer *explorer = mem_calloc(1, sizeof *explorer);
    NEED(explorer, err, "no memory for orders");
    *result = (struct explore_result){.is_whole = true};
    explorer->options = options;
    explorer->result = result;
    explorer->start = tile_state(replay->tile)->small;
    touches_init(&explorer->trace.touches, replay->info->chip);
    enum tt_status status = explore_machine_init(&explorer->machine, replay, err);
    const struct program *program = &explorer->machine.program;
    result->held = program->reads ? program->reads->place_count : program->others.list_count;
    status = status ?: explore_save(&explorer->machine, &explorer->first, err);
    status = status ?: explore_prefixes(explorer, err);
    explore_clear(explorer);
    mem_free(explorer);
    return status;
}
