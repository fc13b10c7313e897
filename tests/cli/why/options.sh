# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
kernel=$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap
"$TT_REPLAY" replay "$kernel" -o run.db >/dev/null
"$TT_REPLAY" why run.db l1:0x60120 --depth 1
"$TT_REPLAY" why run.db l1:0x60120 --all >all
"$TT_REPLAY" why run.db l1:0x60120 | cmp - all && echo nothing that --all would add
says why run.db l1:0x60120 --at mark:never
