# SPDX-License-Identifier: Apache-2.0
# Cells of 19, 16 and 32 bits by what they hold, and what they cannot hold.
capture=$TRACES/kernels/wormhole_sfpu_v1_f16_f16_f16_f16_nice.ttcap
for format in bf16 fp16 tf32 fp32 int8 int16 bfp8; do
    "$TT_REPLAY" dump "$capture" --space srca --at end --as $format --rows 0:1
done
for format in fp32 int32; do
    "$TT_REPLAY" dump "$capture" --space lreg --at end --as $format --rows 0:1
done
for format in fp16 int8 int32; do
    "$TT_REPLAY" dump "$capture" --space dst --at end --as $format --rows 0:1
done
