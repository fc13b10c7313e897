# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# One store of the cores is another: 1345 for 1377 in word 70, a bit of the packer's output format.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
"$TT_REPLAY" import a -o a.ttcap >/dev/null
zstd -dcq a/events.jsonl.zst | sed "s/\"a\":70,\"v\":1377/\"a\":70,\"v\":1345/" >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json "s/events.jsonl.zst/events.jsonl/"
"$TT_REPLAY" import a -o b.ttcap >/dev/null
"$TT_REPLAY" bisect --good a.ttcap --bad b.ttcap
echo "exit $?"
"$TT_REPLAY" bisect --good a.ttcap --bad b.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/pair.schema.json"
"$TT_REPLAY" bisect b.ttcap --budget 600
