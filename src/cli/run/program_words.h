/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a program's host, and the trials of them: what program_words.c and program_words_list.c share. */
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
};

struct word_trial {
    size_t number, candidate; /* by operation, then by candidate */
    uint32_t value;
};

/* The steps of the search: the first that finds something is the last. */
enum word_step {
    STEP_ELSEWHERE, /* what other writes have in that place */
    STEP_OPERANDS,
    STEP_LOADED,
    STEP_EXECUTED,
    STEP_BOOT_LOADED, /* of firmware */
    STEP_BOOT_EXECUTED,
    STEPS
};

struct words {
    struct program_run *run;
    struct word_candidate *candidates;
    size_t candidate_count, candidate_capacity;
    struct word_trial *trials; /* of a step */
    size_t trial_count, trial_capacity, next;
    enum word_step step;
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
    bool is_child, is_settled;
    struct program_run *pass;
    struct progress progress;
    struct tt_error *err;
};

/* Adds a word of operation `number` of the conversation. TT_NO_MEMORY. */
enum tt_status words_add(struct words *words, size_t number, uint32_t offset, const struct word_used *used,
                         uint8_t bytes);
/* The words that cores of the tiles at work executed or loaded, and operands: into words->candidates. TT_NO_MEMORY, or
 * what tracing a tile gives. */
enum tt_status words_collect(struct words *words);
