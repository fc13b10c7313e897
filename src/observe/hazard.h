/* SPDX-License-Identifier: Apache-2.0 */
/* Hazards of program order: configuration, scalar registers, L1 and Dst that are rewritten while a unit still uses
 * them, or read before a unit has written them, without a wait in between. Vector clocks over pipes and cores say which
 * of them knows how much of each unit's work to be done (F22). docs/semantics/program-order.md#hazards */
#pragma once

#include "capture/ttcap.h"
#include "isa/chip.h"
#include "isa/effects.h"
#include "isa/isa.h"
#include "isa/mmio.h"
#include "observe/hazard_edges.h"
#include "observe/hazard_found.h"
#include "observe/listener.h"
#include "tile/probe.h"
#include "tile/sync/sync.h"

/* The units whose work is followed: those that take time, the scalar unit with its memory requests, and the macro-op
 * expander. TT_UNIT_SYNC stands for what is done at issue, TT_UNIT_CORE for the stores of cores. */
enum { HAZARD_UNITS = TT_UNIT_COUNT };
#define HAZARD_EXPANDER TT_UNIT_FRONTEND
#define HAZARD_AT_ISSUE TT_UNIT_SYNC
#define HAZARD_CORE_STORE TT_UNIT_CORE
/* Stores that a STALLWAIT for them knows to have reached the configuration. */
#define HAZARD_STORE_DONE TT_UNIT_ADC

/* The agents: pipes 0 to 2, the cores of the threads, and the source of events of no thread. */
enum { HAZARD_CORES = THREADS, HAZARD_OUTSIDE = 2 * THREADS, HAZARD_AGENTS };
/* The spaces that are followed cell by cell: scalar registers, rows of Dst, lines of L1. */
enum { HAZARD_LINE = 16, HAZARD_READERS = 2 };
enum { HAZARD_MUTEXES = 8, HAZARD_PUSHES = 32 };
enum { HAZARD_SIDES = 2 };   /* SrcA and SrcB */
enum { HAZARD_BASES = 8 };   /* base addresses of an unpacker, one a context */
enum { HAZARD_STORES = 64 }; /* of a core, of which it is not known whether they are there */
enum { HAZARD_RECENT = 8 };  /* more words than any unit with a bound has in work */

/* Work of each unit for each thread that is known to be done: all that was issued up to this time. Of an agent also
 * what no thread did (THREADS), which everybody takes for done. */
struct hazard_clock {
    uint64_t done[HAZARD_UNITS][THREADS + 1];
    uint64_t cycle[THREADS]; /* it is so late at least, as that thread counts, behind its words that are known issued;
                              * 0: none is */
};

/* Posts or gets of a semaphore since it was set, and what was known to be done at the last of them: a semaphore counts
 * to 15. */
enum { HAZARD_STEPS = 16 };
struct hazard_steps {
    uint64_t count;
    struct hazard_clock known[HAZARD_STEPS]; /* a ring */
    uint8_t by[HAZARD_STEPS];                /* likewise: which agent's step */
    struct hazard_clock common;              /* known at each of them */
    uint8_t who;                             /* bit an agent */
    uint32_t earlier[HAZARD_AGENTS];         /* steps before it was set */
};

/* Steps of each agent in the whole program, at most. */
struct hazard_steppers {
    bool is_known, has_failed;
    uint32_t posts[SEMAPHORES][HAZARD_AGENTS], gets[SEMAPHORES][HAZARD_AGENTS];
};

struct hazard_semaphore {
    uint32_t start, max; /* the value it was set to */
    struct hazard_steps posts, gets;
    struct hazard_clock all; /* known at any step so far */
};

/* A STALLWAIT or SEMWAIT whose thread goes on: it stops the first word of a kind that it names, which then knows this.
 */
struct hazard_wait {
    bool is_open;
    uint32_t kinds; /* block bits */
    struct hazard_clock known;
};

/* A WRCFG whose effect is delayed: the word after it may come too soon. */
struct hazard_delayed {
    uint64_t cycle, step, time;
    uint32_t word;
    uint32_t first, count; /* configuration words */
};

/* A bank that was given to the other side, or a pointer that was turned: when, by the work of which unit for which
 * thread. */
struct hazard_handed {
    uint64_t time; /* 0: not yet */
    uint64_t step, cycle;
    uint32_t word;
    enum tt_unit unit;
    unsigned thread;
    uint8_t cycles;           /* that the word takes at most; 0: no source says */
    bool has_data;            /* it is an UNPACR */
    enum tt_unit unit_before; /* the thread's last UNPACR before it, if that was issued right before */
    uint64_t time_before;     /* 0: it was not */
};

