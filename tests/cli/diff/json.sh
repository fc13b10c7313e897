# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
packed a
poke a/end/l1_05ffc0.bin 0x53 257
run_of a
"$TT_REPLAY" diff a.db --json
