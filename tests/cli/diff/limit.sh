# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
for at in 0x50 0x51 0x52 0x53 0x54 0x55; do poke a/end/l1_05ffc0.bin $at 001; done
run_of a
"$TT_REPLAY" diff a.db --limit 3
