# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# The replay itself is done, so the exit status is 0; the verdict belongs to diff.
packed a
poke a/end/l1_05ffc0.bin 0x52 101
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db
