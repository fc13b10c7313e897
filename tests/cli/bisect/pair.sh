# SPDX-License-Identifier: Apache-2.0
# lane: night
# Two readings at once: no single one explains all.
from=$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap
"$TT_REPLAY" replay "$from" -o a.db --variant pack.bfp.zero_sign=keep --variant pack.bfp.round=truncate --record a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap --budget 300
