/* SPDX-License-Identifier: Apache-2.0 */
/* Why a place holds its value: for data the slice back to its beginnings, for a register field every write. */
#pragma once

#include "ask/run/insn_trace.h"
#include "ask/run/undecided.h"
#include "ask/why/core_trace.h"
#include "ask/why/slice.h"
#include "isa/findings.h"

/* A write of the word that a field stands in. */
struct why_write {
    uint64_t seq;
    enum tt_unit unit; /* TT_UNIT_CORE: a store */
    bool has_word;
    uint8_t thread;
    uint32_t word;
    unsigned copy;          /* state, or thread */
    uint32_t before, after; /* of the field */
};

/* Undefined behaviour of an event: its results are not known. */
struct why_undefined {
    uint64_t seq;
    finding_id id;
};

/* The undecided bytes of the place in the run's comparison: the inputs that it comes from, as `diff` has them. */
struct why_inputs {
    bool is_undecided;
    char (*names)[UNDECIDED_NAME_MAX]; /* of inputs that the recording does not hold */
    size_t count, capacity;
    origin_set origins;
};

struct why {
    const struct results_run_row *run; /* borrowed from the results */
    struct results *results;           /* borrowed */
    struct address_place place;        /* a datum of L1: all its bytes */
    int64_t at;                        /* as it stood after this event */
    bool is_field;
    /* a field: newest first */
    struct why_write *writes;
    size_t write_count, write_capacity;
    uint32_t start; /* its value at the start */
    bool start_is_known;
    /* all else */
    struct slice slice;
    struct why_undefined *undefined; /* by event */
    size_t undefined_count, undefined_capacity;
    char untried[1024]; /* why the slice could not be tried; "": it was */
    struct why_inputs inputs;
    struct core_trace cores; /* firmware order, where a core stored any of it */
};

/* Clear also on failure. */
enum tt_status why_make(struct why *why, struct results *results, const struct address_place *place, int64_t at,
                        struct tt_error *err);
void why_clear(struct why *why);

/* The nodes that one depends on and that matter, those of an event together, newest first, then by place; to free with
 * mem_free. */
enum tt_status why_operands(const struct why *why, const size_t *nodes, size_t count, size_t **operands,
                            size_t *operand_count, struct tt_error *err);

/* A place as people type it: as address_place_parse takes it, or a datum as "tile3:face2:r5:c9", which is where it
 * stands in L1 by the first packer that wrote it. */
enum tt_status why_place_parse(struct address_place *place, struct results *results, const char *text,
                               struct tt_error *err);

/* The undefined behaviour of an event; null: nothing. */
const struct why_undefined *why_undefined_at(const struct why *why, uint64_t seq);

/* Of a node that a core stored, in firmware order: what it was computed from. False: it is not known. */
bool why_computed(const struct why *why, const struct slice_node *node, enum tt_core *core,
                  struct core_sources *sources);

/* Whether two nodes stand in one group: same event, same space. */
bool why_is_grouped(const struct why *why, size_t a, size_t b);

/* Loads the instruction of a node, and says which element of its result the node is (*nth; insn_element_values has what
 * each stage made of it). False: it is not known. */
bool why_stages(const struct why *why, size_t node, struct insn_trace *trace, uint32_t *nth);

/* Fills why->inputs. */
enum tt_status why_find_inputs(struct why *why, struct results *results, struct tt_error *err);
