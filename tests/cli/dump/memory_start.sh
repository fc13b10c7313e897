. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
"$TT_REPLAY" dump small.ttcap --memory 0x1fff0:0x30 --at begin
