/* SPDX-License-Identifier: Apache-2.0 */
/* The fast paths of the units (tile/UNIT/fast), by name. A tile notes each that it took: no result depends on that; by
 * it the tests see that each path was taken (tests/unit/tile/fast_bed.h). docs/performance.md says what each is worth.
 */
#pragma once

enum fast_path {
    FAST_PACK_SUMS,       /* accumulation in L1 over a block */
    FAST_MATRIX_PRODUCTS, /* rows at once */
    FAST_MATRIX_ELEMENTS,
    FAST_MATRIX_INTEGERS,
    FAST_VECTOR_MAD, /* 32 lanes at once */
    FAST_PATHS
};
