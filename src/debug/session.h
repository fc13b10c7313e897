/* SPDX-License-Identifier: Apache-2.0 */
/* A debugger's view of a capture, for any protocol: threads, registers, memory at addresses, places where
 * it stops, and the replay that goes forwards and backwards. docs/semantics/debug.md */
#pragma once

#include "ask/run/address.h"
#include "base/text/text.h"
#include "debug/engine.h"
#include "debug/index.h"

enum {
    DEBUG_PIPES = TT_CORE_COUNT, /* number of the first pipe among the threads */
    DEBUG_THREADS = TT_CORE_COUNT + THREADS,
};

/* Where in a debugger's one space of addresses the others lie. Nothing that a core can reach is there. */
enum { DEBUG_EVENTS = 0x40000000, DEBUG_EVENTS_END = 0x80000000u, DEBUG_SPACE_BYTES = 0x01000000 };
#define DEBUG_SPACES UINT32_C(0xA0000000)

/* A stop at an address or at an access. */
enum debug_point_kind { DEBUG_BREAK, DEBUG_WRITE, DEBUG_READ, DEBUG_ACCESS };
enum { DEBUG_POINTS_MAX = 256, DEBUG_VALUE_MAX = 64 };
struct debug_point {
    enum debug_point_kind kind;
    unsigned list;   /* of those that come and go together; 0: none */
    unsigned thread; /* whose addresses they are */
    uint32_t addr, bytes;
    bool is_place; /* of a space: */
    enum tt_space space;
    uint32_t lo, hi;
    uint32_t mask;                  /* of the word at lo, where that is one; 0: all */
    uint8_t value[DEBUG_VALUE_MAX]; /* else: before the step */
    bool is_next_read;              /* and whether its core's next instruction loads from there */
};

/* A run of bytes that differ at a checkpoint. */
struct debug_difference {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, count;     /* the first byte; how many, up to the end of the run, differ */
    uint8_t held, replayed; /* of the first */
};
enum { DEBUG_DIFFERENCES_MAX = 64 };

/* Why it stands where it stands. */
struct debug_stop {
    enum engine_reached reached;
    unsigned thread;
    bool is_point, is_difference;
    struct debug_point point;
    enum tt_unit unit;      /* of an access */
    struct steps_done done; /* the step that did it */
};

/* Where a thread stands: a core's program counter; of a pipe where its next word was pushed from, else the word's place
 * among the events. */
struct session_pc {
    uint32_t addr;
    bool is_code; /* an address of a core's program, of this core */
    enum tt_core core;
    bool has_word; /* a pipe's: which word comes */
    uint32_t word;
    bool has_seq; /* and its event */
    uint64_t seq;
};
struct debug_where {
    struct session_pc pc;
    uint32_t stack, link; /* of a core: its stack pointer, and where its function returns to */
};

/* Whether a step of a thread goes on where it has come to. */
struct debug_while {
    void *user;
    bool (*goes_on)(void *user, const struct debug_where *where);
};

struct text;
struct questions;

struct session {
    struct engine *engine;
    struct index *index;
    struct ttcap *capture;
    enum tt_chip chip;
    bool has_cores, is_executed; /* firmware order; executed order: its steps are events. Program order is neither */
    struct replay_options options;
    const char *path;            /* the capture's, for `why`, which replays it; may be null */
    struct questions *questions; /* null: none was asked yet */
    unsigned thread;             /* 0 to DEBUG_THREADS - 1: the one that is looked at */
    struct debug_point points[DEBUG_POINTS_MAX];
    unsigned point_count;
    struct debug_stop stop;
    bool (*is_interrupted)(void *user);
    void *interrupt_user;

    /* of the run under way */
    bool turns_watches; /* ENGINE_TURNED: as gdb has it on RISC-V, which then does the step itself to see its effect */
    bool steps_thread, steps_alone, goes_back;
    struct {
        bool is_open; /* a stop that a step of another thread alone passed over; this one has done nothing since */
        uint64_t at;
        struct debug_stop stop;
    } pending[DEBUG_THREADS];
    unsigned stepped;
    const struct debug_while *goes_on; /* null: one step */
    struct debug_where ahead;          /* backwards: where the thread stood ahead of the step */
    uint64_t began;
    bool stops_at_difference;
    uint32_t pcs[DEBUG_THREADS];
    struct probe probe;
    int seen; /* a point that an access of this step touched; -1: none */
    enum tt_unit seen_unit;
    struct replay_observer observer;
    uint32_t held;      /* the last checkpoint that was held */
    bool was_held;      /* in this step */
    struct text *waits; /* where the waits are printed while it is reported; null: nobody asks */
    uint64_t difference_bytes, known_bytes;
    struct debug_difference differences[DEBUG_DIFFERENCES_MAX];
    unsigned difference_count;
};

/* options: their targets are borrowed. */
enum tt_status session_open(struct session **out, struct ttcap *capture, const struct replay_options *options,
                            size_t memory, struct tt_error *err);
void session_close(struct session *session); /* null is allowed */

/* ---- threads ---- */

bool session_has_thread(const struct session *session, unsigned thread);
/* "core t0", "pipe 2". */
const char *session_thread_name(unsigned thread);
struct session_pc session_pc(const struct session *session, unsigned thread);

/* ---- runs ---- */

enum tt_status session_go(struct session *session, uint64_t at, struct tt_error *err);
/* One step of a thread, or until a point is reached: forwards, or backwards. is_alone: nothing that others reach ends
 * it; forwards the next run returns the first such stop at once. */
