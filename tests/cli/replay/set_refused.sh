# SPDX-License-Identifier: Apache-2.0
cp "$TRACES/kernels/relu_m1_t0_f16b_f16b_f32_f16_acc_nice.ttcap" a.ttcap
for set in STACC_RELU_ApplyRelu=16 ApplyRelu=1 STACC_RELU_ApplyRelu STACC_RELU_ApplyRelu=one STACC_RELU_ApplyRelu@x=1; do
    "$TT_REPLAY" replay a.ttcap -o a.db --set $set
    echo "exit $?"
done
"$TT_REPLAY" replay a.ttcap -o a.db --set STACC_RELU_ApplyRelu@9999=1
echo "exit $?"
"$TT_REPLAY" replay a.ttcap -o a.db --order program --set STACC_RELU_ApplyRelu@3=1
echo "exit $?"
ls
