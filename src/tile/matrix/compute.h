/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by computing instructions: the rows that they take, and the block of values that flows through the
 * stages. docs/semantics/matrix.md */
#pragma once

#include "tile/matrix/arithmetic.h"

enum { MATRIX_ROWS_MAX = 8, FACE_ROWS = 16, PRODUCTS = 16 /* summed for an element */ };

enum matrix_operation {
    MATRIX_PRODUCTS, /* SrcB rows times a 16x16 face of SrcA */
    MATRIX_MULTIPLY, /* datum by datum */
    MATRIX_ADD,
    MATRIX_SUBTRACT,
    MATRIX_NOTHING, /* zero is added: cells only pass through (M66) */
};

/* The rows an instruction takes, aligned already. Rows of sources run past the end to row 0. */
struct matrix_job {
    const char *mnemonic;
    enum matrix_operation operation;
    uint32_t srca_row, srcb_row, dst_row;
    uint32_t rows;            /* of Dst that are written */
    uint32_t dst_step;        /* from one to the next */
    bool broadcasts_srcb_row; /* one SrcB row for all */
    bool broadcasts_srcb_column;
    bool overwrites; /* Dst counts as zero */
};

/* Values between the stages; element [row][column] of what is written. */
struct matrix_block {
    struct matrix_math math;
    struct matrix_job job;
    uint32_t a[FACE_ROWS][SRC_COLUMNS];       /* masked cells; as many rows as Dst rows unless PRODUCTS */
    uint32_t b[MATRIX_ROWS_MAX][SRC_COLUMNS]; /* broadcast already */
    struct matrix_term products[MATRIX_ROWS_MAX][DST_COLUMNS][PRODUCTS];
    struct matrix_term terms[MATRIX_ROWS_MAX][DST_COLUMNS][GROUPS];
    struct matrix_aligned aligned[MATRIX_ROWS_MAX][DST_COLUMNS];
    int64_t int_sums[MATRIX_ROWS_MAX][DST_COLUMNS];
    uint32_t dst[MATRIX_ROWS_MAX][DST_COLUMNS];   /* cells: 16 bits, or 32 of a pair */
    uint32_t words[MATRIX_ROWS_MAX][DST_COLUMNS]; /* FP32 patterns */
};

/* Does the work of an instruction; banks and counters stay. */
void matrix_compute(struct tile *tile, const struct matrix_math *math, const struct matrix_job *job);

/* The numbered steps over a whole block: compute_reference.c. */
void matrix_compute_reference(struct matrix_block *block);

/* Reports to a probe what a block holds after its last step: stages.c. */
void matrix_report_block(struct tile *tile, const struct matrix_block *block);
/* The masked cells of an instruction's operands, broadcast: compute.c. */
void matrix_read_operands(const struct tile *tile, struct matrix_block *block);