enum tt_status session_step(struct session *session, unsigned thread, bool is_back, bool is_alone,
                            struct tt_error *err);
/* The same, of as many steps of the thread as `goes_on` says. */
enum tt_status session_step_while(struct session *session, unsigned thread, bool is_back, bool is_alone,
                                  const struct debug_while *goes_on, struct tt_error *err);
struct debug_where session_where(const struct session *session, unsigned thread);
enum tt_status session_continue(struct session *session, bool is_back, struct tt_error *err);
/* Back to the last instruction that wrote to a place, which is then the next. */
enum tt_status session_last_writer(struct session *session, const struct address_place *place, struct tt_error *err);
/* Forwards to the next checkpoint at which something differs, or backwards from here. */
enum tt_status session_next_difference(struct session *session, struct tt_error *err);
/* Holds the tile as it stands against a checkpoint. */
enum tt_status session_hold(struct session *session, uint32_t checkpoint, struct tt_error *err);

/* False: there is no room, or nothing of the kind is possible there, and `why` says it. */
bool session_add_point(struct session *session, const struct debug_point *point, const char **why);
bool session_remove_point(struct session *session, enum debug_point_kind kind, uint32_t addr, uint32_t bytes);
void session_remove_list(struct session *session, unsigned list);

/* The points of a place's writes, in every copy of it where none is named. How many. */
unsigned session_points_of(const struct session *session, const struct address_place *place,
                           struct debug_point points[static THREADS]);

/* ---- memory ---- */

/* The core whose memory a thread sees: a pipe's, that of the core that feeds it. */
enum tt_core session_core_of(unsigned thread);
/* Whether a core can load from an address that is of no space: its local RAM, and the addresses above it. */
bool session_has_loads(const struct session *session, uint32_t addr);

/* How many of `count` bytes from an address there are, as the thread sees them. */
uint32_t session_read(const struct session *session, unsigned thread, uint32_t addr, uint32_t count, uint8_t *bytes);
/* Makes it another run. TT_BAD_INPUT: nothing there can be stored to. */
enum tt_status session_write(struct session *session, unsigned thread, uint32_t addr, uint32_t count,
                             const uint8_t *bytes, struct tt_error *err);
/* A number into a place of at most four bytes, or into a field, in every copy where none is named. */
enum tt_status session_store_place(struct session *session, const struct address_place *place, const char *number,
                                   struct tt_error *err);
/* Which bytes of which space stand at an address. False: of none. */
bool session_space_at(const struct session *session, uint32_t addr, uint32_t count, enum tt_space *space, uint32_t *lo);
/* Where a debugger finds a byte of a space. */
uint32_t session_address(enum tt_space space, uint32_t lo);

/* ---- registers: registers.c ---- */

enum {
    DEBUG_X = 0,
    DEBUG_PC = 32,
    DEBUG_F = 33,
    DEBUG_FFLAGS = 65,
    DEBUG_FRM,
    DEBUG_FCSR,
    DEBUG_STEP, /* 64 bits */
    DEBUG_WORD,
    DEBUG_COUNTERS,
    DEBUG_ADC = 48, /* counters of a thread */
    DEBUG_RWC = 8,
    DEBUG_REGISTERS = DEBUG_COUNTERS + DEBUG_ADC + DEBUG_RWC,
    DEBUG_REGISTER_NAME_MAX = 48,
};
unsigned session_register_bytes(unsigned number);
/* "x5", "pc", "f0", "adc_pack_ch1_x". Returns text. */
const char *session_register_name(unsigned number, char text[static DEBUG_REGISTER_NAME_MAX]);
/* False: the thread has none, or it is not known. */
bool session_register(const struct session *session, unsigned thread, unsigned number, uint64_t *value);
enum tt_status session_set_register(struct session *session, unsigned thread, unsigned number, uint64_t value,
                                    struct tt_error *err);

/* ---- words: describe.c ---- */

/* The wait of each core and pipe, a line each; nothing of the run changes. Nothing where it goes on. */
void session_describe_waits(struct session *session, struct text *text);
/* The next step of a thread, in one line: "step 512, core t0 at 0x6010 (main+0x10): sw a0,0(a1) | add.c:12". */
void session_describe(const struct session *session, unsigned thread, struct text *text);
void session_describe_stop(const struct session *session, struct text *text);
void session_describe_difference(const struct session *session, const struct debug_difference *difference,
                                 struct text *text);

/* Commands of a debugger's user in the words of the verbs: the output of the line is added to `out`. */
void monitor_command(struct session *session, const char *line, struct text *out);
/* Names of the commands, from 0 on; null: no more. */
const char *monitor_name(size_t i);

/* Questions to a database of the run, which is made when the first is asked and lies in a temporary file. */
void questions_close(struct questions *questions); /* null is allowed */
/* `why PLACE` for the tile as it stands, and `audit` of an instruction (its number, or "": the next one). */
enum tt_status questions_why(struct session *session, const char *place, struct text *out, struct tt_error *err);
enum tt_status questions_audit(struct session *session, const char *number, struct text *out, struct tt_error *err);

/* The programs of a capture's cores as one ELF file: their symbols, lines of source and inlined functions, for
 * debuggers that read nothing else. It holds no code: that is in L1. TT_END: the capture has neither. */
enum tt_status program_elf(struct ttcap *capture, struct text *elf, struct tt_error *err);
