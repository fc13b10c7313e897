# lane: night
# The line of the word that wrote what differs: of the program run, and of what was recorded of it.
. "$FIXTURES/lib.sh"
lines_run
"$TT_REPLAY" import recorded.ttcap --at end --l1 0x60010=held.bin --override -o wrong.ttcap >/dev/null
for order in firmware program executed; do
    capture=wrong
    [ $order = firmware ] && capture=lines
    "$TT_REPLAY" bisect $capture.ttcap --order $order --budget 50 | grep -A 1 'written by'
    "$TT_REPLAY" bisect $capture.ttcap --order $order --budget 50 --json >b.json
    "$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <b.json
    grep -o '"text.*main"' b.json
done
