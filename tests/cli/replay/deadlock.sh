# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# The word by which math hands its block to pack (SEMPOST of semaphore 1) becomes a NOP: pack waits for ever.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst | sed 's/"w":2751463432/"w":33554432/' >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --order program
echo $?
"$TT_REPLAY" replay a.ttcap -o b.db --order program --json >a.json
echo $?
"$SCHEMA_CHECK" "$SCHEMAS/replay.schema.json" <a.json
