/* SPDX-License-Identifier: Apache-2.0 */
/* Hazards of program order: configuration that is rewritten while a unit still uses it, and nothing waits in between.
 * Vector clocks over pipes and cores say who knows how much of each unit's work to be done (frontend.md F22).
 * docs/semantics/program-order.md#hazards */
#pragma once

#include "capture/ttcap.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "tile/probe.h"
#include "tile/sync/sync.h"

/* Units that take time: TT_UNIT_MOVER to TT_UNIT_PACK. */
enum { HAZARD_UNITS = TT_UNIT_PACK - TT_UNIT_MOVER + 1 };

/* Who acts: pipes 0 to 2, the threads' cores, and whoever makes events of no thread. */
enum { HAZARD_CORES = THREADS, HAZARD_OUTSIDE = 2 * THREADS, HAZARD_AGENTS };
/* Dst in blocks of 64 physical rows. */
enum { HAZARD_DST_ROWS = 64, HAZARD_DST_BLOCKS = DST_ROWS / HAZARD_DST_ROWS };
enum { HAZARD_MUTEXES = 8, HAZARD_PUSHES = 32 };

/* Work of each unit for each thread that is known to be done: all that was issued up to this time. */
struct hazard_clock {
    uint64_t done[HAZARD_UNITS][THREADS];
};

/* A STALLWAIT under way: it holds at the first word of a kind that it stops. */
struct hazard_wait {
    bool is_open;
    uint32_t kinds, units; /* block bits; bit a unit, from TT_UNIT_MOVER */
    uint64_t since;
};

struct hazard_use {
    uint64_t time; /* 0: none yet */
    uint32_t word;
};

struct replay;

struct hazards {
    struct replay *replay; /* whom to tell */
    enum tt_chip chip;
    uint64_t time; /* words and stores, from 1 */
    struct hazard_clock agents[HAZARD_AGENTS], semaphores[SEMAPHORES], mutexes[HAZARD_MUTEXES];
    struct hazard_clock pushes[THREADS][HAZARD_PUSHES]; /* what the core knew when it pushed */
    struct hazard_wait waits[THREADS];
    uint32_t packers_used[THREADS];                            /* Wormhole: mask */
    struct hazard_use uses[HAZARD_UNITS][THREADS][CFG_STATES]; /* the last word that used configuration */
    uint32_t before[CFG_STATES * CFG_WORDS_MAX];
    bool may_write;
    struct hazard_use dst_reads[THREADS][HAZARD_DST_BLOCKS]; /* the last word of a packer that read there */
    uint32_t dst_read, dst_written;                          /* by the word at work: bit a block */
};

struct hazards *hazards_new(struct replay *replay); /* null without memory */
void hazards_free(struct hazards *hazards);         /* null is allowed */

/* ---- the order: hazard_clock.c ---- */

void hazard_clock_join(struct hazard_clock *clock, const struct hazard_clock *other);
/* Everybody takes what a thread gave a unit so far for done. */
void hazard_all_learn(struct hazards *hazards, enum tt_unit unit, unsigned thread);
/* What a pipe's word makes known, before it takes effect: waits, semaphores, mutexes. */
void hazard_order_word(struct hazards *hazards, unsigned thread, uint32_t word);
/* What an event of a core does. stream: the thread, or THREADS for events of no thread. */
void hazard_order_event(struct hazards *hazards, unsigned stream, const struct ttcap_event *event);
/* A core's word goes into a slot before a thread's pipe, and leaves it. */
void hazard_push(struct hazards *hazards, unsigned stream, unsigned thread, unsigned slot);
void hazard_take(struct hazards *hazards, unsigned thread, unsigned slot);

/* ---- who uses what: hazard_uses.c ---- */

/* Whether a word of a unit reads the configuration at all, and whether its unit reads this field while at work. */
bool hazard_reads_cfg(enum tt_chip chip, uint32_t word);
bool hazard_uses_field(enum tt_chip chip, enum tt_unit unit, const char *field);

/* ---- Dst: hazard_dst.c ---- */

/* An access of the word at work. */
void hazard_hear(struct hazards *hazards, const struct probe_access *access);
/* After a word: tells of blocks that it rewrote while a packer may still read them for another thread. */
void hazard_check_dst(struct hazards *hazards, unsigned thread, uint32_t word);

/* ---- what is told: hazard.c ---- */

/* Who rewrites what (word 0: a store), and what uses it: a unit's instruction of a thread. */
struct hazard_pair {
    enum finding_id id;
    unsigned writer; /* an agent */
    uint32_t word;
    enum tt_unit unit;
    unsigned thread;
    uint32_t used_by;
    const char *rewritten;
};
/* From then on the unit's work counts as done: one missing wait is told of once. */
void hazard_tell(struct hazards *hazards, const struct hazard_pair *pair);

/* Around a word that takes effect, and around a store of a core; findings go to the replay's probe and observer. */
void hazards_before_word(struct hazards *hazards, uint32_t word);
void hazards_after_word(struct hazards *hazards, unsigned thread, uint32_t word);
void hazards_before_event(struct hazards *hazards, const struct ttcap_event *event);
void hazards_after_event(struct hazards *hazards, unsigned stream, const struct ttcap_event *event);
