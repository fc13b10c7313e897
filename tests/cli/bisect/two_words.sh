# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# A PACR more.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
zstd -dcq a/events.jsonl.zst >a/events.jsonl
rm a/events.jsonl.zst
echo "{\"i\":521,\"k\":\"exec\",\"t\":2,\"w\":1090519040}" >>a/events.jsonl
edit a/bundle.json "s/events.jsonl.zst/events.jsonl/"
"$TT_REPLAY" import a -o b.ttcap >/dev/null
"$TT_REPLAY" bisect --good a.ttcap --bad b.ttcap
echo "exit $?"
"$TT_REPLAY" bisect --good a.ttcap --bad b.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/pair.schema.json"
