/* SPDX-License-Identifier: Apache-2.0 */
/* The origins of the first differing value in the replay as it is: backwards over instructions and stores, what each
 * wrote, read and was set to. Where a change begins that is to be tried first; one that makes a word write elsewhere
 * may begin off the chain. */
#pragma once

#include "ask/bisect/word_list.h"

enum { CHAIN_DATA_MAX = 512, CHAIN_READS_MAX = 48 };
struct chain {
    bool is_known; /* false: all of the replay may lie on it */
    bool is_executed;
    uint8_t *has_event; /* by event of the capture: a word of executed order, or a store */
    uint64_t event_count;
    uint64_t *words; /* in other orders: thread << 32 | word, sorted, each once */
    size_t word_count;
    uint64_t *steps; /* in any order, as the replay numbers words and stores: from the last to the first */
    size_t step_count;
    struct chain_datum { /* elements of data registers, from the last written to the first */
        uint64_t event;
        uint32_t lo;
        enum tt_space space;
    } * data; /* DATA_MAX at most */
    size_t data_count;
    unsigned beside_count; /* instructions behind the writer of the first difference that may have been meant for it */
    struct chain_setting {
        uint32_t read;                    /* bits that decided something, of any copy */
        uint64_t event;                   /* the last that read any */
        uint64_t events[CHAIN_READS_MAX]; /* of a thread's own word: those that read it, from the last back */
        uint8_t event_count;
    } cfg[CFG_WORDS_MAX], thread_cfg[THREAD_WORDS_MAX];
};

/* Replays once. Start from {0}; free with chain_clear, also on failure. */
enum tt_status chain_find(struct chain *chain, struct ttcap *capture, const struct replay_options *options,
                          const struct bisect_result *result, struct tt_error *err);
void chain_clear(struct chain *chain);

/* Whether a recorded word or store lies on it. Of pushed words those that an expander makes others of count, too. */
bool chain_has(const struct chain *chain, enum tt_chip chip, const struct recorded_word *word);
/* Whether the word or store of a step does. */
bool chain_has_step(const struct chain *chain, uint64_t seq);
/* Whether an instruction on it read the field; *setting: which did, by events of the capture in executed order. */
bool chain_reads(const struct chain *chain, enum tt_chip chip, enum reg_id id, const struct chain_setting **setting);
