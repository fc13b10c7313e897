/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of this folder. */
#pragma once

#include "ask/census/census_internal.h"
#include "ask/census/kernel/kernel.h"
#include "precision/precision.h"

struct kernel_word {
    uint32_t word;
    uint8_t thread;
    const struct isa_insn *insn;
    uint64_t at;    /* the event, or the line of the text */
    uint64_t place; /* where it stands: `at`, or of a capture the first of those that one place of a program pushed */
    bool has_pc;
    enum tt_core core;
    uint32_t pc;
};

enum { KERNEL_CELLS = DST_ROWS * DST_COLUMNS };

/* Cells of Dst in the order of lanes, or lanes of a register. */
struct kernel_lanes {
    unsigned count;
    bool is_wide; /* a cell has its lower half DST_LOW_HALF rows below */
    /* row * DST_COLUMNS + column, as they lie in the state; of results in L1 how many stand before each */
    uint16_t cells[KERNEL_CELLS];
};

struct kernel {
    enum tt_chip chip;
    bool is_capture;
    bool packs;               /* PACRs are words of the kernel: its results are in L1 */
    struct tile_state *start; /* in which each run begins */
    struct kernel_word *words;
    size_t count, capacity;
    uint64_t left_out;
    struct kernel_spot *spots;
    size_t spot_count;
    struct variant_set variants;
    struct kernel_lanes in, second, out;
    unsigned other_loads;        /* cells of Dst that it loads, and that take no inputs */
    const struct fact *rests_on; /* the weakest of its words' facts; null: nothing is known */
    bool rows[DST_ROWS];         /* of Dst that a run may change */
    bool changes_much;           /* more than rows of Dst, vector registers, flags and counters */
};

/* ---- words.c, events.c ---- */

/* Takes what is asked for of a text, or of a capture. */
enum tt_status kernel_read_words(const struct kernel_options *options, struct kernel *kernel, struct tt_error *err);
enum tt_status kernel_read_events(const struct kernel_options *options, struct kernel *kernel, struct tt_error *err);
enum tt_status kernel_add(struct kernel *kernel, const struct kernel_word *word, struct tt_error *err);
bool kernel_hold_start(struct kernel *kernel, struct tile *tile);

/* ---- places.c ---- */

/* Runs the kernel once, and once more: which cells it loads and stores to, and whether it takes inputs and leaves
 * results in the formats that were said. */
enum tt_status kernel_find_places(const struct kernel_options *options, struct kernel *kernel, struct tt_error *err);

/* ---- lanes.c ---- */

enum tt_status kernel_check_lanes(const struct kernel_options *options, const struct kernel *kernel,
                                  struct tt_error *err);

/* ---- passes.c ---- */

/* A tile that stands as the kernel begins; null without memory. */
struct tile *kernel_tile(const struct kernel *kernel);
void kernel_restore(const struct kernel *kernel, struct tile *tile);
/* Whether everything but what kernel_restore() sees to is as at the start. */
bool kernel_is_restored(const struct kernel *kernel, struct tile *tile);
/* All words; the number of the first that did not take effect, or `count`. beside: numbers beside it by the place of
 * each word, or null. */
size_t kernel_pass(const struct kernel *kernel, struct tile *tile, struct shadowing *beside);
enum tt_status kernel_refuse_word(const struct kernel *kernel, size_t number, struct tt_error *err);
void kernel_put(const struct kernel_options *options, const struct kernel *kernel, struct tile *tile,
                const uint32_t *inputs);
void kernel_get(const struct kernel_options *options, const struct kernel *kernel, struct tile *tile,
                uint32_t *results);
/* A tile whose packer takes such results to L1; null without memory. */
struct tile *kernel_packer(const struct kernel_options *options, const struct kernel *kernel);
/* Results in the format that the packer leaves. */
void kernel_pack(const struct kernel_options *options, const struct kernel *kernel, struct tile *packer,
                 uint32_t *results);
/* A pattern in a cell, and back. is_wide: in a pair of cells. */
uint32_t kernel_cell_of(const struct exact_format *format, bool is_wide, uint32_t pattern);
uint32_t kernel_pattern_of(const struct exact_format *format, bool is_wide, uint32_t cell);

/* ---- budget.c ---- */

/* Where the error comes from, over the population and over the worst inputs. */
enum tt_status kernel_budget(const struct kernel_options *options, struct kernel *kernel, const struct kernel_run *run,
                             struct kernel_census *census, struct tt_error *err);
/* Input number `index` of the population, and how many there are. */
uint32_t kernel_input(const struct kernel_options *options, uint64_t index);
uint64_t kernel_inputs(const struct kernel_options *options);
enum { SECOND_SHIFT = 16 };
/* Of an input the first operand, or all of it. */
static inline uint32_t kernel_first(const struct kernel_options *options, uint32_t input)
{
    return options->has_second ? input & 0xFFFF : input;
}

/* ---- judge.c ---- */

/* An input with its result. */
struct kernel_point {
    bool is_there, is_ordinary, is_number;
    enum kernel_apart apart; /* KERNEL_APARTS: it is ordinary */
    double near;
    struct kernel_example example;
};

/* Of one item, which others are added to in order: the first and last input of each sign. */
struct kernel_tally {
    struct kernel_census census; /* worst: the tally's own */
    struct kernel_point first[2], last[2];
};

/* Against the function, and no more. */
enum tt_status kernel_hold(const struct kernel_options *options, uint64_t index, uint32_t input, uint32_t result,
                           struct kernel_point *point, struct tt_error *err);
/* And counted. */
enum tt_status kernel_judge(const struct kernel_options *options, uint64_t index, uint32_t input, uint32_t result,
                            struct kernel_tally *tally, unsigned side, struct kernel_point *point,
                            struct tt_error *err);
void kernel_judge_pair(const struct kernel_options *options, const struct kernel_point *plus,
                       const struct kernel_point *minus, struct kernel_census *census);
void kernel_step(const struct kernel_point *from, const struct kernel_point *to, const struct exact_format *format,
                 struct kernel_census *census);
void kernel_tally_add(const struct kernel_options *options, struct kernel_tally *to, const struct kernel_tally *from);

/* ---- parts.c ---- */

/* The counts of part options->shard that options->keep has. TT_BAD_INPUT: the file is damaged, or of another question.
 * part->census.worst has room for options->worst. */
enum tt_status kernel_part_read(const struct kernel_options *options, const struct kernel *kernel,
                                struct kernel_tally *part, bool *is_there, struct tt_error *err);
enum tt_status kernel_part_write(const struct kernel_options *options, const struct kernel *kernel,
                                 struct kernel_tally *part, struct tt_error *err);
