/* SPDX-License-Identifier: Apache-2.0 */
/* Other orders against rounds: all that can matter. */
#include "schedules/search.h"

#include "isa/spaces.h"
#include "schedules/explore.h"

#include "gpr_findings.h"

static void schedules_on_ended(void *user, const struct tile *tile)
{
    struct search *search = user;
    const struct schedules_options *how = search->how;
    ends_keep(&search->ends, tile);
    search->ends.is_sought = how && how->is_sought && how->is_sought(how->user, tile);
}

static bool schedules_output_differs(const struct search *search, struct schedules_change *change)
{
    const bool differs =
        search->is_of_left ? ends_left_differs(&search->ends, change) : ends_l1_differs(&search->ends, change);
    return search->how && search->how->is_sought ? search->ends.is_sought : differs;
}

static void schedules_on_waiting(void *user, const struct replay_wait *wait)
{
    struct schedules_hang *hang = &((struct search *)user)->hang;
    hang->has_poll |= wait->is_poll;
    replay_waits_add(&hang->waits, wait);
}

/* Whether rounds show it, too, or the same two the other way round. */
static bool schedules_is_of_rounds(const struct replay_hazards *rounds, const struct replay_hazard *hazard)
{
    bool is = rounds->reported > REPLAY_HAZARDS_MAX;
    for (size_t i = 0; i < rounds->reported && i < REPLAY_HAZARDS_MAX; i++) {
        const struct replay_hazard *item = &rounds->items[i];
        const bool shares = strcmp(item->who, hazard->who) == 0 || strcmp(item->other, hazard->other) == 0;
        const bool is_turned = strcmp(item->who, hazard->other) == 0 && strcmp(item->other, hazard->who) == 0;
        is |= is_turned || (shares && item->id == hazard->id && item->thread == hazard->thread);
    }
    return is;
}

/* Of an order that is explored: a fault that rounds do not show. */
static void schedules_note_elsewhere(struct search *search, const struct replay_hazard *hazard)
{
    struct schedules_elsewhere *elsewhere = &search->elsewhere;
    if (finding_get(hazard->id)->kind != FINDING_HAZARD || elsewhere->orders ||
        schedules_is_of_rounds(&search->hazards, hazard))
        return;
    *elsewhere = (struct schedules_elsewhere){.orders = 1, .hazard = *hazard};
}

static void schedules_on_hazard(void *user, const struct replay_hazard *hazard)
{
    struct search *search = user;
    if (search->is_exploring)
        schedules_note_elsewhere(search, hazard);
    else if (hazard->id == FINDING_GPR_MAY_BE_READ_TOO_SOON)
        replay_hazards_add(&search->lags, hazard);
    else
        replay_hazards_add(&search->hazards, hazard);
}

enum tt_status search_try_rounds(struct search *search, struct replay_summary *summary, bool *differs,
                                 struct tt_error *err)
{
    const struct replay_observer observer = {
        .user = search, .ended = schedules_on_ended, .hazard = search->ends.has_rounds ? NULL : schedules_on_hazard};
    enum tt_status status = replay_run(search->capture, &search->options, NULL, &observer, summary, err);
    *differs = !status && !summary->is_deadlocked && schedules_output_differs(search, &search->result->change);
    return status;
}

bool search_is_late(struct search *search)
{
    const struct schedules_options *how = search->how;
    search->result->is_late = search->result->is_late || (how->is_late && how->is_late(how->user));
    return search->result->is_late;
}

/* ---- all orders that can matter ---- */

static void schedules_note_lost(struct schedules_lost *lost, const struct explore_end *end)
{
    *lost = (struct schedules_lost){
        .step = end->lost->move, .reversed = end->depth, .earlier = end->last->earlier, .later = end->last->later};
    (void)snprintf(lost->what, sizeof lost->what, "%s", end->lost->text);
}

static void schedules_note_moves(struct reversed_moves *moves, const struct explore_end *end)
{
    const size_t first = end->depth > WITNESS_MOST ? end->depth - WITNESS_MOST : 0;
    moves->count = end->depth - first;
    for (size_t i = first; i < end->depth; i++)
        moves->items[i - first] = end->pairs[i].earlier;
}

static void schedules_note_found(struct schedules_found *found, const struct explore_end *end)
{
    found->reversed = end->depth;
    found->earlier = end->last->earlier;
    found->later = end->last->later;
    schedules_note_moves(&found->moves, end);
    if (end->depth)
        evidence_of_pair(&found->evidence, end->trace, end->last);
}

static void schedules_take_found(struct search *search, const struct schedules_found *found)
{
    struct schedules_result *result = search->result;
    result->has_difference = true;
    result->change = found->change;
    result->reversed = found->reversed;
    result->earlier = found->earlier;
    result->later = found->later;
    result->evidence = found->evidence;
    search->reversed = found->moves;
}

