. "$FIXTURES/lib.sh"
bundle case7
cat "$FIXTURES/bundle/end/gpr.bin" "$FIXTURES/bundle/end/l1.bin" >case7/end/gpr.bin
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
