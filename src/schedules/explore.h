/* SPDX-License-Identifier: Apache-2.0 */
/* All legal orders of a program's moves, but for those that cannot matter: two moves are swapped only where they touch
 * the same thing and the tile is different afterwards (dynamic partial order reduction).
 * docs/semantics/program-order.md#schedules */
#pragma once

#include "base/usual.h"
#include "isa/effects.h"
#include "order/moment.h"
#include "order/program.h"

/* The processes that move: the threads' cores, events of no thread, the threads' pipes, and their latched waits, which
 * end. */
enum {
    EXPLORE_OTHERS = THREADS,
    EXPLORE_PIPES,
    EXPLORE_LATCHES = EXPLORE_PIPES + THREADS,
    EXPLORE_PROCESSES = EXPLORE_LATCHES + THREADS
};

/* ---- what a move touches: explore_touch.c ---- */

/* Beside the spaces: semaphores and mutexes, which are more than bytes, the TDMA registers, and the tables and the
 * queue of SFPLOADMACRO. */
enum { TOUCH_SEMAPHORE = TT_SPACE_COUNT, TOUCH_MUTEX, TOUCH_TDMA, TOUCH_MACROS, TOUCH_SPACES };

enum touch_kind {
    TOUCH_READ,
    TOUCH_WRITE,
    TOUCH_POST,
    TOUCH_GET,
    TOUCH_WAIT_ABOVE, /* 0 */
    TOUCH_WAIT_BELOW, /* its maximum, or what a poll saw */
    TOUCH_POLL,       /* for one value */
};

struct touch {
    uint8_t space, kind;
    bool is_idle;   /* a read that the move does not depend on, wherever it stands */
    uint16_t value; /* of a semaphore: what a wait must find it below, what SEMINIT sets, 1: a step that is lost */
    uint32_t lo, hi;
};

/* The relation of two moves. */
enum touch_meeting {
    TOUCH_APART,
    TOUCH_IDLY, /* they touch the same thing, but one of them does not depend on it: either order is the same */
    TOUCH_MEET, /* their order may matter */
};

/* Of a move: touches of the trace from `first` on, and what it reads and writes at all: a bit a space, of the small
 * state and of the scalar registers a bit for so many bytes. */
struct footprint {
    uint32_t first, count;
    uint64_t reads, writes;
    enum tt_unit unit; /* that reads configuration; TT_UNIT_COUNT: none */
    uint8_t state;     /* its copy */
};

struct touches {
    struct touch *items;
    size_t count, capacity;
    size_t first; /* of the move at hand */
    uint32_t cfg_words;
    uint8_t cfg_users[CFG_WORDS_MAX]; /* bit a unit that may read the word, from TT_UNIT_MOVER */
    bool has_failed;                  /* for want of memory */
};

/* Empty, for a chip. */
void touches_init(struct touches *touches, enum tt_chip chip);

/* A move of one process, as it happened. */
struct explore_move {
    uint8_t process;
    bool is_push, is_take;     /* into a pipe; out of it, into the expanders */
    bool is_latch, is_stopped; /* a wait comes to the latch; a word that the thread's last wait stops */
    uint8_t pipe, slot;        /* of a push or take: which, and where in its first-in-first-out memory */
    bool waits_for_pipe;       /* until all it pushed is done */
    bool waits_for_all;        /* an event from outside: until no pipe has a word that could come */
    bool keeps_place;          /* an event of no thread that all cores stand before or behind */
    size_t reads, reads_end;   /* of a core's stream: values that it has read, and that others will have, from it on */
    size_t stores, stores_end;
    uint32_t index; /* of this process's */
    struct replay_move text;
    struct footprint footprint;
    uint32_t clock[EXPLORE_PROCESSES]; /* a vector clock: how many moves of each happen before it */
};

/* Adds what the move's kind of event or word touches beyond what the tile reports. */
void touch_event(struct touches *touches, struct explore_move *move, const struct ttcap_event *event);
void touch_take(struct touches *touches, struct explore_move *move, const struct tile *tile, uint32_t word);
void touch_word(struct touches *touches, struct explore_move *move, const struct tile *tile,
                const struct isa_insn *insn, uint32_t word);
/* An access that the tile reports. */
void touch_access(struct touches *touches, const struct probe_access *access);
/* Sets the sums of a footprint when its move is over. */
void touch_sum(const struct touches *touches, struct footprint *footprint);
/* Whether two moves touch the same thing. */
enum touch_meeting touch_meeting(const struct touches *touches, const struct explore_move *a,
                                 const struct explore_move *b);
/* Whether a move waits for a semaphore, so that others can let it go on or hold it back. */
bool touch_waits(const struct touches *touches, const struct explore_move *move);
/* Whether all that they share is who has a bank of SrcA or SrcB. */
bool touch_only_banks(const struct touches *touches, const struct explore_move *a, const struct explore_move *b);

/* ---- the machine: explore_machine.c ---- */

