# SPDX-License-Identifier: Apache-2.0
# An unpacker that goes on transposing from another format.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_bfp8_bfp8_bfp8_bfp8_full_rand.ttcap" -o a.db \
    --set THCON_SEC0_REG2_Haloize_mode@400=1 --set THCON_SEC0_REG0_TileDescriptor@552=21 >/dev/null
"$TT_REPLAY" audit --lint a.db
