/* SPDX-License-Identifier: Apache-2.0 */
#include "schedules/schedules.h"

#include "schedules/explore.h"

#include "base/pool.h"
#include "capture/cursor.h"
#include "observe/hazard_wait.h"
#include "tile/sync/sync.h"

#include "name_texts.h"

enum { EVIDENCE_SYNC = 1 << 1 }; /* block bits of semaphores and mutexes */

const char *schedules_move_text(enum tt_chip chip, const struct replay_move *move,
                                char text[static SCHEDULES_MOVE_TEXT_MAX])
{
    char word[ISA_TEXT_MAX];
    if (move->is_core && move->thread >= THREADS)
        (void)snprintf(text, SCHEDULES_MOVE_TEXT_MAX, "event %" PRIu64 ", of no thread", move->event);
    else if (move->is_core)
        (void)snprintf(text, SCHEDULES_MOVE_TEXT_MAX, "thread %u's core at event %" PRIu64, move->thread, move->event);
    else
        (void)snprintf(text, SCHEDULES_MOVE_TEXT_MAX, "thread %u at %s (event %" PRIu64 ")", move->thread,
                       isa_disassemble(chip, move->word, word), move->event);
    return text;
}

/* Room for one more behind the first; of those between the earliest goes. */
static struct evidence_line *evidence_add(struct order_evidence *evidence)
{
    struct evidence_line *lines = evidence->lines;
    if (evidence->count == EVIDENCE_LINES) {
        memmove(&lines[1], &lines[2], (EVIDENCE_LINES - 2) * sizeof *lines);
        evidence->between++;
        evidence->count--;
    }
    lines[evidence->count] = (struct evidence_line){0};
    return &lines[evidence->count++];
}

static enum tt_status evidence_name_source(struct evidence_line *line, struct ttcap *capture, enum tt_core core,
                                           uint32_t pc, struct tt_error *err)
{
    struct ttcap_lines lines;
    const enum tt_status status = ttcap_lines_at(capture, core, pc, &lines, err);
    if (status)
        return walk_ended(status);
    (void)ttcap_lines_text(lines.frames, lines.frame_count, line->source);
    return TT_OK;
}

/* ---- steps of a run ---- */

struct evidence_listener {
    struct order_evidence *evidence;
    struct ttcap *capture;
    uint64_t first, last; /* steps */
    enum tt_status status;
    struct tt_error *err;
};

static void evidence_on_begin(void *user, const struct probe_insn *insn)
{
    const struct evidence_listener *listener = user;
    if (insn->seq < listener->first || insn->seq > listener->last)
        return;
    struct evidence_line *line = evidence_add(listener->evidence);
    line->has_step = true;
    line->step = insn->seq;
    line->move = (struct replay_move){.thread = insn->thread < THREADS ? insn->thread : THREADS,
                                      .is_core = insn->unit == TT_UNIT_CORE,
                                      .word = insn->word};
}

static void evidence_on_came_from(void *user, const struct replay_origin *origin)
{
    struct evidence_listener *listener = user;
    struct order_evidence *evidence = listener->evidence;
    struct evidence_line *line = evidence->count ? &evidence->lines[evidence->count - 1] : NULL;
    if (line && line->step == origin->seq && !listener->status)
        listener->status = evidence_name_source(line, listener->capture, origin->core, origin->pc, listener->err);
}

/* A wait for the unit that stops the last word; where that is of another thread, one that stops the semaphore in
 * between. */
static void evidence_name_wait(struct order_evidence *evidence, enum tt_chip chip, const struct replay_hazard *hazard)
{
    const struct replay_move *last = &evidence->lines[evidence->count ? evidence->count - 1 : 0].move;
    const uint32_t condition = hazard_condition(chip, hazard->unit);
    const bool is_own = strncmp(hazard->missing, INSN_TEXT_STALLWAIT " for ", sizeof INSN_TEXT_STALLWAIT + 4) == 0;
    const bool is_others = strncmp(hazard->missing, INSN_TEXT_STALLWAIT " of ", sizeof INSN_TEXT_STALLWAIT + 3) == 0;
    if (!evidence->count || !condition || last->is_core || delayed_is_unseen(hazard->id) || !(is_own || is_others))
        return;
    uint32_t kinds = is_own ? sync_kinds(isa_find(chip, last->word), last->word) : EVIDENCE_SYNC;
    kinds = kinds & (kinds - 1) ? kinds & ~1u : kinds; /* the kind of its unit, not that of all that move data */
    (void)snprintf(evidence->wait, sizeof evidence->wait, INSN_TEXT_STALLWAIT " stall_res=%u wait_res=%u",
                   (unsigned)kinds, (unsigned)condition);
}

