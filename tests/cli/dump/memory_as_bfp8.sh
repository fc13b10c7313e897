. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
"$TT_REPLAY" dump small.ttcap --memory 0x20010:16 --as bfp8 --exponents 0x20070
