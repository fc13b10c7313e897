/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that take datums from L1 straight to cells, for the input that kernels are made of: uncompressed, row after
 * row, to cells that follow each other. They give what the stages give, datum by datum;
 * tests/unit/unpack/test_unpack_loops.c holds them to it. */
#pragma once

#include "tile/unpack/unpack_internal.h"

/* Of block formats whole groups of UNPACK_GROUP datums are taken, with a byte of `exponents` for each. */
struct straight_loops {
    unpack_straight_src *bf16, *fp16, *int16, *int8, *uint8;
    unpack_straight_src *fp8, *fp8_all_ones, *fp8_4; /* E5M2 as Wormhole has it, as Blackhole has it, E4M3 */
    unpack_straight_src *fp32, *fp32_to_bf16, *fp32_to_fp16;
    unpack_straight_blocks *bfp8, *bfp4, *bfp2;
    unpack_straight_dst *dst_32; /* patterns of 32 bits to the two halves of Dst cells */
};

extern const struct straight_loops straight_loops;
