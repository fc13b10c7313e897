/* SPDX-License-Identifier: Apache-2.0 */
/* Threads, and runs until a point is reached. */
#include "debug/session.h"

#include "base/search.h"
#include "base/text/text.h"
#include "isa/isa.h"

/* ---- differences at a checkpoint ---- */

static void session_on_checkpoint(void *user, uint32_t checkpoint, const struct ttcap_checkpoint *info, uint64_t seq)
{
    struct session *session = user;
    (void)info, (void)seq;
    session->was_held = true;
    session->held = checkpoint;
    session->difference_count = 0;
    session->difference_bytes = session->known_bytes = 0;
}

static void session_on_comparison(void *user, const struct replay_comparison *comparison)
{
    struct session *session = user;
    session->difference_bytes += comparison->differing_bytes;
    session->known_bytes += comparison->known_bytes;
}

static void session_on_mismatch(void *user, const struct replay_mismatch *mismatch)
{
    struct session *session = user;
    struct debug_difference run = {.checkpoint = mismatch->checkpoint, .space = mismatch->space};
    for (uint32_t i = 0; !mismatch->is_tainted && i < mismatch->hi - mismatch->lo; i++) {
        if (!((mismatch->held[i] ^ mismatch->replayed[i]) & mismatch->known[i]))
            continue;
        if (!run.count++) {
            run.lo = mismatch->lo + i;
            run.held = mismatch->held[i];
            run.replayed = mismatch->replayed[i];
        }
    }
    if (run.count && session->difference_count < DEBUG_DIFFERENCES_MAX)
        session->differences[session->difference_count++] = run;
}

static void session_on_waiting(void *user, const struct replay_wait *wait)
{
    const struct session *session = user;
    if (!session->waits)
        return;
    text_add(session->waits, "%s waits for %s: %s\n",
             session_thread_name(!wait->is_core       ? DEBUG_PIPES + wait->thread
                                 : session->has_cores ? (unsigned)wait->core
                                                      : TT_CORE_T0 + wait->thread),
             wait->what, wait->who);
}

/* ---- open ---- */

enum tt_status session_open(struct session **out, struct ttcap *capture, const struct replay_options *options,
                            size_t memory, struct tt_error *err)
{
    struct session *session = *out = mem_calloc(1, sizeof *session);
    NEED(session, err, "no memory for a session");
    session->capture = capture;
    session->options = *options;
    session->chip = ttcap_info(capture)->chip;
    session->has_cores = options->order == REPLAY_FIRMWARE;
    session->is_executed = options->order == REPLAY_EXECUTED;
    session->observer = (struct replay_observer){.user = session,
                                                 .checkpoint = session_on_checkpoint,
                                                 .comparison = session_on_comparison,
                                                 .mismatch = session_on_mismatch,
                                                 .waiting = session_on_waiting};
    enum tt_status status =
        engine_open(&session->engine, capture, &(struct engine_options){*options, &session->observer, memory}, err);
    if (!status && !session->has_cores)
        status = index_open(&session->index, capture, err);
    if (!status) {
        session->thread = session->has_cores ? (unsigned)ttcap_info(capture)->boot[0].core : (unsigned)DEBUG_PIPES;
        session->stop = (struct debug_stop){.reached = ENGINE_HIT, .thread = session->thread};
        return TT_OK;
    }
    session_close(session);
    *out = NULL;
    return status;
}

void session_close(struct session *session)
{
    if (!session)
        return;
    questions_close(session->questions);
    engine_close(session->engine);
    index_close(session->index);
    mem_free(session);
}

/* ---- threads ---- */

bool session_has_thread(const struct session *session, unsigned thread)
{
    return thread < DEBUG_THREADS && (session->has_cores || thread >= DEBUG_PIPES);
}

const char *session_thread_name(unsigned thread)
{
    static const char *const names[DEBUG_THREADS] = {"core b",  "core t0", "core t1", "core t2",
                                                     "core nc", "pipe 0",  "pipe 1",  "pipe 2"};
    return names[thread];
}

static struct session_pc pc_of_event(const struct ttcap_event *event)
{
    struct session_pc pc = {
        DEBUG_EVENTS + 4 * (uint32_t)event->seq, false, TT_CORE_B, true, event->value, true, event->seq};
    if (event->has_pc) {
        pc.addr = event->pc;
        pc.core = event->core;
        pc.is_code = true;
    }
    return pc;
}

