# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# Pushed words alone, of which a post is lost: the tile hangs where the device ended. Which word, put back, lets all of
# it happen as recorded; and where what was recorded is otherwise, which word at least lets it end.
packed a
zstd -dcq a/events.jsonl.zst | grep -v '"k":"exec"\|"i":301,' | awk '{ sub(/"i":[0-9]*/, "\"i\":" NR - 1); print }' >a/events.jsonl
rm a/events.jsonl.zst
last=$(awk 'END { print NR - 1 }' a/events.jsonl)
edit a/bundle.json "s/events.jsonl.zst/events.jsonl/; s/\"after_event\": 487/\"after_event\": 300/; s/\"after_event\": 520/\"after_event\": $last/"
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap
echo "exit $?"
"$TT_REPLAY" bisect a.ttcap --budget 3000 --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <a.json
poke a/end/l1_05ffc0.bin 0x53 257
"$TT_REPLAY" import a -o b.ttcap >/dev/null
"$TT_REPLAY" bisect b.ttcap --budget 3000
echo "exit $?"
