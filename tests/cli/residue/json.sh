# SPDX-License-Identifier: Apache-2.0
case=$TRACES/kernels/datacopy_u16_rand.ttcap
"$TT_REPLAY" residue "$case" --json | "$SCHEMA_CHECK" "$SCHEMAS/residue.schema.json"
"$TT_REPLAY" residue "$case" --order program --json | "$SCHEMA_CHECK" "$SCHEMAS/residue.schema.json"
# With everything listed it is the same but for the text.
"$TT_REPLAY" residue "$case" --all | tail -12