struct hazard_use {
    uint64_t time; /* 0: none yet */
    uint64_t cycle;
    uint32_t word;
    uint64_t step;
};

/* The base address of a context: the last UNPACR that took it. */
struct hazard_base {
    uint64_t taken, taken_step; /* time, from 1; 0: not yet */
    uint32_t word;
    uint8_t thread; /* of the UNPACR */
};

/* A core's store, or a pipe's word, that changed a word of the configuration and that others may not know of. */
struct hazard_store {
    uint64_t time, step;
    uint32_t word, bits;
    uint32_t by; /* 0: a core's store */
    unsigned state;
};

/* A word of a unit that has it for a number of cycles at most. */
struct hazard_recent {
    uint64_t time, cycle;
    uint8_t unit, cycles;
};

/* The last word that a thread gave to a unit, and up to when words of the other threads were issued before it; and the
 * first one behind all that the thread knows to be done. */
struct hazard_given {
    uint64_t time, first, first_step;
    uint64_t issued[THREADS];
};

/* A use of a cell: by which unit, for which thread (THREADS: none). */
struct hazard_touch {
    uint64_t time; /* 0: none yet */
    uint64_t step, cycle;
    uint32_t word; /* 0: a core's store */
    uint8_t unit, thread;
};

struct hazard_cell {
    struct hazard_touch written, read[HAZARD_READERS];
};

/* Cells of a followed space that the current word or store touched. */
struct hazard_access {
    enum tt_space space;
    enum tt_unit unit;
    bool is_write;
    uint32_t lo, hi;
};

/* The word (0: a store) that comes too soon, and the work that may not be done: of a unit, for a thread, on a word. */
struct hazard_pair {
    finding_id id;
    bool is_read; /* of what the unit has not written yet; else a rewrite of what it still uses */
    unsigned agent;
    uint32_t word;
    enum tt_unit unit;
    unsigned thread;
    uint32_t used_by;
    uint64_t used_step;
    const char *what;
    uint64_t cycles;  /* of a window: it is one only if the unit takes longer than that; 0: whatever it takes */
    bool is_of_field; /* the entries that are fields of the configuration */
    uint64_t apart;   /* cycles from the one to the other at least; 0: not known */
};

/* Of a unit's work for a thread: fields that were reported as rewritten too soon, and up to when all of the work
 * counts as done for whatever else it touches. */
struct hazard_reported {
    uint64_t time; /* 0: nothing yet */
    uint32_t bits[CFG_STATES][CFG_WORDS_MAX];
};

/* A hazard that is not reported yet: see hazard_report. */
struct hazard_pending {
    bool is_there;
    struct hazard_pair pair; /* its what is the text below */
    uint64_t since, step, places;
    char what[HAZARD_TEXT];
};

/* A word in front of a pipe: which agent pushed it and when, and which of its own stores it knew to be done. All else
 * that it knew stands apart, and only if it learnt something since its word before: mostly it did not. */
struct hazard_push {
    unsigned agent;
    uint64_t time, news, stores;
};

/* Configuration words [lo, hi). */
struct hazard_words {
    uint32_t lo, hi;
};

/* Bit a way in which a word uses a bank of SrcA or SrcB: waits for that of its unit, or (an unpacker) for that of the
 * matrix unit; gives it back; reads cells of it, and as numbers; writes cells. */
enum {
    BANK_WAITED = 1 << 0,
    BANK_WAITED_BEHIND = 1 << 1,
    BANK_GIVEN_BACK = 1 << 2,
    BANK_READ = 1 << 3,
    BANK_NUMBERS = 1 << 4,
    BANK_WRITTEN = 1 << 5
};

/* The tables' rows of a word, looked up once. */
enum { HAZARD_WORD_BITS = 10, HAZARD_MACRO_TABLES = 5 /* four of Sequence, and Misc */ };
struct hazard_word {
    const struct isa_insn *insn; /* null: none */
    uint32_t word;
    uint8_t settings;            /* word_settings */
    uint8_t banks[HAZARD_SIDES]; /* BANK_... */
};

/* Of words that were asked for, the bits that a unit uses. */
struct hazard_used {
    bool is_known[CFG_WORDS_MAX];
    uint32_t bits[CFG_WORDS_MAX];
};

/* Values that a core stored to others' mailboxes and none took yet, oldest first, each with what the core knew then. A
 * core has room for so many (R20). */
