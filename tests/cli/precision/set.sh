# SPDX-License-Identifier: Apache-2.0
# What if the packer took BF16 and rounded once: of a capture, and of a run that already has a field set.
cp "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp4_acc_nice.ttcap" a.ttcap
"$TT_REPLAY" precision a.ttcap | sed -n 1,12p
"$TT_REPLAY" precision a.ttcap --set ALU_FORMAT_SPEC_REG2_Dstacc=5 | sed -n 1,12p
"$TT_REPLAY" replay a.ttcap -o a.db --set ALU_FORMAT_SPEC_REG2_Dstacc=5 >/dev/null
"$TT_REPLAY" precision a.db --set ALU_FORMAT_SPEC_REG2_Dstacc=6 --variant pack.bfp.round=truncate | sed -n 2,12p
