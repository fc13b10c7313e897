/* SPDX-License-Identifier: Apache-2.0 */
/* The values of a stage as a run makes them, for a reference that is held against them. docs/formats/stages.md */
#pragma once

#include "numeric/format.h"
#include "tile/probe.h"
#include "verdict/verdict.h"

/* From here on values are of this instruction. */
struct staged_insn {
    uint64_t seq;
    uint32_t first;     /* value */
    origin_set origins; /* unknown inputs that they rest on */
};

/* Which stage of which instructions, and what came of it. */
struct staged {
    enum tt_unit unit;
    uint8_t stage;    /* index into unit_stages() */
    uint8_t instance; /* PROBE_INSTANCES: of all */
    bool is_all;      /* instructions, one behind the other; else of */
    uint64_t event;
    uint32_t checkpoint; /* that holds the reference */
    uint32_t count;      /* values of the reference */
    enum format format;  /* that they have to have; FORMAT_COUNT: any */
    uint8_t value_bytes; /* of the reference's, as many as any value needs */

    uint32_t *values; /* as the run made them: the first `count` of */
    uint64_t made;
    struct staged_insn *insns;
    size_t insn_count, insn_capacity;
    enum format made_format; /* of the first; FORMAT_COUNT: none was made */
    uint8_t made_bytes;      /* that the widest needs */
    bool is_mixed;           /* formats */
    bool is_out_of_memory;
};

/* Bytes of a value of a stage: a block datum has its shared exponent, one of less than a byte takes one. */
unsigned staged_bytes(enum format format);

/* Room for the values; false: no memory. */
bool staged_init(struct staged *staged, uint32_t count);
void staged_clear(struct staged *staged);
/* Before a run: nothing is made. */
void staged_begin(struct staged *staged);
/* The reports that a probe has to want. */
unsigned staged_wants(const struct staged *staged);

/* A report of a stage in the word or store `seq`; that word's end, with the unknown inputs that it rests on. */
void staged_take(struct staged *staged, uint64_t seq, const struct probe_stage *stage);
void staged_end(struct staged *staged, uint64_t seq, origin_set origins);

/* The instruction of a value; null: none made it. */
const struct staged_insn *staged_insn_of(const struct staged *staged, uint32_t nth);

/* Whether the run made what the reference has values of: so many, of that format. */
enum tt_status staged_check(const struct staged *staged, struct tt_error *err);
