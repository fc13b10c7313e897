# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# One bit of a shared exponent: said so, and not as sixteen datums.
packed a
poke a/end/l1_05ffc0.bin 0x41 203
run_of a
"$TT_REPLAY" diff a.db
