# SPDX-License-Identifier: Apache-2.0
# What is whole of a capture that is cut: what is lost is said, and unknown; what is made is a whole capture. One that is
# damaged inside is refused.
. "$FIXTURES/lib.sh"
packed packed
"$TT_REPLAY" import packed -o packed.ttcap
head -c 1200 packed.ttcap >cut.ttcap
cp packed.ttcap flipped.ttcap
poke flipped.ttcap 700 125
cp packed.ttcap pages.ttcap
poke pages.ttcap 1300 125
for file in cut flipped pages packed; do
    echo "== $file"
    "$TT_REPLAY" import --salvage $file.ttcap -o $file.saved.ttcap 2>said.txt
    echo "exit $?"
    sed 's/[0-9a-f]\{16\}/HASH/g; s/byte [0-9]*/byte N/g; s/bytes [0-9]* to [0-9]*/bytes N to N/' said.txt | fold -s -w 78
    [ -e $file.saved.ttcap ] || continue
    "$TT_REPLAY" verify $file.saved.ttcap >/dev/null && echo sound
    "$TT_REPLAY" info --json $file.saved.ttcap | grep -o '"unlisted_start_is_reset": [a-z]*\|"event_count": [0-9]*'
done
"$TT_REPLAY" import --salvage cut.ttcap --source simulator -o x.ttcap 2>&1 | fold -s -w 78
"$TT_REPLAY" import --salvage packed -o x.ttcap
echo "exit $?"
ls -A
