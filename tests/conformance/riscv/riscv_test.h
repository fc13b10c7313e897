/* SPDX-License-Identifier: Apache-2.0 */
/* The environment that programs of riscv-tests ask for: they start at 0 and end with ecall, 1 in gp when all is right,
 * else twice the number of the test that failed and one. */
#pragma once

#define RVTEST_RV32U
#define RVTEST_RV32UF
#define RVTEST_RV64U
#define RVTEST_RV64UF
#define TESTNUM gp
#define RVTEST_CODE_BEGIN                                                                                              \
    .section .text.init;                                                                                               \
    .globl _start;                                                                                                     \
    _start:                                                                                                            \
    li gp, 0;
#define RVTEST_CODE_END
#define RVTEST_PASS                                                                                                    \
    li gp, 1;                                                                                                          \
    ecall
#define RVTEST_FAIL                                                                                                    \
    sll gp, gp, 1;                                                                                                     \
    ori gp, gp, 1;                                                                                                     \
    ecall
#define EXTRA_DATA
#define RVTEST_DATA_BEGIN .align 4;
#define RVTEST_DATA_END .align 4;
