. "$FIXTURES/lib.sh"
bundle case7
# A frame header that claims 2^40 bytes, and one that is all there is.
printf '\050\265\057\375\340\000\000\000\000\000\001\000\000\001\000\000' >case7/end/dst.bin.zst
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
