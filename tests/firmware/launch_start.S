/* SPDX-License-Identifier: Apache-2.0 */
/* Where a kernel begins, with its address in a0: data stands behind its code, and goes to the core's memory. */
    .section .start, "ax"
    .globl kernel_start
kernel_start:
    lui  t0, %hi(kernel_data_start)
    addi t0, t0, %lo(kernel_data_start)
    lui  t1, %hi(kernel_data_end)
    addi t1, t1, %lo(kernel_data_end)
    lui  t2, %hi(kernel_data_behind)
    addi t2, t2, %lo(kernel_data_behind)
    add  t2, t2, a0
copy:
    bgeu t0, t1, clear_from
    lw   t3, 0(t2)
    sw   t3, 0(t0)
    addi t0, t0, 4
    addi t2, t2, 4
    j    copy
clear_from:
    lui  t1, %hi(kernel_bss_end)
    addi t1, t1, %lo(kernel_bss_end)
clear:
    bgeu t0, t1, run
    sw   zero, 0(t0)
    addi t0, t0, 4
    j    clear
run:
    tail kernel_main
