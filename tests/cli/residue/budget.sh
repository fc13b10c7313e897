# SPDX-License-Identifier: Apache-2.0
# The budget is spent before anything shows: neither yes nor no.
"$TT_REPLAY" residue "$TRACES/kernels/datacopy_u16_rand.ttcap" --budget 2
