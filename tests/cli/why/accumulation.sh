# SPDX-License-Identifier: Apache-2.0
# Sums of products: accumulations are shown once, block formats bring the whole group.
"$TT_REPLAY" replay "$TRACES/kernels/matmul_HiFi2_bfp8_bfp8_f16b_bfp8_wide.ttcap" -o a.db >/dev/null
"$TT_REPLAY" why a.db l1:0x60120 | cut -c1-80
"$TT_REPLAY" why a.db dst:14,0 --json >why.json
"$SCHEMA_CHECK" "$SCHEMAS/why.schema.json" <why.json
