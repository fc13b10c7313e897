# SPDX-License-Identifier: Apache-2.0
# A range of events from checkpoint to checkpoint.
capture="$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap"
"$TT_REPLAY" replay "$capture" -o a.db --range mark:mid0-mark:mid1 | grep -E 'events|checkpoints'
"$TT_REPLAY" replay "$capture" -o b.db --range T1:1-2
echo $?
