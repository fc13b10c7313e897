/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict on a run. Bytes are counted in one place; the counts and the events of the run give one verdict, its
 * words and its exit status. Every verb takes it from here. docs/verdicts.md */
#pragma once

#include "isa/findings.h"
#include "verdict/held.h"

/* The order is that of the database and of batches: a number keeps its meaning. */
enum verdict {
    VERDICT_SAME,        /* every compared byte is decided and equal, and all that was asked for was done */
    VERDICT_DIFFERS,     /* a decided byte is not the device's */
    VERDICT_HUNG,        /* nothing could go on */
    VERDICT_NONE,        /* nothing decided differs, and not every byte is decided */
    VERDICT_UNSUPPORTED, /* nothing decided differs, and work did not happen */
    VERDICT_DAMAGED,     /* the input is not whole */
    VERDICT_COUNT
};

/* Exit status of every verb. */
enum { EXIT_SAME = 0, EXIT_DIFFERS = 1, EXIT_TROUBLE = 2, EXIT_NO_VERDICT = 3 };

/* "same", "differs", "hung", "no verdict", "unsupported", "damaged" */
const char *verdict_name(enum verdict verdict);
int verdict_exit(enum verdict verdict);

/* Bytes that were compared: those of which the reference knows anything and that the run answers for. */
struct verdict_bytes {
    uint64_t compared, equal, differing;
    uint64_t undecided; /* computed from unknown state, equal or not */
    uint64_t bits;      /* of the compared bytes those that the reference knows */
};

/* Windows that were compared by hash: their bytes stand in no count above. */
struct verdict_windows {
    uint64_t compared, equal, differing, undecided;
    uint64_t bytes;      /* of the compared ones */
    uint64_t left_out;   /* that the running units do not make in whole, or that hold what was set */
    enum tt_space space; /* the first that differs */
    uint32_t lo, hi;
};

enum verdict_end {
    VERDICT_CAME_TO_ITS_END,
    VERDICT_HANGS,                   /* nothing says whether the device did */
    VERDICT_HANGS_PERHAPS_AS_DEVICE, /* firmware order: held where it hangs, as if the device had hung there too */
    VERDICT_HANGS_AS_DEVICE,         /* which hung, by the capture */
    VERDICT_HANGS_UNLIKE_DEVICE,     /* which came to its end, by the capture */
    VERDICT_ENDS_UNLIKE_DEVICE,      /* which hung, by the capture */
};

static inline bool verdict_hangs(enum verdict_end end)
{
    return end != VERDICT_CAME_TO_ITS_END && end != VERDICT_ENDS_UNLIKE_DEVICE;
}

/* The replay hangs, and what the capture holds at its end is no state of that. */
static inline bool verdict_has_no_end(enum verdict_end end)
{
    return end == VERDICT_HANGS || end == VERDICT_HANGS_UNLIKE_DEVICE;
}

/* Where something was met first. */
struct verdict_place {
    finding_id finding;
    uint64_t event;
    bool has_word;
    uint32_t word;
};

enum { VERDICT_ID_MAX = 64, VERDICT_DETAIL_MAX = 160, VERDICT_WORDS_MAX = 768 };

struct verdict_facts {
    enum tt_chip chip;
    struct verdict_bytes bytes;
    struct verdict_windows windows;
    uint64_t checkpoints; /* held */
    enum verdict_end end;
    uint64_t unsupported; /* findings of work that did not happen */
    struct verdict_place first_unsupported;
    char unsupported_detail[VERDICT_DETAIL_MAX]; /* its sentence, cut to fit */
    uint64_t undefined; /* findings of undefined behaviour, and of values that cannot be known */
    struct verdict_place first_undefined;
    uint64_t weak; /* words and stores that rest on less than was asked for */
    struct verdict_place first_weak;
    char weak_detail[VERDICT_DETAIL_MAX];
    bool is_undefined_followed; /* to the bytes that it may have touched; else these count as equal or differing */
    bool is_stopped;            /* by the finding `stopped` */
    bool is_cut;                /* and not by one, but before the event of `stopped`, as was asked for */
    struct verdict_place stopped;
    bool is_damaged;                  /* the capture is cut, and only its whole chunks were replayed */
    bool counts_steps;                /* an event above is a step of the replay, not an event of the capture */
    uint32_t unknown_read;            /* bit a enum tt_space: undecided bytes come from there */
    uint32_t assumed;                 /* likewise: decided ones, because their unknown inputs were assumed, */
    uint32_t assumed_zero;            /* to be zero, not the value after a reset */
    char without_dst[VERDICT_ID_MAX]; /* the first checkpoint that lacks Dst where it should hold it; "" */
    bool is_of_reference;             /* the state that was compared is not the device's: words alone */
    bool is_derived;                  /* nor was it a device that made the recording: likewise */
    bool is_masked;                   /* a recorder's mask leaves configuration out of the comparison */
    bool is_unjudged;                 /* nothing ran before the last checkpoint */
    /* Undecided bytes of SrcA, of SrcB and of lower halves of Dst under debug bit 11 at the last checkpoint, where
     * nothing runs behind it that could read them, and other bytes are equal. */
    uint64_t unread_srca, unread_srcb, unread_dst;
    char behind[VERDICT_DETAIL_MAX]; /* the words that ran behind it; "": none */
    uint64_t waived;                 /* differences that are known and left out; their bytes count as equal */
};

/* Adds how a space was held against a checkpoint. */
void verdict_add(struct verdict_facts *facts, const struct replay_comparison *comparison);

/* Adds a window that is known by hash. */
void verdict_add_window(struct verdict_facts *facts, const struct held_window *window);

/* Takes note of a finding. detail: its sentence, or null. */
void verdict_add_finding(struct verdict_facts *facts, const struct verdict_place *place, const char *detail);

/* Takes note of a finding about what the checkpoints leave out. */
void verdict_add_coverage(struct verdict_facts *facts, finding_id id, const char *detail);

/* Whether a finding says that work did not happen (class Unsupported, a word without instruction); that the results of
 * its instruction are unknown. */
bool finding_is_undone(finding_id id);

/* Undecided bytes that nothing reads: they do not keep a run from being the same. */
uint64_t verdict_unread(const struct verdict_facts *facts);

enum verdict verdict_of(const struct verdict_facts *facts);

/* The same of the bytes alone, as if the run had come to its end: for recordings of runs that hang. */
enum verdict verdict_of_bytes(const struct verdict_facts *facts);

/* The words behind the verdict's name: "all 512 known bytes are the device's state". */
const char *verdict_words(const struct verdict_facts *facts, char text[static VERDICT_WORDS_MAX]);
