/* SPDX-License-Identifier: Apache-2.0 */
/* The fast paths of the units (tile/UNIT/fast), by name. A tile notes each that it took: no result depends on that; by
 * it the tests see that each path was taken (tests/unit/tile/fast_bed.h). docs/performance.md says what each is worth.
 */
#pragma once

enum fast_path {
    FAST_PACK,            /* packer stages over a block of values of 16 bits, or of 32 */
    FAST_PACK_SUMS,       /* accumulation in L1 over a block */
    FAST_UNPACR,          /* UNPACR from L1 to cells in one loop */
    FAST_MATRIX_PRODUCTS, /* rows at once */
    FAST_MATRIX_ELEMENTS,
    FAST_MATRIX_INTEGERS,
    FAST_VECTOR_MAD, /* 32 lanes at once */
    FAST_PATHS
};