/* The replay in which hazards are looked for. */
struct hazard_source {
    enum tt_chip chip;
    struct tile *tile;
    const struct replay_listener *listener; /* gets the findings; has the current step */
    uint32_t without;                       /* bit an edge that is left out */
    bool changes_unheard;                   /* sets and observers change the configuration too, without a report */
    void *user;
    void (*found)(void *user, const struct replay_hazard *hazard);
    struct ttcap *capture; /* of the program; null: none is looked at */
    uint64_t texts_most;   /* so many get texts; 0: all */
};

/* Members that every word and store asks for stand first and close together: a run in program order spends a third of
 * its time here, and touches the rest seldom. */
struct hazards {
    struct hazard_source source;
    enum tt_chip chip;
    bool scalar_words_lag;
    bool may_write;                    /* the word or store at work, the configuration */
    bool has_before;                   /* `before` is still valid: nothing else wrote since */
    uint8_t changed_for;               /* bit a unit, from TT_UNIT_MOVER, that may read what it changed there */
    bool may_narrow;                   /* the store at work, to the register of debug bit 11 */
    bool narrow_is_upper;              /* before the store at work: debug bit 11 */
    bool orders_all;                   /* the event at hand, of no thread, keeps its place among those of all cores */
    bool has_failed;                   /* memory ran out, and touches were lost */
    uint8_t cycles_most;               /* that any word with a bound takes at most */
    uint64_t time;                     /* words and stores, from 1 */
    uint64_t narrow_time;              /* of the last store that changed that bit */
    enum tt_unit unit;                 /* of the word at work */
    unsigned context;                  /* of the UNPACR at work */
    const struct isa_insn *insn;       /* the row of the word at work; null: none, or a store */
    const struct hazard_word *at_work; /* that of the word at work */
    struct hazard_words written[CFG_STATES]; /* by the word or store at work */
    struct hazard_lregs {
        uint32_t read, written; /* bit a register: by the word at work */
    } lregs;
    struct hazard_banks_state { /* before the word at work, as in the tile's state */
        uint32_t unpacker[HAZARD_SIDES], matrix[HAZARD_SIDES];
        uint32_t valid[HAZARD_SIDES][SRC_BANKS];
    } banks_before;
    struct hazard_access *accesses; /* of the word or store at work */
    size_t access_count, access_capacity;
    struct hazard_cells {
        struct hazard_cell *held;
        bool *is_split;       /* by block: whether its cells differ; if not, the first stands for all */
    } cells[TT_SPACE_COUNT];  /* of TT_SPACE_GPR, TT_SPACE_DST, TT_SPACE_L1 */
    uint64_t issued[THREADS]; /* words that took effect */
    uint64_t held[THREADS];   /* cycles that words held the thread beyond their own */
    uint64_t cycle[THREADS];  /* at least so many have passed at the word at work */
    /* Of a thread's own words of the matrix unit: up to when they are known to be done by more than time; and what was
     * known at its last word by either. */
    struct hazard_sure {
        uint64_t time, known;
    } sure[THREADS];
    uint64_t recent_count[THREADS];
    struct hazard_recent recent[THREADS][HAZARD_RECENT]; /* a ring */
    uint64_t latched[THREADS];                           /* when its wait at the gate let words pass; 0: it did not */
    uint32_t packers_used[THREADS];                      /* Wormhole: mask */
    uint64_t news[HAZARD_AGENTS];                        /* how often each agent learnt of the work of others */
    uint64_t pushed[THREADS][HAZARD_AGENTS];             /* its news with the last word before a pipe */
    uint64_t taken[THREADS][HAZARD_AGENTS];              /* news of a core that a pipe has */
    struct hazard_pusher {
        bool is_there;
        unsigned stream; /* THREADS: core B */
        uint32_t word;
    } pushers[THREADS];                   /* the last word into a pipe, while its core has done nothing else */
    struct hazard_use macro_ops[THREADS]; /* the last MOP that its core pushed */
    struct hazard_use unpacked[THREADS][HAZARD_SIDES];         /* the last UNPACR of each unpacker */
    struct hazard_delayed delayed[THREADS], streamed[THREADS]; /* streamed: by STREAMWRCFG */
    struct hazard_late {
        uint64_t cycle, time, step; /* time 0: none */
        uint32_t word, written;
    } late[THREADS];                                              /* the last word whose result comes a cycle later */
    struct hazard_use macro_tables[THREADS][HAZARD_MACRO_TABLES]; /* the last SFPCONFIG of each */
    unsigned store_count[HAZARD_OUTSIDE];
    uint8_t stored_for[HAZARD_UNITS]; /* bit an owner of stores: to words that the unit may read */
    struct hazard_given given[HAZARD_UNITS][THREADS];
    uint64_t unbounded[HAZARD_UNITS][THREADS]; /* the last word of which no source says how long it takes */
    struct hazard_clock agents[HAZARD_AGENTS];
    struct hazard_wait waits[THREADS];
    struct hazard_push pushes[THREADS][HAZARD_PUSHES];
    struct hazard_banks {
        struct hazard_handed handed[SRC_BANKS], returned[SRC_BANKS]; /* to the matrix unit, to the unpacker */
        struct hazard_clock known[2][SRC_BANKS]; /* likewise: what that thread knew when its word was issued */
        uint64_t taken[2][SRC_BANKS][THREADS];   /* likewise: the time of the one of which that thread knows */
        struct hazard_handed early[SRC_BANKS];   /* given back before it was handed over */
        struct hazard_handed turned[2];       /* the last word that turned the unpacker's, the matrix unit's pointer */
        uint64_t filled[SRC_BANKS];           /* the last word that wrote its cells */
        struct hazard_handed cleared, zeroed; /* the last clear of the unpacker, ZEROSRC of the matrix unit's bank */
        struct hazard_asked {
            bool is_there;
            unsigned thread;
            uint64_t cycles; /* from what turned the pointer to the STALLWAIT that went by it */
            struct hazard_handed turned;
        } asked; /* only time says that it had turned */
    } banks[HAZARD_SIDES];
    struct hazard_base bases[CFG_STATES][HAZARD_SIDES][HAZARD_BASES];          /* by unpacker and context */
    struct hazard_use uses[HAZARD_UNITS][THREADS][CFG_STATES][SETTING_GROUPS]; /* the last word that used settings */
    struct hazard_word words[(1 << HAZARD_WORD_BITS) + 1];     /* retained, by a hash: there or in the next place */
    uint32_t before[CFG_STATES][CFG_WORDS_MAX];                /* the configuration before the word or store at work */
    uint8_t cfg_users[CFG_WORDS_MAX];                          /* hazard_cfg_users */
    struct hazard_store stores[HAZARD_OUTSIDE][HAZARD_STORES]; /* the last ones, oldest first */
    struct hazard_clock push_known[THREADS][HAZARD_PUSHES];
    struct hazard_clock mutexes[HAZARD_MUTEXES], streams[MMIO_STREAMS];
    struct hazard_clock *values; /* what cores knew at stores that others read, by number */
    size_t value_capacity;
    struct hazard_semaphore semaphores[SEMAPHORES];
    struct hazard_steppers steppers;
    struct hazard_used used[HAZARD_UNITS][SETTING_GROUPS]; /* hazard_used_bits, retained */
    struct hazard_reported reported[HAZARD_UNITS][THREADS];
    uint64_t passed_on;                     /* so many of them */
    struct hazard_pending pending[THREADS]; /* by the thread that does both */
    struct hazard_pending lagging;          /* the nearest of gpr-may-be-read-too-soon: with all at the end */
};

