# SPDX-License-Identifier: Apache-2.0
# The finding of --evidence: of the instruction, and with --lint of the run; once, also where the replay was asked the same.
. "$FIXTURES/lib.sh"
packed a
run_of a
"$TT_REPLAY" audit a.db --evidence simulator | grep -A3 evidence-too-weak
"$TT_REPLAY" audit a.db --evidence maker | grep -A3 evidence-too-weak
"$TT_REPLAY" audit a.db --lint --evidence maker
"$TT_REPLAY" replay a.ttcap -o a.db --force --evidence maker >/dev/null
"$TT_REPLAY" audit a.db --evidence maker --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/audit.schema.json" <a.json
grep -c '"evidence-too-weak"' a.json
"$TT_REPLAY" audit a.db --lint --evidence maker --json | "$SCHEMA_CHECK" "$SCHEMAS/lint.schema.json"
