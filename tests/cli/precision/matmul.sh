# SPDX-License-Identifier: Apache-2.0
# Where a product of two matrices loses its precision; what is left without packing; and that the shares are the whole.
cp "$TRACES/kernels/wormhole_matmul_LoFi_f16b_f16b_f16b_f32_nice.ttcap" a.ttcap
"$TT_REPLAY" precision a.ttcap
"$TT_REPLAY" precision a.ttcap --without matrix.fidelity | head -8
