/* SPDX-License-Identifier: Apache-2.0 */
/* Two captures of one kernel: where they first differ in instructions, in configuration and in data. */
#pragma once

#include "order/replay.h"

enum { PAIR_FIELDS_MAX = 16, PAIR_ID_MAX = 64 };

/* Whose stores are held side by side: those of a thread's core, of core B, of NC, and of nobody that is known. */
enum pair_source { PAIR_CORE_B = THREADS, PAIR_CORE_NC, PAIR_NOBODY, PAIR_SOURCES };

/* Which words: executed ones where both captures have them, else pushed ones, else those that the replays execute. */
enum pair_of { PAIR_EXECUTED, PAIR_PUSHED, PAIR_REPLAYED };

/* An event of one of the two: a word or a store. */
struct pair_event {
    bool has; /* false: it ends before */
    enum ttcap_kind kind;
    uint8_t index; /* CFGW: the state */
    uint64_t event;
    uint32_t addr, bytes; /* L1W: bytes, how many from there on; word has up to four of them */
    uint32_t word;
};

/* The first word of a thread that differs, or that one of them lacks; or the first store of a source. */
struct pair_words {
    uint64_t compared; /* words of all threads that are the same up to there */
    enum pair_of of;
    bool differs;
    unsigned thread; /* of stores: enum pair_source */
    uint64_t number; /* of the thread's words, from 0 */
    struct pair_event good, bad;
};

struct pair_field {
    enum reg_id field;
    uint32_t good, bad;
};

/* The first instruction of a data unit that reads another value of a field. */
struct pair_fields {
    uint64_t compared; /* instructions */
    bool differs;
    unsigned thread;
    enum tt_unit unit;
    uint64_t good_event, bad_event;
    uint32_t word; /* of the bad one */
    struct pair_field fields[PAIR_FIELDS_MAX];
    unsigned field_count;
};

/* The first byte that both know and that differs: of the starts, else of a later checkpoint of the same id. */
struct pair_data {
    uint64_t compared; /* bytes */
    bool differs;
    char checkpoint[PAIR_ID_MAX];
    enum tt_space space;
    uint32_t addr;
    uint8_t good, bad;
    uint64_t bytes;  /* of that space at that checkpoint that differ */
    uint32_t window; /* it is one known by hash, of so many bytes */
    uint32_t alone;  /* later checkpoints of one capture whose id the other does not have, and windows known by hash */
};

struct pair_result {
    struct pair_words words;
    bool boots_differ;         /* other cores leave reset, or start elsewhere */
    struct pair_words stores;  /* by cores and from outside, of all kinds */
    struct pair_fields fields; /* compared up to where the words part */
    struct pair_data data;
};

/* Refuses captures of two chips. */
enum tt_status pair_run(struct ttcap *good, struct ttcap *bad, struct pair_result *result, struct tt_error *err);
