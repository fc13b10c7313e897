# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap --budget 300 --exit-for git-bisect >/dev/null
echo "good $?"
poke a/end/l1_05ffc0.bin 0x53 257
"$TT_REPLAY" import a -o a.ttcap --force >/dev/null
"$TT_REPLAY" bisect a.ttcap --budget 300 --exit-for git-bisect >/dev/null
echo "bad $?"
"$TT_REPLAY" bisect gone.ttcap --exit-for git-bisect
echo "skip $?"
