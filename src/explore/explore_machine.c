/* SPDX-License-Identifier: Apache-2.0 */
/* A program whose events are all in memory, so that it can be put back to any point and go on in another order. */
#include "explore/explore.h"

#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { REST_AT = offsetof(struct tile_state, cfg), REST_BYTES = sizeof(struct tile_state) - REST_AT };

static_assert(offsetof(struct tile_state, l1) == 0 && REST_AT % EXPLORE_PAGE == 0, "L1 comes first, in whole pages");

static void on_access(void *user, const struct probe_access *access)
{
    struct explore_machine *machine = user;
    if (access->space == TT_SPACE_L1 && access->is_write && access->lo < access->hi) {
        for (uint32_t page = access->lo / EXPLORE_PAGE; page <= (access->hi - 1) / EXPLORE_PAGE; page++)
            machine->is_written[page] = true;
    }
    if (machine->touches)
        touch_access(machine->touches, access);
}

/* A stream's events, with copies of what they store. */
static enum tt_status keep_events(struct explore_machine *machine, struct program_stream *stream, unsigned number,
                                  uint64_t first, struct tt_error *err)
{
    struct program_stream from = {0};
    size_t count = 0, capacity = 0;
    enum tt_status status =
        program_stream_open(&from, machine->replay->capture, number < THREADS ? (int)number : -1, first, err);
    while (!status && from.has_event) {
        void *items = machine->events[number], *all = machine->bytes;
        struct ttcap_event event = from.event;
        if (event.byte_count) {
            uint8_t *bytes = mem_alloc(event.byte_count);
            if (!bytes || mem_grow(&all, &machine->bytes_capacity, machine->bytes_count + 1, sizeof *machine->bytes)) {
                mem_free(bytes);
                status = tt_fail(err, TT_NO_MEMORY, "no memory for the events");
                break;
            }
            machine->bytes = all;
            machine->bytes[machine->bytes_count++] = bytes;
            memcpy(bytes, event.bytes, event.byte_count);
            event.bytes = bytes;
        }
        if (mem_grow(&items, &capacity, count + 1, sizeof event)) {
            status = tt_fail(err, TT_NO_MEMORY, "no memory for the events");
            break;
        }
        machine->events[number] = items;
        machine->events[number][count++] = event;
        status = program_stream_next(&from, err);
    }
    program_stream_close(&from);
    *stream = (struct program_stream){.list = machine->events[number], .list_count = count};
    return status ? status : program_stream_next(stream, err);
}

enum tt_status explore_machine_init(struct explore_machine *machine, struct replay *replay, struct tt_error *err)
{
    const uint64_t first = (uint64_t)(ttcap_checkpoint(replay->capture, 0)->after_event + 1);
    *machine = (struct explore_machine){.replay = replay};
    machine->program.replay = replay;
    machine->first_l1 = mem_alloc(L1_BYTES_MAX);
    if (!machine->first_l1)
        return tt_fail(err, TT_NO_MEMORY, "no memory for L1");
    memcpy(machine->first_l1, tile_state(replay->tile)->l1, L1_BYTES_MAX);
    machine->probe = (struct probe){.user = machine, .wants = PROBE_ACCESS, .access = on_access};
    replay->listener->next = &machine->probe;
    replay_listener_set_on(replay->listener, true);
    replay_set_probe(replay);
    enum tt_status status = keep_events(machine, &machine->program.others, NO_THREAD_STREAM, first, err);
    for (unsigned i = 0; i < THREADS && !status; i++) {
        pipe_init(&machine->program.threads[i].pipe, i);
        status = keep_events(machine, &machine->program.threads[i].stream, i, first, err);
    }
    return status;
}

void explore_machine_clear(struct explore_machine *machine)
{
    for (unsigned i = 0; i < PROGRAM_STREAMS; i++)
        mem_free(machine->events[i]);
    for (size_t i = 0; i < machine->bytes_count; i++)
        mem_free(machine->bytes[i]);
    mem_free(machine->bytes);
    mem_free(machine->first_l1);
}

bool explore_machine_is_over(const struct explore_machine *machine)
{
    return program_is_over(&machine->program);
}

/* ---- moves ---- */

static void describe_core(const struct explore_machine *machine, unsigned mover, struct explore_move *move)
{
    const struct program *program = &machine->program;
    const struct program_stream *stream = mover < THREADS ? &program->threads[mover].stream : &program->others;
    move->text = (struct replay_move){mover, true, stream->has_event ? stream->event.seq : 0, 0};
    unsigned target;
    bool is_behind;
    if (!stream->has_event)
        return;
    if (program_pushes(&stream->event, &target, &is_behind)) {
        const struct program_thread *thread = &program->threads[target];
        move->is_push = true;
        move->pipe = (uint8_t)target;
        move->slot = (uint8_t)((thread->fifo_first + thread->fifo_count) % PIPE_WORDS);
    } else if (machine->touches) {
        touch_event(machine->touches, move, &stream->event);
    }
}

