# SPDX-License-Identifier: Apache-2.0
# What --json prints is what schemas/verify.schema.json says, for a sound file, a cut one, and one that is none.
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
head -c 400 small.ttcap >cut.ttcap
echo text >none.ttcap
"$TT_REPLAY" verify --json small.ttcap cut.ttcap none.ttcap >all.json
echo "exit $?"
"$SCHEMA_CHECK" "$SCHEMAS/verify.schema.json" <all.json
