/* SPDX-License-Identifier: Apache-2.0 */
/* The packer's stages in the order data flow, which is that of P-5: a row a stage, PACK_NAME by the function pack_name,
 * and what a value is after it. settings.c says when one is at work. */
#pragma once

#define PACK_STAGES(X)                                                                                                 \
    X(READ, read, "datum as Dst held it, in IEEE bit order; or zero, or from L1")                                      \
    X(EARLY_CONVERT, early_convert, "datum in the intermediate format")                                                \
    X(EDGE_MASK, edge_mask, "datum, or what the edge mask puts in its place")                                          \
    X(RELU, relu, "datum after ReLU")                                                                                  \
    X(EXPONENT_HISTOGRAM, exponent_histogram, "datum whose exponent was counted")                                      \
    X(EXPONENT_THRESHOLD, exponent_threshold, "datum, or zero where its exponent is small")                            \
    X(DOWNSAMPLE, downsample, "datum that was kept")                                                                   \
    X(ROW_PAD, row_pad, "datum, or zero behind a row")                                                                 \
    X(ZERO_COMPRESS, zero_compress, "datum that was kept")                                                             \
    X(LATE_CONVERT, late_convert, "datum in the output format, or what a block is made from")                          \
    X(BFP_ASSEMBLE, bfp_assemble, "sign and magnitude, shared exponent above them")                                    \
    X(L1_ACCUMULATE, l1_accumulate, "sum with the datum that L1 held")                                                 \
    X(L1_WRITE, l1_write, "datum in L1, as the stage before left it")
