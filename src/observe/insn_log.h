/* SPDX-License-Identifier: Apache-2.0 */
/* The reports of a probe about one instruction, retained until it ends: its ranges, and each stage's values in one
 * piece, also where they came block by block. In the form that the rules of dependence need. */
#pragma once

#include "isa/chip.h"
#include "numeric/format.h"
#include "observe/depends.h"

enum { LOG_STAGES = 32, LOG_SLOTS = 2 * PROBE_INSTANCES };

/* The bytes of a range before and after it was written, where they stand in `bytes`; 0: not retained. */
struct logged_bytes {
    size_t before, after;
};

struct logged_stage {
    bool is_there, has_origins;
    uint8_t width;
    enum format format;
    size_t count, capacity, origin_capacity;
    uint32_t *bits;
    uint16_t *origins; /* UINT16_MAX where there is none */
};

struct insn_log {
    struct depends_insn insn;       /* whole once it has ended */
    struct probe_access *accesses;  /* insn.access_count of them; before and after are null */
    struct logged_bytes *retained;  /* of each; null where values are not */
    struct probe_control *controls; /* those that were given to it */
    size_t control_count, control_capacity;
    uint8_t *bytes;
    size_t capacity, retained_capacity, byte_count, byte_capacity;
    struct logged_stage stages[LOG_SLOTS][LOG_STAGES];
    uint32_t slots; /* bit a slot that has a stage */
    struct depends_datums datums[PACKERS_MAX];
    bool retains_values;
    bool is_broken;   /* memory ran out and something was lost: what it wrote then depends on everything */
    bool has_staying; /* a control says that bits stay */
};

/* retains_values: also of stages that only compute, and the bytes of registers and of what packers wrote; else only
 * what the rules of dependence ask for. Null without memory. */
struct insn_log *insn_log_new(bool retains_values);
void insn_log_free(struct insn_log *log); /* null is allowed */

void insn_log_begin(struct insn_log *log, const struct probe_insn *insn);
void insn_log_access(struct insn_log *log, const struct probe_access *access);
void insn_log_control(struct insn_log *log, const struct probe_control *control);
void insn_log_stage(struct insn_log *log, const struct probe_stage *stage);

/* Which bits of the element at lo stay as they were; null: none do. */
const struct probe_control *insn_log_keeps(const struct insn_log *log, enum tt_space space, uint32_t lo);

/* All of it; the caller fills in how the rows of Dst are permuted. Borrowed until the next begin. */
const struct depends_insn *insn_log_end(struct insn_log *log, bool has_remap, bool has_swizzle);

/* Stages of a packer, unpacker or the matrix unit by instance; those of the vector unit apart. Null: not reported. */
const struct logged_stage *insn_log_stage_of(const struct insn_log *log, enum tt_unit unit, unsigned instance,
                                             unsigned stage);
