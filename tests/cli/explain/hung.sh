# SPDX-License-Identifier: Apache-2.0
# lane: change
# The recording of a run that did not end: each word that was executed is the same, and who waits for what is said.
"$TT_REPLAY" replay "$TRACES/firmware/hang_deadlock.ttcap" --order firmware --record hung.ttcap >replay.log
"$TT_REPLAY" explain hung.ttcap
echo "exit $?"
"$TT_REPLAY" explain hung.ttcap --json >hung.json
"$SCHEMA_CHECK" "$SCHEMAS/explain.schema.json" <hung.json
grep '^  "verdict"' hung.json
