. "$FIXTURES/lib.sh"
bundle case7
edit case7/bundle.json -e 's/"version": 1/"version": 2/'
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
