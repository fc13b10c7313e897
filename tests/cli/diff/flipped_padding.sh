# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A byte behind the exponents, where Last pads with zeros.
packed a
poke a/end/l1_05ffc0.bin 0x46 001
run_of a
"$TT_REPLAY" diff a.db
