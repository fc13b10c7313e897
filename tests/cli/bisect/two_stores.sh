# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# Stores that no thread's core made, of L1, to the other state: whatever differs is not called the same.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json "s/events.jsonl.zst/events.jsonl/"
# Two captures of it, each with one more line of events behind the last.
both() {
    for which in good bad; do
        rm -rf "$which"
        cp -r a "$which"
        echo "{\"i\":521,$1" >>"$which/events.jsonl"
        shift
        "$TT_REPLAY" import "$which" -o "$which.ttcap" --force >/dev/null
    done
    "$TT_REPLAY" bisect --good good.ttcap --bad bad.ttcap | sed -n '/stores/,/configuration/p' | sed '$d'
    "$TT_REPLAY" bisect --good good.ttcap --bad bad.ttcap --json | "$SCHEMA_CHECK" "$SCHEMAS/pair.schema.json"
}
both '"k":"cfgw","s":0,"a":70,"v":1377}' '"k":"cfgw","s":0,"a":70,"v":1345}'
both '"k":"cfgw","t":2,"s":0,"a":70,"v":1377}' '"k":"cfgw","t":2,"s":1,"a":70,"v":1377}'
both '"k":"l1w","t":0,"a":1024,"h":"0011223344"}' '"k":"l1w","t":0,"a":1024,"h":"0011223355"}'
both '"k":"semw","core":"b","pc":64,"a":3,"op":"post"}' '"k":"semw","core":"b","pc":64,"a":3,"op":"get"}'
both '"k":"mmio","t":1,"a":4293394440,"v":0}' '"k":"mmio","t":1,"a":4293394436,"v":0}'
