# SPDX-License-Identifier: Apache-2.0
# The words of deadlock.sh, of a device that hung there: what it held then is compared. And one that is said to have hung, and whose
# words come to their end.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
. "$FIXTURES/lib.sh"
packed a
edit a/bundle.json 's/"source"/"ended": "hung", "source"/'
"$TT_REPLAY" import a -o whole.ttcap >/dev/null
"$TT_REPLAY" info whole.ttcap | grep device
"$TT_REPLAY" replay whole.ttcap --order program | tail -1
zstd -dcq a/events.jsonl.zst | sed 's/"w":2751463432/"w":33554432/' >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap --order program | sed -n '/verdict/,$p'
"$TT_REPLAY" bisect a.ttcap --order program --budget 100 | grep -e hung -e device
edit a/bundle.json 's/"ended": "hung"/"ended": "end"/'
"$TT_REPLAY" import a -o b.ttcap >/dev/null
"$TT_REPLAY" replay b.ttcap --order program | tail -1
edit a/bundle.json 's/"ended": "end"/"ended": "stuck"/'
"$TT_REPLAY" import a -o c.ttcap
