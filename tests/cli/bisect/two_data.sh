# SPDX-License-Identifier: Apache-2.0
# lane: night
# Recorded with another reading of one step: the same words, the same configuration, other data.
cp "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap --variant pack.bfp.round=truncate --record b.ttcap >/dev/null
"$TT_REPLAY" bisect --good a.ttcap --bad b.ttcap
echo "exit $?"
"$TT_REPLAY" bisect --good a.ttcap --bad a.ttcap
echo "exit $?"
"$TT_REPLAY" bisect --good a.ttcap --bad b.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/pair.schema.json"