static void describe_pipe(const struct explore_machine *machine, unsigned number, struct explore_move *move)
{
    const struct program_thread *thread = &machine->program.threads[number];
    if (thread->has_word) {
        move->text = (struct replay_move){number, false, thread->word_event, thread->word};
        if (machine->touches)
            touch_word(machine->touches, move, machine->replay->tile, thread->pipe.insn, thread->word);
        return;
    }
    const struct pushed_word *pushed = &thread->fifo[thread->fifo_first];
    move->text = (struct replay_move){number, false, pushed->event, pushed->word};
    move->is_take = true;
    move->pipe = (uint8_t)number;
    move->slot = (uint8_t)thread->fifo_first;
    if (machine->touches && !pushed->is_behind)
        touch_take(machine->touches, move, machine->replay->tile, pushed->word);
}

bool explore_machine_move(struct explore_machine *machine, unsigned mover, struct explore_move *move)
{
    struct tt_error err;
    bool moved = false;
    const size_t touched = machine->touches ? machine->touches->count : 0;
    struct explore_move unwanted;
    if (machine->touches)
        machine->touches->first = touched;
    move = move ? move : &unwanted;
    *move = (struct explore_move){.mover = (uint8_t)mover, .index = machine->moved[mover] + 1};
    move->footprint = (struct footprint){.first = (uint32_t)touched, .unit = TT_UNIT_COUNT};
    if (mover < EXPLORE_PIPES) {
        describe_core(machine, mover, move);
        if (program_core_step(&machine->program, mover, &moved, &err))
            moved = false; /* streams in memory do not fail */
    } else {
        describe_pipe(machine, mover - EXPLORE_PIPES, move);
        moved = program_pipe_move(&machine->program, mover - EXPLORE_PIPES);
    }
    if (machine->touches && moved)
        touch_sum(machine->touches, &move->footprint);
    else if (machine->touches)
        machine->touches->count = touched;
    machine->moved[mover] += moved;
    return moved;
}

/* ---- snapshots ---- */

enum tt_status explore_save(const struct explore_machine *machine, struct explore_snapshot *snapshot,
                            struct tt_error *err)
{
    const struct tile_state *state = tile_state(machine->replay->tile);
    size_t pages = 0, had = 0;
    for (unsigned i = 0; i < EXPLORE_PAGES; i++) {
        pages += machine->is_written[i];
        had += snapshot->has_page[i];
    }
    if (!snapshot->rest)
        snapshot->rest = mem_alloc(REST_BYTES);
    if (!snapshot->pages || pages > had) {
        mem_free(snapshot->pages);
        snapshot->pages = mem_alloc((pages ? pages : 1) * (size_t)EXPLORE_PAGE);
    }
    if (!snapshot->rest || !snapshot->pages)
        return tt_fail(err, TT_NO_MEMORY, "no memory for a state");
    uint8_t *at = snapshot->pages;
    for (unsigned i = 0; i < EXPLORE_PAGES; i++) {
        snapshot->has_page[i] = machine->is_written[i];
        if (!machine->is_written[i])
            continue;
        memcpy(at, &state->l1[i * (size_t)EXPLORE_PAGE], EXPLORE_PAGE);
        at += EXPLORE_PAGE;
    }
    memcpy(snapshot->rest, (const uint8_t *)state + REST_AT, REST_BYTES);
    memcpy(snapshot->moved, machine->moved, sizeof snapshot->moved);
    snapshot->program = machine->program;
    return TT_OK;
}

void explore_restore(struct explore_machine *machine, const struct explore_snapshot *snapshot)
{
    struct tile_state *state = tile_state(machine->replay->tile);
    const uint8_t *at = snapshot->pages;
    for (unsigned i = 0; i < EXPLORE_PAGES; i++) {
        const size_t lo = i * (size_t)EXPLORE_PAGE;
        if (machine->is_written[i])
            memcpy(&state->l1[lo], snapshot->has_page[i] ? at : &machine->first_l1[lo], EXPLORE_PAGE);
        at += snapshot->has_page[i] ? EXPLORE_PAGE : 0;
    }
    memcpy((uint8_t *)state + REST_AT, snapshot->rest, REST_BYTES);
    memcpy(machine->moved, snapshot->moved, sizeof machine->moved);
    machine->program = snapshot->program;
    tile_state_changed(machine->replay->tile);
}

bool explore_is_at(const struct explore_machine *machine, const struct explore_snapshot *snapshot)
{
    const struct tile_state *state = tile_state(machine->replay->tile);
    const uint8_t *at = snapshot->pages;
    if (memcmp((const uint8_t *)state + REST_AT, snapshot->rest, REST_BYTES) != 0)
        return false;
    for (unsigned i = 0; i < EXPLORE_PAGES; i++) {
        const size_t lo = i * (size_t)EXPLORE_PAGE;
        const uint8_t *page = snapshot->has_page[i] ? at : &machine->first_l1[lo];
        if (machine->is_written[i] && memcmp(&state->l1[lo], page, EXPLORE_PAGE) != 0)
            return false;
        at += snapshot->has_page[i] ? EXPLORE_PAGE : 0;
    }
    return true;
}

void explore_snapshot_clear(struct explore_snapshot *snapshot)
{
    mem_free(snapshot->rest);
    mem_free(snapshot->pages);
    snapshot->rest = snapshot->pages = NULL;
}
