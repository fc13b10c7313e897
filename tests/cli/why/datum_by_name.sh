# SPDX-License-Identifier: Apache-2.0
# A datum by its place in the data tile: the same as by its address.
"$TT_REPLAY" replay "$TRACES/kernels/wormhole_datacopy_bfp8_bfp8_bfp8_bfp8_full_rand.ttcap" -o a.db >/dev/null
"$TT_REPLAY" why a.db tile0:face2:r5:c9 | sed -n 1,3p
"$TT_REPLAY" why a.db l1:0x60299 | sed -n 1,3p
"$TT_REPLAY" why a.db tile99:d1
