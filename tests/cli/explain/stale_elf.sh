# SPDX-License-Identifier: Apache-2.0
# An ELF file of another build: refused where L1 was read before the run, named by explain where it was read behind it.
# lane: change
cp "$TRACES/stripped/k_matmul_bf16_1.ttcap" run.ttcap
printf '\001\002\003\004' >code.bin
"$TT_REPLAY" import run.ttcap --at begin --l1 0xa010=code.bin -o begin.ttcap
echo "exit $?"
"$TT_REPLAY" import run.ttcap --at end --l1 0xa010=code.bin --override -o end.ttcap
"$TT_REPLAY" explain end.ttcap --order firmware --assume all --budget 20 | sed -n '1,9p'
