# SPDX-License-Identifier: Apache-2.0
# Wormhole asks for an unpack to SrcA behind the last one to Dst (SL-081); a kernel that a simulator ran has none. Blackhole does not ask.
"$TT_REPLAY" replay "$TRACES/kernels/wormhole_datacopy_u2d_f32_bfp8_rand.ttcap" -o a.db >/dev/null
"$TT_REPLAY" audit --lint a.db
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_u2d_f32_f16_hostile.ttcap" -o b.db >/dev/null
"$TT_REPLAY" audit --lint b.db
