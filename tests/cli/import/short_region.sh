. "$FIXTURES/lib.sh"
bundle case7
head -c 700 "$FIXTURES/bundle/end/gpr.bin" >case7/end/gpr.bin
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
