# SPDX-License-Identifier: Apache-2.0
# Lines of a text as the kernel: what stands before them runs once. Inputs of a file, in a register.
printf 'SFPLOADI lreg_ind=2 imm16=0x4000 # 2\nSFPMAD lreg_dest=1 lreg_src_b=2 lreg_src_c=9\n' >double.words
printf '0x3F800000 # one\n\n0x7F000000\n0x80000000\n0x00000001\n0x7FC00000\n' >some
"$TT_REPLAY" census --kernel double.words --events 2 --in lreg:0 --out lreg:1 --format fp32 --inputs some \
    --function identity --csv
