# SPDX-License-Identifier: Apache-2.0
# lane: night
cp "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" a.ttcap
"$TT_REPLAY" bisect a.ttcap --set ApplyRelu=1
