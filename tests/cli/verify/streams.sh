# SPDX-License-Identifier: Apache-2.0
# A recording that changed a word contradicts itself: it is named with its event.
. "$FIXTURES/lib.sh"
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst | sed '/"exec"/s/"w":2722105360/"w":2722105361/' >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" verify a.ttcap
echo "exit $?"
"$TT_REPLAY" verify a.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/verify.schema.json"
"$TT_REPLAY" replay a.ttcap -o a.db | grep -A 4 -E 'findings|streams'
"$TT_REPLAY" replay a.ttcap --json -o b.db | "$SCHEMA_CHECK" "$SCHEMAS/replay.schema.json"
"$TT_REPLAY" bisect a.ttcap --budget 3 | sed -n 1,4p
"$TT_REPLAY" audit a.db --lint | grep -A 3 stream-
