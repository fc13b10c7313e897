/* SPDX-License-Identifier: Apache-2.0 */
/* The fast paths of the units (tile/UNIT/fast), by name. A tile notes each that it took. No result depends on
 * that; by it the tests see that each path was taken (tests/unit/tile/fast_bed.h). */
#pragma once

enum fast_path {
    FAST_PACR,            /* an ordinary PACR, done in one function */
    FAST_PACR_ROWS,       /* and its datums from Dst to L1 in one loop, */
    FAST_PACR_BLOCKS,     /* or in two, of block formats */
    FAST_PACR_STEPS,      /* or in one for each stage */
    FAST_PACR_FEW_ROWS,   /* or as four rows, where there are fewer */
    FAST_PACK_16,         /* packer stages over values of 16 bits */
    FAST_PACK_32,         /* or of 32 */
    FAST_PACK_SUMS,       /* accumulation in L1, a row at once */
    FAST_UNPACR_SRC,      /* UNPACR from L1 to cells in one loop */
    FAST_UNPACR_BLOCKS,   /* of block formats */
    FAST_UNPACR_DST,      /* to Dst */
    FAST_UNPACR_TABLE,    /* block datums by a table */
    FAST_UNPACK_CLEAR,    /* a bank filled at once */
    FAST_MATRIX_PRODUCTS, /* rows at once */
    FAST_MATRIX_ELEMENTS,
    FAST_MATRIX_POOL,
    FAST_MATRIX_INTEGERS,
    FAST_MATRIX_CLEAR, /* runs of rows marked or filled */
    FAST_MATRIX_MOVE,  /* rows of Dst and SrcB into a source bank */
    FAST_VECTOR_MAD,   /* 32 lanes at once */
    FAST_VECTOR_LOAD,
    FAST_VECTOR_STORE,
    FAST_VECTOR_ISSUE, /* flags, and 32 lanes in one loop, where nobody looks */
    FAST_PATHS
};
