# SPDX-License-Identifier: Apache-2.0
# A kernel of words over every BF16 number, against exp; 1/x in FP32 is at most one unit away, as kernels on chips are.
cp "$TRACES/../examples/kernels/exp_bf16.words" "$TRACES/../examples/kernels/recip_fp32.words" .
"$TT_REPLAY" census --kernel exp_bf16.words --function exp
"$TT_REPLAY" census --kernel recip_fp32.words --function recip --format fp32 --population 0x3F800000-0x3F80FFFF --worst 2
# What it rests on: the weakest fact of its words in their settings, and of findings.
for mode in 0 1 2; do
    printf 'SFPLOAD lreg_ind=0 instr_mod0=2\nSFPABS lreg_dest=0 instr_mod1=%s\nSFPSTORE lreg_ind=0 instr_mod0=2\n' $mode >abs.words
    "$TT_REPLAY" census --kernel abs.words --function abs | grep 'rests on'
done
