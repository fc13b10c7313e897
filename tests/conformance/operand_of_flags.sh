#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# One bit of an operand is another one, and what came of it went through flags of lanes, on which a thousand operands count as
# having a part: bisect names the operand.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/operand_of_flags.sh FOLDER
#
# Exit 77 (skipped) where the recording is not in FOLDER.
set -eu
: "${TT_REPLAY:?names the binary to test}"
bundle=$1/kernels_wormhole_b0/sfpu_v1_f32_tf32_f32_f32_acc_rand
if [ ! -d "$bundle" ]; then
    echo "skipped: there is no $bundle"
    exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$TT_REPLAY" import "$bundle" -o right.ttcap >out.txt
"$TT_REPLAY" replay right.ttcap -o right.db >out.txt
"$TT_REPLAY" export right.db --region l1:0x60000-0x62000 -o golden.npy >out.txt
printf '\362' >byte.bin
"$TT_REPLAY" import right.ttcap --override --at begin --l1 0x21267=byte.bin -o changed.ttcap >out.txt
"$TT_REPLAY" replay changed.ttcap --record bad.ttcap >out.txt || [ $? -eq 1 ]
"$TT_REPLAY" bisect bad.ttcap --expect golden.npy --at l1:0x60000 --budget 60000 --max-time 0 >out.txt || [ $? -eq 1 ]
cat out.txt
grep -q 'operand l1:0x21264 was 0xf2888396, would be 0xf0888396' out.txt
