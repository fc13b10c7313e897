# SPDX-License-Identifier: Apache-2.0
# lane: change
# A byte of a program followed over its tiles, to the instruction and to the host's write; a byte planted into an answer,
# into the end of a tile, into what came to a tile and into DRAM is named by tile, core and instruction. R70
cp "$FIXTURES/program/two_tiles.wire" .
"$TT_REPLAY" import --wire two_tiles.wire -o two
"$TT_REPLAY" bisect two
echo "exit $?"
for place in 0,11:0x200105 0,1:0x200105 1,1:l1:0x1020 1,1:0x2001 2,1:l1:0x1000 0,11:0x300000; do
    "$TT_REPLAY" why two $place
done
"$TT_REPLAY" why two 0,11:0x200105 --json | "$SCHEMA_CHECK" "$SCHEMAS/program_why.schema.json"
"$TT_REPLAY" why two l1:0x2045
"$TT_REPLAY" why two 12,1:0x0
echo "exit $?"

echo "== an answer"
sed '/^READ .*addr=0x200100 /s/39120000a423/39120000a424/' two_tiles.wire >planted.wire
"$TT_REPLAY" import --wire planted.wire -o answer
"$TT_REPLAY" bisect answer --budget 3
echo "exit $?"
"$TT_REPLAY" bisect answer --budget 3 --json | "$SCHEMA_CHECK" "$SCHEMAS/program_why.schema.json"

echo "== what a tile holds at the end"
cp -r two state
printf '\001' >byte
"$TT_REPLAY" import two/tile-1-1.ttcap --at end --l1 0x2048=byte --override -o state/tile-1-1.ttcap --force
"$TT_REPLAY" replay state | grep -A1 differs
echo "exit $?"
"$TT_REPLAY" bisect state
"$TT_REPLAY" replay state --json | "$SCHEMA_CHECK" "$SCHEMAS/program.schema.json"

echo "== a bank"
cp -r two bank
sed 's/39120000a423/39120000a523/' two/dram.wire >bank/dram.wire
"$TT_REPLAY" explain bank
echo "exit $?"

echo "== what came to a tile"
sed 's/data=0500000070110100/data=0500000070110200/' two_tiles.wire >operand.wire
"$TT_REPLAY" import --wire operand.wire -o operand
cp -r two message
cp operand/tile-1-1.ttcap message/tile-1-1.ttcap
"$TT_REPLAY" bisect message

echo "== an operand"
"$TT_REPLAY" diff operand
echo "exit $?"
