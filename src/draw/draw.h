/* SPDX-License-Identifier: Apache-2.0 */
/* Programs of a whole tile, drawn from a template and a seed: an image of L1, words of one thread or of all three, and
 * the bytes of L1 to look at once they have ended. Each puts the tile into a known state first, waits for all units
 * between its steps, and says that it is done: on a chip nothing depends on the state before it, or on time.
 * docs/how-to/probe.md */
#pragma once

#include "base/names.h"
#include "base/usual.h"
#include "isa/chip.h"

/* Where things stand in L1. */
enum {
    DRAW_DONE = 0x100,     /* a word: DRAW_DONE_VALUE once the program has ended */
    DRAW_WORDS = 0x8000,   /* the words, where a core reads them */
    DRAW_INPUT = 0x10000,  /* operands */
    DRAW_OUTPUT = 0x20000, /* the values that are looked at */
    DRAW_DONE_VALUE = 0x600D,
    DRAW_WORDS_MAX = 4096,
    DRAW_INPUT_BYTES = 4096,
    DRAW_OUTPUT_BYTES = 2048,
    DRAW_POKES_MAX = 8,
    DRAW_STEPS_MAX = 256,
    DRAW_NAME_MAX = 32,
    DRAW_CODE = 0x8000, /* of cores; their operands are the input, and each has an output of its own */
    DRAW_CODE_MAX = 2048,
    DRAW_CORES_MAX = 3,
    DRAW_SHARED = 0x30000, /* data that cores hand over to each other */
};

struct draw_poke {
    uint32_t addr, value;
};

/* Words that belong together: those of a line of the template, with the settings before it. */
struct draw_step {
    uint16_t first, count;
    bool is_needed; /* the state at the start, or the end: a reduced program has it too */
};

/* A core, and the word of the code that it starts at. */
struct draw_core {
    enum tt_core core;
    uint32_t first;
};

struct draw_program {
    enum tt_chip chip;
    char name[DRAW_NAME_MAX]; /* of the template */
    uint64_t seed;
    /* Words of all threads. They stand in an order in which none waits; any other that their waits leave ends alike. */
    bool has_threads;
    bool is_of_cores; /* no words: cores run `code` from DRAW_CODE on, and the words that they push */
    struct draw_core cores[DRAW_CORES_MAX];
    uint32_t core_count;
    uint32_t code[DRAW_CODE_MAX], code_count;
    uint32_t requests; /* of the network, to another tile: whoever runs the program has its memory */
    uint32_t words[DRAW_WORDS_MAX];
    uint8_t threads[DRAW_WORDS_MAX]; /* of each word */
    uint32_t count;
    struct draw_step steps[DRAW_STEPS_MAX];
    uint32_t step_count;
    uint8_t input[DRAW_INPUT_BYTES];
    struct draw_poke pokes[DRAW_POKES_MAX];
    uint32_t poke_count;
};

/* Where a core's code begins. */
static inline uint32_t draw_start_of(const struct draw_core *core)
{
    return DRAW_CODE + 4 * core->first;
}

/* The name of a chip's template by number; false behind the last. */
bool draw_template(enum tt_chip chip, size_t i, char name[static DRAW_NAME_MAX]);

/* TT_BAD_INPUT, with the line, where the template does not fit the chip: a fault of the template. */
enum tt_status draw_program(enum tt_chip chip, const char *name, uint64_t seed, struct draw_program *out,
                            struct tt_error *err);

/* The core begins some thousand instructions later. All code stays where it is, and the core's other work is behind it.
 */
void draw_begin_later(struct draw_program *program, uint32_t core);

/* L1 before a program runs: its operands, single words, and a core's code, one after the other. Ends
 * with the first status that is not TT_OK. */
typedef enum tt_status draw_region(void *user, uint32_t addr, const uint8_t *bytes, uint32_t count);
enum tt_status draw_each_region(const struct draw_program *program, draw_region *put, void *user);

/* Draws beyond those of a template: `depth` steps at each place that it leaves open, each a word or a field of
 * one of its units. units: bit a enum tt_unit, of which a template has to have one. */
struct draw_free {
    uint32_t units;
    uint32_t depth;
    bool has_other_tile; /* cores may ask the network for another tile's memory */
};
enum { DRAW_DEPTH_MAX = 64 };

/* A program of any template that has one of the units, or of a core. Words of it may wait, be undefined, or write over
 * the program: whoever runs it leaves those out. */
enum tt_status draw_free_program(enum tt_chip chip, const struct draw_free *free, uint64_t seed,
                                 struct draw_program *out, struct tt_error *err);

/* splitmix64: a number, and the state moves on. */
uint64_t draw_random(uint64_t *state);
