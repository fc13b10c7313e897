# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A guard byte that nothing here ever wrote.
packed a
poke a/end/l1_05ffc0.bin 0x03 314
run_of a
"$TT_REPLAY" diff a.db
