# SPDX-License-Identifier: Apache-2.0
cp "$TRACES/kernels/relu_m1_t0_f16b_f16b_f32_f16_acc_nice.ttcap" a.ttcap
"$TT_REPLAY" precision nowhere.ttcap
"$TT_REPLAY" precision
"$TT_REPLAY" precision a.ttcap --without pack.bpf_assemble
"$TT_REPLAY" precision a.ttcap --set NO_SUCH_FIELD=1
"$TT_REPLAY" precision a.ttcap --variant no=thing
"$TT_REPLAY" replay a.ttcap -o a.db --by-path >/dev/null
rm a.ttcap
"$TT_REPLAY" precision a.db
