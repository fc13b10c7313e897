/* SPDX-License-Identifier: Apache-2.0 */
/* Program order: the words that each thread pushed and the stores of its core, each thread in its own order; the
 * expanders run, and the sync unit and the units decide which thread waits. docs/semantics/program-order.md */
#pragma once

#include "isa/isa.h"
#include "observe/hazard.h"
#include "order/done.h"
#include "order/engine.h"
#include "order/wait_text.h"
#include "tile/frontend/frontend.h"
#include "tile/sync/sync.h"

enum { PROGRAM_WAIT_TEXT = 96 };
enum { PIPE_WORDS = 32 }; /* pushed words that wait in front of a thread's expanders (F5) */

/* Streams: one for each thread, and one for events of no thread. */
enum { PROGRAM_STREAMS = THREADS + 1, NO_THREAD_STREAM = THREADS };

/* The events of one thread, exec left out: of a cursor, or (list) in memory. */
struct program_stream {
    struct ttcap_cursor *cursor;
    const struct ttcap_event *list;
    size_t list_count, list_at;
    bool has_event;
    const struct ttcap_event *event; /* the next one, until program_stream_next; of an open one not null */
    /* Words that an edit has behind an event, and which come before the next one: */
    struct ttcap_event inserted;
    unsigned inserts; /* behind this event so far */
    bool is_at_start; /* behind none: `first` comes next */
    bool has_first;
    const struct ttcap_event *first;
};

struct pushed_word {
    uint32_t word;
    uint64_t event;
    bool is_behind; /* the macro-op expander: from core B */
    bool has_pc;    /* who pushed it, and where in its program */
    enum tt_core core;
    uint32_t pc;
};

/* Why a core stands still. */
enum program_block {
    BLOCK_NONE,
    BLOCK_FIFO_FULL, /* core: no room in front of the pipe */
    BLOCK_SEMAPHORE, /* core: polls a semaphore, or a stream's register */
    BLOCK_PIPE_DRY,  /* core: until its own pipe is empty */
    BLOCK_MACRO_OP,  /* core: until its macro-op expander is */
    BLOCK_EARLIER,   /* core: until an event of no thread, or of all others, has happened */
};

/* The event that would end a wait: a step of a semaphore, of a mutex, of a bank, or any word of a pipe. */
enum program_release { BY_POST, BY_GET, BY_MUTEX, BY_UNPACKER, BY_MATRIX, BY_STREAM, BY_PIPE, BY_NOBODY };
struct program_wanted {
    enum program_release by;
    unsigned index;
};

/* A core or pipe that stands still, to be reported when it goes on. */
struct program_wait {
    bool is_open;
    uint64_t first_step, event;
    struct program_wanted wanted[SYNC_REASONS_MAX];
    unsigned wanted_count, by; /* a bit for the party that did the last of it, at by_step */
    uint64_t by_step;
    char what[PROGRAM_WAIT_TEXT];
};

/* A word that is about to take effect, and where it came from. */
struct program_word {
    const struct isa_insn *insn;
    uint64_t event; /* the push that it came from */
    struct pushed_word push;
    uint32_t word;
};

/* A wait that has not ended: it has left the gate to the words behind it, and stops those of its kinds (F22). */
struct program_latch {
    bool is_open;
    uint32_t kinds; /* also of the last one, which has ended */
    struct program_word at;
};

struct program_thread {
    struct program_stream stream;
    struct pushed_word fifo[PIPE_WORDS];
    unsigned fifo_first, fifo_count;
    struct pipe pipe;
    bool has_word; /* at the wait gate */
    uint32_t word;
    uint64_t word_event; /* the push that it came from */
    struct pushed_word word_push;
    struct program_latch latch;
    bool has_latch_ended; /* the last word that took effect in a step was the latched wait, not that at the gate */
    enum program_block core_block;
    struct program_wait core_wait, pipe_wait;
    uint64_t left_pipe; /* words that took effect */
};

/* Delays at work. */
struct program_delays {
    uint64_t held[2][PROGRAM_STREAMS]; /* so many rounds, of what comes next: of a pipe, of a core */
    uint64_t last_event[THREADS];      /* whose word left the gate last */
    uint32_t nth[THREADS];             /* which of its words that was */
    bool passed[THREADS];              /* one did */
    bool has_held;                     /* in this round */
};

/* A pipe whose word waited in its last step. The state that such words wait for lies together in the tile's, from the
 * banks to the mutexes: while all of it stays, so does the word. */
