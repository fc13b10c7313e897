# SPDX-License-Identifier: Apache-2.0
# Of captures that hold programs alone, words are those that the replays execute.
"$TT_REPLAY" bisect --good "$TRACES/stripped/k_matmul_bf16_1.ttcap" --bad "$TRACES/stripped/k_matmul_bf16_1.ttcap" |
    sed -n '/instructions/,$p'
"$TT_REPLAY" bisect --good "$TRACES/stripped/k_matmul_bf16_1.ttcap" --bad "$TRACES/stripped/core_amo_share.ttcap" \
    --json | "$SCHEMA_CHECK" "$SCHEMAS/pair.schema.json"
