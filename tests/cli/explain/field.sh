# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A dump bundle, as a device leaves it that had another field: cause, evidence, what was searched, what was not asked.
packed a
poke a/end/l1_05ffc0.bin 0x53 257
"$TT_REPLAY" explain a --budget 300
