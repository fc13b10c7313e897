. "$FIXTURES/lib.sh"
bundle case7
rm case7/events.jsonl
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
