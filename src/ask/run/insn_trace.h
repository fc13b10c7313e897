/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction in detail, out of a run's database or of a replay: the values after every stage of one unit instance
 * that was at work, and the ranges it wrote. */
#pragma once

#include "numeric/format.h"
#include "results/results.h"

struct replay_options;

enum { TRACE_STAGES_MAX = 32, TRACE_SISTERS = 4 };

/* One stage; values of this instruction alone. */
struct stage_values {
    const char *name;     /* "late_convert" */
    uint8_t stage, width; /* bytes of a value, as the tile reported it */
    enum format format;
    bool is_changed; /* false: it left every value as the stage before; of a database */
    uint32_t count;
    uint32_t *values;
    uint16_t *origin; /* null, or the cell of Dst (row * 16 + column) of each */
};

struct insn_trace {
    bool is_loaded;
    uint64_t seq;
    enum tt_unit unit;
    uint8_t instance;
    unsigned stage_count;
    struct stage_values stages[TRACE_STAGES_MAX];
    struct probe_access *writes; /* ranges that the instance wrote, without their bytes */
    size_t write_count, write_capacity;
    struct probe_access
        sisters[TRACE_SISTERS]; /* the first data write of each instance in the same instruction; lo == hi: none */
};

/* Loads an instruction, unless *trace holds it already. Start from {0}. */
enum tt_status insn_trace_load(struct insn_trace *trace, struct results *results, enum tt_unit unit, uint8_t instance,
                               uint64_t seq, struct tt_error *err);
/* The same by a replay up to the instruction; what *trace holds is dropped. */
enum tt_status insn_trace_replay(struct insn_trace *trace, struct ttcap *capture, const struct replay_options *options,
                                 enum tt_unit unit, uint8_t instance, uint64_t seq, struct tt_error *err);
void insn_trace_clear(struct insn_trace *trace);

/* The last stage whose values are datums; null without one. */
const struct stage_values *insn_trace_last(const struct insn_trace *trace);

/* The first write of a stream; null without one. */
const struct probe_access *insn_trace_write(const struct insn_trace *trace, enum access_stream stream);

/* The value of datum `nth` of the instruction after a stage. False where that stage had another number of datums than
 * the last one, so that it is not known which it is. */
bool stage_value_at(const struct insn_trace *trace, const struct stage_values *stage, uint32_t nth, uint32_t *value);

/* The index in `stages` of the last stage that changed datum `nth`, or -1. */
int insn_trace_changer(const struct insn_trace *trace, uint32_t nth);

/* How many datums of the same data tile other packers of the instruction put before this one's: on Wormhole each packer
 * packs a face of its own. 0 where the streams do not lie side by side in L1. */
uint32_t insn_trace_base(const struct insn_trace *trace);
/* The same for a write and the first of each packer. datum_bits: of the format in L1; 0: not known. */
uint32_t trace_write_base(const struct probe_access *here, const struct probe_access sisters[static TRACE_SISTERS],
                          uint32_t datum_bits);

/* Where datum `datum` of a data tile has its shared exponent in L1; false if this instruction did not write it. */
bool insn_trace_exponent(const struct insn_trace *trace, uint32_t tile, uint32_t datum, uint32_t *addr);

/* ---- insn_element.c ----
 * Which values of an instruction's stages belong to one element of its result: a datum, a lane, a word. */

enum {
    ELEMENT_VALUES_MAX = 16, /* the most values of a stage that belong to an element: the products of an MVMUL */
    ELEMENT_NO_VALUE = UINT32_MAX
};

/* Which element of the result the instruction put at byte `lo` of a space: cells by where each datum went, lanes of
 * vector registers, words in the order written. The datums that a packer puts into L1 are asked one by one instead
 * (insn_trace_write). False: it is not known. */
bool insn_element_at(const struct insn_trace *trace, enum tt_space space, uint32_t lo, uint32_t *element);

/* How many values of one stage belong to an element at most: 16 where a matrix instruction sums 16 products. */
uint32_t insn_element_lines(const struct insn_trace *trace);

/* Which value of a stage stands in line k of an element, of `lines`: each of 16 products has a line, of two sums the
 * first and the ninth, fewer values take the first lines; an operand stands beside its product. ELEMENT_NO_VALUE: none.
 */
uint32_t insn_element_value(const struct insn_trace *trace, const struct stage_values *stage, uint32_t element,
                            uint32_t k, uint32_t lines);

/* The values of a stage that belong to an element, in the order of the lines. Returns how many there are. */
unsigned insn_element_values(const struct insn_trace *trace, const struct stage_values *stage, uint32_t element,
                             uint32_t values[static ELEMENT_VALUES_MAX]);
