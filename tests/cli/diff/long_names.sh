# SPDX-License-Identifier: Apache-2.0
# The name of a checkpoint is said to its end: two that begin alike are two.
. "$FIXTURES/lib.sh"
packed packed
edit packed/bundle.json 's/"id": "end"/"id": "behind_pack_two"/'
poke packed/end/l1_05ffc0.bin 0x51 252
poke packed/end/l1_05ffc0.bin 0x71 252
run_of packed
"$TT_REPLAY" diff packed.db | grep behind
