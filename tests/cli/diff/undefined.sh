# SPDX-License-Identifier: Apache-2.0
# What rests on undefined behaviour decides nothing, and `why` says where that came in.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" -o a.db \
    --set THCON_SEC0_REG1_Out_data_format=12 >/dev/null
"$TT_REPLAY" why a.db l1:0x60120 | sed -n 1,4p
"$TT_REPLAY" diff a.db | sed -n 4,6p
"$TT_REPLAY" diff a.db >/dev/null
