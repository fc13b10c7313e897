/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the pushed words, after expansion, with the executed ones, thread by thread: where a recording lost,
 * doubled, swapped or changed a word, the two differ. docs/semantics/replay.md, "Streams" */
#pragma once

#include "capture/ttcap.h"
#include "isa/cores.h"
#include "isa/findings.h"

enum stream_kind {
    STREAM_MISSING, /* pushed, and not executed */
    STREAM_EXTRA,   /* executed, and not pushed */
    STREAM_CHANGED,
    STREAM_SWAPPED, /* with the next of the thread */
};

struct stream_fault {
    enum stream_kind kind;
    unsigned thread;
    uint64_t number;   /* of the thread's executed words, from 0: where */
    uint64_t words;    /* MISSING, EXTRA: so many in a row */
    bool has_executed; /* the executed word there; of MISSING the one before which it should stand */
    uint64_t event;    /* its event */
    uint32_t executed;
    bool has_pushed; /* the word that was to be executed, and the push that it comes from */
    uint64_t pushed_event;
    uint32_t pushed;
    bool has_pc; /* of the push */
    enum tt_core core;
    uint32_t pc;
};

struct streams {
    uint64_t words;   /* compared */
    uint64_t faults;  /* reported */
    uint64_t pending; /* words that were pushed and not yet executed when the recording ends, or more than these */
    bool is_held;     /* false: the capture has not both, or its start does not know the expanders' state */
};

/* found: each fault, of a thread in order; null: not reported. */
enum tt_status streams_hold(struct ttcap *capture, void *user,
                            void (*found)(void *user, const struct stream_fault *fault), struct streams *streams,
                            struct tt_error *err);

/* The same beside a replay: a walk over the events from the first snapshot on gives each to the holder, in order, and
 * asks for the rest at the end. */
struct stream_holder;
enum tt_status streams_open(struct stream_holder **out, struct ttcap *capture, void *user,
                            void (*found)(void *user, const struct stream_fault *fault), struct streams *streams,
                            struct tt_error *err);
enum tt_status streams_take(struct stream_holder *holder, const struct ttcap_event *event, struct tt_error *err);
/* Whether an event of this kind moves the queues or sets the expanders: of others streams_take() need not hear. */
static inline bool streams_want(enum ttcap_kind kind)
{
    enum { WANTED = 1 << TTCAP_EXEC | 1 << TTCAP_PUSH | 1 << TTCAP_MOPW | 1 << TTCAP_MMIO };
    return WANTED >> kind & 1;
}
/* All before this event were given, as far as they are wanted. */
void streams_reach(struct stream_holder *holder, uint64_t event);
enum tt_status streams_finish(struct stream_holder *holder, struct tt_error *err);
/* Somebody else has seen that all words agree, none too few or too many: nothing is left to hold. */
void streams_agree(struct stream_holder *holder);
void streams_close(struct stream_holder *holder);
OWNED_AT(struct stream_holder, streams_close)

/* The name of a fault among the findings. */
finding_id stream_fault_finding(const struct stream_fault *fault);

/* "event 505: thread 2 executed PACR (word 41000000), and event 432 pushed STALLWAIT (word A2200008)". Returns text. */
enum { STREAM_TEXT_MAX = 400 };
const char *stream_fault_text(enum tt_chip chip, const struct stream_fault *fault, char text[static STREAM_TEXT_MAX]);
