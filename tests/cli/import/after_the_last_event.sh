. "$FIXTURES/lib.sh"
bundle case7
edit case7/bundle.json -e 's/"after_event": 12/"after_event": 900/'
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
