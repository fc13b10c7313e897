# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A datum and the exponent above it: each is shown, the datum decoded with either side's exponent.
packed a
poke a/end/l1_05ffc0.bin 0x40 203
poke a/end/l1_05ffc0.bin 0x53 257
run_of a
"$TT_REPLAY" diff a.db
