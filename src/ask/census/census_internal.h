/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the census. */
#pragma once

#include "ask/census/census.h"
#include "isa/isa.h"
#include "isa/registers.h"
#include "tile/tile.h"

enum { CENSUS_BATCH = 1024 /* results of a time; a data tile */, COLUMNS = 16 };

/* Operands and results of a batch. */
struct census_batch {
    unsigned count;
    uint32_t operands[2][CENSUS_BATCH];
    uint32_t results[CENSUS_BATCH]; /* in the format of the results */
    bool is_first_loaded;           /* operands[0] are those of the batch before */
};

struct census_operation {
    insn_id insn;
    unsigned arity;
    bool is_elementwise; /* of the matrix unit; else a conversion of the vector unit */
    bool has_phases;     /* of fidelity */
    /* Once for a tile that was just reset; then each batch. */
    void (*begin)(const struct census_options *options, struct tile *tile);
    void (*run)(const struct census_options *options, struct tile *tile, struct census_batch *batch);
    struct exact (*exact)(struct exact a, struct exact b);
};

/* ---- elementwise.c, convert.c ---- */

void elementwise_begin(const struct census_options *options, struct tile *tile);
void elementwise_run(const struct census_options *options, struct tile *tile, struct census_batch *batch);
void convert_begin(const struct census_options *options, struct tile *tile);
void convert_run(const struct census_options *options, struct tile *tile, struct census_batch *batch);

/* The format of the matrix unit's results in Dst. */
const struct exact_format *census_dst_format(const struct census_options *options);
/* A field of the configuration, in both states, or of thread 0; it was 0 before. */
void census_set_field(struct tile *tile, enum reg_id id, uint32_t value);

/* ---- chain.c ---- */

void chain_begin(const struct census_options *options, struct tile *tile);
/* Operand `which` (0: SrcA) through its unpacker, at most CENSUS_BATCH patterns. */
void chain_unpack(const struct census_options *options, struct tile *tile, unsigned which, const uint32_t *operands,
                  unsigned count);
/* The first rows of Dst through a packer. */
void chain_pack(const struct census_options *options, struct tile *tile, uint32_t *results, unsigned count);

/* ---- population.c ---- */

uint64_t census_size(const struct exact_format *format, const struct census_operands *operands);
uint32_t census_pattern(const struct exact_format *format, const struct census_operands *operands, uint64_t index);

/* ---- count.c ---- */

void census_count(const struct census_options *options, const struct census_batch *batch, struct census *census);
void census_add(struct census *to, const struct census *from);
