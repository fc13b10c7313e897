# SPDX-License-Identifier: Apache-2.0
# Events by name: a thread's instructions of one kind, a file of them, the last before a checkpoint.
capture="$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap"
"$TT_REPLAY" dump "$capture" --events=T1:400-500/mova2d,mark:mid0
printf '# two\n460\nT2:533/pacr\n' >events
"$TT_REPLAY" dump "$capture" --events=@events
"$TT_REPLAY" dump "$capture" --events=mark:moon
echo $?
