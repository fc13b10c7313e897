# SPDX-License-Identifier: Apache-2.0
# lane: commit
# The page has a reference's verdict, a byte a datum for the picture, and the farthest; without one it has no such part.
cp "$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap -o one.db >/dev/null
"$TT_REPLAY" replay a.ttcap -o two.db --variant pack.bfp.round=truncate >/dev/null
"$TT_REPLAY" export two.db --region l1:0x60040-0x60440 --format bfp8 --exponents 0x60000 -o golden.npy
"$TT_REPLAY" report one.db --expect golden.npy --at l1:0x60000 --format bfp8 -o page.html
sed -n '/"expected": *{/,/"differences"/p' page.html | sed '/"path"/s/, *"/,\n      "/g; s/","/", "/g; s/":\([^ ]\)/": \1/g; s/\([0-9]\),"/\1, "/g'
grep -A4 '"element": *4,' page.html
"$TT_REPLAY" report one.db -o plain.html
grep -c '"expected": *{' plain.html
"$TT_REPLAY" report one.db --expect golden.npy --at l1:0x60000 -o none.html
echo "exit $?"
"$TT_REPLAY" report one.db --format bfp8 -o none.html
echo "exit $?"
ls *.html
