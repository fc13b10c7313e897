# SPDX-License-Identifier: Apache-2.0
# Against a function of the datum that each output comes of: max(0, 1.25 x - 0.5) is a poor relu, a copy is exact.
case=$TRACES/kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap
cp "$case" case.ttcap
"$TT_REPLAY" precision case.ttcap --expect exact:relu | sed -n '/^Squared/,/^$/p;/^Not/,$p'
"$TT_REPLAY" precision case.ttcap --expect exact:relu --json | "$SCHEMA_CHECK" "$SCHEMAS/precision.schema.json"
"$TT_REPLAY" precision "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" --expect exact:identity | sed -n '2,4p'
# A sum of two tensors is no function of one datum.
"$TT_REPLAY" precision "$TRACES/kernels/binary_ADD_COL_LoFi_f16b_f16b_f16b_f16b_nice.ttcap" --expect exact:identity | sed -n '/^Not/,$p'
"$TT_REPLAY" precision case.ttcap --expect exact:no || echo "exit $?"
"$TT_REPLAY" precision case.ttcap --expect case.npy || echo "exit $?"
