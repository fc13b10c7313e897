/* SPDX-License-Identifier: Apache-2.0 */
/* Programs of a whole tile, drawn from a template and a seed: an image of L1, words of thread 0, and the bytes of L1 to
 * look at once they have ended. Each puts the tile into a known state first, waits for all units between its steps, and
 * says that it is done: on a chip nothing depends on what stood there, or on time. docs/how-to/probe.md */
#pragma once

#include "base/error.h"
#include "base/names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where things stand in L1. */
enum {
    DRAW_DONE = 0x100,     /* a word: DRAW_DONE_VALUE once the program has ended */
    DRAW_WORDS = 0x8000,   /* the words, where a core reads them */
    DRAW_INPUT = 0x10000,  /* operands */
    DRAW_OUTPUT = 0x20000, /* what is looked at */
    DRAW_DONE_VALUE = 0x600D,
    DRAW_WORDS_MAX = 4096,
    DRAW_INPUT_BYTES = 4096,
    DRAW_OUTPUT_BYTES = 2048,
    DRAW_POKES_MAX = 8,
    DRAW_STEPS_MAX = 256,
    DRAW_NAME_MAX = 32,
};

struct draw_poke {
    uint32_t addr, value;
};

/* Words that belong together: those of a line of the template, with the settings before it. */
struct draw_step {
    uint16_t first, count;
    bool is_needed; /* the state at the start, or the end: a reduced program has it too */
};

struct draw_program {
    enum tt_chip chip;
    char name[DRAW_NAME_MAX]; /* of the template */
    uint64_t seed;
    uint32_t words[DRAW_WORDS_MAX];
    uint32_t count;
    struct draw_step steps[DRAW_STEPS_MAX];
    uint32_t step_count;
    uint8_t input[DRAW_INPUT_BYTES];
    struct draw_poke pokes[DRAW_POKES_MAX];
    uint32_t poke_count;
};

/* The name of a chip's template by number; false behind the last. */
bool draw_template(enum tt_chip chip, size_t i, char name[static DRAW_NAME_MAX]);

/* TT_BAD_INPUT, with the line, where the template does not fit the chip: a fault of the template. */
enum tt_status draw_program(enum tt_chip chip, const char *name, uint64_t seed, struct draw_program *out,
                            struct tt_error *err);

/* splitmix64: a number, and the state moves on. */
uint64_t draw_random(uint64_t *state);
