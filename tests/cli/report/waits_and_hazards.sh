# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Program order: the page has who waited for what, and the findings.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst | sed 's/"w":2720006152/"w":33554432/' >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --order program >/dev/null
"$TT_REPLAY" report a.db -o a.html
grep -o '"code": *"[a-z-]*"' a.html | sort | uniq -c | sed 's/^ *//'
grep -o '"wait_of": *[0-9]*' a.html
sed -n '/"texts"/,/\]/p' a.html | head -n 20
