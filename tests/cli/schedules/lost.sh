# SPDX-License-Identifier: Apache-2.0
# lane: commit
. "$FIXTURES/lib.sh"
# Two cores' last stores become a post and a get of a semaphore that nothing orders: in another order the get comes at 0
# and is lost, whatever L1 holds. With a poll between the two there is no such order.
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed a
zstd -dcq a/events.jsonl.zst | sed -e 's/^{"i":519,.*/{"i":519,"k":"semw","a":6,"op":"post","t":0}/' \
    -e 's/^{"i":520,.*/{"i":520,"k":"semw","a":6,"op":"get","t":2}/' >a/events.jsonl
rm a/events.jsonl.zst
edit a/bundle.json 's/events.jsonl.zst/events.jsonl/'
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" schedules a.ttcap
"$TT_REPLAY" schedules a.ttcap --json >a.json
"$SCHEMA_CHECK" "$SCHEMAS/schedules.schema.json" <a.json
edit a/events.jsonl -e 's/^{"i":518,.*/{"i":518,"k":"semw","a":6,"op":"post","t":0}/' \
    -e 's/^{"i":519,.*/{"i":519,"k":"semr","a":6,"v":1,"t":2}/'
"$TT_REPLAY" import a -o a.ttcap --force >/dev/null
"$TT_REPLAY" schedules a.ttcap
