. "$FIXTURES/lib.sh"
bundle case7
awk 'BEGIN { for (i = 0; i < 1000; i++) printf "["; for (i = 0; i < 1000; i++) printf "]" }' >case7/bundle.json
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
