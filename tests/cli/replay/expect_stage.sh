# SPDX-License-Identifier: Apache-2.0
# lane: change
# Values of a stage of every unit that the kernel has, as plain SQL has them, against the run: all of them and one instruction's, right
# and with the last datum wrong. Then a table of several, and what a changed field leaves of a stage, which bisect finds.
. "$FIXTURES/lib.sh"
cp "$TRACES/kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap" kernel.ttcap
kernel=kernel.ttcap
cat >stages.py <<'EOF_PY'
"""stages.py RUN.db: UNIT.STAGE.{all,one,bad}.npy of each stage, and a line with its first event."""
import sqlite3
import struct
import sys


def write(path, values):
    head = f"{{'descr': '<u4', 'fortran_order': False, 'shape': ({len(values)},), }}".ljust(117) + "\n"
    with open(path, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{len(values)}I", *values))


db = sqlite3.connect(sys.argv[1])
for unit, stage in db.execute("SELECT unit, stage FROM v_stage GROUP BY unit, stage ORDER BY min(seq), unit, ordinal").fetchall():
    rows = db.execute("SELECT seq, bits | (ifnull(shared_exponent, 0) << 8) FROM v_datum WHERE unit = ? AND stage = ? "
                      "ORDER BY seq, instance, datum", (unit, stage)).fetchall()
    one = [bits for seq, bits in rows if seq == rows[0][0]]
    write(f"{unit}.{stage}.all.npy", [bits for _, bits in rows])
    write(f"{unit}.{stage}.one.npy", one)
    write(f"{unit}.{stage}.bad.npy", one[:-1] + [one[-1] ^ 1])
    print(f"{unit}.{stage}", rows[0][0])
EOF_PY
"$TT_REPLAY" replay "$kernel" --plain -o run.db >/dev/null
python3 stages.py run.db >stages
while read -r stage event; do
    "$TT_REPLAY" replay "$kernel" --expect $stage.all.npy --stage $stage --insn all | grep verdict
    "$TT_REPLAY" replay "$kernel" --expect $stage.one.npy --stage $stage --insn $event >one.txt || cat one.txt
    "$TT_REPLAY" replay "$kernel" --expect $stage.bad.npy --stage $stage --insn $event --json |
        python3 -c 'import json, sys; run = json.load(sys.stdin); print(run["verdict"], run["differing_bytes"], *run["first"].values())'
done <stages
cat >table.csv <<'EOF_CSV'
expect,stage,insn,format,after
adc.after.all.npy,adc.after,all,,
"pack.bfp_assemble.bad.npy",pack.bfp_assemble,1109,,
unpack0.convert.one.npy,unpack0.convert,all,,475
EOF_CSV
echo "a table:"
"$TT_REPLAY" replay "$kernel" --expect-table table.csv
"$TT_REPLAY" diff run.db --expect pack.bfp_assemble.bad.npy --stage pack.bfp_assemble --insn 1109
"$TT_REPLAY" diff run.db --expect-table table.csv --json |
    python3 -c 'import json, sys; all = json.load(sys.stdin); print(all["verdict"], [one["verdict"] for one in all["references"]])'
echo "a changed field:"
"$TT_REPLAY" replay "$kernel" --set DEST_TARGET_REG_CFG_PACK_SEC0_Offset=4 --plain -o other.db >/dev/null
python3 stages.py other.db >/dev/null
"$TT_REPLAY" bisect "$kernel" --expect pack.read.all.npy --stage pack.read --insn all --budget 600 | sed -n '/first/,/diverges/p'
"$TT_REPLAY" replay "$kernel" --order program --expect pack.read.all.npy --stage pack.read --insn all | grep -A 1 first
says replay "$kernel" --expect pack.read.one.npy --stage pack.read --insn all
says replay "$kernel" --expect pack.read.one.npy --stage pack.read --insn 1109 --format fp16
says replay "$kernel" --expect pack.read.one.npy --stage pack.reads --insn 1109
says replay "$kernel" --expect pack.read.one.npy --stage packs.read --insn 1109
says replay "$kernel" --expect pack.read.one.npy --stage pack.read --insn mark:here
says replay "$kernel" --expect pack.read.one.npy --stage pack.read
says replay "$kernel" --expect pack.read.one.npy --stage pack.read --insn 600000
says replay "$kernel" --expect pack.read.one.npy --stage pack.read --insn 1109 --order program
printf 'expect,where\nx.npy,l1:0\n' >bad.csv
says replay "$kernel" --expect-table bad.csv
printf 'expect,at\nx.npy,srca:0,0,0\n' >bad.csv
says replay "$kernel" --expect-table bad.csv
# A table may be a stranger's: it names nothing outside of its folder.
mkdir theirs
cp pack.read.one.npy secret.npy
ln -s ../secret.npy theirs/link.npy
for name in ../secret.npy "$PWD/secret.npy" link.npy; do
    printf 'expect,at\n%s,l1:0x60000\n' "$name" >theirs/table.csv
    "$TT_REPLAY" replay "$kernel" --expect-table theirs/table.csv 2>&1 | grep -oE "line 2: .*: leads out of the folder theirs" | sed "s|$PWD|HERE|"
done
