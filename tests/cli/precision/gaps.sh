# SPDX-License-Identifier: Apache-2.0
# lane: commit
# What the figures leave out is said: integers; infinities and instructions that work on bits; nothing packed.
for name in binary_ADD_i8_nice wormhole_sfpu_v1_f16_f16_f16_f16_nice; do
    cp "$TRACES/kernels/$name.ttcap" a.ttcap
    "$TT_REPLAY" precision a.ttcap
done
cp "$TRACES/firmware/mmio_sem_all.ttcap" a.ttcap
"$TT_REPLAY" precision a.ttcap
