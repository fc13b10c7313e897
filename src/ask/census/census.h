/* SPDX-License-Identifier: Apache-2.0 */
/* An instruction over a whole population of operands, held against exact mathematics. docs/how-to/census.md */
#pragma once

#include "ask/census/exact.h"
#include "base/names.h"
#include "isa/variants.h"

/* Which patterns of a format an operand takes. */
enum census_population {
    CENSUS_ALL,
    CENSUS_FINITE,
    CENSUS_NORMALS,   /* positive, neither zero nor subnormal */
    CENSUS_MANTISSAS, /* both signs, the exponent of 1.0 */
    CENSUS_ONE,       /* a single pattern */
    CENSUS_RANGE,     /* patterns that follow each other */
    CENSUS_POPULATIONS
};

struct census_operands {
    enum census_population population;
    uint32_t pattern; /* CENSUS_ONE; the first of CENSUS_RANGE */
    uint32_t last;    /* CENSUS_RANGE */
};

struct census_operation;

struct census_options {
    enum tt_chip chip;
    const struct census_operation *operation;
    const struct exact_format *format;  /* of the operands where the instruction reads them */
    const struct exact_format *unpacks; /* of operands in L1, for unpackers to bring; null: none */
    const struct exact_format *packs;   /* of results in L1, where a packer takes them; null: none */
    unsigned dst_bits;                  /* of the matrix unit's results: 16 or 32 */
    unsigned phases;                    /* of fidelity: 1 to 4 */
    unsigned integer_bits;              /* of a conversion's result */
    struct census_operands operands[2];
    enum exact_rounding rounding; /* of the exact result */
    bool clamps;                  /* operands below 0 become 0 first */
    bool drops_special;           /* subnormal and non-finite results of either side count as 0 */
    uint64_t draws, seed;         /* draws 0: every pair */
    size_t threads;
    struct variant_set variants;
};

/* Distances in units in the last place: of 0 to 15 each, 16 to 100, above 100. */
enum { CENSUS_SINGLES = 16, CENSUS_BINS = CENSUS_SINGLES + 2, CENSUS_LAST_SPAN = 100 };

struct census_example {
    uint32_t operands[2], result, exact;
};

struct census_bin {
    uint64_t count;
    struct census_example first; /* in the order of the population; where count is not 0 */
};

struct census {
    uint64_t total, undefined; /* undefined: mathematics has no result; in no bin */
    struct census_bin bins[CENSUS_BINS];
};

/* Null where there is none of this name. */
const struct census_operation *census_operation_find(const char *name);
const char *census_name_of(const struct census_operation *operation);
unsigned census_arity(const struct census_operation *operation);
/* "all", "finite", "normals", "mantissas"; CENSUS_POPULATIONS where there is none of this name. */
enum census_population census_population_find(const char *name);
const char *census_population_name(enum census_population population);

/* Of the operands, and of the results: the format whose units in the last place are counted. Null: unsigned integers.
 */
const struct exact_format *census_operand_format(const struct census_options *options);
const struct exact_format *census_result_format(const struct census_options *options);
const char *census_result_name(const struct census_options *options);

/* Whether the format has the patterns that are named. */
bool census_fits(const struct exact_format *format, const struct census_operands *operands);
/* Null, or why these options go together with no census. */
const char *census_refuses(const struct census_options *options);
enum tt_status census_run(const struct census_options *options, struct census *census, struct tt_error *err);

/* From and to of a bin; *to is UINT64_MAX for the last. */
void census_span(unsigned bin, uint64_t *from, uint64_t *to);