#define SMALL_BYTES(member) sizeof(((struct small_state *)NULL)->member)
enum {
    STILL_BYTES =
        SMALL_BYTES(src_bank) + SMALL_BYTES(src_valid) + SMALL_BYTES(src_format) + SMALL_BYTES(sem) + SMALL_BYTES(mutex)
};
_Static_assert(offsetof(struct small_state, mutex) + SMALL_BYTES(mutex) - offsetof(struct small_state, src_bank) ==
                   (size_t)STILL_BYTES,
               "these five stand together, the banks first");
struct program_still {
    bool is_there;
    bool was_tried; /* its unit had it, and did not take it */
    uint8_t seen[STILL_BYTES];
};

/* Of captures that have reads of what another core stored (docs/semantics/firmware.md#events), from their events. A
 * read holds back its core's next events until the stream of the store is behind it. */
struct program_reads {
    struct program_read {
        uint64_t seq, store; /* events */
        uint32_t slot;       /* its number among all */
        uint8_t from;        /* the stream of the store */
        bool makes_room;     /* not a store: what `from` took before there was room for the value that is read */
    } * of[PROGRAM_STREAMS];
    size_t count[PROGRAM_STREAMS], capacity[PROGRAM_STREAMS];
    struct program_awaited {
        uint64_t seq;
        uint32_t slot;
    } * awaited[PROGRAM_STREAMS]; /* these stores, in order */
    size_t awaited_count[PROGRAM_STREAMS];
    uint64_t *places; /* events of no thread that keep their place among all */
    size_t place_count, place_capacity;
    uint32_t slots;
    bool has_any;
};

struct program {
    struct replay *replay;
    struct program_reads *reads; /* null: the capture has none, and all events of no thread keep their place */
    size_t read_at[PROGRAM_STREAMS], awaited_at[PROGRAM_STREAMS], place_at; /* that come next */
    struct hazards *hazards;                                                /* null: none are looked for */
    struct program_thread threads[THREADS];
    struct program_stream others;
    uint64_t random;  /* state of a random order's generator; 0: rounds */
    unsigned process; /* of that order: it goes on for a while */
    uint64_t process_left;
    struct program_delays delays;
    struct program_still still[THREADS];
    struct program_recorded {
        struct ttcap_cursor *cursor;
        const uint8_t *words; /* of the thread's executed ones the next, and so many lie there */
        uint32_t count;
    } recorded[THREADS];
    bool is_as_recorded; /* each word so far, and somebody asks */
    uint64_t step;       /* words and stores so far: what the probe is given as seq */
    uint64_t round;      /* so many are over; in firmware order those of the cores count */
    unsigned turn;       /* of this round, that comes next */
    bool has_moved;      /* something has, in this round */
    bool holds_outside;  /* the host waited in it, until pipes that could go on are as far as they come */
    enum steps_end end;
    bool knows_cores; /* the capture says of events whose they are */
    bool has_skipped; /* a word of a unit that does not run came: program order cannot go on */
    uint32_t skipped_word;
    unsigned skipped_thread;
};

/* Hazards of a run that begins now; the replay's observer gets them. Null without memory. */
struct hazards *program_new_hazards(struct replay *replay);
/* Whether nothing is left of any thread. */
bool program_is_over(const struct program *program);
/* Goes on from where it stands: to the end of the round, or with `done` (else null) up to the first turn in which
 * something happened, which it is then. TT_END: program->end says why; TT_UNSUPPORTED: a pipe came to a word of a unit
 * that does not run. */
enum tt_status program_go(struct program *program, struct steps_done *done, struct tt_error *err);

/* ---- program_stream.c ---- */

enum tt_status program_stream_open(struct program_stream *stream, struct ttcap *capture, int thread, uint64_t first,
                                   struct tt_error *err);
enum tt_status program_stream_next(struct program_stream *stream, struct tt_error *err);
void program_stream_close(struct program_stream *stream);
/* The next event of a thread, or a word that the options' edits have before it: behind the event at hand, or at the
 * start. */
enum tt_status program_stream_go_on(struct program_stream *stream, const struct replay_options *options,
                                    unsigned thread, struct tt_error *err);
void program_stream_begin(struct program_stream *stream, const struct replay_options *options, unsigned thread);

/* The streams of program order in memory: a program whose position is plain memory, that may be copied and put back. */
struct program_lists {
    struct ttcap_event *events[PROGRAM_STREAMS];
    struct program_reads *reads; /* the program's */
    uint8_t **bytes;             /* the values they store */
    size_t bytes_count, bytes_capacity;
};

