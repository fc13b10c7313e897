/* SPDX-License-Identifier: Apache-2.0 */
#include "results/player.h"

#include "base/search.h"
#include "order/keys.h"
#include "order/steps.h"
#include "results/stored_run.h"

/* Moments, so many events apart at first. In program and firmware order a step can take several numbers, so that
 * listening begins a little before the window. */
enum { MOMENTS_MOST = 64, MOMENT_EVERY = 4096, EARLIER = 64 };

enum { HEARS_PLAIN = PROBE_INSN | PROBE_FINDING | PROBE_ACCESS };

struct player {
    struct played played;
    struct replay_options options;
    struct ttcap *capture;
    struct steps *steps;
    struct probe probe;
    bool is_listening, is_over;
    uint64_t at;           /* the number that the next window has at least */
    uint64_t seq;          /* the event at work */
    struct window *filled; /* the window at work */
    struct window *ready;  /* whole */
    bool is_short;         /* of memory for a window */
    struct keys *keys;
    uint64_t next_key; /* where the next moment is due that it may go back to */
    size_t proven;     /* moments of the run to which it came */
};

/* ---- what the replay reports ---- */

/* The window of the event at work; null: it is dropped. Reports that belong to an event before stay with the last
 * window. */
static struct window *player_window(struct player *player, uint64_t seq)
{
    const uint64_t number = seq / WINDOW_EVENTS;
    if (player->filled && player->filled->number >= number)
        return player->filled;
    if (number < player->at || seq < player->options.first || player->ready)
        return NULL;
    player->ready = player->filled;
    player->filled = window_new(number, player->probe.wants & PROBE_STAGE, player->ready);
    player->is_short |= !player->filled;
    return player->filled;
}

static void player_insn_begin(void *user, const struct probe_insn *insn)
{
    struct player *player = user;
    player->seq = insn->seq;
    struct window *window = player_window(player, insn->seq);
    if (window)
        window_insn_begin(window, insn);
}

static void player_insn_end(void *user, const struct probe_insn *insn)
{
    struct player *player = user;
    if (player->filled)
        window_insn_end(player->filled, insn);
}

static void player_access(void *user, const struct probe_access *access)
{
    struct player *player = user;
    if (player->filled)
        window_access(player->filled, player->seq, access);
}

static void player_stage(void *user, const struct probe_stage *stage)
{
    struct player *player = user;
    if (player->filled)
        window_stage(player->filled, player->seq, stage);
}

static void player_finding(void *user, const struct probe_finding *finding)
{
    struct player *player = user;
    if (player->filled)
        window_finding(player->filled, finding);
}

static void player_came_from(void *user, const struct replay_origin *origin)
{
    struct player *player = user;
    if (player->filled)
        window_origin(player->filled, origin->seq, origin->core, origin->pc);
}

static void player_tainted(void *user, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi)
{
    struct player *player = user;
    struct window *window = player->is_listening ? player_window(player, seq) : NULL;
    if (window)
        window_tainted(window, &(struct results_taint_row){seq, space, lo, hi});
}

/* ---- where it stands ---- */

static uint64_t player_seq(const struct player *player)
{
    return steps_seq(player->steps);
}

static void player_listen(struct player *player, bool is_listening)
{
    if (player->is_listening == is_listening)
        return;
    player->is_listening = is_listening;
    steps_listen(player->steps, is_listening ? &player->probe : NULL);
}

/* TT_END: the run is over. */
static enum tt_status player_step(struct player *player, struct tt_error *err)
{
    struct steps_done done;
    const uint64_t seq = player_seq(player);
    if (seq >= player->next_key) {
        keys_save(player->keys, seq);
        player->next_key = keys_before(player->keys, seq) + keys_spacing(player->keys);
    }
    return steps_next(player->steps, &done, err);
}

static void player_drop_windows(struct player *player)
{
    window_free(player->ready);
    window_free(player->filled);
    player->ready = player->filled = NULL;
}

/* To a moment up to event `seq`, if that is behind where the replay stands or saves a part of the way to it. */
static enum tt_status player_go_back(struct player *player, uint64_t seq, struct tt_error *err)
{
    const uint64_t here = player_seq(player);
    bool is_first;
    enum tt_status status = TT_OK;
    if (here > seq || keys_before(player->keys, seq) > here)
        (void)keys_go(player->keys, seq, &is_first, &status, err);
    return status;
}

bool player_goes_on(const struct player *player, uint64_t number, bool with_stages)
{
    return player->at == number && with_stages == ((player->probe.wants & PROBE_STAGE) != 0);
}

enum tt_status player_go(struct player *player, uint64_t number, bool with_stages, struct tt_error *err)
{
    uint64_t from = number * WINDOW_EVENTS;
    from = player->options.order == REPLAY_EXECUTED ? from : from > EARLIER ? from - EARLIER : 0;
    player_drop_windows(player);
    player->at = number;
    player->is_over = false;
    player_listen(player, false);
    player->probe.wants = HEARS_PLAIN | (with_stages ? PROBE_STAGE | PROBE_WORDS : 0);
    enum tt_status status = player_go_back(player, from, err);
    while (!status && player_seq(player) < from)
        status = player_step(player, err);
    player->is_over = status == TT_END;
    const uint64_t end = (player_seq(player) + WINDOW_EVENTS - 1) / WINDOW_EVENTS;
    if (player->is_over && end < number)
        player->at = end; /* no window is behind it */
    return walk_ended(status);
}

