# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Without the STALLWAIT by which pack waits for the packer, before it turns to the other half of Dst, no order of words
# changes a byte: the packer is delayed.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst | sed 's/"w":2720006152/"w":33554432/' >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" schedules a.ttcap
echo $?
"$TT_REPLAY" schedules a.ttcap --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/schedules.schema.json" <a.json
grep -A 8 '"difference"' a.json