/* The hazards of the order at hand, which has ended. */
static void schedules_count_elsewhere(struct search *search, const struct explore_end *end)
{
    struct schedules_elsewhere *first = &search->result->elsewhere;
    const uint64_t orders = first->orders;
    if (search->elsewhere.orders && end->depth && orders == 0) {
        *first = search->elsewhere;
        first->reversed = end->depth;
        first->earlier = end->last->earlier;
        first->later = end->last->later;
        schedules_note_moves(&search->shows, end);
    }
    first->orders = orders + (search->elsewhere.orders && end->depth);
    search->elsewhere.orders = 0;
}

static bool schedules_on_ran(void *user, const struct tile *tile, const struct explore_end *end)
{
    struct search *search = user;
    struct schedules_result *result = search->result;
    if (search->how->progress)
        search->how->progress(search->how->user, result->tried, search->how->budget);
    result->tried++;
    result->stuck += end->is_stuck;
    schedules_count_elsewhere(search, end);
    if (end->lost->is_there && result->lost++ == 0)
        schedules_note_lost(&result->first_lost, end);
    const struct schedules_hang hang = search->hang;
    search->hang = (struct schedules_hang){0};
    if (end->is_stuck && hang.has_poll)
        return !search_is_late(search);
    if (end->is_stuck && search->how->is_sought)
        return !search_is_late(search);
    if (end->is_stuck)
        result->hang = hang;
    else
        schedules_on_ended(search, tile);
    struct schedules_found found = {.change = result->change};
    if (end->is_stuck || schedules_output_differs(search, &found.change)) {
        schedules_note_found(&found, end);
        schedules_take_found(search, &found);
        return false;
    }
    const bool is_other = ends_state_differs(&search->ends);
    struct schedules_found *left = &search->left;
    if (is_other && !search->how->is_sought && !left->change.left[0] && ends_left_differs(&search->ends, &left->change))
        schedules_note_found(left, end);
    result->internal += is_other;
    return !search_is_late(search);
}

static enum tt_status schedules_take_left(struct search *search, struct tt_error *err)
{
    if (search->result->has_difference)
        return TT_OK;
    if (search->late.who[0]) {
        search->result->change = search->late_change;
        return search_take_late(search, &search->late, err);
    }
    if (search->left.change.left[0]) {
        search->is_of_left = true;
        schedules_take_found(search, &search->left);
    }
    return TT_OK;
}

static enum tt_status schedules_drive(void *user, struct replay *replay, struct tt_error *err)
{
    struct search *search = user;
    const struct explore_options how = {search->how->budget - search->result->tried, search, schedules_on_ran};
    struct explore_result explored;
    enum tt_status status = explore_all(replay, &how, &explored, err);
    search->result->is_whole = explored.is_whole && !search->result->is_late && search->result->hazards == 0 &&
                               search->result->assumed == 0 && search->result->elsewhere.orders == 0;
    search->result->pairs = explored.pairs;
    search->result->hand_overs = explored.hand_overs;
    search->result->held = explored.held;
    return status;
}

static enum tt_status schedules_search_all(struct search *search, struct tt_error *err)
{
    struct replay_summary summary;
    const struct replay_observer observer = {
        .user = search, .waiting = schedules_on_waiting, .hazard = schedules_on_hazard};
    search->is_exploring = true;
    search->options.drive = schedules_drive;
    search->options.drive_user = search;
    return replay_run(search->capture, &search->options, NULL, &observer, &summary, err);
}

/* ---- the order as delays ---- */

static enum tt_status schedules_try_delays(void *user, const struct replay_delay *delays, size_t count, bool *differs,
                                           struct tt_error *err)
{
    struct search *search = user;
    struct replay_summary summary;
    struct schedules_change change;
    const struct replay_observer observer = {
        .user = search, .waiting = schedules_on_waiting, .ended = schedules_on_ended};
    search->hang = (struct schedules_hang){0};
    search->options.delays = delays;
    search->options.delay_count = count;
    enum tt_status status = replay_run(search->capture, &search->options, NULL, &observer, &summary, err);
    search->options.delay_count = 0;
    const bool hangs = summary.is_deadlocked;
    const bool is_sure = !search->hang.has_poll || search->result->hang.has_poll;
    *differs = !status && (hangs ? search->result->hang.waits.count && is_sure
                                 : !search->result->hang.waits.count && schedules_output_differs(search, &change));
    return status;
}

