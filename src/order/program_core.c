/* SPDX-License-Identifier: Apache-2.0 */
/* The cores push, store, and wait for their reads. docs/semantics/program-order.md#cores */
#include "order/program.h"

enum { PUSH_WINDOW_BITS = 16 };

/* The unpackers' semaphore: cores poll it until it stands below a bound, all others until they have their value. */
static bool is_push_address(const struct ttcap_event *event)
{
    return event->kind == TTCAP_MMIO && event->addr >= MMIO_PUSH && event->addr < MMIO_PUSH_2_END;
}

/* Whose pipe a store to the push windows feeds, and whether behind the macro-op expander; false: none. */
static bool push_target(const struct ttcap_event *event, unsigned *thread, bool *is_behind)
{
    const unsigned window = (event->addr - MMIO_PUSH) >> PUSH_WINDOW_BITS;
    *is_behind = event->thread < 0;
    *thread = *is_behind ? window : (unsigned)event->thread;
    return *is_behind || window == 0;
}

bool program_pushes(const struct ttcap_event *event, unsigned *thread, bool *is_behind)
{
    *thread = event->thread < 0 ? 0 : (unsigned)event->thread;
    *is_behind = false;
    return event->kind == TTCAP_PUSH || (is_push_address(event) && push_target(event, thread, is_behind));
}

static unsigned program_core_stream_of(const struct ttcap_event *event)
{
    return event->thread < 0 ? NO_THREAD_STREAM : (unsigned)event->thread;
}

static bool enqueue(struct program *program, unsigned target, const struct ttcap_event *event, bool is_behind)
{
    struct program_thread *thread = &program->threads[target];
    if (thread->fifo_count == PIPE_WORDS)
        return false;
    const unsigned at = (thread->fifo_first + thread->fifo_count++) % PIPE_WORDS;
    if (program->reads)
        program_reads_pass(program, program_core_stream_of(event), event); /* the word knows of them */
    if (program->hazards)
        hazard_push(program->hazards, program_core_stream_of(event), target, at, event->value);
    thread->fifo[at] = (struct pushed_word){event->value, event->seq, is_behind, event->has_pc, event->core, event->pc};
    return true;
}

static enum program_block program_core_push(struct program *program, const struct ttcap_event *event)
{
    unsigned target = event->thread < 0 ? 0 : (unsigned)event->thread;
    bool is_behind = event->has_pc && event->core == TT_CORE_B;
    if (event->kind == TTCAP_MMIO && !push_target(event, &target, &is_behind))
        return BLOCK_NONE; /* the windows of threads 1 and 2 are core B's alone */
    return enqueue(program, target, event, is_behind) ? BLOCK_NONE : BLOCK_FIFO_FULL;
}

static bool has_seen(const struct program *program, const struct ttcap_event *event)
{
    if (event->addr >= SEMAPHORES)
        return tile_register_has(program->replay->tile, event->addr, event->value);
    const uint8_t value = (uint8_t)tile_state(program->replay->tile)->small.sem[event->addr].value;
    return event->addr == SEMAPHORE_UNPACK_SYNC ? value <= event->value : value == event->value;
}

/* The condition that an event of a thread's core has to wait for. */
static enum program_block program_core_block_of(const struct program *program, const struct program_thread *thread,
                                                const struct ttcap_event *event)
{
    if (event->kind == TTCAP_SEMR)
        return has_seen(program, event) ? BLOCK_NONE : BLOCK_SEMAPHORE;
    if (event->kind != TTCAP_MMIO)
        return BLOCK_NONE;
    if (event->addr == MMIO_PIPE_DRY && !program_pipe_is_dry(thread))
        return BLOCK_PIPE_DRY;
    if (event->addr == MMIO_MACRO_OP_IDLE && !program_macro_op_is_idle(program->replay->info->chip, thread))
        return BLOCK_MACRO_OP;
    return BLOCK_NONE;
}

/* No event that comes before the core's own is added. A delay or an edit is about single rounds. */
bool program_core_is_held(const struct program *program, const struct program_thread *thread)
{
    const struct replay_options *options = program->replay->options;
    if (thread->core_block == BLOCK_EARLIER || options->delay_count || options->edit)
        return false;
    return thread->core_block == BLOCK_FIFO_FULL
               ? thread->fifo_count == PIPE_WORDS
               : program_core_block_of(program, thread, thread->stream.event) == thread->core_block;
}

static void __attribute__((noinline)) program_core_store(struct program *program, const struct ttcap_event *event)
{
    struct ttcap_event numbered = *event;
    struct replay *replay = program->replay;
    struct hazards *hazards = program->hazards;
    numbered.seq = program->step++;
    if (hazards)
        hazards_before_event(hazards, event);
    replay_event(replay, &numbered, true);
    replay_report_store(replay, &numbered);
    if (replay->heard.waited)
        program_wait_hear(program, 0, NULL, event);
    if (hazards)
        hazards_after_event(hazards, program_core_stream_of(event), event);
}

