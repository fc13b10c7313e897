# SPDX-License-Identifier: Apache-2.0
# What --json prints is what schemas/verify.schema.json says, for a sound file, a cut one, and one that is none; for a
# plan, and for one that was changed.
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
head -c 400 small.ttcap >cut.ttcap
echo text >none.ttcap
batch_folder kernels
"$TT_REPLAY" farm plan kernels -o farm >/dev/null
cp farm/plan.json changed.json
edit changed.json 's/"bytes": /"bytes": 1/'
"$TT_REPLAY" verify --json small.ttcap cut.ttcap none.ttcap farm/plan.json changed.json >all.json 2>error
echo "exit $?"
grep -c '"kind": "plan"' all.json
grep -o "changed.json: changed after it was written" all.json error
"$SCHEMA_CHECK" "$SCHEMAS/verify.schema.json" <all.json