enum tt_status evidence_of_hazard(struct order_evidence *evidence, struct ttcap *capture,
                                  const struct replay_options *options, const struct replay_hazard *hazard,
                                  struct tt_error *err)
{
    struct evidence_listener listener = {evidence, capture, hazard->other_step, hazard->step, TT_OK, err};
    const struct probe probe = {.user = &listener, .wants = PROBE_INSN, .insn_begin = evidence_on_begin};
    const struct replay_observer observer = {.user = &listener, .came_from = evidence_on_came_from};
    struct replay_summary summary;
    *evidence = (struct order_evidence){0};
    TRY(replay_run(capture, options, &probe, &observer, &summary, err));
    evidence_name_wait(evidence, ttcap_info(capture)->chip, hazard);
    return listener.status;
}

/* ---- moves of an order ---- */

static bool evidence_is_move(const struct explore_move *move, const struct replay_move *other)
{
    return move->text.thread == other->thread && move->text.is_core == other->is_core &&
           move->text.event == other->event && move->text.word == other->word && move->text.nth == other->nth;
}

/* A word that goes into the expanders is not yet at work: what it does there counts only where it does nothing else. */
static size_t evidence_find(const struct explore_trace *trace, const struct replay_move *move, size_t from)
{
    size_t found = trace->count;
    for (size_t at = trace->count; at-- > from;)
        if (evidence_is_move(&trace->moves[at], move) &&
            (found == trace->count || !(trace->moves[at].is_take || trace->moves[at].is_latch)))
            found = at;
    return found;
}

void evidence_of_pair(struct order_evidence *evidence, const struct explore_trace *trace,
                      const struct explore_pair *pair)
{
    const size_t first = evidence_find(trace, &pair->later, 0), last = evidence_find(trace, &pair->earlier, first);
    *evidence = (struct order_evidence){0};
    for (size_t at = first; at < trace->count && at <= last; at++) {
        const struct explore_move *move = &trace->moves[at];
        if (at == first || at == last || !(move->is_push || move->is_take || move->is_latch))
            evidence_add(evidence)->move = move->text;
    }
    evidence->never_ends = last == trace->count;
    if (evidence->never_ends)
        evidence_add(evidence)->move = pair->earlier;
}

enum tt_status evidence_find_sources(struct order_evidence *evidence, struct ttcap *capture, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (unsigned i = 0; i < evidence->count && !status; i++) {
        struct evidence_line *line = &evidence->lines[i];
        struct ttcap_cursor *cursor = NULL;
        const struct ttcap_event *event;
        if (line->has_step)
            continue;
        status = ttcap_events_open(&cursor, capture, line->move.event, line->move.event + 1, err);
        status = status ?: cursor_next(cursor, &event, err);
        if (!status && event->has_pc)
            status = evidence_name_source(line, capture, event->core, event->pc, err);
        status = walk_ended(status);
        ttcap_events_close(cursor);
    }
    return status;
}

/* ---- edges ---- */

/* Rounds once without each edge, the first time without none; each worker reads the file by itself. */
struct edges_work {
    const char *path;
    struct ttcap **captures; /* by worker */
    const struct replay_options *options;
    uint64_t hazards[EDGE_COUNT + 1];
    uint32_t *edges;
};

static void evidence_on_hazard(void *user, const struct replay_hazard *hazard)
{
    (void)hazard;
    ++*(uint64_t *)user;
}

static enum tt_status evidence_leave_out(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct edges_work *work = user;
    struct ttcap **capture = &work->captures[item->worker];
    struct replay_options without = *work->options;
    struct replay_summary summary;
    const struct replay_observer observer = {.user = &work->hazards[item->index], .hazard = evidence_on_hazard};
    without.hazards_without |= item->index ? 1u << (item->index - 1) : 0;
    if (!*capture)
        TRY(ttcap_open(capture, work->path, err));
    return replay_run(*capture, &without, NULL, &observer, &summary, err);
}

static enum tt_status evidence_take_edge(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct edges_work *work = user;
    (void)err;
    if (work->hazards[item->index] > work->hazards[0])
        *work->edges |= 1u << (item->index - 1);
    return TT_OK;
}

enum tt_status evidence_of_edges(uint32_t *edges, const char *path, const struct replay_options *options,
                                 struct tt_error *err)
{
    const size_t threads = pool_processors() < EDGE_COUNT + 1 ? pool_processors() : EDGE_COUNT + 1;
    struct edges_work work = {path, mem_calloc(threads, sizeof *work.captures), options, {0}, edges};
    const struct pool pool = {&work, threads, threads, EDGE_COUNT + 1, NULL, evidence_leave_out, evidence_take_edge};
    *edges = 0;
    const enum tt_status status =
        work.captures ? pool_run(&pool, err) : tt_fail(err, TT_NO_MEMORY, "no memory for the edges");
    for (size_t i = 0; work.captures && i < threads; i++)
        ttcap_close(work.captures[i]);
    mem_free(work.captures);
    return status;
}
