# SPDX-License-Identifier: Apache-2.0
# lane: night
# A program and the array that should come out of it: a core's store that goes to another place, one that comes too late, a word that is
# wrong in all rounds of its loop, and an input whose halves are exchanged.
. "$FIXTURES/lib.sh"
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
packed right
"$TT_REPLAY" import right -o right.ttcap >/dev/null
"$TT_REPLAY" replay right.ttcap -o right.db >/dev/null
"$TT_REPLAY" export --region l1:0x60000:0x90 right.db -o golden.npy >/dev/null
# ask NAME SED...: the program with its events edited, and without what a device held.
ask() {
    name=$1
    shift
    packed "$name"
    [ "$name" != input ] || {
        zstd -dqf "$name/begin/l1_020000.bin.zst" -o held
        count=$(wc -c <held)
        { tail -c $((count / 2)) held; head -c $((count / 2)) held; } | zstd -qf -o "$name/begin/l1_020000.bin.zst"
    }
    zstd -dcq right/events.jsonl.zst | grep -v '"k":"push"' | sed "$@" |
        awk '{ sub(/"i":[0-9]*/, "\"i\":" NR - 1); print }' >"$name/events.jsonl"
    rm "$name/events.jsonl.zst"
    after=$(awk '/"w":2751463432/ { print NR - 1 }' "$name/events.jsonl")
    last=$(awk 'END { print NR - 1 }' "$name/events.jsonl")
    edit "$name/bundle.json" "s/events.jsonl.zst/events.jsonl/; s/\"after_event\": 487/\"after_event\": $after/; s/\"after_event\": 520/\"after_event\": $last/"
    "$TT_REPLAY" import "$name" -o "$name.ttcap" >/dev/null
    "$TT_REPLAY" bisect "$name.ttcap" --expect golden.npy --at l1:0x60000 >"$name.txt"
    echo "$name: exit $?"
    sed -n '/^  cause /,/^  searched/p; /^  perhaps /,/^  searched/p' "$name.txt" | sed '/^  diverges/,/^  searched/d'
}
ask place '/"i":436,/s/"a":76/"a":75/'
ask late -e '/"i":436,/{h;d}' -e '/"i":464,/G'
ask loop 's/"w":302030848/"w":302014464/'
ask input ''
"$TT_REPLAY" bisect place.ttcap --expect golden.npy --at l1:0x60000 --json >place.json
"$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <place.json
grep -e '"to"' place.json
