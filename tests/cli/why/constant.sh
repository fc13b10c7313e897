# SPDX-License-Identifier: Apache-2.0
# A scalar register is put together of halves by words with constants: each that left a bit of it is named, and no other.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" -o run.db >/dev/null
"$TT_REPLAY" why run.db gpr:2.12
"$TT_REPLAY" why run.db gpr:2.12 --json >why.json
"$SCHEMA_CHECK" "$SCHEMAS/why.schema.json" <why.json
grep -E '"(event|from)"' why.json
