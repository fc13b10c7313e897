# SPDX-License-Identifier: Apache-2.0
# A matrix instruction laid open: the products of an element below each other, and the first that another rounding changed.
"$TT_REPLAY" replay "$TRACES/kernels/wormhole_matmul_LoFi_f16b_f16b_f16b_f32_nice.ttcap" -o a.db >/dev/null
"$TT_REPLAY" audit a.db --unit matrix --rows 17:18
"$TT_REPLAY" audit a.db --unit matrix --wide --rows 17:18 | sed -n '/^Stages/,$p' | cut -c1-80
"$TT_REPLAY" replay "$TRACES/kernels/wormhole_matmul_LoFi_f16b_f16b_f16b_f32_nice.ttcap" -o b.db \
    --variant matrix.group.round=truncate >/dev/null
"$TT_REPLAY" audit b.db --unit matrix | grep -E '^event|^\*'
"$TT_REPLAY" audit a.db --unit matrix --rows 0:1 --json | "$SCHEMA_CHECK" "$SCHEMAS/audit.schema.json"
