# SPDX-License-Identifier: Apache-2.0
# A distance that is far: as a power of two.
t=$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap
"$TT_REPLAY" replay "$t" -o a.db >/dev/null
"$TT_REPLAY" replay "$t" -o b.db --set STACC_RELU_ApplyRelu=1 >/dev/null
"$TT_REPLAY" diff a.db --against b.db >far
echo $?
grep DIFFERS far
