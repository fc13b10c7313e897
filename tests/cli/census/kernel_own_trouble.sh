# SPDX-License-Identifier: Apache-2.0
# Results in L1 are a packer's alone: of a kernel that leaves a block format there, and beside options that they do not go with.
run() { "$TT_REPLAY" census --kernel "$TRACES/kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap" --events 1165-1810 --function "x*x" "$@"; }
run --out l1:0x60440 2>&1 | sed 's|.*ttcap: ||'
run --out l1:0x60440 --budget
run --out l1:0x60440 --pack bf16
run --out l1:60440
run --in l1:0x60440
run --out l1:0x200000
