# SPDX-License-Identifier: Apache-2.0
# What is no kernel, or not one that stands where and as it was said, is refused by name.
exp=$TRACES/../examples/kernels/exp_bf16.words
cp "$exp" exp.words
run() { "$TT_REPLAY" census "$@" || echo "exit $?" >&2; }
run --kernel exp.words
run --kernel exp.words --function no
run --kernel exp.words --function exp --format fp32
run --kernel exp.words --function exp --format fp16
run --kernel exp.words --function exp --result fp16
run --kernel exp.words --function exp --in lreg:8
run --kernel exp.words --function exp --in dst:4-7
run --kernel exp.words --function exp --in lreg:0 --events 4-
run --kernel exp.words --function exp --in lreg:7 --events 4-
run --kernel exp.words --function exp --out lreg:7
run --kernel exp.words --function exp --population 0x12345
run --kernel exp.words --function exp --shard 3/2
run --kernel exp.words --function exp --csv --json
run --kernel exp.words --function exp --events 100-
run --kernel missing.words --function exp
run --kernel exp.words --function exp ELWADD
run --kernel exp.words --function exp --dst 32
run --function exp
printf 'SFPLOAD lreg_ind=0 instr_mod0=2\nPACR last=1\n' >pack.words
run --kernel pack.words --function exp
printf 'SFPLOAD lreg_ind=0 instr_mod0=2\nSFPSTORE lreg=0\n' >wrong.words
run --kernel wrong.words --function exp
printf 'SFPMAD lreg_dest=1\n' >lregs.words
run --kernel lregs.words --function exp
printf 'SFPLOAD lreg_ind=0 instr_mod0=6\nSFPSTORE lreg_ind=0 instr_mod0=6\n' >integers.words
run --kernel integers.words --function exp
printf '0x3F80\n0x3F800\n' >inputs
run --kernel exp.words --function exp --inputs inputs
run --kernel exp.words --function exp --set STACC_RELU_ApplyRelu@3=1
printf 'SFPLOAD lreg_ind=0 instr_mod0=2\nSFPTRANSP\nSFPSTORE lreg_ind=0 instr_mod0=2\n' >moved.words
run --kernel moved.words --function identity
printf 'SFPLOAD instr_mod0=2\nSFPCAST lreg_dest=1 lreg_src_c=15\nSFPMAD lreg_src_a=10 lreg_src_c=1\nSFPSTORE instr_mod0=2\n' >numbered.words
run --kernel numbered.words --function identity
