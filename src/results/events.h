/* SPDX-License-Identifier: Apache-2.0 */
/* The events of a run, computed again where they are asked for: windows of a replay of its capture, of which the last
 * ones used stay in memory. docs/formats/results.md#windows */
#pragma once

#include "results/player.h"

/* The content that a window has to hold. One with stages serves for both, and costs many times as much. */
enum events_wanted {
    EVENTS_PLAIN,  /* words, accesses, taint */
    EVENTS_STAGES, /* stage values, too */
};

/* Words of a thread in a row that one instruction of a core pushed, expanded; or a store, of thread -1. */
struct events_origin {
    int thread;
    uint64_t first_seq, last_seq;
    enum tt_core core;
    uint32_t pc;
};

/* The sums that only the whole run gives. */
struct events_survey {
    struct events_origin *origins; /* by thread, in order */
    size_t origin_count, origin_capacity;
    struct results_taint_row *taints; /* in order */
    size_t taint_count, taint_capacity;
    struct results_evidence *facts; /* fact_count() of them, by fact_number() */
};

struct events;

/* All is borrowed. Nothing runs yet. */
struct events *events_open(const struct played *played);
void events_close(struct events *events); /* null is allowed */

/* The first window from `number` on that has an event, for the caller to give back; null behind the last. Where the
 * replay does not come to the run's next moment behind it, this tool computes other values: TT_UNSUPPORTED. */
enum tt_status events_window(struct events *events, enum events_wanted wanted, uint64_t number,
                             const struct window **window, struct tt_error *err);
void events_release(const struct window *window); /* null is allowed */
uint64_t events_number(uint64_t seq);

/* The windows of events first to last, in order, until `take` returns something else than TT_OK; TT_END: it has seen
 * enough. */
typedef enum tt_status events_take(void *user, const struct window *window);
enum tt_status events_walk(struct events *events, enum events_wanted wanted, uint64_t first, uint64_t last,
                           events_take *take, void *user, struct tt_error *err);

/* Borrowed until close. */
enum tt_status events_survey(struct events *events, const struct events_survey **survey, struct tt_error *err);

/* The last window up to `number` that may write any of the bytes that are looked for, and whether one of them is still
 * that; events_found(): from now on it is not. TT_END: there is no such window. */
struct events_search;
enum tt_status events_search_new(struct events_search **out, enum tt_space space, uint32_t lo, uint32_t hi,
                                 struct tt_error *err);
void events_search_free(struct events_search *search); /* null is allowed */
OWNED_AT(struct events_search, events_search_free)
bool events_looks_for(const struct events_search *search, uint32_t at);
void events_found(struct events_search *search, uint32_t at);
enum tt_status events_search_back(struct events *events, const struct events_search *search, uint64_t *number,
                                  struct tt_error *err);

/* The last window up to `number`, or the first from it on, in which bytes [lo, hi) of a space may be written; the first
 * time the whole run is heard. TT_END: there is none. */
enum tt_status events_written(struct events *events, enum tt_space space, uint32_t lo, uint32_t hi, bool is_before,
                              uint64_t *number, struct tt_error *err);