/* Reads all events behind the start, and puts the program's streams there; its pipes are empty then. To be closed also
 * on failure. Start from {0}. */
enum tt_status program_lists_open(struct program_lists *lists, struct program *program, struct tt_error *err);
void program_lists_close(struct program_lists *lists);

/* Puts the words of the run beside the executed ones, if the replay holds the streams; closes what was opened, and says
 * so to the streams if all agreed. */
enum tt_status program_recorded_open(struct program *program, uint64_t first, struct tt_error *err);
void program_recorded_close(struct program *program);
/* A word leaves the gate, in the order in which they were pushed, while is_as_recorded. */
void program_recorded_word(struct program *program, unsigned thread, uint32_t word);

/* ---- program_core.c ---- */

/* Whether a core's event goes into a pipe: whose, and whether behind the macro-op expander. */
bool program_pushes(const struct ttcap_event *event, unsigned *thread, bool *is_behind);

/* A thread's stream, or that of no thread (NO_THREAD_STREAM). */
static inline struct program_stream *program_stream_of(struct program *program, unsigned number)
{
    return number == NO_THREAD_STREAM ? &program->others : &program->threads[number].stream;
}
/* Of events of no thread, where the capture says whose events are: the host's, or another tile's. */
static inline bool program_is_from_outside(const struct program *program, const struct ttcap_event *event)
{
    return !event->has_pc && program->knows_cores;
}
/* As program_core_step, of a stream that has an event. */
enum tt_status program_core_event(struct program *program, unsigned stream, bool *moved, struct tt_error *err);
/* Whether what held the thread's core in the last round still does. */
bool program_core_is_held(const struct program *program, const struct program_thread *thread);
/* One event of a stream; *moved: whether it happened. */
static inline enum tt_status program_core_step(struct program *program, unsigned stream, bool *moved,
                                               struct tt_error *err)
{
    const struct program_thread *thread = stream < THREADS ? &program->threads[stream] : NULL;
    *moved = false;
    if (!program_stream_of(program, stream)->has_event ||
        (thread && thread->core_block != BLOCK_NONE && program_core_is_held(program, thread)))
        return TT_OK;
    return program_core_event(program, stream, moved, err);
}

/* Reads of what another core stored. */

/* program->reads: null where the capture has none. */
enum tt_status program_reads_open(struct program *program, uint64_t first, struct tt_error *err);
void program_reads_close(struct program_reads *reads); /* null is allowed */
/* Whether an event keeps its place among those of all cores. */
bool program_keeps_place(const struct program *program, const struct ttcap_event *event);
/* Where there are reads: whether one before a stream's event has a store that has not happened. */
bool program_reads_hold(struct program *program, unsigned stream, const struct ttcap_event *event);
/* The event happens: what is read before it counts; it has happened: others may have read it. */
void program_reads_pass(struct program *program, unsigned stream, const struct ttcap_event *event);
void program_reads_stored(struct program *program, unsigned stream, const struct ttcap_event *event);

/* ---- program_pipe.c ---- */

static inline bool program_pipe_is_dry(const struct program_thread *thread)
{
    return thread->fifo_count == 0 && !thread->has_word && !thread->latch.is_open && pipe_is_dry(&thread->pipe);
}
/* Whether the word that waited in the last step waits in this one, which then is over. */
bool program_pipe_stands_still(struct program *program, unsigned thread);
/* As program_pipe_step, of a pipe that is not dry. */
bool program_pipe_step_filled(struct program *program, unsigned thread);
/* One word of a thread's pipe; whether it took effect, or the expanders at least took what was pushed. */
static inline bool program_pipe_step(struct program *program, unsigned number)
{
    struct program_thread *thread = &program->threads[number];
    if (program->still[number].is_there && program_pipe_stands_still(program, number))
        return false;
    return !program_pipe_is_dry(thread) && program_pipe_step_filled(program, number);
}
/* The same in the smallest steps, each the same whatever the others did before it: takes one pushed word, latches the
 * wait at the gate, or lets the word at the gate take effect. False: nothing to take, or it waits. */
