# SPDX-License-Identifier: Apache-2.0
# Two BFP4 datums in a byte: each is shown as itself, not as its neighbour.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_bfp8_bfp8_bfp8_bfp4_hostile.ttcap" -o a.db >/dev/null
for column in 0 1; do
    "$TT_REPLAY" why a.db tile0:face0:r0:c$column --depth 0 | sed -n 1,6p
done
