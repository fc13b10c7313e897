# SPDX-License-Identifier: Apache-2.0
# lane: night
# A folder of arrays of one's own: the farm's database is the batch's; tasks find them from anywhere; an array that is no
# longer what was planned is refused, recorded as that, and judged again.
mkdir -p captures/deep golden/deep away
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" captures/a.ttcap
cp captures/a.ttcap captures/deep/b.ttcap
"$TT_REPLAY" replay captures/a.ttcap -o run.db >/dev/null
"$TT_REPLAY" export run.db --region l1:0x60000-0x60800 --format int16 -o golden/a.npy
cp golden/a.npy golden/deep/b.npy
poke() {
    printf "\\$2" | dd of="$1" bs=1 seek=328 conv=notrunc 2>/dev/null
}
poke golden/deep/b.npy 001
set -- --expect golden --at l1:0x60000 --format int16 --ulp 1
"$TT_REPLAY" farm plan captures -N 2 -o farm "$@" | head -n 1
"$SCHEMA_CHECK" "$SCHEMAS/farm_plan.schema.json" <farm/plan.json
grep -o '"at".*"insn"' farm/plan.json
for shard in 1 2; do
    (cd away && "$TT_REPLAY" farm run ../farm --shard $shard)
done
"$TT_REPLAY" farm merge farm -o farm.db >farm.txt
echo "exit $?"
sed -n '/^DIFFERS/,/undecided$/p' farm.txt
"$TT_REPLAY" batch captures -o batch.db --expect "$PWD/golden" --at l1:0x60000 --format int16 --ulp 1 >/dev/null
cmp farm.db batch.db && echo the same database
poke golden/deep/b.npy 003
for shard in 1 2; do
    "$TT_REPLAY" farm run farm --shard $shard --fresh
done
"$TT_REPLAY" farm resume farm | sed -n 1,3p
"$TT_REPLAY" farm plan captures -o other --expect golden
echo "exit $?"
"$TT_REPLAY" farm plan captures -o other "$@" --unit pack
echo "exit $?"
"$TT_REPLAY" farm plan captures -o other --expect nowhere --at l1:0
echo "exit $?"
