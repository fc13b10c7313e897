# SPDX-License-Identifier: Apache-2.0
# Where the units that make Dst did not run, it ends at what the recording held.
"$TT_REPLAY" replay "$TRACES/kernels/binary_ADD_COL_LoFi_f16b_f16b_f16b_f16b_nice.ttcap" --unit pack -o a.db >/dev/null
"$TT_REPLAY" why a.db l1:0x60120
