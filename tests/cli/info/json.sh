# lane: commit
. "$FIXTURES/lib.sh"
bundle small
"$TT_REPLAY" import small -o small.ttcap
"$TT_REPLAY" info small.ttcap --json | sed -e "s/[0-9,]* bytes, hash [0-9a-f]*/N bytes, hash H/" -e "/\"bytes\": [0-9]*,$/d" -e "/\"hash\"/d"
