# lane: commit
# A capture of a capture: nothing is lost, and a cut one is whole again with --salvage.
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o a.ttcap && head -c -40 a.ttcap >cut.ttcap && "$TT_REPLAY" import --salvage cut.ttcap -o b.ttcap &&
    "$TT_REPLAY" verify b.ttcap && "$TT_REPLAY" dump a.ttcap >a && "$TT_REPLAY" dump b.ttcap >b && cmp a b
