# SPDX-License-Identifier: Apache-2.0
# lane: commit
# A sum back to both of its operands in L1.
"$TT_REPLAY" replay "$TRACES/kernels/binary_ADD_COL_LoFi_f16b_f16b_f16b_f16b_nice.ttcap" -o a.db >/dev/null
"$TT_REPLAY" why a.db l1:0x60121
"$TT_REPLAY" why a.db l1:0x60121 --at mark:begin
"$TT_REPLAY" why a.db srca:0,9,0 --at 470 --depth 1
