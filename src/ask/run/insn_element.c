/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/insn_trace.h"

#include "isa/chip.h"
#include "isa/isa.h"
#include "numeric/dst_rows.h"

enum {
    SUMMED = 16,
    ROW = 16,
    WORD_BYTES = 4, /* of a cell of SrcA or SrcB, a lane, a word */
    BANK_CELLS = SRC_ROWS * SRC_COLUMNS,
    LREG_BYTES = LANES * WORD_BYTES
};

/* The element of the last value that went to a cell of a bank: what stands there. */
static bool insn_element_in_src(const struct stage_values *last, uint32_t lo, uint32_t *element)
{
    for (uint32_t k = last->origin ? last->count : 0; k-- > 0;)
        if (last->origin[k] == lo / WORD_BYTES % BANK_CELLS) {
            *element = k;
            return true;
        }
    return false;
}

/* By the row, or the pair of rows of a 32-bit one (F-3.5). Rows of a chip that is set to permute them are not found. */
static bool insn_element_in_dst(const struct stage_values *last, uint32_t lo, uint32_t *element)
{
    enum { ROW_BYTES = DST_COLUMNS * 2 };
    const bool is_wide = last->format == FORMAT_FP32 || last->format == FORMAT_INT32;
    const uint32_t held = lo / ROW_BYTES, column = lo % ROW_BYTES / 2;
    for (uint32_t k = 0; last->origin && k < last->count; k++) {
        const uint32_t row = last->origin[k] / DST_COLUMNS, upper = dst_adj32(row, false, false);
        const bool is_row = is_wide ? held == upper || held == upper + DST_LOW_HALF : held == row;
        if (is_row && last->origin[k] % DST_COLUMNS == column) {
            *element = k;
            return true;
        }
    }
    return false;
}

/* A lane. Of an instruction that writes two vector registers the stages have one, and nobody says which. */
static bool insn_element_in_lreg(const struct insn_trace *trace, const struct stage_values *last, uint32_t lo,
                                 uint32_t *element)
{
    for (size_t i = 0; i < trace->write_count; i++)
        if (trace->writes[i].space == TT_SPACE_LREG && trace->writes[i].lo / LREG_BYTES != lo / LREG_BYTES)
            return false;
    *element = lo % LREG_BYTES / WORD_BYTES;
    return *element < last->count;
}

/* Words, in the order in which they were written. */
static bool insn_element_of_words(const struct insn_trace *trace, enum tt_space space, uint32_t lo, uint32_t *element)
{
    const struct stage_values *last = trace->stage_count ? &trace->stages[trace->stage_count - 1] : NULL;
    uint32_t words = 0, at = ELEMENT_NO_VALUE;
    for (size_t i = 0; i < trace->write_count; i++) {
        const struct probe_access *write = &trace->writes[i];
        if (write->space == space && lo >= write->lo && lo < write->hi)
            at = words + (lo - write->lo) / WORD_BYTES;
        words += (write->hi - write->lo + WORD_BYTES - 1) / WORD_BYTES;
    }
    *element = at;
    return last && at != ELEMENT_NO_VALUE && words == last->count;
}

bool insn_element_at(const struct insn_trace *trace, enum tt_space space, uint32_t lo, uint32_t *element)
{
    const struct stage_values *last = insn_trace_last(trace);
    if (!last)
        return insn_element_of_words(trace, space, lo, element);
    if (trace->unit == TT_UNIT_PACK)
        return false;
    if (space == TT_SPACE_SRCA || space == TT_SPACE_SRCB)
        return insn_element_in_src(last, lo, element);
    if (space == TT_SPACE_LREG)
        return insn_element_in_lreg(trace, last, lo, element);
    /* Rows of an unpacker may have moved on their way into Dst. */
    return space == TT_SPACE_DST && !unit_is_unpacker(trace->unit) && insn_element_in_dst(last, lo, element);
}

uint32_t insn_element_lines(const struct insn_trace *trace)
{
    const struct stage_values *final = insn_trace_last(trace);
    uint32_t lines = 1;
    for (unsigned i = 0; trace->unit == TT_UNIT_MATRIX && final && final->count && i < trace->stage_count; i++) {
        const struct stage_values *stage = &trace->stages[i];
        if (strncmp(stage->name, "operand_", strlen("operand_")) != 0 && stage->count / final->count > lines)
            lines = stage->count / final->count;
    }
    return lines;
}

uint32_t insn_element_value(const struct insn_trace *trace, const struct stage_values *stage, uint32_t element,
                            uint32_t k, uint32_t lines)
{
    const struct stage_values *final = insn_trace_last(trace);
    if (lines == 1 || !final)
        return stage->count == 1 && element ? ELEMENT_NO_VALUE : element;
    if (lines == SUMMED && strcmp(stage->name, "operand_a") == 0)
        return k * ROW + element % ROW;
    if (lines == SUMMED && strcmp(stage->name, "operand_b") == 0)
        return element / ROW * ROW + k;
    if (stage->count < final->count)
        return k == 0 ? 0 : ELEMENT_NO_VALUE;
    const uint32_t each = stage->count / final->count;
    if (each == 2 && lines == SUMMED)
        return k % 8 ? ELEMENT_NO_VALUE : element * each + k / 8;
    return k < each ? element * each + k : ELEMENT_NO_VALUE;
}

unsigned insn_element_values(const struct insn_trace *trace, const struct stage_values *stage, uint32_t element,
                             uint32_t values[static ELEMENT_VALUES_MAX])
{
    const struct stage_values *final = insn_trace_last(trace);
    const uint32_t lines = insn_element_lines(trace);
    unsigned count = 0;
    /* An unpacker reads more datums than it writes, and a packer may drop some: which is which is not known. */
    if (trace->unit != TT_UNIT_MATRIX && final && stage->count != final->count)
        return 0;
    for (uint32_t k = 0; k < lines && count < ELEMENT_VALUES_MAX; k++) {
        const uint32_t at = insn_element_value(trace, stage, element, k, lines);
        if (at < stage->count)
            values[count++] = stage->values[at];
    }
    return count;
}
