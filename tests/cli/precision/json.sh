# SPDX-License-Identifier: Apache-2.0
# A run's database is as good as its capture; JSON fits its schema.
cp "$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap" a.ttcap
"$TT_REPLAY" precision a.ttcap --json >capture.json
"$SCHEMA_CHECK" "$SCHEMAS/precision.schema.json" <capture.json
"$TT_REPLAY" replay a.ttcap -o a.db >/dev/null
"$TT_REPLAY" precision a.db --json | sed 's/"a.db"/"a.ttcap"/' | cmp - capture.json
"$TT_REPLAY" precision a.ttcap --without pack --json | "$SCHEMA_CHECK" "$SCHEMAS/precision.schema.json"
