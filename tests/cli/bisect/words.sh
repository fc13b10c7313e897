# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# A recording of executed words alone in which one is lost, and one in which a bit of one is turned.
# words NAME EDIT: the fixture with the edit of its events, numbered again, without what was pushed.
words() {
    packed "$1"
    zstd -dcq "$1/events.jsonl.zst" | grep -v '"k":"push"' | eval "$2" |
        awk '{ sub(/"i":[0-9]*/, "\"i\":" NR - 1); print }' >"$1/events.jsonl"
    rm "$1/events.jsonl.zst"
    after=$(awk '/"w":2751463432/ { print NR - 1 }' "$1/events.jsonl")
    last=$(awk 'END { print NR - 1 }' "$1/events.jsonl")
    edit "$1/bundle.json" "s/events.jsonl.zst/events.jsonl/; s/\"after_event\": 487/\"after_event\": $after/; s/\"after_event\": 520/\"after_event\": $last/"
    "$TT_REPLAY" import "$1" -o "$1.ttcap" >/dev/null
}
words lost "sed '/\"i\":477,/d'"
"$TT_REPLAY" bisect lost.ttcap
echo "exit $?"
words changed "sed 's/\"i\":502,\"k\":\"exec\",\"t\":2,\"w\":1351352321/\"i\":502,\"k\":\"exec\",\"t\":2,\"w\":1351352337/'"
"$TT_REPLAY" bisect changed.ttcap --budget 4000 --json >changed.json
echo "exit $?"
sed -n '/"cause"/,/"best_other"/p' changed.json | cut -c 1-80
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <changed.json
words undone "sed '/\"i\":452,/d'"
"$TT_REPLAY" bisect undone.ttcap --budget 2000
echo "exit $?"