/* The window is the caller's, and where there is none the run is over. */
static enum tt_status player_give(struct player *player, struct window **from, struct window **window)
{
    *window = *from;
    *from = NULL;
    if (!*window)
        return TT_END;
    (*window)->from = player->at;
    player->at = (*window)->number + 1;
    return TT_OK;
}

enum tt_status player_next(struct player *player, struct window **window, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    player_listen(player, true);
    while (!status && !player->ready && !player->is_over && !player->is_short) {
        status = player_step(player, err);
        player->is_over = status == TT_END;
    }
    if (status && status != TT_END)
        return status;
    if (player->is_short)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the events of a run");
    return player_give(player, player->ready ? &player->ready : &player->filled, window);
}

/* On to the moments that were not come to yet, as many as there are to `end`. */
static enum tt_status player_pass(struct player *player, size_t end, struct tt_error *err)
{
    const struct results_run_row *run = player->played.run;
    for (enum tt_status status = TT_OK; player->proven < end; player->proven++) {
        const struct results_moment_row *moment = &player->played.moments[player->proven];
        while (!status && player_seq(player) < moment->seq)
            status = player_step(player, err);
        TRY(walk_ended(status));
        if (run_digest(steps_tile(player->steps)) != moment->digest)
            return tt_fail(err, TT_UNSUPPORTED,
                           "%s: tt-replay %s made this run, and this one, %s, computes other values: replay the "
                           "capture again",
                           run->database, run->tool_version, TTR_VERSION);
    }
    return TT_OK;
}

enum tt_status player_prove(struct player *player, uint64_t number, struct tt_error *err)
{
    const struct results_moment_row *moments = player->played.moments;
    const size_t end = player->played.moment_count - 1;
    const size_t to = SEARCH_FIRST(moments, end, item->seq / WINDOW_EVENTS <= number);
    const bool is_listening = player->is_listening;
    struct moment *here = NULL;
    if (to < player->proven)
        return TT_OK;
    NEED(steps_save(player->steps, &here), err, "no memory for a copy of the tile");
    player_listen(player, false);
    enum tt_status status = player_go_back(player, moments[player->proven ? player->proven - 1 : 0].seq, err);
    status = status ?: player_pass(player, to + 1, err);
    status = status ?: steps_restore(player->steps, here, err);
    moment_free(steps_moments(player->steps), here);
    player_listen(player, is_listening);
    return status;
}

struct player_marking {
    player_wrote *wrote;
    void *user;
    uint64_t first, number;
    bool is_before; /* the event at work is before the first that counts */
};

static void marking_begin(void *user, const struct probe_insn *insn)
{
    struct player_marking *marking = user;
    const uint64_t number = insn->seq / WINDOW_EVENTS;
    marking->is_before = insn->seq < marking->first;
    if (number > marking->number)
        marking->number = number;
}

static void marking_access(void *user, const struct probe_access *access)
{
    const struct player_marking *marking = user;
    if (access->is_write && access->hi > access->lo && !marking->is_before)
        marking->wrote(marking->user, marking->number, access->space, access->lo, access->hi);
}

enum tt_status player_mark(struct player *player, player_wrote *wrote, void *user, struct tt_error *err)
{
    struct player_marking marking = {wrote, user, player->options.first, 0, true};
    const struct probe probe = {
        .user = &marking, .wants = PROBE_INSN | PROBE_ACCESS, .insn_begin = marking_begin, .access = marking_access};
    enum tt_status status = player_go(player, 0, false, err);
    steps_listen(player->steps, &probe);
    player->proven = 0;
    status = status ?: player_pass(player, player->played.moment_count, err);
    steps_listen(player->steps, NULL);
    player->is_over = true;
    player->at = UINT64_MAX;
    return status;
}

uint64_t player_at(const struct player *player)
{
    return player->at;
}

/* ---- open and close ---- */

enum tt_status player_open(struct player **out, const struct played *played, struct tt_error *err)
{
    struct player *player = *out = mem_calloc(1, sizeof *player);
    NEED(player, err, "no memory for a replay of the run");
    player->played = *played;
    player->options = *played->options;
    player->probe = (struct probe){.user = player,
                                   .wants = HEARS_PLAIN,
                                   .insn_begin = player_insn_begin,
                                   .insn_end = player_insn_end,
                                   .stage = player_stage,
                                   .access = player_access,
                                   .finding = player_finding};
    const struct keys_limits limits = {MOMENT_EVERY, MOMENTS_MOST, SIZE_MAX};
    const struct replay_observer observer = {.user = player, .tainted = player_tainted, .came_from = player_came_from};
    enum tt_status status = run_capture_need(&player->capture, player->played.run, err);
    status = status ?: steps_open(&player->steps, player->capture, &player->options, &observer, err);
    if (!status && !(player->keys = keys_new(player->steps, &limits)))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for a replay of the run");
    if (!status)
        return TT_OK;
    player_close(player);
    *out = NULL;
    return status;
}

void player_close(struct player *player)
{
    if (!player)
        return;
    keys_free(player->keys);
    steps_close(player->steps);
    ttcap_close(player->capture);
    player_drop_windows(player);
    mem_free(player);
}
