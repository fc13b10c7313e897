# SPDX-License-Identifier: Apache-2.0
# lane: commit
# Values of a stage: CSV for people, arrays of the right type and shape for NumPy.
"$TT_REPLAY" replay "$TRACES/kernels/datacopy_f16b_f16b_bfp8_bfp8_acc_hostile.ttcap" -o run.db >/dev/null
"$TT_REPLAY" export run.db --stage pack.bfp_assemble -o all.npy
head -c 128 all.npy | tail -c +11 | tr -s " "
tail -c +129 all.npy | od -A d -t f4 -j 5728 -N 32
"$TT_REPLAY" export run.db --stage pack.bfp_assemble --raw --tile 2 -o raw.npy
"$TT_REPLAY" export run.db --stage pack.read --tile 1 --untilize -o rows.npy
"$TT_REPLAY" export run.db --stage matrix.stored -o matrix.npy
"$TT_REPLAY" export run.db --stage pack --datums tile1:face2:r3 -o row.csv
head -4 row.csv | tr -d '\r'
echo "untilized: the first of face 1 comes behind the first row of face 0"
"$TT_REPLAY" export run.db --stage pack.read --tile 1 -o packed.npy
od -A n -t x4 -j $((128 + 256 * 4)) -N 8 packed.npy
od -A n -t x4 -j $((128 + 16 * 4)) -N 8 rows.npy
