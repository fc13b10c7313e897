# SPDX-License-Identifier: Apache-2.0
# Between two hand-overs, and from the start.
"$TT_REPLAY" replay "$TRACES/kernels/reduce_AVG_COL_HiFi4_f16b_f16b_f16b_f16b_acc_hostile.ttcap" -o a.db >/dev/null
"$TT_REPLAY" config a.db --from mark:mid0 --all
"$TT_REPLAY" config a.db --to 300 | head -n 20
"$TT_REPLAY" config a.db --from 300 --to 300
"$TT_REPLAY" config a.db --json >config.json
"$SCHEMA_CHECK" "$SCHEMAS/config.schema.json" <config.json
