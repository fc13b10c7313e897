/* SPDX-License-Identifier: Apache-2.0 */
/* Values that a configuration field might have had: those that it held at other times, and similar ones. */
#pragma once

#include "isa/registers.h"
#include "order/replay.h"

enum { FIELD_SEEN_MAX = 16, FIELD_VALUES_MAX = 64 };

/* Distinct values of a word in the course of a replay; the first of them. */
struct word_seen {
    uint32_t values[FIELD_SEEN_MAX];
    uint8_t count;
};

/* The last write to a copy of a word. */
struct word_written {
    bool is_there, is_word; /* is_word: of `thread`; else a store by a core */
    uint8_t thread;
    uint32_t value;
    uint64_t seq;
};

/* Adds a value to distinct ones, while they are fewer than `most`. Returns how many there are then. */
unsigned fields_add_distinct(uint32_t *values, unsigned count, unsigned most, uint32_t value);

struct fields {
    enum tt_chip chip;
    unsigned thread, state;
    uint64_t seq; /* of the instruction */
    bool is_read;
    uint32_t cfg[CFG_WORDS_MAX]; /* of the thread's state, and its own words, before the instruction */
    uint16_t thread_cfg[THREAD_WORDS_MAX];
    struct word_seen cfg_seen[CFG_WORDS_MAX], thread_seen[THREAD_WORDS_MAX];
    struct word_written cfg_written[CFG_STATES][CFG_WORDS_MAX], thread_written[THREADS][THREAD_WORDS_MAX];
    struct probe_insn insn; /* at work */
};

/* Replays up to event `seq` of a thread. */
enum tt_status fields_read(struct fields *fields, struct ttcap *capture, const struct replay_options *options,
                           unsigned thread, uint64_t seq, struct tt_error *err);

/* The value of a field before the instruction. */
uint32_t fields_value(const struct fields *fields, enum reg_id id);

/* The last write to the word of a field before the instruction, in the copy that the thread reads; whether that left
 * the field as it is: a checkpoint may have come behind it. */
const struct word_written *fields_written(const struct fields *fields, enum reg_id id);
bool fields_is_left_by(const struct fields *fields, enum reg_id id, const struct word_written *written);

/* Other values to try, the likeliest first: those it held at another time (*seen of them), then all of a field of up to
 * four bits, or zero, all ones, twice, half, the numbers beside it and each bit turned of a wider one. Returns their
 * count. */
unsigned fields_other_values(const struct fields *fields, enum reg_id id, unsigned *seen_count,
                             uint32_t out[static FIELD_VALUES_MAX]);
