# SPDX-License-Identifier: Apache-2.0
# ReLU switched off whatever the program writes: what the device held had it on.
cp "$TRACES/kernels/relu_m1_t0_f16b_f16b_f32_f16_acc_nice.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap -o a.db --set STACC_RELU_ApplyRelu=0
"$TT_REPLAY" diff a.db --limit 2 | head -12
"$TT_REPLAY" bisect a.ttcap --set STACC_RELU_ApplyRelu=0 --budget 500 | grep -e cause -e perhaps
