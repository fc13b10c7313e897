# SPDX-License-Identifier: Apache-2.0
# The commands that go on from a database replay what it was made with; those of options that were typed have them too.
CASE=$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap
cp "$CASE" case.ttcap
"$TT_REPLAY" replay case.ttcap --set STACC_RELU_ApplyRelu=1 --variant pack.bfp.round=truncate -o run.db >/dev/null
"$TT_REPLAY" explain run.db --budget 300 | sed -n '/^$/,$p'
"$TT_REPLAY" replay case.ttcap --variant pack.bfp.round=truncate -o same.db >/dev/null
"$TT_REPLAY" explain same.db --budget 300 | sed -n '/^$/,$p'
"$TT_REPLAY" explain case.ttcap --variant pack.bfp.round=truncate --budget 300 | sed -n '/^$/,$p'
# What a search came to in its budget is the least that there is.
"$TT_REPLAY" explain case.ttcap --budget 40 | grep stale