/* A post or get of a semaphore that is lost. */
enum { EXPLORE_LOST_TEXT = 96 };
struct explore_lost {
    bool is_there;
    struct replay_move move;
    char text[EXPLORE_LOST_TEXT]; /* the finding */
};

struct explore_machine {
    struct replay *replay;
    struct program program; /* plain data: its streams are in memory */
    struct program_lists lists;
    uint32_t moved[EXPLORE_PROCESSES];
    struct moments *moments;
    struct touches *touches;       /* null, or where a move's go */
    const struct explore_move *at; /* the move being made */
    struct explore_lost lost;      /* the first of those whose touches are noted */
    struct hazards *hazards;       /* null: none are looked for, as when two moves are tried */
    struct probe probe;
};

enum tt_status explore_machine_init(struct explore_machine *machine, struct replay *replay, struct tt_error *err);
void explore_machine_clear(struct explore_machine *machine);
/* One move of a process; false: it cannot. move may be null. */
bool explore_machine_move(struct explore_machine *machine, unsigned process, struct explore_move *move);
/* The move that a process is at and cannot make, with what it touches; false: it is at none. */
bool explore_machine_pending(struct explore_machine *machine, unsigned process, struct explore_move *move);
bool explore_machine_is_over(const struct explore_machine *machine);
/* As moment_save(). */
enum tt_status explore_save(struct explore_machine *machine, struct moment **moment, struct tt_error *err);

/* ---- one order of moves, and which of it could go the other way round: explore_trace.c ---- */

enum { EXPLORE_SNAPSHOTS = 128, EXPLORE_NEAR = 64 };

struct explore_trace {
    struct explore_move *moves;
    size_t count, capacity;
    struct touches touches;
    struct moment *snapshots[EXPLORE_SNAPSHOTS]; /* before every `every`-th move */
    size_t snapshot_count, every;
    struct moment *near[EXPLORE_NEAR];        /* and before some of those that were gone to lately */
    size_t near_at[EXPLORE_NEAR], near_count; /* in a ring */
    bool is_stuck;
};

/* Runs these processes from the start, then rounds to the end. */
enum tt_status explore_run(struct explore_machine *machine, struct explore_trace *trace, const uint8_t *processes,
                           size_t count, struct tt_error *err);
/* Puts the machine before a move of the trace that was run last. */
enum tt_status explore_go_to(struct explore_machine *machine, struct explore_trace *trace, size_t at,
                             struct tt_error *err);
/* Room for a move behind the last; null without memory. */
struct explore_move *explore_trace_next(struct explore_trace *trace);
void explore_trace_clear(struct explore_trace *trace, struct moments *moments);

/* ---- what happens before what: explore_order.c ---- */

/* Which processes post and take each semaphore in any order that was run: a bit each. One that nobody but a wait's own
 * pipe takes, and that one process posts, orders the two for certain. */
struct explore_steppers {
    uint32_t posts[SEMAPHORES], gets[SEMAPHORES];
};
void explore_steppers_add(struct explore_steppers *steppers, const struct explore_trace *trace);

struct explore_order;
/* Null without memory. */
struct explore_order *explore_order_new(const struct small_state *start, const struct explore_steppers *steppers,
                                        const struct program_reads *reads);
void explore_order_free(struct explore_order *order); /* null is allowed */
/* Puts into a move's clock all before it that has nothing to do with who touches what: its process's own moves, pushes,
 * waits. Moves must come one after the other, from 0. */
void explore_order_before(struct explore_order *order, struct explore_trace *trace, size_t at);
/* After the rest of the clock has been found; false without memory. */
bool explore_order_after(struct explore_order *order, struct explore_trace *trace, size_t at);
void explore_clock_join(uint32_t clock[static EXPLORE_PROCESSES], const uint32_t other[static EXPLORE_PROCESSES]);

/* ---- all of it: explore.c ---- */

/* A reversed race: `later` comes first then. */
struct explore_pair {
    struct replay_move earlier, later;
};

/* How an order went. */
struct explore_end {
    bool is_stuck;
    uint32_t depth;                          /* so many races were reversed */
    const struct explore_pair *pairs, *last; /* all of them, and the last; without any, `last` is of nothing */
    const struct explore_lost *lost;
    const struct explore_trace *trace;
};

struct explore_options {
    uint64_t budget; /* orders to run */
    void *user;
    /* After each order; false: enough. */
    bool (*ran)(void *user, const struct tile *tile, const struct explore_end *end);
};

struct explore_result {
    uint64_t orders;     /* that were run */
    uint64_t pairs;      /* of moves that were held against each other */
    uint64_t hand_overs; /* of banks whose order nothing enforces, left as they came */
    uint64_t held;       /* events of core B, NC and the host, likewise among those of the threads' cores */
    bool is_whole;       /* no order is left */
};

enum tt_status explore_all(struct replay *replay, const struct explore_options *options, struct explore_result *result,
                           struct tt_error *err);
