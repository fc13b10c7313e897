# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# Two words are others, each with values of its own: both are named, each for its part, and neither as the cause of all.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst | grep -v '"k":"push"' |
    sed '/"i":453,/s/"w":302030848/"w":302030880/; /"i":490,/s/"w":1351352320/"w":1351352324/' |
    awk '{ sub(/"i":[0-9]*/, "\"i\":" NR - 1); print }' >a/events.jsonl
rm a/events.jsonl.zst
after=$(awk '/"w":2751463432/ { print NR - 1 }' a/events.jsonl)
last=$(awk 'END { print NR - 1 }' a/events.jsonl)
edit a/bundle.json "s/events.jsonl.zst/events.jsonl/; s/\"after_event\": 487/\"after_event\": $after/"
edit a/bundle.json "s/\"after_event\": 520/\"after_event\": $last/"
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap --budget 16000
echo "exit $?"
"$TT_REPLAY" bisect a.ttcap --budget 16000 --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <a.json
sed -n '/"parts"/,/]/p' a.json
