# SPDX-License-Identifier: Apache-2.0
# lane: commit
"$TT_REPLAY" replay "$TRACES/kernels/reduce_AVG_COL_HiFi4_f16b_f16b_f16b_f16b_acc_hostile.ttcap" -o a.db >/dev/null
"$TT_REPLAY" config a.db --from 300 --to 299
"$TT_REPLAY" config a.db --from mark:moon
"$TT_REPLAY" config a.db --from 5000
"$TT_REPLAY" why a.db l1:0x60000 --at 5000
"$TT_REPLAY" export a.db --region l1:0x60000-0x60010 --at 5000 -o a.csv
echo "exit $?, $(ls ./*.csv 2>/dev/null | wc -l) files"
"$TT_REPLAY" replay "$TRACES/kernels/reduce_AVG_COL_HiFi4_f16b_f16b_f16b_f16b_acc_hostile.ttcap" --order program -o b.db >/dev/null
"$TT_REPLAY" config b.db --from "$("$TT_REPLAY" sql b.db 'SELECT events + executed - 1 FROM run')"
"$TT_REPLAY" config b.db --from "$("$TT_REPLAY" sql b.db 'SELECT events + executed FROM run')"
