# SPDX-License-Identifier: Apache-2.0
# lane: night
# What no word or setting explains, and what differs shows by itself: a line of the output that is stuck, a write that did not arrive, rows
# of Dst that are cleared, and a part of an input whose halves are exchanged.
. "$FIXTURES/lib.sh"
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
# bytes FILE AWK: FILE with its byte $b number $i (from 0) as the statement leaves it.
bytes() {
    octal=$(od -An -v -tu1 "$1" | tr -s ' ' '\n' | grep . | awk "{ i = NR - 1; b = \$1; $2; printf \"\\\\%03o\", b }")
    printf "$octal" >"$1.other"
    mv "$1.other" "$1"
}
ask() {
    "$TT_REPLAY" import "$1" -o "$1.ttcap" >/dev/null
    name=$1
    shift
    "$TT_REPLAY" bisect "$name.ttcap" "$@" --budget 4000 >"$name.txt"
    echo "$name: exit $?"
    grep -A2 -E '^  (pattern|older|cause|perhaps) ' "$name.txt"
    "$TT_REPLAY" bisect "$name.ttcap" "$@" --budget 4000 --json >"$name.json"
    "$SCHEMA_CHECK" "$SCHEMAS/bisect.schema.json" <"$name.json"
}
packed stuck
bytes stuck/end/l1_05ffc0.bin 'if (i >= 64 && i < 224 && int(b / 16) % 2 == 0) b += 16'
ask stuck
sed -n '/"pattern"/,/}/p' stuck.json | tr -d ' \n' | grep -o '"bit":[^}]*}'
packed lost
bytes lost/end/l1_05ffc0.bin 'if (i >= 80 && i < 96) b = 205'
ask lost
packed cleared
zstd -dqf --rm cleared/end/dst.bin.zst
python3 - <<'END'
held = bytearray(open("cleared/end/dst.bin", "rb").read())
first = next(i for i in range(0, len(held), 32) if any(held[i:i + 32]))
held[first:first + 64] = bytes(64)
open("cleared/end/dst.bin", "wb").write(held)
END
zstd -qf --rm cleared/end/dst.bin
ask cleared
packed right
"$TT_REPLAY" import right -o right.ttcap >/dev/null
"$TT_REPLAY" replay right.ttcap -o right.db >/dev/null
"$TT_REPLAY" export --region l1:0x60000:0x90 right.db -o golden.npy >/dev/null
# halves NAME COUNT: the input with two pieces of so many bytes exchanged.
halves() {
    packed "$1"
    zstd -dqf "$1/begin/l1_020000.bin.zst" -o "$1/begin/l1_020000.bin"
    { tail -c +$((33 + $2)) "$1/begin/l1_020000.bin" | head -c "$2"; tail -c +33 "$1/begin/l1_020000.bin" | head -c "$2"; } >both
    dd if=both of="$1/begin/l1_020000.bin" bs=1 seek=32 conv=notrunc 2>/dev/null
    zstd -qf --rm "$1/begin/l1_020000.bin"
    ask "$1" --expect golden.npy --at l1:0x60000
}
halves row 16
halves part 8
