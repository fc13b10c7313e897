# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Pack's wait for math (SEMWAIT of semaphore 1) becomes a NOP: rounds still end as recorded, other orders do not.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst | sed 's/"w":2785050633/"w":33554432/' >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --order program
"$TT_REPLAY" schedules a.ttcap
echo $?
"$TT_REPLAY" schedules a.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/schedules.schema.json"
