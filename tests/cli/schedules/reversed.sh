# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Two cores say that they are done in the same word of L1, and not the same: who comes last is left to chance.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst | sed 's/"a":81928,"h":"ff000000"/"a":81920,"h":"fe000000"/' >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" schedules a.ttcap
echo $?
"$TT_REPLAY" schedules a.ttcap --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/schedules.schema.json" <a.json
grep -A 8 '"difference"' a.json