struct hazards *hazards_new(const struct hazard_source *source); /* null without memory */
void hazards_free(struct hazards *hazards);                      /* null is allowed */

/* ---- the order: hazard_clock.c ---- */

static inline bool hazard_has(const struct hazards *hazards, enum hazard_edge edge)
{
    return !(hazards->source.without >> edge & 1);
}

void hazard_clock_join(struct hazard_clock *clock, const struct hazard_clock *other);
/* The knowledge of so many cycles ago at least. */
void hazard_clock_join_after(struct hazard_clock *clock, const struct hazard_clock *other, unsigned cycles);
/* Everything that `thread` gave the unit up to a time is known to be done. */
void hazard_clock_learn(struct hazard_clock *clock, unsigned thread, enum tt_unit unit, uint64_t time);
/* Likewise; and of a unit that works in order also what other threads had given it before. */
void hazard_learn_unit(const struct hazards *hazards, struct hazard_clock *clock, unsigned thread, enum tt_unit unit,
                       uint64_t time);
/* All agents know that everything a thread gave a unit so far is done. */
void hazard_all_learn(struct hazards *hazards, enum tt_unit unit, unsigned thread);
/* The work that is known to be done once a word of a pipe may take effect: by waits, semaphores, mutexes. Its unit is
 * that of `hazards`. */