struct session_pc session_pc(const struct session *session, unsigned thread)
{
    struct steps *steps = engine_steps(session->engine);
    if (thread < DEBUG_PIPES) {
        const enum tt_core core = (enum tt_core)thread;
        return (struct session_pc){.addr = cores_core(steps_cores(steps), core)->pc, .is_code = true, .core = core};
    }
    if (session->is_executed) {
        struct ttcap_event event;
        if (index_next_word(session->index, thread - DEBUG_PIPES, steps_at(steps), &event))
            return pc_of_event(&event);
        return (struct session_pc){.addr = DEBUG_EVENTS + 4 * (uint32_t)ttcap_info(session->capture)->event_count};
    }
    struct steps_word word;
    if (!steps_next_word(steps, thread - DEBUG_PIPES, &word))
        return (struct session_pc){.addr = DEBUG_EVENTS};
    return (struct session_pc){.addr = word.has_pc          ? word.pc
                                       : session->has_cores ? (uint32_t)DEBUG_EVENTS
                                                            : DEBUG_EVENTS + 4 * (uint32_t)word.event,
                               .is_code = word.has_pc,
                               .core = word.core,
                               .has_word = true,
                               .word = word.word,
                               .has_seq = !session->has_cores,
                               .seq = word.event};
}

struct debug_where session_where(const struct session *session, unsigned thread)
{
    enum { LINK = 1, STACK_POINTER = 2 };
    struct debug_where where = {.pc = session_pc(session, thread)};
    if (thread >= DEBUG_PIPES || !session->has_cores)
        return where;
    const struct riscv_core *core = cores_core(steps_cores(engine_steps(session->engine)), (enum tt_core)thread);
    where.stack = core->x[STACK_POINTER];
    where.link = core->x[LINK];
    return where;
}

/* ---- points ---- */

static bool is_by_value(const struct debug_point *point)
{
    return point->kind != DEBUG_BREAK && !point->is_place;
}

bool session_add_point(struct session *session, const struct debug_point *point, const char **why)
{
    struct debug_point added = *point;
    if (session->point_count == DEBUG_POINTS_MAX) {
        *why = "there are 256 points already";
        return false;
    }
    if (point->kind != DEBUG_BREAK && !point->is_place) {
        added.hi = added.bytes;
        added.is_place = session_space_at(session, point->addr, point->bytes, &added.space, &added.lo);
        added.hi += added.lo;
    }
    if (is_by_value(&added) && point->bytes > DEBUG_VALUE_MAX) {
        *why = "beyond L1 and the named spaces up to 64 bytes are watched";
        return false;
    }
    if (is_by_value(&added) && point->kind != DEBUG_WRITE && !session_has_loads(session, point->addr)) {
        *why = "nothing loads from there: stores alone are seen";
        return false;
    }
    session->points[session->point_count++] = added;
    return true;
}

bool session_remove_point(struct session *session, enum debug_point_kind kind, uint32_t addr, uint32_t bytes)
{
    for (unsigned i = 0; i < session->point_count; i++) {
        const struct debug_point *point = &session->points[i];
        if (point->kind != kind || point->addr != addr || (kind != DEBUG_BREAK && point->bytes != bytes))
            continue;
        session->points[i] = session->points[--session->point_count];
        return true;
    }
    return false;
}

void session_remove_list(struct session *session, unsigned list)
{
    unsigned left = 0;
    for (unsigned i = 0; i < session->point_count; i++)
        if (session->points[i].list != list)
            session->points[left++] = session->points[i];
    session->point_count = left;
}

/* ---- effects of a step ---- */

static bool session_touches(const struct debug_point *point, const struct probe_access *access)
{
    if (point->kind == DEBUG_BREAK || !point->is_place || access->space != point->space || access->hi <= point->lo ||
        access->lo >= point->hi)
        return false;
    if (access->is_write ? point->kind == DEBUG_READ : point->kind == DEBUG_WRITE)
        return false;
    if (!point->mask || !access->is_write || !access->before || !access->after)
        return true;
    for (uint32_t at = point->lo; at < point->hi; at++)
        if (at >= access->lo && at < access->hi &&
            ((access->before[at - access->lo] ^ access->after[at - access->lo]) & point->mask >> 8 * (at - point->lo)))
            return true;
    return false;
}

static void session_on_access(void *user, const struct probe_access *access)
{
    struct session *session = user;
    for (unsigned i = 0; i < session->point_count && session->seen < 0; i++) {
        if (!session_touches(&session->points[i], access))
            continue;
        session->seen = (int)i;
        session->seen_unit = access->unit;
    }
}

