# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Without values of stages a difference is traced to its instruction, and no further.
packed a
poke a/end/l1_05ffc0.bin 0x52 101
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --stages events >/dev/null
"$TT_REPLAY" diff a.db
