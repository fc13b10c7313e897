# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Pack's wait for math becomes a NOP, and two cores say in one word of L1 that they are done: an order that ends otherwise becomes the fewest
# words delayed by the fewest cycles, and the command that is printed replays it. Without the delay nothing changes.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
try() {
    packed "$1"
    zstd -dcq "$1/events.jsonl.zst" | sed "$2" >"$1/events.jsonl"
    rm "$1/events.jsonl.zst"
    edit "$1/bundle.json" 's/events.jsonl.zst/events.jsonl/'
    "$TT_REPLAY" import "$1" -o "$1.ttcap" >/dev/null
    "$TT_REPLAY" schedules "$1.ttcap" --delays "$1.jsonl"
    fold -w 78 "$1.jsonl"
    "$TT_REPLAY" replay "$1.ttcap" --order program --delays "$1.jsonl" | grep delays
    sed 's/"delay": [0-9]*/"delay": 0/' "$1.jsonl" >none.jsonl
    "$TT_REPLAY" replay "$1.ttcap" --order program --delays none.jsonl | grep delays
}
try wait 's/"w":2785050633/"w":33554432/'
# A file of delays says what a slow unit cannot: only the second has one.
try word 's/"a":81928,"h":"ff000000"/"a":81920,"h":"fe000000"/'
refused() {
    echo "$1" >bad.jsonl
    "$TT_REPLAY" replay wait.ttcap --order program --delays bad.jsonl
    echo $?
}
refused '{"thread": "math", "delay": 5, "site_index": 6}'
refused '{"thread": "math", "delay": 5, "event": 6, "filler": "unpacr0"}'
refused '{"thread": "sfpu", "delay": 5, "event": 6}'
refused '{"thread": "math", "delay": 5, "event": 6, "arch": "wormhole"}'
refused '{"thread": "math", "delay": 5, "event": 6, "late": 1}'
"$TT_REPLAY" replay wait.ttcap --order executed --delays wait.jsonl
echo $?
