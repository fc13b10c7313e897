# SPDX-License-Identifier: Apache-2.0
# The same as JSON, and what an audit of one instruction says of it.
"$TT_REPLAY" replay "$TRACES/kernels/l1acc_f16b_f16b_f16b_f32_nice.ttcap" -o a.db --set THCON_SEC0_REG1_Out_data_format@690=5 >/dev/null
"$TT_REPLAY" audit --lint --json a.db | tee lint.json
"$SCHEMA_CHECK" "$SCHEMAS/lint.schema.json" <lint.json && echo fits
"$TT_REPLAY" audit --json a.db | "$SCHEMA_CHECK" "$SCHEMAS/audit.schema.json" && echo fits
"$TT_REPLAY" audit a.db | grep -A1 Lint
