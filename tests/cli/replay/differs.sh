# SPDX-License-Identifier: Apache-2.0
# lane: commit
. "$FIXTURES/lib.sh"
# The exit status is that of the verdict, as diff has it.
packed a
poke a/end/l1_05ffc0.bin 0x52 101
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db
