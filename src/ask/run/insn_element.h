/* SPDX-License-Identifier: Apache-2.0 */
/* Which values of an instruction's stages belong to one element of its result: a datum, a lane, a word. */
#pragma once

#include "ask/run/insn_trace.h"

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
