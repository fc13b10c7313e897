# SPDX-License-Identifier: Apache-2.0
# lane: night
# A recording made with another reading of one step: named, and where the two part.
from=$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap
"$TT_REPLAY" replay "$from" -o a.db --variant pack.bfp.round=truncate --record a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap --budget 300
echo "exit $?"
"$TT_REPLAY" bisect a.ttcap --variant pack.bfp.round=truncate