static enum tt_status schedules_find_witness(struct search *search, struct tt_error *err)
{
    search->options.drive = NULL;
    const struct witness_test test = {.attempt = schedules_try_delays, .user = search};
    return witness_find(&search->result->witness, search->reversed.items, search->reversed.count, &test, err);
}

/* ---- a hazard of another order ---- */

static void schedules_on_shown(void *user, const struct replay_hazard *hazard)
{
    struct search *search = user;
    const struct replay_hazard *sought = &search->result->elsewhere.hazard;
    if (search->shown.reported == 0 && hazard->id == sought->id && strcmp(hazard->who, sought->who) == 0 &&
        strcmp(hazard->other, sought->other) == 0)
        replay_hazards_add(&search->shown, hazard);
}

/* Whether delays make an order that shows the hazard, and leaves what rounds leave. */
static enum tt_status schedules_try_showing(void *user, const struct replay_delay *delays, size_t count, bool *shows,
                                            struct tt_error *err)
{
    struct search *search = user;
    struct replay_summary summary;
    struct schedules_change change;
    const struct replay_observer observer = {.user = search, .hazard = schedules_on_shown, .ended = schedules_on_ended};
    search->shown.reported = 0;
    search->options.delays = delays;
    search->options.delay_count = count;
    enum tt_status status = replay_run(search->capture, &search->options, NULL, &observer, &summary, err);
    *shows = !status && !summary.is_deadlocked && search->shown.reported && !schedules_output_differs(search, &change);
    return status;
}

/* Delays the unit of that hazard in its order, as those of rounds in theirs. */
static enum tt_status schedules_delay_elsewhere(struct search *search, struct tt_error *err)
{
    struct schedules_result *result = search->result;
    const struct witness_test test = {.attempt = schedules_try_showing, .user = search};
    const uint64_t tried = result->tried;
    bool shows = false;
    search->options.drive = NULL;
    enum tt_status status = witness_find(&result->witness, search->shows.items, search->shows.count, &test, err);
    if (!status && result->witness.count)
        status = schedules_try_showing(search, result->witness.delays, result->witness.count, &shows, err);
    struct schedules_race race = {.hazard = search->shown.items[0]};
    if (!status && shows)
        status = search_try_late(search, &race, err);
    search->options.delay_count = 0;
    result->elsewhere.is_tried = result->tried > tried;
    result->elsewhere.bytes = result->is_delayed ? result->change.bytes : 0;
    return status;
}

/* Delayed units first: their orders are next to rounds. */
static enum tt_status schedules_search_ordered(struct search *search, struct tt_error *err)
{
    enum tt_status status = search_late(search, err);
    if (status || search->result->has_difference || search->result->tried >= search->how->budget ||
        search->result->is_late)
        return status;
    status = schedules_search_all(search, err);
    search->options.drive = NULL;
    status = status ?: schedules_take_left(search, err);
    if (!status && search->result->has_difference)
        status = evidence_find_sources(&search->result->evidence, search->capture, err);
    if (status || search->result->is_delayed)
        return status;
    if (search->result->has_difference)
        return schedules_find_witness(search, err);
    return search->result->elsewhere.orders && !search->how->is_sought && !search->result->is_late
               ? schedules_delay_elsewhere(search, err)
               : TT_OK;
}

/* Held against rounds instead of a device: every byte is decided. Where no schedule came to its end, none is. */
static void schedules_take_facts(struct search *search, const struct verdict_facts *rounds)
{
    struct schedules_result *result = search->result;
    const uint64_t all = result->tried == result->stuck ? 0 : space_bytes(rounds->chip, TT_SPACE_L1);
    result->facts = *rounds;
    result->facts.checkpoints = 1;
    result->facts.is_undefined_followed = true;
    const uint64_t of_it = *result->change.left ? 1 : result->change.bytes;
    const uint64_t differing = all && result->has_difference ? of_it : 0;
    if (result->hang.waits.count)
        result->facts.end = VERDICT_HANGS;
    result->facts.bytes = (struct verdict_bytes){all, all - differing, differing, 0, 8 * all};
    result->facts.is_unjudged = result->facts.is_masked = false; /* no checkpoint is held */
    *result->facts.behind = '\0';
}

static enum tt_status schedules_find_edges(struct search *search, struct tt_error *err)
{
    struct schedules_result *result = search->result;
    if (!search->how->path || result->has_difference || search_is_late(search))
        return TT_OK;
    search->options.drive = NULL;
    result->has_edges = true;
    return evidence_of_edges(&result->edges, search->how->path, &search->options, err);
}

