/* SPDX-License-Identifier: Apache-2.0 */
/* A word of data: without any, the linker would put what follows, memory that starts as zero, behind the code in L1. */
    .section .data, "aw"
    .globl data_word
data_word:
    .word 0
