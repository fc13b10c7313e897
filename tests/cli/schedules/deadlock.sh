# SPDX-License-Identifier: Apache-2.0
# lane: commit
. "$FIXTURES/lib.sh"
# The word by which math hands its block to pack becomes a NOP: no order of the threads comes to an end. conform says
# who waits for what.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst | sed 's/"w":2751463432/"w":33554432/' >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" schedules a.ttcap
echo "exit $?"
"$TT_REPLAY" schedules a.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/schedules.schema.json"
"$TT_REPLAY" conform a.ttcap --order program --show 1
