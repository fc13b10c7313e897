# SPDX-License-Identifier: Apache-2.0
# lane: change
# A conversation of ours with two tiles: what ran, what was compared. A byte planted into an answer is named by place and
# address, and by the tile that wrote it. R70
cp "$FIXTURES/program/two_tiles.wire" .
"$TT_REPLAY" run --wire two_tiles.wire
echo "exit $?"
"$TT_REPLAY" run --wire two_tiles.wire --json | "$SCHEMA_CHECK" "$SCHEMAS/program.schema.json"

# To the tiles of a rectangle at once, each of which acknowledges.
cp "$FIXTURES/program/multicast.wire" .
"$TT_REPLAY" run --arch wormhole_b0 --wire multicast.wire -o multicast
for order in executed program firmware; do
    "$TT_REPLAY" replay multicast --tile 1,1 --order $order | grep -o 'verdict *same'
done

# By the names that the device translates; and a recording of ours that was cut off.
{
    printf '# tt-replay wire 1\n# arch=wormhole_b0 coords=translated door=so\n'
    sed 's/core=1,1/core=18,18/; s/core=2,1/core=19,18/; s/core=9,0/core=25,16/' two_tiles.wire
    printf '# READ core=1,1 ad'
} >translated.wire
"$TT_REPLAY" run --arch wormhole_b0 --wire translated.wire | sed -n '/read-backs/,$p'
"$TT_REPLAY" run --arch blackhole --wire translated.wire
echo "exit $?"

# plant ADDRESS FROM TO: an answer of the device is another.
plant() {
    sed "/^READ .*addr=0x$1 /s/reply=$2/reply=$3/" two_tiles.wire >planted.wire
    cmp -s planted.wire two_tiles.wire && echo "nothing was planted at $1"
    "$TT_REPLAY" run --wire planted.wire | sed -n '/differs/,$p'
}
plant 200100 39120000a423 39120000a424
plant 1020 3412 3512
plant 200110 00 01
"$TT_REPLAY" run --wire planted.wire --json >said
echo "exit $?"
"$SCHEMA_CHECK" "$SCHEMAS/program.schema.json" <said
