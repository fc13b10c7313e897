# SPDX-License-Identifier: Apache-2.0
# One that leaves the rows of Dst renumbered, and one that does not ask how they lie.
cp "$TRACES/kernels/pack_untilize_1_1_i32_i32_i32_i32_acc_u2d_nice.ttcap" a.ttcap
cp "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" b.ttcap
"$TT_REPLAY" residue b.ttcap --after a.ttcap
echo "exit $?"
"$TT_REPLAY" residue b.ttcap --after b.ttcap | tail -3
"$TT_REPLAY" residue b.ttcap --after a.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/residue.schema.json"
