# SPDX-License-Identifier: Apache-2.0
# A question needs the run up to the moment behind its events: where a digest on the way is another one, what stands before the
# moment before it is still answered, and nothing behind it is.
. "$FIXTURES/lib.sh"
bundle long
python3 - <<'EOF_PY'
import json
import pathlib

folder = pathlib.Path("long")
events = [{"i": i, "k": "gprw", "t": 0, "a": 4, "v": i} for i in range(10000)]
(folder / "events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
manifest = json.loads((folder / "bundle.json").read_text())
del manifest["boot"]
manifest["checkpoints"][1] |= {"after_event": len(events) - 1, "regions": manifest["checkpoints"][0]["regions"]}
(folder / "bundle.json").write_text(json.dumps(manifest))
EOF_PY
run_of long
sqlite3 long.db "SELECT seq FROM moment" "UPDATE moment SET digest = 1 WHERE seq = 8193"
for seq in 100 4000 4095 4096 9000; do
    "$TT_REPLAY" sql long.db "SELECT seq, before, after FROM tt_accesses WHERE seq = $seq"
    echo "exit $?"
done
