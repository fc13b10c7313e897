. "$FIXTURES/lib.sh"
bundle case7
edit case7/bundle.json -e '0,/131072/s/131072/1572800/'
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
