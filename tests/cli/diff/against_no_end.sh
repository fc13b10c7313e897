# SPDX-License-Identifier: Apache-2.0
# Two runs are the same only where both came to their end and every compared byte is decided in both.
. "$FIXTURES/lib.sh"
packed case
run_of case
packed hung
zstd -dcq hung/events.jsonl.zst | sed 's/"w":2751463432}/"w":33554432}/' >hung/events.jsonl && rm hung/events.jsonl.zst
edit hung/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import hung -o hung.ttcap && "$TT_REPLAY" replay hung.ttcap --order program -o hung.db >/dev/null
packed undone
zstd -dcq undone/events.jsonl.zst | sed 's/"w":2717976592}/"w":1140850688}/' >undone/events.jsonl && rm undone/events.jsonl.zst
edit undone/bundle.json 's/events.jsonl.zst/events.jsonl/'
run_of undone
packed unknown
edit unknown/bundle.json 's/"simulator"/"silicon"/'
run_of unknown
for pair in 'case case' 'hung hung' 'case hung' 'undone undone' 'case undone' 'unknown unknown' 'case unknown'; do
    set -- $pair
    echo "== $1 against $2"
    "$TT_REPLAY" diff $1.db --against $2.db --limit 1 | grep -E -A1 '^(SAME|HUNG|NO VERDICT|DIFFERS|UNSUPPORTED)'
    "$TT_REPLAY" diff $1.db --against $2.db --json >/dev/null
    echo "exit $?"
done
