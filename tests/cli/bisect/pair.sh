# SPDX-License-Identifier: Apache-2.0
# Two readings at once: no single one explains all.
from=$TRACES/kernels/matmul_HiFi2_bfp8_bfp8_f16b_bfp8_wide.ttcap
"$TT_REPLAY" replay "$from" -o a.db --variant matrix.align.round=truncate --variant pack.bfp.round=truncate --record a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap
