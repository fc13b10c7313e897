/* SPDX-License-Identifier: Apache-2.0 */
/* The words that may stand in place of an instruction of a core, as slips of a person make them. */
#pragma once

#include "ask/bisect/landing.h"

/* The last is tried where nothing explained all. */
enum code_level {
    CODE_VALUES, /* a bit of its immediate, the number beside it or as a slip makes it; of a pushed word's operand
                    likewise */
    CODE_LEFT_OUT,
    CODE_OTHERS, /* of a store another register, another place near; a bit of a register, of where a jump goes, of what
                  * is compared; any value of a pushed word's operand, another instruction of its kind */
    CODE_LEVELS
};

enum { CODE_WORD = 4, CODE_NEAR_MAX = 8192 };
/* A word that the core runs as well, and how many words away. */
struct code_near {
    uint32_t word, away;
};

struct code_changes {
    enum tt_chip chip;
    const struct landing *landing; /* null: not looked for */
    const struct code_near *near;  /* of a nop; in the order of their places */
    size_t near_count;
    void *user;
    bool (*try)(void *user, uint32_t word); /* false: no more */
};

bool code_is_nop(enum tt_chip chip, uint32_t word);
/* Each change of that level; none of a word that is no instruction. False: `try` wants no more. */
bool code_changes(const struct code_changes *changes, uint32_t is, enum code_level level);