static enum tt_status schedules_search(struct search *search, struct tt_error *err)
{
    struct replay_summary summary;
    bool differs = false;
    enum tt_status status = search_try_rounds(search, &summary, &differs, err);
    const struct verdict_facts facts = summary.facts;
    search->result->is_stuck_in_rounds = !status && summary.is_deadlocked;
    if (!status && !summary.is_deadlocked)
        status = schedules_search_ordered(search, err);
    if (!status && !summary.is_deadlocked)
        status = schedules_find_edges(search, err);
    if (search->how->progress)
        search->how->progress(search->how->user, search->how->budget, search->how->budget);
    if (!status)
        schedules_take_facts(search, &facts);
    return status;
}

static enum tt_status schedules_open(struct search **out, struct ttcap *capture, const struct replay_options *replay,
                                     struct schedules_result *result, struct tt_error *err)
{
    struct search *search = *out = mem_calloc(1, sizeof *search);
    NEED(search, err, "no memory for a search");
    search->capture = capture;
    search->options = *replay;
    search->options.order = REPLAY_PROGRAM;
    search->result = result;
    return ends_init(&search->ends, ttcap_info(capture)->chip, err);
}

static void schedules_close(struct search *search)
{
    if (search)
        ends_clear(&search->ends);
    mem_free(search);
}

/* Rounds, and then the delays: how each ends. */
static enum tt_status schedules_run_delays(struct search *search, const struct replay_delay *delays, size_t count,
                                           struct schedules_delayed *delayed, struct tt_error *err)
{
    struct schedules_result *result = search->result;
    struct replay_summary summary;
    bool differs = false;
    search->options.delay_count = 0;
    enum tt_status status = search_try_rounds(search, &summary, &differs, err);
    delayed->rounds_hang = !status && summary.is_deadlocked;
    result->hang = (struct schedules_hang){true, {.count = 1}}; /* any that it is */
    status = status ?: schedules_try_delays(search, delays, count, &differs, err);
    delayed->hangs = differs;
    result->hang = delayed->hangs ? search->hang : (struct schedules_hang){0};
    if (!status && !delayed->hangs && !delayed->rounds_hang)
        (void)ends_l1_differs(&search->ends, &delayed->change);
    return status;
}

enum tt_status schedules_delays(struct ttcap *capture, const struct replay_options *replay,
                                struct schedules_delayed *delayed, struct tt_error *err)
{
    struct schedules_result result = {0};
    struct search *search;
    *delayed = (struct schedules_delayed){0};
    enum tt_status status = schedules_open(&search, capture, replay, &result, err);
    status = status ?: schedules_run_delays(search, replay->delays, replay->delay_count, delayed, err);
    schedules_close(search);
    return status;
}

static enum tt_status schedules_reduce_attempt(void *user, const struct replay_delay *delays, size_t count,
                                               bool *differs, struct tt_error *err)
{
    struct search *search = user;
    search->result->tried++;
    if (search->how->progress)
        search->how->progress(search->how->user, search->result->tried, search->how->budget);
    return schedules_try_delays(search, delays, count, differs, err);
}

static bool schedules_reduce_is_spent(void *user)
{
    const struct search *search = user;
    return search->result->tried >= search->how->budget;
}

enum tt_status schedules_reduce_delays(struct ttcap *capture, const struct replay_options *replay,
                                       const struct schedules_options *options, struct replay_delays *delays,
                                       struct schedules_reduced *reduced, struct tt_error *err)
{
    struct schedules_result result = {0};
    struct search *search;
    *reduced = (struct schedules_reduced){0};
    enum tt_status status = schedules_open(&search, capture, replay, &result, err);
    const struct witness_test test = {schedules_reduce_attempt, schedules_reduce_is_spent, search};
    if (!status) {
        search->how = options;
        status = schedules_run_delays(search, delays->items, delays->count, &reduced->delayed, err);
    }
    if (!status && (reduced->delayed.rounds_hang || (!reduced->delayed.hangs && !reduced->delayed.change.bytes)))
        status = tt_fail(err, TT_BAD_INPUT, "the delays have nothing to show: %s",
                         reduced->delayed.rounds_hang ? "without them the run hangs, too"
                                                      : "with them the run ends, and leaves the L1 of rounds");
    status = status ?: witness_reduce(delays->items, &delays->count, &test, err);
    reduced->tried = result.tried;
    reduced->is_budget_spent = !status && schedules_reduce_is_spent(search);
    schedules_close(search);
    return status;
}

enum tt_status schedules_run(struct ttcap *capture, const struct replay_options *replay,
                             const struct schedules_options *options, struct schedules_result *result,
                             struct tt_error *err)
{
    struct search *search;
    *result = (struct schedules_result){0};
    enum tt_status status = schedules_open(&search, capture, replay, result, err);
    if (!status) {
        search->how = options;
        status = schedules_search(search, err);
    }
    schedules_close(search);
    return status;
}
