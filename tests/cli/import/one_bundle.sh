# A whole bundle becomes one file; nothing else is left, nothing is said.
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap && ls -A
