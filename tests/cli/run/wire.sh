# SPDX-License-Identifier: Apache-2.0
# lane: change
# A conversation of ours with two tiles: what ran, what was compared; each tile as a capture, which replays alone. A byte
# planted into an answer is named by place and address, and by the tile that wrote it. R70
cp "$FIXTURES/program/two_tiles.wire" .
"$TT_REPLAY" run --arch wormhole_b0 --wire two_tiles.wire --tile 1,1 -o tile.ttcap
echo "exit $?"
"$TT_REPLAY" run --arch wormhole_b0 --wire two_tiles.wire --tile 2,1 -o other.ttcap >again
"$TT_REPLAY" run --arch wormhole_b0 --wire two_tiles.wire --tile 2,1 -o other.ttcap --force | cmp again - && echo "twice the same"
"$TT_REPLAY" dump tile.ttcap
for tile in tile other; do
    for order in executed program firmware; do
        "$TT_REPLAY" replay $tile.ttcap --order $order | grep -o 'verdict *same'
    done
done
"$TT_REPLAY" run --arch wormhole_b0 --wire two_tiles.wire --json | "$SCHEMA_CHECK" "$SCHEMAS/program.schema.json"

# To the tiles of a rectangle at once, each of which acknowledges.
cp "$FIXTURES/program/multicast.wire" .
"$TT_REPLAY" run --arch wormhole_b0 --wire multicast.wire --tile 1,1 -o sender.ttcap
for order in executed program firmware; do
    "$TT_REPLAY" replay sender.ttcap --order $order | grep -o 'verdict *same'
done

# plant ADDRESS FROM TO: an answer of the device is another.
plant() {
    sed "/^READ .*addr=0x$1 /s/reply=$2/reply=$3/" two_tiles.wire >planted.wire
    cmp -s planted.wire two_tiles.wire && echo "nothing was planted at $1"
    "$TT_REPLAY" run --arch wormhole_b0 --wire planted.wire | sed -n '/differs/,$p'
}
plant 200100 39120000a423 39120000a424
plant 1020 3412 3512
plant 200110 00 01
"$TT_REPLAY" run --arch wormhole_b0 --wire planted.wire --json >said
echo "exit $?"
"$SCHEMA_CHECK" "$SCHEMAS/program.schema.json" <said
