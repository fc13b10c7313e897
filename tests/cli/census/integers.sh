# SPDX-License-Identifier: Apache-2.0
# lane: commit
# FP32 to UINT16 as kernels convert it: 576 patterns of 65,536 are not truncated (SL-095).
"$TT_REPLAY" census SFP_STOCH_RND --to uint16 --population all --clamp --rounding truncated
