/* SPDX-License-Identifier: Apache-2.0 */
/* A window of a run: what its events did, as a replay reported it, in memory. docs/formats/results.md#windows */
#pragma once

#include "results/results.h"

struct fact;

/* A word, or a store of a core. */
struct window_event {
    uint64_t seq;
    uint32_t word;
    uint8_t thread;
    enum tt_unit unit;
    bool is_core, has_origin, has_waited;
    enum tt_core core; /* where the word or the store came from */
    uint32_t pc;
    const struct fact *fact; /* the weakest that decided it; null: none is known */
    bool is_found_weaker;    /* a finding named it */
};

/* One report of a stage. */
struct window_stage {
    uint64_t seq;
    struct probe_stage of; /* its values and cells are the window's */
};

/* Memory whose blocks do not move. */
struct window_memory {
    struct window_block *blocks;
    uint8_t *at;
    size_t left, bytes;
};

struct window {
    uint64_t number; /* events [number * step, (number + 1) * step) */
    uint64_t from;   /* windows from this number to the one before have no event */
    unsigned users;  /* who look at it */
    uint64_t last_use;
    struct window_event *events;
    size_t event_count, event_capacity;
    struct results_access_row *accesses;
    size_t access_count, access_capacity;
    struct window_stage *stages;
    size_t stage_count, stage_capacity;
    struct results_taint_row *taints;
    size_t taint_count, taint_capacity;
    struct window_memory memory;
    bool has_stages; /* they were heard */
    bool is_short;   /* of memory: what it holds is not all */
};

/* like: one that holds about as much, or null. */
struct window *window_new(uint64_t number, bool has_stages, const struct window *like);
void window_free(struct window *window); /* null is allowed */
size_t window_bytes(const struct window *window);

/* The reports of a replay, in order. */
void window_insn_begin(struct window *window, const struct probe_insn *insn);
void window_insn_end(struct window *window, const struct probe_insn *insn);
void window_access(struct window *window, uint64_t seq, const struct probe_access *access);
void window_stage(struct window *window, uint64_t seq, const struct probe_stage *stage);
void window_finding(struct window *window, const struct probe_finding *finding);
void window_origin(struct window *window, uint64_t seq, enum tt_core core, uint32_t pc);
void window_tainted(struct window *window, const struct results_taint_row *taint);

/* The index of the first of its items that is not before an event. */
size_t window_first_event(const struct window *window, uint64_t seq);
size_t window_first_access(const struct window *window, uint64_t seq);
size_t window_first_stage(const struct window *window, uint64_t seq);
