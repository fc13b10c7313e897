. "$FIXTURES/lib.sh"
bundle case7
edit case7/events.jsonl -e 's/"i":7,/"i":8,/'
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