/* Some events of no thread keep their place among all the cores' events: earlier ones come first, later ones wait. */
static bool has_earlier(const struct program *program, unsigned stream, const struct ttcap_event *event)
{
    const struct program_reads *reads = program->reads;
    const uint64_t seq = event->seq;
    if (stream != NO_THREAD_STREAM)
        return reads ? program->place_at < reads->place_count && reads->places[program->place_at] < seq
                     : program->others.has_event && program->others.event->seq < seq;
    for (unsigned i = 0; i < THREADS && program_keeps_place(program, event); i++) {
        const struct program_stream *other = &program->threads[i].stream;
        if (other->has_event && other->event->seq < seq)
            return true;
    }
    return false;
}

/* The host, or another tile, has come behind what it read here: microseconds behind words that nothing holds. */
static bool is_behind_pipes(const struct program *program, const struct ttcap_event *event)
{
    bool is_behind = false;
    for (unsigned i = 0; i < THREADS && program_is_from_outside(program, event); i++)
        is_behind |= program_pipe_is_ready(program, i);
    return is_behind;
}

/* An event of a core happens, while is_as_recorded. The streams take macro-op configuration when a word is pushed, and
 * this run when a pipe takes it; core B's words come in the order of the capture there. */
static void program_recorded_event(struct program *program, unsigned stream, const struct ttcap_event *event)
{
    const enum tt_chip chip = program->replay->info->chip;
    const bool may_configure = event->kind == TTCAP_MOPW || event->kind == TTCAP_MMIO;
    if (stream == NO_THREAD_STREAM)
        program->is_as_recorded &= event->kind != TTCAP_PUSH && !may_configure;
    else if (may_configure)
        program->is_as_recorded &= program_macro_op_is_idle(chip, &program->threads[stream]);
}

/* Whether something holds the event of a stream back; if nothing does, a pushed word is before its pipe then. */
static inline enum program_block core_block_now(struct program *program, unsigned stream,
                                                const struct ttcap_event *event)
{
    const struct program_thread *thread = stream < THREADS ? &program->threads[stream] : NULL;
    const bool is_early =
        has_earlier(program, stream, event) || (program->reads && program_reads_hold(program, stream, event));
    const bool is_behind = !thread && !is_early && is_behind_pipes(program, event);
    program->holds_outside |= is_behind;
    if (is_early || is_behind)
        return BLOCK_EARLIER;
    if (event->kind == TTCAP_PUSH || is_push_address(event))
        return program_core_push(program, event);
    if (thread)
        return program_core_block_of(program, thread, event);
    return event->kind == TTCAP_SEMR && !has_seen(program, event) ? BLOCK_SEMAPHORE : BLOCK_NONE;
}

/* An event that nothing holds back. */
static inline void core_event_happens(struct program *program, unsigned stream, const struct ttcap_event *event)
{
    if (program->reads)
        program_reads_pass(program, stream, event);
    replay_report_event(program->replay, event);
    if (program->is_as_recorded)
        program_recorded_event(program, stream, event);
    if (program->hazards && stream == NO_THREAD_STREAM) {
        program->hazards->orders_all = program_keeps_place(program, event);
        if (program_is_from_outside(program, event))
            hazard_pipes_issued(program->hazards);
    }
    if (event->kind == TTCAP_SEMR && program->hazards)
        hazard_order_event(program->hazards, stream, event);
    else if (event->kind != TTCAP_PUSH && event->kind != TTCAP_SEMR && !is_push_address(event))
        program_core_store(program, event);
    if (program->reads)
        program_reads_stored(program, stream, event);
}

/* An event that an edit leaves out takes no round, as if it did not stand there. False: the stream has none left. */
static enum tt_status __attribute__((noinline))
core_take_edits(struct program *program, unsigned number, struct ttcap_event *edited, bool *moved, struct tt_error *err)
{
    struct program_stream *stream = program_stream_of(program, number);
    const struct replay_options *options = program->replay->options;
    while (stream->has_event && !replay_edits_take(options, stream->event, edited)) {
        *moved = true;
        TRY(program_stream_go_on(stream, options, number, err));
    }
    return TT_OK;
}

static bool __attribute__((noinline))
core_is_delayed(struct program *program, unsigned thread, const struct ttcap_event *event)
{
    return program_is_delayed(program, &(struct program_comer){thread, true, event->has_pc, event->seq, event->pc});
}

enum tt_status program_core_event(struct program *program, unsigned number, bool *moved, struct tt_error *err)
{
    struct program_thread *thread = number < THREADS ? &program->threads[number] : NULL;
    struct program_stream *stream = program_stream_of(program, number);
    const struct replay_options *options = program->replay->options;
    const struct ttcap_event *event = stream->event;
    struct ttcap_event edited;
    if (options->edit) {
        TRY(core_take_edits(program, number, &edited, moved, err));
        if (!stream->has_event)
            return TT_OK;
        event = &edited;
    }
    if (options->delay_count && thread && core_is_delayed(program, number, event))
        return TT_OK;
    program->knows_cores |= event->has_pc;
    const enum program_block block = core_block_now(program, number, event);
    if (thread) {
        thread->core_block = block;
        program_wait_note(program, number, true, block != BLOCK_NONE);
    }
    if (block != BLOCK_NONE)
        return TT_OK;
    core_event_happens(program, number, event);
    program->delays.held[true][number] = 0;
    *moved = true;
    return stream->is_at_start || options->edit ? program_stream_go_on(stream, options, number, err)
                                                : program_stream_next(stream, err);
}