bool program_pipe_move(struct program *program, unsigned thread);
/* Whether it has a word that could come now, as far as waits and banks say. */
bool program_pipe_is_ready(const struct program *program, unsigned thread);
/* Ends the thread's latched wait; false: there is none, or its conditions do not hold. */
bool program_latch_move(struct program *program, unsigned thread);
/* Whether program_pipe_move() latches the word at the gate; whether the thread's last wait stops it. */
bool program_latches(const struct program *program, const struct program_thread *thread);
bool program_is_stopped(const struct program_thread *thread);
/* The word at the gate; the one that took effect last in a step; the one for which the pipe stands still. */
struct program_word program_word_at_gate(const struct program_thread *thread);
struct program_word program_word_done(const struct program_thread *thread);
struct program_word program_word_waiting(const struct program_thread *thread);
/* The one that took effect last, as step number `seq` of the thread's pipe. */
struct steps_done program_pipe_done(const struct program_thread *thread, unsigned number, uint64_t seq);
/* No MOP waits before the expander or is being expanded: what a core's wait at FFE80008h asks (R20). */
bool program_macro_op_is_idle(enum tt_chip chip, const struct program_thread *thread);

/* The patch of the word that is about to take effect; null: none. */
static inline const struct replay_patch *program_patch_now(const struct program *program, unsigned thread,
                                                           const struct program_word *at)
{
    const struct replay_patch *patch = program->replay->options->patch;
    if (!patch || program->step < patch->first || program->step > patch->last)
        return NULL;
    const bool is_of_it = patch->thread == thread && patch->unit == isa_unit_of(at->insn, at->word);
    return program->step == patch->last || is_of_it ? patch : NULL;
}

/* ---- program_schedule.c ---- */

/* A word at the gate, or an event of a core that is next. */
struct program_comer {
    unsigned thread;
    bool is_core, has_pc;
    uint64_t event;
    uint32_t pc;
};
/* Whether it has to stand still for another round. */
bool program_is_delayed(struct program *program, const struct program_comer *comer);
/* A word of this event left the gate. */
void program_delays_pass(struct program *program, unsigned thread, uint64_t event);
/* Which of its event's words the thread's next one is. */
uint32_t program_delays_number(const struct program *program, unsigned thread, uint64_t event);

/* One move of the random order, of any process; *moved: false when none can move. */
enum tt_status program_random_move(struct program *program, bool *moved, struct tt_error *err);

/* ---- program_deadlock.c ---- */

/* Reports to the observer what each thread waits for. */
void program_report_deadlock(struct program *program);

/* The reasons why a thread's word waits: the sync unit's, else the banks it can only be waiting for. */
size_t program_reasons(const struct program *program, unsigned thread, const struct program_word *at,
                       struct sync_reason reasons[static SYNC_REASONS_MAX]);
/* Appends what it waits for; small: and how that stands, null: not. */
void program_name_reason(const struct sync_reason *reason, const struct small_state *small,
                         char text[static WAIT_TEXT_MAX]);
/* Appends the step of a semaphore that was lost, if one was. */
void program_name_lost(const struct program *program, unsigned index, bool is_post, char text[static WAIT_TEXT_MAX]);
/* The event that would end it; of a core the wish of `block`. */
struct program_wanted program_wanted_of(const struct sync_reason *reason);
struct program_wanted program_core_wanted(const struct program *program, unsigned number);
/* Whether a word, or a store of a core, brings it about. */
bool program_word_releases(enum tt_chip chip, uint32_t word, const struct program_wanted *wanted);
bool program_store_releases(const struct ttcap_event *event, const struct program_wanted *wanted);
/* Appends who would bring it about with what is left of the program; returns a bit for each party. */
unsigned program_name_releasers(const struct program *program, const struct program_wanted *wanted,
                                char text[static WAIT_TEXT_MAX]);
/* The name of a semaphore in the vendor's kernel library. */
const char *program_semaphore_name(unsigned index);

/* ---- program_wait.c ---- */

/* A core (is_core) or pipe begins to stand still, or goes on. */
void program_wait_change(struct program *program, unsigned thread, bool is_core, bool is_waiting);
/* Called after every step of one: whether it stands still now. */
static inline void program_wait_note(struct program *program, unsigned number, bool is_core, bool is_waiting)
{
    const struct program_thread *thread = &program->threads[number];
    const struct program_wait *wait = is_core ? &thread->core_wait : &thread->pipe_wait;
    if (wait->is_open != is_waiting && program->replay->heard.waited)
        program_wait_change(program, number, is_core, is_waiting);
}
/* A word of a thread's pipe took effect, or a core's store: waits that are open and wanted it note by whom. */
void program_wait_hear(struct program *program, unsigned thread, const uint32_t *word, const struct ttcap_event *store);
/* The run is over: waits that are open end. */
void program_waits_end(struct program *program);
