. "$FIXTURES/lib.sh"
bundle case7
awk 'BEGIN { for (i = 0; i < 1000; i++) printf "{\"i\":"; printf "0"; for (i = 0; i < 1000; i++) printf "}"; print "" }' >case7/events.jsonl
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