static bool is_next_read(const struct session *session, const struct debug_point *point)
{
    const struct cores *cores = steps_cores(engine_steps(session->engine));
    const enum tt_core core = session_core_of(point->thread);
    uint32_t addr;
    return point->kind != DEBUG_WRITE && cores_is_running(cores, core) && cores_reads(cores, core, &addr) &&
           (addr - point->addr < point->bytes || point->addr - addr < cores_read_bytes(cores, core));
}

static void note_values(struct session *session)
{
    for (unsigned i = 0; i < session->point_count; i++) {
        struct debug_point *point = &session->points[i];
        if (!is_by_value(point))
            continue;
        (void)session_read(session, point->thread, point->addr, point->bytes, point->value);
        point->is_next_read = session->has_cores && is_next_read(session, point);
    }
}

static bool is_program(const struct session *session)
{
    return !session->has_cores && !session->is_executed;
}

static void before_step(void *user, struct steps *steps)
{
    struct session *session = user;
    session->seen = -1;
    session->was_held = false;
    for (int core = 0; session->has_cores && core < TT_CORE_COUNT; core++)
        session->pcs[core] = cores_core(steps_cores(steps), (enum tt_core)core)->pc;
    for (unsigned pipe = DEBUG_PIPES; is_program(session) && session->point_count && pipe < DEBUG_THREADS; pipe++)
        session->pcs[pipe] = session_pc(session, pipe).addr;
    note_values(session);
    if (session->goes_back && session->goes_on)
        session->ahead = session_where(session, session->stepped);
}

/* Whether the step was the load that its core had before it. */
static bool was_read(const struct debug_point *point, const struct steps_done *done)
{
    return point->is_next_read && done->actor == STEPS_CORE && done->number == session_core_of(point->thread);
}

static bool value_touched(struct session *session, const struct steps_done *done)
{
    for (unsigned i = 0; i < session->point_count; i++) {
        const struct debug_point *point = &session->points[i];
        uint8_t now[DEBUG_VALUE_MAX] = {0};
        if (!is_by_value(point))
            continue;
        (void)session_read(session, point->thread, point->addr, point->bytes, now);
        const bool is_stored = point->kind != DEBUG_READ && memcmp(now, point->value, point->bytes) != 0;
        if (!is_stored && !was_read(point, done))
            continue;
        session->seen = (int)i;
        session->seen_unit = done->actor == STEPS_PIPE ? isa_unit(session->chip, done->word) : TT_UNIT_CORE;
        return true;
    }
    return false;
}

static const struct debug_point *break_at(const struct session *session, uint32_t addr)
{
    return FIND(session->points, session->point_count, item->kind == DEBUG_BREAK && item->addr == addr);
}

static unsigned session_thread_of(const struct session *session, const struct steps_done *done)
{
    if (done->actor == STEPS_OUTSIDE)
        return session->thread;
    return done->number + (done->actor == STEPS_PIPE ? (unsigned)DEBUG_PIPES : 0);
}

/* Whether somebody has come to a place where there is a break. */
static const struct debug_point *arrived(const struct session *session, const struct steps_done *done, unsigned *thread)
{
    struct steps *steps = engine_steps(session->engine);
    const struct debug_point *point = NULL;
    for (int core = 0; session->has_cores && core < TT_CORE_COUNT && !point; core++) {
        const uint32_t pc = cores_core(steps_cores(steps), (enum tt_core)core)->pc;
        *thread = (unsigned)core;
        if (pc != session->pcs[core] || (done->actor == STEPS_CORE && done->number == (unsigned)core))
            point = break_at(session, pc);
    }
    for (unsigned pipe = DEBUG_PIPES; is_program(session) && pipe < DEBUG_THREADS && !point; pipe++) {
        const uint32_t pc = session_pc(session, pipe).addr;
        *thread = pipe;
        if (pc != session->pcs[pipe] || (done->has_word && session_thread_of(session, done) == pipe))
            point = break_at(session, pc);
    }
    if (!session->is_executed)
        return point;
    *thread = session_thread_of(session, done);
    if (done->has_word)
        point = break_at(session, session_pc(session, *thread).addr);
    struct ttcap_event event;
    if (!point && index_event(session->index, steps_at(steps), &event)) {
        point = break_at(session, DEBUG_EVENTS + 4 * (uint32_t)event.seq);
        *thread = event.thread < 0 ? session->thread : DEBUG_PIPES + (unsigned)event.thread;
    }
    return point;
}

