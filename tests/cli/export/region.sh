# SPDX-License-Identifier: Apache-2.0
# A part of a space at any point of the run, against what audit shows of the same datums.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_u16_rand.ttcap" -o run.db >/dev/null
"$TT_REPLAY" export run.db --stage pack --datums tile0:face0:r0 -o stage.csv
"$TT_REPLAY" export run.db --region l1:0x60000-0x60020 --format int16 -o end.csv
cut -d , -f 11 stage.csv >stage.txt
cut -d , -f 2 end.csv >end.txt
cmp stage.txt end.txt && echo "the same values"
head -3 end.csv | tr -d '\r'
"$TT_REPLAY" export run.db --region l1:0x60000-0x60020 --at 0 -o start.npy
od -A d -t x1 -j 128 -N 32 start.npy
"$TT_REPLAY" export run.db --region dst --format int16 --unknown 0 -o dst.npy
"$TT_REPLAY" export run.db --region gpr:1.12 -o gpr.csv
tr -d '\r' <gpr.csv
