/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of an element of the tile, back to the start: elements as nodes, dependence as edges,
 * bit by bit. docs/semantics/dependence.md */
#pragma once

#include "ask/run/address.h"
#include "base/text/text_map.h"
#include "isa/chip.h"
#include "observe/depends.h"
#include "results/results.h"

enum slice_kind {
    SLICE_WRITTEN,  /* by an instruction */
    SLICE_STORED,   /* by a core, or from outside the tile */
    SLICE_START,    /* not written in the run: from the first snapshot */
    SLICE_RECORDED, /* units that produce it did not run: taken from the recording */
};

/* An element of a space (a byte of L1) as it stood after an event. */
struct slice_node {
    enum slice_kind kind;
    enum tt_space space;
    uint32_t lo;
    uint8_t bytes;
    uint32_t bits;  /* little-endian; of the start the known bits, else 0 */
    uint32_t known; /* bits of it */
    uint64_t seq;   /* RECORDED: where it is used */
    /* WRITTEN, STORED: */
    enum tt_unit unit;
    uint8_t instance, thread;
    uint32_t word;
    enum access_stream stream;
    uint32_t write_lo, tile, first_datum; /* of the range that was written with it */
    size_t first_edge, edge_count;        /* the nodes that the wiring lets it depend on */
    uint32_t mask;    /* bits of it that a change at some beginning turns over which changes a root too; 0: it does not
                       * matter. All ones while the slice was not tried. */
    bool has_witness; /* of a leaf: */
    uint32_t witness; /* a value in its place that changes a root */
};

/* State of a word of the configuration: what it held before events from + 1 to `to`. */
struct slice_value {
    bool is_known;
    int64_t from; /* who wrote it; -1: the start */
    uint64_t to;
    uint32_t value;
};

struct replay_set;

struct slice {
    struct results *results;           /* borrowed */
    const struct results_run_row *run; /* borrowed from it */
    struct ttcap *capture;             /* null: not available, or changed since */
    char capture_trouble[256];         /* why */
    struct slice_node *nodes;
    size_t node_count, node_capacity, root_count; /* the roots come first */
    size_t *edges;                                /* nodes */
    size_t edge_count, edge_capacity;
    struct text_map places;   /* of nodes, by place and event */
    struct slice_insn *insns; /* read last */
    struct slice_value states[THREADS], access_cfg[2];
    struct replay_set *sets;              /* that the run held */
    bool is_tried;                        /* on a tile: a leaf that changes nothing has no mask */
    uint64_t instructions, changes, runs; /* tried: instructions of the slice, changes of leaves, executions */
};

/* Follows [lo, hi) of a space, as it stood after event `at` (-1: at the start), to its beginnings. Clear also on
 * failure. */
enum tt_status slice_make(struct slice *slice, struct results *results, enum tt_space space, uint32_t lo, uint32_t hi,
                          int64_t at, struct tt_error *err);
/* The elements themselves, as whoever wrote them left them: the roots of that slice. */
enum tt_status slice_roots(struct slice *slice, struct results *results, enum tt_space space, uint32_t lo, uint32_t hi,
                           int64_t at, struct tt_error *err);
void slice_clear(struct slice *slice);

/* Changes each leaf in turn (each bit of it turned over, all of them, all cleared) and follows what that changes
 * through the instructions of the slice, on a tile, to the roots: what never changes a root does not matter, and its
 * mask is 0. A scalar register that nothing at the start changes is changed likewise: programs put constants together
 * there, half by half. Replays the capture; refused without it. */
enum tt_status slice_try(struct slice *slice, struct tt_error *err);

/* Whether it is where the slice ends: at the start, a store, the recording. */
bool slice_is_leaf(const struct slice *slice, size_t node);

/* Bits of an element that exist. */
unsigned slice_element_bits(enum tt_space space);