static enum engine_hit note_stop(struct session *session, unsigned thread, const struct debug_point *point,
                                 enum engine_hit hit)
{
    const bool is_passed = session->steps_alone && thread != session->stepped;
    if (is_passed && session->goes_back)
        return ENGINE_NO;
    session->stop = (struct debug_stop){.reached = ENGINE_HIT, .thread = thread};
    if (point) {
        session->stop.is_point = true;
        session->stop.point = *point;
        session->stop.unit = session->seen_unit;
        (void)engine_last(session->engine, &session->stop.done);
    }
    if (!is_passed)
        return hit;
    session->pending[thread].is_open = true;
    session->pending[thread].at = engine_at(session->engine);
    session->pending[thread].stop = session->stop;
    return ENGINE_NO;
}

static enum engine_hit on_watch(struct session *session, unsigned thread, const struct steps_done *done)
{
    if ((session->seen < 0 && !value_touched(session, done)) ||
        !note_stop(session, thread, &session->points[session->seen], ENGINE_AHEAD))
        return ENGINE_NO;
    return session->turns_watches ? ENGINE_TURNED : ENGINE_AHEAD;
}

static enum engine_hit on_arrival(struct session *session, unsigned thread, const struct steps_done *done)
{
    if (session->goes_back && engine_at(session->engine) == session->began)
        return ENGINE_NO; /* that is where it comes from */
    if (session->stops_at_difference && session->was_held && session->difference_count) {
        (void)note_stop(session, thread, NULL, ENGINE_BEHIND);
        session->stop.is_difference = true;
        return ENGINE_BEHIND;
    }
    const struct debug_point *point = session->point_count ? arrived(session, done, &thread) : NULL;
    return point ? note_stop(session, thread, point, ENGINE_BEHIND) : ENGINE_NO;
}

static bool session_goes_on(const struct session *session)
{
    const struct debug_where now = session->goes_back ? session->ahead : session_where(session, session->stepped);
    return session->goes_on->goes_on(session->goes_on->user, &now);
}

/* Backwards a stop behind the step comes before one ahead of it. */
static enum engine_hit on_step(void *user, const struct steps_done *done)
{
    struct session *session = user;
    const unsigned thread = session_thread_of(session, done);
    session->pending[thread].is_open = false;
    enum engine_hit hit = session->goes_back ? on_arrival(session, thread, done) : on_watch(session, thread, done);
    if (!hit)
        hit = session->goes_back ? on_watch(session, thread, done) : on_arrival(session, thread, done);
    if (hit || !session->steps_thread || done->actor == STEPS_OUTSIDE || thread != session->stepped ||
        (!session->has_cores && !done->has_word))
        return hit;
    if (session->goes_on && session_goes_on(session))
        return ENGINE_NO;
    return note_stop(session, session->stepped, NULL, ENGINE_AHEAD);
}

static bool session_is_interrupted(void *user)
{
    const struct session *session = user;
    return session->is_interrupted && session->is_interrupted(session->interrupt_user);
}

static bool wants_accesses(const struct session *session)
{
    return ANY(i, session->point_count, session->points[i].kind != DEBUG_BREAK && session->points[i].is_place);
}

static enum tt_status session_run(struct session *session, bool is_back, struct tt_error *err)
{
    session->probe = (struct probe){.user = session, .wants = PROBE_ACCESS, .access = session_on_access};
    const struct engine_stops stops = {.user = session,
                                       .hit = on_step,
                                       .probe = wants_accesses(session) ? &session->probe : NULL,
                                       .before = before_step,
                                       .is_interrupted = session_is_interrupted};
    enum engine_reached reached;
    session->goes_back = is_back;
    session->began = engine_at(session->engine);
    TRY(is_back ? engine_back(session->engine, &stops, &reached, err)
                : engine_forward(session->engine, &stops, &reached, err));
    if (reached != ENGINE_HIT)
        session->stop = (struct debug_stop){.reached = reached, .thread = session->thread};
    session->thread = session->stop.thread;
    return TT_OK;
}

/* The first stop that single steps passed over, if it still holds: then nothing runs. The cores take turns, so that
 * threads that wait to be reported have not moved on when the one before them has done its step. */
