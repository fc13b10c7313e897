# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# The capture is found again by its hash, under another name: beside the database, here, in a folder that is named.
packed a
run_of a --by-path
"$TT_REPLAY" why a.db l1:0x60000 >wanted
mkdir moved captures
same() {
    if "$@" 2>&1 | cmp -s - wanted; then echo found; else echo lost; fi
}
mv a.db moved
mv a.ttcap moved/b.ttcap
same "$TT_REPLAY" why moved/a.db l1:0x60000
mv moved/b.ttcap .
same "$TT_REPLAY" why moved/a.db l1:0x60000
mv b.ttcap captures
same "$TT_REPLAY" why moved/a.db l1:0x60000
TT_REPLAY_CAPTURES=nowhere:captures
export TT_REPLAY_CAPTURES
same "$TT_REPLAY" why moved/a.db l1:0x60000
