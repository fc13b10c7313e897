. "$FIXTURES/lib.sh"
bundle case7
head -c 300 "$FIXTURES/bundle/end/dst.bin.zst" >case7/end/dst.bin.zst
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
