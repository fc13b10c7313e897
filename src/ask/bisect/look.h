/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction of a replay in detail: the values after each stage of one unit instance, and its writes. */
#pragma once

#include "ask/run/insn_trace.h"
#include "order/replay.h"

enum { LOOK_STAGES_MAX = 32, LOOK_WRITES_MAX = 64 };

struct look_stage {
    uint8_t stage, width; /* bytes of a value */
    enum format format;
    uint32_t count, capacity; /* bytes that there is room for */
    uint8_t *values;
    uint16_t *origin; /* null where it was not reported */
};

struct look {
    uint64_t seq;
    enum tt_unit unit;
    uint8_t instance, thread;
    uint32_t word;
    struct look_stage stages[LOOK_STAGES_MAX];
    unsigned stage_count;
    struct trace_write writes[LOOK_WRITES_MAX]; /* of the instance; the first of them */
    unsigned write_count;
    struct trace_write sisters[TRACE_SISTERS]; /* the first data write of each instance; lo == hi: none */
    bool is_at_work, is_out_of_memory;
};

/* Replays up to the instruction and retains its effects. Start from {0}; free with look_clear. */
enum tt_status look_at(struct look *look, struct ttcap *capture, const struct replay_options *options, uint64_t seq,
                       enum tt_unit unit, uint8_t instance, struct tt_error *err);
void look_clear(struct look *look);

/* Value nth of a stage. */
uint32_t look_value(const struct look_stage *stage, uint32_t nth);

/* The last stage whose values are datums; null without one. */
const struct look_stage *look_last(const struct look *look);

/* The name of the last stage that changed datum nth; "" where the stages do not show it. */
const char *look_changer(const struct look *look, uint32_t nth);

/* How many datums of the same data tile the other packers of the instruction put before this one's. */
uint32_t look_base(const struct look *look);

/* "late_convert" */
const char *stage_name(enum tt_unit unit, unsigned stage);
