# SPDX-License-Identifier: Apache-2.0
# A kernel that packs its own results: over all BF16 numbers the same in L1 as its Dst behind a packer of ours.
. "$FIXTURES/lib.sh"; need_oracle
"$TT_REPLAY" import "$ORACLE/kernels/sfpu_v0_f16b_f16b_f16b_f16b_rand" -o kernel.ttcap
run() { "$TT_REPLAY" census --kernel kernel.ttcap --function "x*x" "$@"; }
run --events 1165-1810 --out l1:0x60800 --population 0x3F80-0x3FFF | sed '/^Distance/,$d'
run --events 1165-1810 --out l1:0x60800 --csv >own.csv
run --events T1:1165-1780 --pack bf16 --csv | cmp - own.csv && wc -l <own.csv
# Another format, another place, no packer's words, another option for them.
run --events 1165-1810 --out l1:0x60800 --result fp16
run --events 1165-1810 --out l1:0x60820
run --events T1:1165-1780 --out l1:0x60800
run --events 1165-1810
