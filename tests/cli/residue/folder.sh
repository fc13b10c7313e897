# SPDX-License-Identifier: Apache-2.0
mkdir many
for name in datacopy_f16b_f16b_f16b_f16b_nice pack_untilize_1_1_i32_i32_i32_i32_acc_u2d_nice wormhole_matmul_i8_nice \
    relu_m1_t0_f16b_f16b_f32_f16_acc_nice; do
    cp "$TRACES/kernels/$name.ttcap" many
done
"$TT_REPLAY" residue many
echo "exit $?"
"$TT_REPLAY" residue many --json | "$SCHEMA_CHECK" "$SCHEMAS/residue_matrix.schema.json"
