# SPDX-License-Identifier: Apache-2.0
# What another reading of one step would change.
cp "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap -o one.db >/dev/null
"$TT_REPLAY" replay a.ttcap -o two.db --variant pack.bfp.round=truncate >/dev/null
"$TT_REPLAY" diff two.db --against one.db --limit 4
echo "exit $?"
"$TT_REPLAY" diff one.db --against one.db
echo "exit $?"
"$TT_REPLAY" diff two.db --against one.db --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/against.schema.json" <a.json
