# SPDX-License-Identifier: Apache-2.0
# A capture that is cut: the others of its folder are run still, and the exit status says that one was not.
cp "$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap" whole.ttcap
head -c 3000 whole.ttcap >cut.ttcap
"$TT_REPLAY" conform cut.ttcap whole.ttcap --junit all.xml
echo "exit $?"
grep -c "<error" all.xml
"$TT_REPLAY" conform cut.ttcap whole.ttcap --json >all.json 2>/dev/null
echo "exit $?"
"$SCHEMA_CHECK" "$SCHEMAS/conform.schema.json" <all.json
grep refused all.json
