/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel of the vector unit over a whole population of inputs, held against a function correctly rounded.
 * docs/how-to/census-kernel.md */
#pragma once

#include "ask/census/census.h"
#include "ask/census/truth/truth.h"
#include "base/text/texts.h"
#include "isa/findings.h"
#include "precision/precision.h"

/* Where inputs stand before each run of the kernel, or its results after it. */
struct kernel_place {
    bool is_register; /* `number` of the vector unit; else the cells of Dst that the kernel loads before it stores to
                       * them, or stores to */
    uint32_t number;  /* of the register, or the address in L1 */
    bool is_l1;       /* results that the kernel's own PACRs leave in L1 from `number` on, in the order of cells */
    bool has_rows;    /* of Dst: these alone */
    uint32_t first_row, last_row;
};

/* Parts that the folder of a census has not. */
struct kernel_lacking {
    uint32_t *parts; /* room for all */
    size_t count;
};

struct kernel_options {
    const char *path;   /* words as text, or a capture */
    const char *name;   /* what answers call it */
    const char *events; /* of the capture, or lines of the text; null: all */
    bool has_chip;      /* `chip` was asked for; a capture has its own */
    enum tt_chip chip;
    struct kernel_place in, out;
    bool has_second; /* pairs of 16-bit patterns: an input is x, and y in its upper half */
    struct kernel_place second;
    struct census_operands seconds;
    const struct exact_format *format, *result; /* of inputs and results; of registers fp32 */
    const struct exact_format *packs; /* in L1, behind a packer; null: results are held as they stand in Dst */
    const struct truth_function *function;
    const char *function_text; /* as it was typed */
    struct census_operands operands;
    const uint32_t *list; /* null: `operands`; else list_count patterns in place of them */
    size_t list_count;
    uint64_t shard, shards;         /* of 1 to shards; 0: each in turn; shards 1: everything */
    const char *keep;               /* a folder in which the counts of parts stand, or null; needed for shard 0 */
    struct kernel_lacking *lacking; /* of the parts asked for these are listed, and none is run; or null */
    size_t worst;                   /* inputs to list, at most KERNEL_WORST_MAX */
    size_t threads;
    struct texts variants, sets; /* borrowed */
    FILE *csv;                   /* a line each input; null: none */
    bool has_budget;             /* and say where the error comes from */
};
enum { KERNEL_WORST_MAX = 1000 };

struct kernel_example {
    uint64_t index; /* in the population */
    uint32_t input, result, exact;
    bool is_undefined; /* mathematics has no value: `exact` says nothing */
    uint64_t distance; /* in units in the last place */
};

/* Distances of 0 to 15 each, then 16 to 31, 32 to 63 and so on. */
enum { KERNEL_SINGLES = 16, KERNEL_BINS = KERNEL_SINGLES + 28 };
void kernel_span(unsigned bin, uint64_t *from, uint64_t *to);

struct kernel_bin {
    uint64_t count;
    struct kernel_example first;
};

/* The reasons why a result stands apart from the distances: the first that is so. */
enum kernel_apart {
    APART_NAN,        /* the input is no number */
    APART_INFINITE,   /* it is infinite */
    APART_ZERO,       /* +0 */
    APART_MINUS_ZERO, /* -0 */
    APART_SUBNORMAL,  /* it is subnormal */
    APART_UNDEFINED,  /* the function has no value there */
    APART_UNDECIDED,  /* of an expression it is not known there */
    APART_POLE,       /* it is infinite there */
    APART_OVERFLOW,   /* its value rounds to infinity */
    APART_UNDERFLOW,  /* its value is not 0, and rounds to 0 or to a subnormal number */
    APART_NOT_FINITE, /* none of these, but the kernel's result is infinite or no number */
    KERNEL_APARTS
};
const char *kernel_apart_name(enum kernel_apart apart);

