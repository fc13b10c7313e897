# SPDX-License-Identifier: Apache-2.0
# Four packers that pack a face each make one data tile.
"$TT_REPLAY" replay "$TRACES/kernels/wormhole_matmul_i8_nice.ttcap" -o run.db >/dev/null
"$TT_REPLAY" export run.db --stage pack -o all.npy
"$TT_REPLAY" export run.db --stage pack --datums tile0:face3:r15 -o row.csv
tail -2 row.csv | tr -d '\r'
