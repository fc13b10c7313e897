# A program laid over a capture with the lines of the same program: each address once. Of a damaged capture the rest stays.
. "$FIXTURES/lib.sh"
lines_run
"$TT_REPLAY" import lines.ttcap --elf "t2=$FIXTURES/lines/pack.elf" -o again.ttcap --source simulator >/dev/null &&
    "$TT_REPLAY" verify lines.ttcap again.ttcap recorded.ttcap | sed -n 's/.*whole/whole/p'
"$TT_REPLAY" reduce recorded.ttcap -o reduced.ttcap --check 'test -s {}' >/dev/null
"$TT_REPLAY" verify reduced.ttcap | sed -n 's/.*whole/whole/p'