enum kernel_outcome { OUTCOME_EXACT, OUTCOME_ZERO, OUTCOME_FINITE, OUTCOME_INFINITE, OUTCOME_NAN, KERNEL_OUTCOMES };

struct kernel_apart_row {
    uint64_t outcomes[KERNEL_OUTCOMES];
    struct kernel_example first; /* that is not as exact; where there are any */
};

/* A word that raised a finding: how often, and what was said first. */
struct kernel_finding {
    uint64_t count;
    char first[256];
};

/* The axis of finite inputs, cut into as many pieces of alike many patterns: of each the largest distance. */
enum { KERNEL_COLUMNS = 512 };
struct kernel_column {
    bool has_any;
    uint64_t largest;
};

struct kernel_census {
    struct kernel_column columns[KERNEL_COLUMNS];
    uint64_t total, ordinary; /* ordinary: those in `bins`; total: and those apart */
    struct kernel_bin bins[KERNEL_BINS];
    struct kernel_apart_row apart[KERNEL_APARTS];
    uint64_t distances;           /* their sum, over the bins */
    struct kernel_example *worst; /* by falling distance, then in the order of the population; none of distance 0 */
    size_t worst_count;
    /* Of two ordinary inputs that follow each other the exact values rise or fall; `against`: the results do the
     * opposite. Steps of a list are not counted. */
    bool has_steps;
    uint64_t steps, against;
    struct kernel_example against_first[2];
    /* Of an even or odd function: pairs x, -x, and those whose results are not each other's mirror. */
    bool has_pairs;
    uint64_t pairs, unequal;
    struct kernel_example unequal_first[2];
    struct kernel_finding findings[FINDINGS_MAX];
    struct kernel_budgets *budgets; /* null: not asked for; freed by who asked */
};

/* Squared errors in units in the last place by who made them, over inputs that are ordinary ones. */
struct kernel_budgets {
    uint64_t inputs; /* of the population that were taken, evenly spaced */
    struct precision population, worst;
    bool is_capture;
    struct kernel_spot *spots; /* places of words that have a text */
    size_t spot_count;
};
/* Where a word stands in a program: "unary.h:212 in calculate < kernel_main", or "trisc1 0x6C40". */
enum { KERNEL_SPOT = 160 };
struct kernel_spot {
    uint64_t place;
    char text[KERNEL_SPOT];
};
/* "line 12"; of a capture "event 519", or the source where it is known. */
const char *kernel_spot_text(const struct kernel_budgets *budgets, uint64_t place, char text[static KERNEL_SPOT]);
void kernel_budgets_free(struct kernel_budgets *budgets);

/* The kernel that was run. */
struct kernel_run {
    enum tt_chip chip;
    bool is_capture;
    size_t words;                 /* of a run of the kernel */
    unsigned lanes;               /* inputs of a run */
    unsigned operands;            /* of an input: 2 of pairs */
    unsigned other_loads;         /* cells of Dst that it loads as they stand at its begin */
    uint64_t left_out;            /* words and stores between the first and the last that were not asked for */
    uint64_t inputs, first, past; /* of the population; of these [first, past) were run */
    unsigned sides;               /* 2: the population has a second half, of which as many were */
    bool in_is_wide, out_is_wide; /* cells of 32 bits */
    const struct exact_format *format, *result;
    const struct fact *rests_on; /* the weakest of what decided: words in their settings, and findings; or null */
};

/* The ends of the axis: the places (exact_place) of the smallest and largest number of a format, or of a range. */
void kernel_axis(const struct kernel_options *options, int64_t *low, int64_t *high);

/* Of results as they are held against the function. */
static inline const struct exact_format *kernel_held(const struct kernel_options *options)
{
    return options->packs ? options->packs : options->result;
}

/* worst: room for options->worst. */
enum tt_status kernel_census(const struct kernel_options *options, struct kernel_run *run, struct kernel_census *census,
                             struct tt_error *err);
/* Whether every result is the exact one. */
bool kernel_is_exact(const struct kernel_census *census);
