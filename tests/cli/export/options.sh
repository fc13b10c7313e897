# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
says export run.db -o x.csv
says export run.db --timeline --tile 4 -o x.json
says export run.db --stage pack --format bf16 -o x.csv
says export run.db --stage matrix --datums tile0 -o x.csv
says export run.db --stage pack --datums tile0 --untilize -o x.npy
says export run.db --region l1:0-64 --format half -o x.npy
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" -o run.db >/dev/null
says export run.db --region gpr:1-7 -o x.npy
says export run.db --region gpr:0-8 --format bfp8 --exponents 0 -o x.npy
# A region of blocks, whose exponents stand elsewhere; a second time it must be forced.
"$TT_REPLAY" export run.db --region l1:0x60050-0x60070 --format bfp8 --exponents 0x60010 -o x.csv
says export run.db --region l1:0x60050-0x60070 --format bfp8 --exponents 0x60010 -o x.csv
"$TT_REPLAY" export run.db --region l1:0x60050-0x60070 --format bfp8 --exponents 0x60010 -o x.csv --force
wc -l <x.csv
