# SPDX-License-Identifier: Apache-2.0
# Every space as it is named; what is not known is dots, rows like the one before are a star.
capture=$TRACES/kernels/wormhole_sfpu_v1_f16_f16_f16_f16_nice.ttcap
for space in cfg thread_cfg gpr dst dst_valid srca srcb lreg; do
    "$TT_REPLAY" dump "$capture" --space $space --at end | head -n 5
done
