. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
"$TT_REPLAY" dump small.ttcap --memory 0x17fff8:16
