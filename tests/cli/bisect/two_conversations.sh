# SPDX-License-Identifier: Apache-2.0
# lane: change
# Two conversations of one program, of which one came to other answers: of the words that their hosts wrote differently the
# one is named that decides it, and not what differs beside it. Programs and captures do not go together.
cp "$FIXTURES/program/two_tiles.wire" two.wire
noise='WRITE core=0,11 addr=0x300000 size=8 data='
sed "s/^WRITE core=0,11.*/&\n${noise}0100000002000000/" two.wire >good.wire
sed "s/^WRITE core=0,11.*/&\n${noise}0300000004000000\nWRITE core=0,11 addr=0x300010 size=4 data=00000000/
s/addr=0x1000 size=4 data=34120000/addr=0x1000 size=4 data=36120000/" two.wire >bad.wire
for one in good bad; do
    "$TT_REPLAY" import --wire $one.wire -o $one
done
"$TT_REPLAY" bisect --good good --bad bad
echo "exit $?"
"$TT_REPLAY" bisect --good good --bad bad --json | "$SCHEMA_CHECK" "$SCHEMAS/program_why.schema.json"
"$TT_REPLAY" bisect --good good --bad good
echo "exit $?"
"$TT_REPLAY" bisect --good good --bad bad/tile-1-1.ttcap
echo "exit $?"
