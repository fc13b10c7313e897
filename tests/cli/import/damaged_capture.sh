# SPDX-License-Identifier: Apache-2.0
# A capture that is cut, or has a wrong byte, is refused with its place; nothing is made.
. "$FIXTURES/lib.sh"
packed packed
"$TT_REPLAY" import packed -o packed.ttcap
head -c 1200 packed.ttcap >cut.ttcap
cp packed.ttcap flipped.ttcap
poke flipped.ttcap 700 125
for file in cut flipped; do
    "$TT_REPLAY" import $file.ttcap -o again.ttcap 2>said.txt
    echo "exit $?"
    sed 's/[0-9a-f]\{16\}/HASH/g; s/byte [0-9]*/byte N/g' said.txt | fold -s -w 78
    "$TT_REPLAY" import $file.ttcap --l1 0x20000=cut.ttcap -o again.ttcap 2>/dev/null
    echo "exit $?"
done
ls -A
