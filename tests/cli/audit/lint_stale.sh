# SPDX-License-Identifier: Apache-2.0
# Accumulation in L1 is left on by the operation before the format was changed.
"$TT_REPLAY" replay "$TRACES/kernels/l1acc_f16b_f16b_f16b_f32_nice.ttcap" -o a.db --set THCON_SEC0_REG1_Out_data_format@690=5 >/dev/null
"$TT_REPLAY" audit --lint a.db
