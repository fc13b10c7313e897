# SPDX-License-Identifier: Apache-2.0
# Two data tiles side by side: one array by faces, by tiles and by rows.
cp "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap -o run.db >/dev/null
"$TT_REPLAY" export run.db --region l1:0x60000-0x61000 --format bf16 -o faces.npy
"$TT_REPLAY" export run.db --stage pack --untilize -o all.npy
head -c 8320 all.npy | sed '1s/(4, 32, 32)/(2, 32, 32)/' >tiles.npy
# rows: row r of the matrix is row r of the one tile, then of the other
head -c 128 tiles.npy | sed '1s/(2, 32, 32)/(32, 64)   /' >rows.npy
tail -c 8192 tiles.npy >tiles.bin
for row in $(seq 0 31); do
    dd if=tiles.bin bs=128 skip=$row count=1 2>/dev/null
    dd if=tiles.bin bs=128 skip=$((row + 32)) count=1 2>/dev/null
done >>rows.npy
for layout in faces tiles rows; do
    "$TT_REPLAY" diff run.db --expect $layout.npy --at l1:0x60000 --format bf16 --layout $layout | tail -3
done
echo "-- one element changed: row 17, column 40"
printf '\000\000\200\177' | dd of=rows.npy bs=1 seek=$((128 + (17 * 64 + 40) * 4)) conv=notrunc 2>/dev/null
"$TT_REPLAY" diff run.db --expect rows.npy --at l1:0x60000 --format bf16 --layout rows | sed -n '/First/,$p'
"$TT_REPLAY" diff run.db --expect tiles.npy --at l1:0x60000 --format bf16 | sed -n 5,9p
echo "-- it is said, and no other cause is looked for"
"$TT_REPLAY" bisect a.ttcap --expect rows.npy --at l1:0x60000 --format bf16
"$TT_REPLAY" bisect a.ttcap --expect tiles.npy --at l1:0x60000 --format bf16 --json >bisect.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <bisect.json
grep -c '"other_layout": "tiles", "other_equal": 2048' bisect.json
"$TT_REPLAY" diff run.db --expect tiles.npy --at l1:0x60000 --format bf16 --json | "$SCHEMA_CHECK" "$SCHEMAS/expected.schema.json"
