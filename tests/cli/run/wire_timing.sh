# SPDX-License-Identifier: Apache-2.0
# lane: change
# Tiles have clocks of their own. A tile that counts instead of waiting has its word in the usual timing, and not in
# another that a seed draws; what waits has the same answers in each. A seed is of a program.
run() {
    "$TT_REPLAY" run --arch wormhole_b0 --wire "$FIXTURES/program/$1.wire" --seed "$2" | sed -n '/timing/p; /read-backs/,$p'
}
run late 1
run late 2
"$TT_REPLAY" import --wire "$FIXTURES/program/two_tiles.wire" -o two
for seed in 1 2 3 4; do
    "$TT_REPLAY" replay two --seed $seed | grep -o 'verdict *same'
done
"$TT_REPLAY" replay two --seed 2 --json | "$SCHEMA_CHECK" "$SCHEMAS/program.schema.json"
"$TT_REPLAY" replay two --tile 1,1 --seed 2
echo "exit $?"
