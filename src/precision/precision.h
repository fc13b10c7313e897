/* SPDX-License-Identifier: Apache-2.0 */
/* Where the precision of a run goes: beside each datum of the device stands the number that the same program has in
 * mathematics, and what each stage added to the difference. docs/how-to/precision.md, docs/semantics/precision.md */
#pragma once

#include "capture/ttcap.h"
#include "isa/isa.h"
#include "numeric/format.h"
#include "order/replay.h"

/* As many sources of error as a datum distinguishes; the last stands for all further ones. */
enum { PRECISION_SOURCES = 256, PRECISION_NAME = 48 };

/* Of errors in units in the last place. */
struct precision_errors {
    uint64_t count, inexact; /* all; those that are not 0 */
    double sum, squares, largest;
    double away; /* sum of those that lead away from zero, less those towards it */
};

/* The identity of a source. */
enum precision_kind {
    PRECISION_STAGE,       /* of a unit; of the vector unit an instruction of this name */
    PRECISION_WORD,        /* one word of the vector unit */
    PRECISION_CONSTANT,    /* no error: what the outputs would change by if a constant did, in it whole */
    PRECISION_MATHEMATICS, /* the program without rounding, less the function it is held against */
};

struct precision_source {
    char name[PRECISION_NAME]; /* "pack.late_convert"; "matrix.fidelity"; "vector.SFPMAD" */
    enum precision_kind kind;
    const struct isa_insn *insn; /* of words and constants */
    uint64_t at, also_at;        /* of words and constants: where; a constant of two words: the other one */
    uint32_t word;
    unsigned which;                 /* of a constant: of several in one word; 0: it is the only one */
    bool is_integer;                /* of a constant: it is read as an integer */
    double value;                   /* of a constant */
    const char *format;             /* of what the stage leaves: "BF16" */
    bool is_without;                /* it counts as if it did not round */
    struct precision_errors local;  /* the errors it added, in units of its own format, each time it worked */
    struct precision_errors output; /* the part of them that is left in the outputs, in units of the outputs */
    double share;             /* of the squared error: the sum over all outputs of its part times the whole error */
    double alone;             /* the sum of its part's square */
    double remaining;         /* the sum of squares that would be left without its part */
    double remaining_largest; /* and the largest error, in units of the outputs */
};

/* Of the squared error what another value of a constant would take away; *better: the best one of FP32, or of the
 * integers, as far as the outputs go by the constant in a straight line; the constant itself, and 0, where none is. */
double precision_taken_away(const struct precision_source *constant, double *better);

/* An n-th data tile, of each packer that made one. */
struct precision_tile {
    uint32_t number;
    struct precision_errors errors;
    double squared;                  /* sum of squared errors, of the value itself */
    double parts[PRECISION_SOURCES]; /* of it, by source */
};

/* Instructions that computed from data with an error, and what mathematics makes of them is not known here: the number
 * beside what they wrote starts again from its own bits. */
struct precision_lost {
    const struct isa_insn *insn; /* null: a store, or another unit's work */
    enum tt_unit unit;
    uint64_t words, cells;
};
enum { PRECISION_LOST = 64 };

struct precision {
    enum tt_chip chip;
    uint64_t outputs;               /* datums that packers wrote and nothing read again */
    uint64_t consumed;              /* datums that packers wrote and the run itself read */
    uint64_t integers;              /* datums of integer formats that were packed: not followed */
    uint64_t not_finite;            /* of them one side is no number or infinite: in no sum */
    uint64_t not_finite_cells;      /* results within the run that are: started again */
    uint64_t reinterpreted;         /* cells read in another format than they were written in: started again */
    bool are_cells;                 /* nothing was packed: outputs are the cells of Dst at the end */
    double squared, exact_squared;  /* sums over the outputs: of errors, of the exact values */
    double largest;                 /* error, of the value itself */
    double absolute;                /* sum of their magnitudes */
    double squared_without;         /* of errors without the sources that count as exact */
    struct precision_errors errors; /* of outputs */
    struct precision_source sources[PRECISION_SOURCES];
    unsigned source_count;
    struct precision_tile *tiles; /* by number */
    size_t tile_count;
    struct precision_lost lost[PRECISION_LOST];
    unsigned lost_count;
    uint64_t without_one;      /* outputs that come of no datum that the run began with, or of several */
    uint64_t without_value;    /* of which the function they are held against has no finite value */
    uint64_t unfollowed;       /* outputs that come of a number that started again */
    double unfollowed_squared; /* of the squared error theirs */
    enum verdict verdict;      /* of the replay */
};

/* A datum that is left at the end. */
struct precision_output {
    enum tt_space space; /* L1, or Dst */
    uint32_t place;      /* in L1 the address in quarters of a byte; the cell of Dst, row * 16 + column */
    double argument;     /* the datum that it comes of; NaN: there is none, or several */
};

struct precision_options {
    struct replay_options replay;
    const char *const
        *without; /* names of sources, "pack.late_convert" or "pack", that count as if they did not round */
    size_t without_count;
    bool by_word; /* of the vector unit each word is a source, and each of its constants; else each instruction */
    bool in_ulps; /* squared errors are of units in the last place; else of values */
    /* The reference of an output; null: the program's own mathematics alone. NaN: there is no such value. */
    double (*truth)(const void *user, const struct precision_output *output);
    const void *truth_user;
    bool is_by_argument; /* it goes by the datum that an output comes of */
};

/* ---- beside a tile that somebody else runs ---- */

struct shadowing;
/* Null without memory; the two outlive it. */
struct shadowing *shadowing_new(enum tt_chip chip, const struct precision_options *options,
                                struct precision *precision);
void shadowing_free(struct shadowing *run);
const struct probe *shadowing_probe(const struct shadowing *run);
/* From here on nothing has an error; the tile stays as it is until the words have run. */
void shadowing_begin(struct shadowing *run, const struct tile *tile);
/* Its figures go here from now on. */
void shadowing_into(struct shadowing *run, struct precision *precision);
/* The word that runs next, as sources by word name it. */
void shadowing_word(struct shadowing *run, uint64_t at);
/* A lane of a vector register begins with this datum. */
void shadowing_input(struct shadowing *run, uint32_t reg, unsigned lane, double value);
/* The content of a cell of Dst, or of a lane of a vector register, is an output. */
void shadowing_output(struct shadowing *run, enum tt_space space, uint32_t cell, double actual, double truth,
                      double ulp);
/* False: memory ended, and figures are of what came before. */
bool shadowing_is_whole(const struct shadowing *run);

/* Figures of other outputs of the same program. */
void precision_add(struct precision *to, const struct precision *from);

/* Empty, as clear leaves it. */
void precision_init(struct precision *precision);
/* Replays the capture. */
enum tt_status precision_run(struct ttcap *capture, const struct precision_options *options,
                             struct precision *precision, struct tt_error *err);
void precision_clear(struct precision *precision);

/* The number that a pattern of a format stands for; of a block format with its exponent in bits 15:8. Not finite: an
 * infinity or no number. */
double precision_value(enum format format, uint32_t bits);

/* Whether a source of this name, or of this unit, worked. */
bool precision_has_source(const struct precision *precision, const char *name);

/* Sources by falling share of the squared error: indices, as many as there are. */
void precision_rank(const struct precision *precision, unsigned order[static PRECISION_SOURCES]);
