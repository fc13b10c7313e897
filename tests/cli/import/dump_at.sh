# SPDX-License-Identifier: Apache-2.0
# lane: change
# Dumps from the middle of a run, each of a part of a space: all right, and each with one datum wrong. No JSON is written.
capture=$TRACES/kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap
"$TT_REPLAY" replay "$capture" --plain -o run.db | tail -n 1
# What the run had written behind the first instruction of a unit that wrote to a space: the place, as it is typed, and the bytes.
python3 - >places <<'EOF_PY'
import pathlib
import sqlite3

TYPED = {"srca": lambda at: f"srca:{at // 4096},{at % 4096 // 64},{at % 64 // 4}", "dst": lambda at: f"dst:{at // 32},{at % 32 // 2}",
         "lreg": lambda at: f"lreg:{at // 128}.{at % 128 // 4}", "l1": lambda at: f"l1:{at:#x}"}
db = sqlite3.connect("run.db")
for space, unit in (("srca", "unpack0"), ("dst", "matrix"), ("lreg", "vector"), ("l1", "pack")):
    (seq,) = db.execute("SELECT min(seq) FROM v_access WHERE space = ? AND unit = ? AND what = 'write'", (space, unit)).fetchone()
    lo, hi, after = db.execute("SELECT lo, hi, after FROM v_access WHERE space = ? AND unit = ? AND what = 'write' AND seq = ? "
                               "ORDER BY hi - lo DESC, lo", (space, unit, seq)).fetchone()
    data = bytearray.fromhex(after)
    pathlib.Path(f"{space}.right").write_bytes(data)
    data[-4] ^= 1
    pathlib.Path(f"{space}.wrong").write_bytes(data)
    print(space, TYPED[space](lo), seq)
EOF_PY
with() { # WRONG-SPACE: a capture of the kernel with all dumps, that one wrong
    set -- "$1"
    wrong=$1
    while read -r space place seq; do
        kind=right
        [ "$space" = "$wrong" ] && kind=wrong
        set -- "$@" --dump "$place@$seq=$space.$kind"
    done <places
    shift
    "$TT_REPLAY" import "$capture" "$@" -o "$wrong.ttcap" >/dev/null && "$TT_REPLAY" replay "$wrong.ttcap" -o "$wrong.db" --force
}
for space in none srca dst lreg l1; do
    echo "wrong: $space"
    with $space | tail -n 1
    "$TT_REPLAY" diff $space.db | sed -n '/First difference/,/replayed/p'
done
"$TT_REPLAY" info none.ttcap | grep after
"$TT_REPLAY" import "$capture" --dump srca:0,0,0=srca.right -o bad.ttcap
"$TT_REPLAY" import "$capture" --dump srca:0,0@600=srca.right -o bad.ttcap
"$TT_REPLAY" import "$capture" --dump dst:1023,8@600=dst.right -o bad.ttcap
"$TT_REPLAY" import "$capture" --dump dst:0,0@600000=dst.right -o bad.ttcap
"$TT_REPLAY" import "$capture" --dump dst:0,0@nowhere=dst.right -o bad.ttcap
ls bad.ttcap 2>/dev/null