void hazard_order_word(struct hazards *hazards, unsigned thread, uint32_t word);
/* An event from outside of the tile comes behind all that pipes had ready: it knows these words issued. */
void hazard_pipes_issued(struct hazards *hazards);
/* A stream stores a value that another one reads, by its number; and reads it. */
void hazard_store_value(struct hazards *hazards, unsigned stream, size_t number);
void hazard_read_value(struct hazards *hazards, unsigned stream, size_t number, enum hazard_edge edge);
/* A stream's core knows what another's does, which made room in a mailbox. */
void hazard_learn_core(struct hazards *hazards, unsigned stream, unsigned from);
/* The same of an event of a core. stream: the thread, or THREADS for events of no thread. */
void hazard_order_event(struct hazards *hazards, unsigned stream, const struct ttcap_event *event);
/* A core's word goes into a slot before a thread's pipe, and leaves it. */
void hazard_push(struct hazards *hazards, unsigned stream, unsigned thread, unsigned slot, uint32_t word);
void hazard_take(struct hazards *hazards, unsigned thread, unsigned slot);

/* ---- time, as bounds: hazard_time.c ---- */

/* Before a word of a thread is issued: counts the cycles since its word before, at least, and the thread knows what
 * must be done by then. dropped: so many words of the thread came before it that go to no unit. */
void hazard_time_pass(struct hazards *hazards, unsigned thread, uint64_t dropped);
/* The word has been issued. */
void hazard_time_note(struct hazards *hazards, unsigned thread);
/* A thread's own words of the matrix unit that are known to be done, but for what time alone says. */
uint64_t hazard_time_sure(const struct hazards *hazards, unsigned thread);
/* So many cycles at least have passed for an agent since a word of a thread was issued that it knows issued; 0: it does
 * not, or nobody counts. */
uint64_t hazard_time_since(const struct hazards *hazards, unsigned agent, unsigned thread, uint64_t time,
                           uint64_t cycle);
/* Whether that is all the time that the word's unit has it. */
bool hazard_time_is_over(const struct hazards *hazards, uint64_t since, uint32_t word);
/* All that the thread issued up to this time was issued so many cycles ago at least, as far as units with a bound go.
 */
uint64_t hazard_time_ago(const struct hazards *hazards, unsigned thread, uint64_t cycles);

/* ---- banks of SrcA and SrcB: hazard_banks.c ---- */

/* Before a word, and after it; those of other units hand over no bank and wait for none. */
void hazard_know_banks(struct hazards *hazards);
/* BANK_..., of side 0 SrcA or 1 SrcB. */
unsigned hazard_bank_uses(const struct isa_insn *insn, uint32_t word, unsigned side);
void hazard_order_banks(struct hazards *hazards, unsigned thread, uint32_t word);
/* The knowledge of a STALLWAIT for banks when its conditions held; `known` has its knowledge of units. */
void hazard_banks_awaited(struct hazards *hazards, unsigned thread, uint32_t word, struct hazard_clock *known);

/* ---- semaphores: hazard_semaphore.c ---- */

void hazard_semaphore_set(struct hazard_semaphore *semaphore, uint32_t value, uint32_t max);
void hazard_semaphore_step(struct hazards *hazards, unsigned agent, unsigned index, bool is_post);
/* A wait of the agent for a semaphore has ended: for a value above 0; for one below a bound. `known` learns. */
void hazard_semaphore_above(struct hazards *hazards, struct hazard_clock *known, unsigned agent, unsigned index);
void hazard_semaphore_below(struct hazards *hazards, struct hazard_clock *known, unsigned agent, unsigned index,
                            uint32_t bound);

/* Null where no capture is there. */
const struct hazard_steppers *hazard_steppers_of(struct hazards *hazards);

/* ---- who uses what: hazard_uses.c ---- */

/* The bits of a configuration word that stand for fields of the group which the unit reads while it is at work. */
uint32_t hazard_used_bits(enum tt_chip chip, enum tt_unit unit, unsigned group, uint32_t word);

/* After a word: whether it depends on settings of the group; an unpacker on the place in Dst only if it wrote there. */
bool hazard_touches_dst(const struct hazards *hazards);
static inline bool hazard_depends_on(const struct hazards *hazards, unsigned group)
{
    return (hazards->at_work->settings >> (group - EXTENT_FIELDS) & 1) &&
           (!unit_is_unpacker(hazards->unit) || group != EXTENT_PLACE || hazard_touches_dst(hazards));
}

