# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Program order: the word by which pack waits for the packer (STALLWAIT) becomes a NOP.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst | sed 's/"w":2720006152/"w":33554432/' >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap -o a.db --order program >/dev/null
"$TT_REPLAY" audit --lint a.db
