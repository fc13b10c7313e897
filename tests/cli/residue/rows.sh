# SPDX-License-Identifier: Apache-2.0
# A matrix product that adds to what stands in Dst.
"$TT_REPLAY" residue "$TRACES/kernels/wormhole_matmul_i8_nice.ttcap"
