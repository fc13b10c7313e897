/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a program's host, the values that are tried in their places, and the trials: what the files
 * program_words*.c share. */
#pragma once

#include "cli/progress.h"
#include "cli/run/program_run.h"
#include "isa/cores.h"

#include <sys/types.h>

enum { WORD = 4, PROCESSES_MAX = 8 /* at once */ };

enum word_use { WORD_UNUSED, WORD_OPERAND, WORD_LOADED, WORD_EXECUTED, WORD_USES };

/* A word of a tile's L1, as its cores use it. */
struct word_used {
    enum word_use use;
    bool is_suspect; /* what went wrong has it from there */
    enum tt_core core;
    uint32_t pc, code;
    uint64_t last; /* the core's step, of the last time */
};

/* A word of a host's write. */
struct word_candidate {
    size_t number; /* of the operation */
    uint32_t offset, pc;
    uint64_t last;
    uint8_t x, y;
    enum word_use use;
    enum tt_core core;
    uint8_t bytes;   /* of an operand: a bit each, those that matter */
    bool is_kernels; /* what used it was written once firmware was up, itself */
    bool is_suspect;
};

/* The steps of the search, the most plausible first. Where one before STEP_BITS finds something they go on to there. */
enum word_step {
    STEP_ELSEWHERE, /* what other writes have in that place */
    STEP_EXCHANGED, /* two words of a write */
    STEP_NUMBERS,   /* of loaded words, as slips make them */
    STEP_OPERANDS,
    STEP_SUSPECTS, /* code */
    STEP_CODE,
    STEP_BITS, /* of loaded words */
    STEP_OTHER_CODE,
    STEP_BOOT_LOADED, /* of firmware */
    STEP_BOOT_EXECUTED,
    STEPS
};

/* Of a value, the most plausible first. */
enum word_likelihood { WORD_LIKELY, WORD_OTHER, WORD_DRASTIC };

struct word_trial {
    size_t number, candidate; /* of the operation */
    uint32_t value;
    uint32_t with; /* exchanged with the word at this offset; WITH_NONE */
    enum word_step step;
    enum word_likelihood likelihood;
    int bits; /* in which it differs */
};
#define WITH_NONE UINT32_MAX

struct words {
    struct program_run *run;
    struct word_candidate *candidates;
    size_t candidate_count, candidate_capacity;
    struct word_trial *trials;                      /* of a step */
    size_t trial_count, trial_capacity, next, last; /* next to last: of a pass */
    enum word_step step;
    enum word_likelihood likelihood;      /* of the values that are added */
    uint64_t planned[STEPS], done[STEPS]; /* trials */
    bool is_begun[STEPS];
    uint64_t until, end; /* of the step, of the search: of limit_used_ms(); UINT64_MAX: none of its own */
    struct word_trial *found;
    size_t found_count, found_capacity;
    struct {
        pid_t pid;
        size_t trial;
    } children[PROCESSES_MAX];
    size_t child_count, child_most;
    uint64_t tried, budget;
    size_t booted; /* operations before are of firmware, that boots */
    struct word_tile {
        uint8_t x, y;
    } * idle; /* tiles that the program leaves alone once firmware is up */
    size_t idle_count, idle_capacity;
    bool is_child, has_dropped;
    struct program_run *pass;
    struct progress progress;
    struct tt_error *err;
};

/* Adds a word of operation `number` of the conversation. TT_NO_MEMORY. */
enum tt_status words_add(struct words *words, size_t number, uint32_t offset, const struct word_used *used,
                         uint8_t bytes);
/* The value as one more trial of this step. TT_NO_MEMORY. */
enum tt_status words_add_trial(struct words *words, size_t candidate, uint32_t value);
/* The trials of a step. TT_NO_MEMORY. */
enum tt_status words_plan(struct words *words, enum word_step step);
uint32_t word_here(const struct words *words, const struct word_candidate *of);
/* The words that cores of the tiles at work executed or loaded, and operands: into words->candidates. TT_NO_MEMORY, or
 * what tracing a tile gives. */
enum tt_status words_collect(struct words *words);