static bool take_pending(struct session *session, bool is_back)
{
    int first = -1;
    for (int i = 0; i < DEBUG_THREADS; i++) {
        const struct debug_stop *stop = &session->pending[i].stop;
        if (session->pending[i].is_open && stop->point.kind == DEBUG_BREAK && !break_at(session, stop->point.addr))
            session->pending[i].is_open = false;
        if (is_back)
            session->pending[i].is_open = false;
        if (session->pending[i].is_open && (first < 0 || session->pending[i].at < session->pending[first].at))
            first = i;
    }
    if (first < 0)
        return false;
    session->pending[first].is_open = false;
    session->stop = session->pending[first].stop;
    session->thread = (unsigned)first;
    return true;
}

static void forget_pending(struct session *session)
{
    for (int i = 0; i < DEBUG_THREADS; i++)
        session->pending[i].is_open = false;
}

enum tt_status session_step(struct session *session, unsigned thread, bool is_back, bool is_alone, struct tt_error *err)
{
    return session_step_while(session, thread, is_back, is_alone, NULL, err);
}

enum tt_status session_step_while(struct session *session, unsigned thread, bool is_back, bool is_alone,
                                  const struct debug_while *goes_on, struct tt_error *err)
{
    if (!is_alone && take_pending(session, is_back))
        return TT_OK;
    if (is_back)
        forget_pending(session);
    session->steps_thread = true;
    session->steps_alone = is_alone;
    session->stepped = thread;
    session->goes_on = goes_on;
    const enum tt_status status = session_run(session, is_back, err);
    session->goes_on = NULL;
    session->steps_thread = session->steps_alone = false;
    return status;
}

enum tt_status session_continue(struct session *session, bool is_back, struct tt_error *err)
{
    return take_pending(session, is_back) ? TT_OK : session_run(session, is_back, err);
}

enum tt_status session_go(struct session *session, uint64_t at, struct tt_error *err)
{
    const uint64_t first = steps_first(engine_steps(session->engine));
    REFUSE_IF(at < first, err, "there is no step %llu: the first is %llu", (unsigned long long)at,
              (unsigned long long)first);
    session->stop = (struct debug_stop){.reached = ENGINE_HIT, .thread = session->thread};
    forget_pending(session);
    return engine_go(session->engine, at, err);
}

/* Runs with these points in place of all others. */
static enum tt_status run_with(struct session *session, const struct debug_point *points, unsigned count, bool is_back,
                               struct tt_error *err)
{
    struct debug_point *others = mem_alloc(sizeof session->points);
    const unsigned other_count = session->point_count;
    NEED(others, err, "no memory for a search");
    memcpy(others, session->points, sizeof session->points);
    if (count)
        memcpy(session->points, points, count * sizeof *points);
    session->point_count = count;
    const bool turns_watches = session->turns_watches;
    session->turns_watches = false;
    const enum tt_status status = session_run(session, is_back, err);
    session->turns_watches = turns_watches;
    memcpy(session->points, others, sizeof session->points);
    session->point_count = other_count;
    mem_free(others);
    return status;
}

unsigned session_points_of(const struct session *session, const struct address_place *place,
                           struct debug_point points[static THREADS])
{
    uint32_t apart, mask = 0;
    const unsigned copies = address_place_copies(place, session->chip, &apart);
    if (place->is_field) {
        const struct reg_field *field = reg_field_get(session->chip, place->field);
        mask = reg_field_bits(field);
    }
    for (unsigned i = 0; i < copies; i++)
        points[i] = (struct debug_point){.kind = DEBUG_WRITE,
                                         .is_place = true,
                                         .space = place->space,
                                         .lo = place->lo + i * apart,
                                         .hi = place->hi + i * apart,
                                         .mask = mask,
                                         .addr = session_address(place->space, place->lo + i * apart),
                                         .bytes = place->hi - place->lo};
    return copies;
}

enum tt_status session_last_writer(struct session *session, const struct address_place *place, struct tt_error *err)
{
    struct debug_point points[THREADS];
    const unsigned copies = session_points_of(session, place, points);
    return run_with(session, points, copies, true, err);
}

enum tt_status session_hold(struct session *session, uint32_t checkpoint, struct tt_error *err)
{
    return steps_hold(engine_steps(session->engine), checkpoint, err);
}

enum tt_status session_next_difference(struct session *session, struct tt_error *err)
{
    session->stops_at_difference = true;
    enum tt_status status = run_with(session, NULL, 0, false, err);
    session->stops_at_difference = false;
    const uint32_t last = ttcap_info(session->capture)->checkpoint_count - 1;
    if (status || session->stop.reached != ENGINE_AT_END || session->is_executed || !last)
        return status;
    status = session_hold(session, last, err); /* program and firmware order: the last one is the end */
    session->stop.is_difference = !status && session->difference_count;
    return status;
}
