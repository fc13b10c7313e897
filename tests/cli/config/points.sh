# SPDX-License-Identifier: Apache-2.0
# lane: commit
"$TT_REPLAY" replay "$TRACES/kernels/reduce_AVG_COL_HiFi4_f16b_f16b_f16b_f16b_acc_hostile.ttcap" -o a.db >/dev/null
"$TT_REPLAY" config a.db --from 300 --to 299
"$TT_REPLAY" config a.db --from mark:moon
