# SPDX-License-Identifier: Apache-2.0
# lane: night
# A folder of arrays, one for each capture by its name; one array for all; captures of one content, held against two.
mkdir -p captures/deep golden/deep
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" captures/a.ttcap
cp captures/a.ttcap captures/deep/b.ttcap
cp captures/a.ttcap captures/c.ttcap
"$TT_REPLAY" replay captures/a.ttcap -o run.db >/dev/null
"$TT_REPLAY" export run.db --region l1:0x60000-0x60800 --format int16 -o golden/a.npy
cp golden/a.npy golden/deep/b.npy
printf '\001\000' | dd of=golden/deep/b.npy bs=1 seek=$((128 + 200)) conv=notrunc 2>/dev/null
set -- --at l1:0x60000 --format int16
"$TT_REPLAY" batch captures -o all.db --expect golden "$@"
echo "exit $?"
cp golden/a.npy golden/c.npy
"$TT_REPLAY" batch captures -o all.db --force --expect golden "$@" --json --report all.html >all.json
echo "exit $?"
"$SCHEMA_CHECK" "$SCHEMAS/batch.schema.json" <all.json
grep -c 'golden/NAME.npy' all.json
"$TT_REPLAY" batch captures -o one.db --expect golden/a.npy "$@"
echo "exit $?"
"$TT_REPLAY" batch captures -o two.db --expect golden/a.npy "$@" --unit pack
echo "exit $?"
"$TT_REPLAY" batch captures -o two.db --expect golden/a.npy --at l1:0x60000
echo "exit $?"
