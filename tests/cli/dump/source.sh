# Events with the line of source of their core; the words that an expander made with that of the push.
. "$FIXTURES/lib.sh"
lines_run
"$TT_REPLAY" dump recorded.ttcap --events=18- | sed 's/^ *\([0-9]*  T2  [a-z]*\).*;/\1;/'
"$TT_REPLAY" dump recorded.ttcap --json --events=30-31 >d.json; grep -o '"text": "[^"]*"' d.json
"$SCHEMA_CHECK" "$SCHEMAS/dump.schema.json" <d.json
