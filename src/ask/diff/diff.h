/* SPDX-License-Identifier: Apache-2.0 */
/* The differences between the replay and the device, as datums and registers, with their writers. Of two values
 * one is `held` (by the device), one `replayed`. */
#pragma once

#include "ask/run/insn_trace.h"
#include "ask/run/undecided.h"
#include "ask/run/value_text.h"
#include "isa/isa.h"
#include "results/results.h"

/* The kind of a differing item. */
enum diff_part {
    DIFF_DATUM,
    DIFF_SHARED_EXPONENT, /* one byte that sixteen datums share */
    DIFF_PADDING,
    DIFF_ROW_START,
    DIFF_REGISTER,  /* one element of a space other than L1 */
    DIFF_STORE,     /* bytes that no packer wrote: a core, another unit */
    DIFF_BYTES,     /* a packer's, but its stages were not stored: it is not known which datum */
    DIFF_UNWRITTEN, /* the replay never wrote there */
    DIFF_ANY,       /* the run stored nothing of single events: their writers are not known */
    DIFF_PART_COUNT
};

const char *diff_part_name(enum diff_part part); /* "datum", "shared exponent", … */

struct diff_checkpoint {
    uint32_t checkpoint;
    char id[64];
    int64_t after_event;
};

/* A stage's value of the differing datum. */
struct diff_stage {
    const char *name; /* of stage_info */
    enum format format;
    uint32_t bits;
    bool is_changed;
};

struct diff_item {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, hi; /* bytes of the space */
    enum diff_part part;

    bool has_writer;
    uint64_t seq;
    uint8_t thread; /* 0 to 2 */
    bool has_word;
    uint32_t word;
    enum tt_unit unit;
    uint8_t instance;
    char stage[32]; /* the last that changed the datum; "" where that is not known */

    uint32_t tile, datum, datum_count; /* DATUM, SHARED_EXPONENT; of the whole data tile, also where packers share it */
    bool has_origin;
    uint16_t origin; /* cell of Dst */

    enum format format;             /* of held and replayed; FORMAT_COUNT: plain bytes */
    uint32_t held, replayed, known; /* a block datum's shared exponent in bits 15:8; of long ranges the first 4 bytes */
    uint64_t ulps;                  /* DATUM only */
    char place[PLACE_TEXT_MAX];

    unsigned stage_count;
    struct diff_stage stages[TRACE_STAGES_MAX];
};

/* How often: by stage, packer and face. */
struct diff_count {
    enum diff_part part;
    char stage[32];
    bool has_writer;
    enum tt_unit unit;
    uint8_t instance;
    bool has_face;
    uint32_t face; /* DIFF_FACES_MAX: that one and beyond */
    uint64_t count;
};
enum { DIFF_FACES_MAX = 64 };

struct diff_finding {
    finding_id id;
    uint64_t count, first_seq;
    bool is_waived;
};

struct waivers;

struct diff {
    const struct results_run_row *run;   /* borrowed from the results */
    struct results *results;             /* borrowed */
    struct diff_checkpoint *checkpoints; /* by rising number */
    size_t checkpoint_count, checkpoint_capacity;
    struct replay_comparison *comparisons;
    size_t comparison_count, comparison_capacity;
    struct diff_finding *findings;
    size_t finding_count, finding_capacity;
    struct verdict_facts facts;     /* of the run, less waived items */
    enum verdict verdict;           /* of them */
    char reason[VERDICT_WORDS_MAX]; /* its words */

    struct held_window *windows; /* known by hash alone, those that are not equal */
    size_t window_count, window_capacity;
    uint64_t difference_count; /* datums, exponents, registers, …; items holds the first of them */
    struct diff_item *items; /* the fault of the first checkpoint that differs (ask/run/upstream.h), then as compared */
    size_t item_count, item_capacity;
    struct undecided *undecided; /* null: compared with something else than a recording */
    struct waivers *waivers;     /* null, or the waivers; borrowed */
    uint64_t waived_count;
    struct diff_count *counts;
    size_t count_count, count_capacity;
};

/* limit: how many differences to keep in items. Free with diff_clear, also on failure. */
enum tt_status diff_make(struct diff *diff, struct results *results, size_t limit, struct tt_error *err);
/* The same, with waived items neither in the verdict nor in the list. waivers: borrowed, also by diff. */
enum tt_status diff_make_waived(struct diff *diff, struct results *results, size_t limit, struct waivers *waivers,
                                struct tt_error *err);
/* From now on the verdict is "no verdict" where all bytes are equal and the evidence for an event is weaker than
 * this. */
enum tt_status diff_ask_evidence(struct diff *diff, enum fact_level least, struct tt_error *err);
void diff_clear(struct diff *diff);

/* The same, and every difference reported as it is found, also those beyond the limit. An item is borrowed until the
 * call returns. */
struct diff_visitor {
    void *user;
    enum tt_status (*item)(void *user, const struct diff_item *item);
};
enum tt_status diff_make_each(struct diff *diff, struct results *results, size_t limit,
                              const struct diff_visitor *visitor, struct tt_error *err);

/* How many cores and pipes still waited when nothing could go on any more; 0: the run came to its end, or that it did
 * not is waived. */
uint64_t diff_waiting(const struct diff *diff);

/* The id of a checkpoint, or "?". Borrowed. */
const char *diff_checkpoint_id(const struct diff *diff, uint32_t checkpoint);
