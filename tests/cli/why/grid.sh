# SPDX-License-Identifier: Apache-2.0
# lane: change
# An element of C, from DRAM over the tile that multiplied and its neighbours to the operands that the host wrote.
"$TT_REPLAY" import --wire "$TRACES/programs/grid_matmul.trace.zst" -o program >/dev/null
"$TT_REPLAY" why program 17,12:0x120002
"$TT_REPLAY" why program 1,2:0x200106
