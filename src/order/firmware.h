/* SPDX-License-Identifier: Apache-2.0 */
/* Firmware order: no events are taken; the cores run on the code in L1, and the pipes on what they push.
 * docs/semantics/firmware.md */
#pragma once

#include "order/done.h"
#include "order/program.h"
#include "tile/riscv/cores.h"

/* When a core acts next. */
struct firmware_core {
    uint64_t due;    /* the step of its next instruction that others can see */
    bool is_waiting; /* its last one had to wait; tried again once something has changed */
    uint64_t tried;  /* at this count of changes */
    struct core_waiting waiting;
    uint64_t waits_since; /* the next step of words and stores when it began to */
    bool is_refused;
    bool has_read; /* it read a semaphore and did nothing since: recorded unless the core polls it */
    struct ttcap_event read;
    bool has_wait, is_wait_new; /* it stored to where a load then waits for the pipe: recorded when that load is done */
    struct ttcap_event wait;
};

/* The state that a repetition is compared with. docs/semantics/firmware.md#the-end */
struct firmware_mark {
    uint64_t changes, visits; /* since these */
    uint64_t step;            /* of the last mark of a core */
    bool repeats[TT_CORE_COUNT];
};

/* Bytes of L1 that cores stored, for a recording: a core that reads one is ordered behind the store
 * (firmware_order.c). */
struct firmware_order {
    uint32_t *stored; /* by byte of L1: number of the store and its core; null: nothing is recorded */
    uint32_t *seen;   /* by core and word of the streams' registers: stores there that the core knows of */
    uint32_t now;     /* stores so far */
    uint32_t ordered[TT_CORE_COUNT][TT_CORE_COUNT]; /* up to which a core has read of another's */
};

/* A host beside the cores. */
struct firmware_outside {
    const struct replay_outside *from; /* null: there is no host */
    uint64_t due;                      /* the round in which it acts next if nothing changes; UINT64_MAX: in none */
    bool has_mark;
    uint64_t marked;   /* the round that its last mark names */
    uint64_t requests; /* of the network, by any core so far */
};

struct firmware {
    struct program program; /* its threads' pipes */
    struct cores *cores;
    struct firmware_core core[TT_CORE_COUNT];
    struct firmware_mark mark;
    struct firmware_order order;
    struct firmware_outside outside;
    uint64_t step;           /* rounds so far */
    unsigned turn;           /* of this round, that comes next */
    uint64_t changes_before; /* this round */
    uint64_t quiet_until;    /* before this round nothing happens unless something changes; live.h goes by each round */
    uint64_t moves;          /* words that left a pipe or entered an expander */
    uint32_t next_checkpoint;
    bool is_stepped;       /* no core runs ahead of its step */
    bool has_ended;        /* in mid-round */
    enum steps_end end;    /* behind a round */
    uint64_t period;       /* of one that hangs: steps after which the state repeats; UINT64_MAX: that is not known, the
                            * steps allowed are over */
    enum tt_status status; /* of a checkpoint held in mid-step */
    struct tt_error *err;
};

/* Counts every change that other cores or pipes can observe. */
static inline uint64_t firmware_changes(const struct firmware *firmware)
{
    return cores_changes(firmware->cores) + firmware->moves;
}

/* ---- firmware.c ---- */

/* Cores and pipes around replay's tile; false: no memory. Both may be followed by firmware_close. */
bool firmware_open(struct firmware *firmware);
void firmware_close(struct firmware *firmware);

/* The cores that the capture boots leave reset. */
void firmware_boot(struct firmware *firmware);
/* The host that the capture describes, where the options name none; *events: to be closed, or null. */
struct outside_events;
enum tt_status firmware_open_outside(struct firmware *firmware, struct outside_events **events, struct tt_error *err);
/* Goes on from where it stands: to the end of the round, or with `done` (else null) up to the first turn in which
 * something happened, which it is then. TT_END: firmware->end says why; TT_UNSUPPORTED: a pipe came to a word of a unit
 * that does not run. */
enum tt_status firmware_go(struct firmware *firmware, struct steps_done *done, struct tt_error *err);

/* ---- firmware_host.c ---- */

extern const struct cores_host firmware_host; /* user: struct firmware, to be filled in */

/* The last read of a semaphore becomes an event, where the core does something else now. */
void firmware_keep_read(struct firmware *firmware, enum tt_core core);
/* Likewise of its wait for its pipe, which is over. */
void firmware_end_wait(struct firmware *firmware, enum tt_core core);

/* ---- firmware_outside.c ---- */

/* The host's part of this round, before the cores. */
void firmware_act_outside(struct firmware *firmware);
/* One thing that it does, now: an event of no thread and no core. */
void firmware_happens(struct firmware *firmware, const struct ttcap_event *event);
/* The end of a run that the host ends: a mark with nothing behind it. */
void firmware_end_outside(struct firmware *firmware);
/* The round in which the host acts next, after what the cores have just done; UINT64_MAX: none, unless something
 * changes. */
uint64_t firmware_outside_due(const struct firmware *firmware);

/* ---- firmware_order.c ---- */

/* For a recording of the replay: writes the order of two cores that only L1 or a mailbox makes as an event. */
bool firmware_order_init(struct firmware *firmware); /* false: no memory */
void firmware_order_clear(struct firmware *firmware);
void firmware_order_stored(struct firmware *firmware, enum tt_core core, uint32_t addr, uint32_t bytes);
void firmware_order_stored_register(struct firmware *firmware, enum tt_core core, uint32_t addr);
/* Before a core's instruction: it may be about to read what another core stored. */
void firmware_order_before(struct firmware *firmware, enum tt_core core);
void firmware_order_popped(struct firmware *firmware, const struct core_act *act);

/* ---- firmware_wait.c ---- */

/* Reports to the observer what each core and pipe waits for, for ever. */
void firmware_report_hang(struct firmware *firmware);
/* A T core that waited goes on, or the replay is over: reported for timelines. */
void firmware_report_waited(const struct firmware *firmware, enum tt_core core);

/* Ends the replay: why a core cannot go on; or that a thread's pipe came to a word that no chip knows. */
void firmware_report_refused(struct firmware *firmware, enum tt_core core);
/* The host stored to an address at which nothing is modelled. */
void firmware_report_refused_host(struct firmware *firmware, const struct ttcap_event *event);
void firmware_report_undefined(struct firmware *firmware, unsigned thread);
