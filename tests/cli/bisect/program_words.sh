# SPDX-License-Identifier: Apache-2.0
# lane: change
# One bit of what a host wrote is another: of an argument, of a core's code, of a tile's coordinates, of an operand.
# The word is named, with the value that leaves each answer as it was recorded.
cp "$FIXTURES/program/two_tiles.wire" two.wire
zstd -dcq "$TRACES/programs/wormhole_grid_matmul.trace.zst" >grid.wire
plant() {
    python3 - "$@" <<'END'
import sys
name, line, byte, bit = sys.argv[1], *map(int, sys.argv[2:])
lines = open(name).read().split("\n")
head, data = lines[line - 1].split("data=")
data = bytearray.fromhex(data)
data[byte] ^= 1 << bit
lines[line - 1] = head + "data=" + data.hex()
open("bad.wire", "w").write("\n".join(lines))
END
    "$TT_REPLAY" import --wire bad.wire -o bad --force
}
for one in 'two.wire 17 0 1' 'two.wire 8 45 4' 'two.wire 15 5 0' 'grid.wire 19 0 1' 'grid.wire 4 135 6'; do
    echo "== $one"
    plant $one
    "$TT_REPLAY" bisect bad --budget 500 | sed -n '/^  perhaps\|^  words/,/^  timing/p'
done
"$TT_REPLAY" bisect bad --budget 60 --json >said
"$SCHEMA_CHECK" "$SCHEMAS/program_why.schema.json" <said
echo "== where none is found"
"$TT_REPLAY" bisect bad --budget 2 | sed -n '/^  perhaps\|^  words/,/^  timing/p'