/* Bit a unit, from TT_UNIT_MOVER, that may read a word of the configuration at all: hazard_uses.c. */
void hazard_cfg_users(enum tt_chip chip, uint8_t users[static CFG_WORDS_MAX]);
static inline bool hazard_changed_for(const struct hazards *hazards, enum tt_unit unit)
{
    return hazards->changed_for >> (unit - TT_UNIT_MOVER) & 1;
}

/* ---- configuration read too soon: hazard_cfg.c ---- */

/* After a word that uses settings or is the configuration unit's: notes what it wrote there, or reports that its unit
 * may not see yet what WRCFG wrote. */
void hazard_check_cfg(struct hazards *hazards, unsigned thread, uint32_t word);

/* ---- vector registers read too soon: hazard_lreg.c ---- */

void hazard_note_lreg(struct hazards *hazards, const struct probe_access *access);
/* After a word of the vector unit: reports that it reads what the word of its thread right before it gives only a cycle
 * later. */
void hazard_check_lregs(struct hazards *hazards, unsigned thread, uint32_t word);
/* Whether the word's registers come a cycle later; the registers for which the hardware holds a word back. */
bool hazard_lreg_is_late(enum tt_chip chip, const struct isa_insn *insn, uint32_t word);
uint32_t hazard_lreg_held(enum tt_chip chip, const struct isa_insn *insn, uint32_t word);

/* ---- base addresses of the unpackers: hazard_base.c ---- */

/* Before an UNPACR; after a word of an unpacker: notes that it took its base address. */
void hazard_know_context(struct hazards *hazards, unsigned thread, uint32_t word);
void hazard_take_base(struct hazards *hazards, unsigned thread, uint32_t word);
/* Blackhole's hardware orders a core's stores to the configuration with the words of its thread, both ways, where the
 * thread has turned that on. */
bool hazard_orders_stores(const struct hazards *hazards, unsigned thread);

/* After a core's store or a word of a pipe; after a word that uses settings, which may need one. */
void hazard_note_stores(struct hazards *hazards, unsigned agent, uint32_t by);
void hazard_check_stores(struct hazards *hazards, unsigned thread, uint32_t word);
/* After a word or store that changed the configuration: reports a base address that an UNPACR may not have taken. */
void hazard_check_bases(struct hazards *hazards, unsigned agent, uint32_t word);

/* ---- scalar registers, Dst, L1: hazard_cells.c ---- */

bool hazard_cells_init(struct hazards *hazards); /* false without memory */
void hazard_cells_clear(struct hazards *hazards);
/* An access of the word or store at work, to a space of PROBE_PLACES. */
void hazard_note_access(struct hazards *hazards, const struct probe_access *access);
void hazard_note_series(struct hazards *hazards, const struct probe_series *series);
/* The same of cells that are known. */
void hazard_note_cells(struct hazards *hazards, const struct hazard_access *access);
/* Debug bit 11, and that the store at work has changed it: every row of Dst is then seen otherwise. */
bool hazard_narrow_is_upper(const struct hazards *hazards);
void hazard_note_narrow(struct hazards *hazards);
/* After a word or store: reports cells that a unit may still use or has not written yet, and notes what the word or
 * store itself touched. */
void hazard_check_cells(struct hazards *hazards, unsigned agent, uint32_t word);

/* ---- what is reported: hazard.c ---- */

/* From then on the work of the unit counts as done, so that one missing wait is reported once; of configuration each
 * field is reported, since the first is not always the one that matters. Accesses of a thread to Dst while its unit
 * works are not reported until it is known that no field of the configuration shows the same missing wait by name.
 * since: when the unit was given the work. */
void hazard_report(struct hazards *hazards, const struct hazard_pair *pair, uint64_t since);

/* A wait of the thread does not end yet and lets words pass: it will know nothing of their work. */
void hazards_latch(struct hazards *hazards, unsigned thread);

/* Around a word that takes effect, and around a store of a core; findings go to the source's listener and function. */
void hazards_before_word(struct hazards *hazards, unsigned thread, const struct isa_insn *insn, uint32_t word);
void hazards_after_word(struct hazards *hazards, unsigned thread, uint32_t word, uint64_t dropped);
void hazards_before_event(struct hazards *hazards, const struct ttcap_event *event);
void hazards_after_event(struct hazards *hazards, unsigned stream, const struct ttcap_event *event);
/* Reports the hazards that were not reported yet, when all has run. */
void hazards_end(struct hazards *hazards);
