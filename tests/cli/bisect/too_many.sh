# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# A word too many leaves a field otherwise, which a checkpoint shows: the field and the word are one cause.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
word=$(($("$TT_REPLAY" asm "RMWCIB0 cfg_reg_addr=70 mask=32" | head -c 10)))
zstd -dcq a/events.jsonl.zst | grep -v '"k":"push"' |
    sed "/\"i\":315,/{p;s/\"w\":[0-9]*/\"w\":$word/}" |
    awk '{ sub(/"i":[0-9]*/, "\"i\":" NR - 1); print }' >a/events.jsonl
rm a/events.jsonl.zst
after=$(awk '/"w":2751463432/ { print NR - 1 }' a/events.jsonl)
last=$(awk 'END { print NR - 1 }' a/events.jsonl)
edit a/bundle.json "s/events.jsonl.zst/events.jsonl/; s/\"after_event\": 487/\"after_event\": $after/; s/\"after_event\": 520/\"after_event\": $last/"
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap
echo "exit $?"
"$TT_REPLAY" bisect a.ttcap --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <a.json
grep -o '"is_too_many": true' a.json
