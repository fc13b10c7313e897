# SPDX-License-Identifier: Apache-2.0
# Every write of a field, newest first.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap" -o a.db >/dev/null
"$TT_REPLAY" why a.db cfg:ALU_ACC_CTRL_Fp32_enabled
"$TT_REPLAY" why a.db cfg:ALU_ACC_CTRL_Fp32_enabled --json >why.json
"$SCHEMA_CHECK" "$SCHEMAS/why.schema.json" <why.json
