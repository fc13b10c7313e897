# SPDX-License-Identifier: Apache-2.0
# lane: night
# What explains a recording, for programs: another reading of one step; a field that holds another value.
from=$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap
for how in '--variant pack.bfp.round=truncate' '--set STACC_RELU_ApplyRelu=1'; do
    "$TT_REPLAY" replay "$from" -o a.db $how --record a.ttcap --force >/dev/null
    "$TT_REPLAY" bisect a.ttcap --json --budget 300 >a.json
    echo "exit $?"
    sed -n '/"explanations"/,$p' a.json | sed 's/, "event"/,\n         "event"/'
    "$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <a.json
    rm a.ttcap
done
