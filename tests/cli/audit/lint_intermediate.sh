# SPDX-License-Identifier: Apache-2.0
# Early conversion ends in BF16, late conversion begins with FP16: a finding of the tile, with its settings.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" -o a.db --set THCON_SEC0_REG1_In_data_format=1 >/dev/null
"$TT_REPLAY" audit --lint a.db
