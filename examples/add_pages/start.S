/* SPDX-License-Identifier: Apache-2.0 */
/* Where a core starts: its data copied to local RAM, a stack, and main(); then it stays where it is. */
    .section .start, "ax"
    .globl _start
_start:
    .option push
    .option norelax
    la   gp, __global_pointer$
    .option pop
    la   sp, local_end
    la   t0, data_start
    la   t1, data_end
    la   t2, data_image
copy:
    bgeu t0, t1, clear_from
    lw   t3, 0(t2)
    sw   t3, 0(t0)
    addi t0, t0, 4
    addi t2, t2, 4
    j    copy
clear_from:
    la   t1, bss_end
clear:
    bgeu t0, t1, run
    sw   zero, 0(t0)
    addi t0, t0, 4
    j    clear
run:
    call main
stay:
    j    stay
