# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" replay "$TRACES/kernels/binary_ADD_COL_LoFi_f16b_f16b_f16b_f16b_nice.ttcap" -o a.db >/dev/null
for place in moon:1 dst:1024,0 cfg:Nothing l1:0x200000 lreg:1,1; do
    "$TT_REPLAY" why a.db "$place"
    echo "exit $?"
done
"$TT_REPLAY" why a.db l1:0 --at mark:nowhere
