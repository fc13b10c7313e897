# SPDX-License-Identifier: Apache-2.0
# lane: change
# A program as one capture: what is in it, and all verbs that take a capture take it with a tile. What came over the
# network stands in its log with its place in the order of the tile that it came to; each tile replays alone. R70
cp "$FIXTURES/program/two_tiles.wire" .
"$TT_REPLAY" import --wire two_tiles.wire -o two
echo "exit $?"
ls two
"$TT_REPLAY" info two
"$TT_REPLAY" info two --json | "$SCHEMA_CHECK" "$SCHEMAS/program_info.schema.json"
"$TT_REPLAY" verify two
"$TT_REPLAY" replay two
echo "exit $?"
sed 1d two/network.csv
cat two/dram.wire
"$TT_REPLAY" dump two --tile 1,1
for tile in 1,1 2,1; do
    for order in executed program firmware; do
        "$TT_REPLAY" replay two --tile $tile --order $order | grep -o 'verdict *same'
    done
done
"$TT_REPLAY" why two --tile=1,1 l1:0x2045 | head -1
"$TT_REPLAY" diff two --tile 1,1 | tail -1
"$TT_REPLAY" batch two -o all.db | head -1
"$TT_REPLAY" audit two --tile 1,1 --lint | tail -1
"$TT_REPLAY" bisect two --tile 2,1 | tail -1
"$TT_REPLAY" explain two --tile 2,1 | grep -i same

# The same again is the same; one that is there is replaced only if asked for, and only a program is.
"$TT_REPLAY" import --wire two_tiles.wire -o again
diff -r two again && echo "twice the same"
"$TT_REPLAY" import --wire two_tiles.wire -o two
echo "exit $?"
"$TT_REPLAY" import --wire two/conversation.wire -o two --force
cmp two/network.csv again/network.csv && echo "made of itself"
mkdir other
"$TT_REPLAY" import --wire two_tiles.wire -o other --force
echo "exit $?"
ls -A

# What is damaged is named.
"$TT_REPLAY" dump two --tile 3,1
"$TT_REPLAY" dump two --tile one
"$TT_REPLAY" replay two --order firmware 2>&1 | head -c 70
echo
"$TT_REPLAY" dump again/tile-1-1.ttcap --tile 1,1
echo "exit $?"
echo '# more' >>two/conversation.wire
"$TT_REPLAY" verify two
echo "exit $?"
sed 's/"tile-2-1.ttcap"/"..\/x"/' again/program.json >index && cp index again/program.json
"$TT_REPLAY" replay again
echo "exit $?"
# A link out of the folder is no file of the program.
mv two/tile-2-1.ttcap elsewhere.ttcap
ln -s ../elsewhere.ttcap two/tile-2-1.ttcap
"$TT_REPLAY" info two; echo "exit $?"
