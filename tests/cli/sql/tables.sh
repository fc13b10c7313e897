# SPDX-License-Identifier: Apache-2.0
# lane: commit
# Whatever a database offers (`.tables` of SQLite's shell) can be read without the extension: compact, with plain rows, made of the
# compact one, and of a batch.
mkdir captures
cp "$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap" captures/a.ttcap
"$TT_REPLAY" replay captures/a.ttcap -o compact.db >/dev/null
"$TT_REPLAY" replay captures/a.ttcap --plain -o plain.db >/dev/null
"$TT_REPLAY" export compact.db --sqlite made.db >/dev/null
"$TT_REPLAY" batch captures -o batch.db --causes=none >/dev/null 2>&1
python3 - compact.db plain.db made.db batch.db <<'EOF_PY'
import sqlite3
import sys

for path in sys.argv[1:]:
    db = sqlite3.connect(path)
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name")]
    for name in names:
        try:
            db.execute(f'SELECT * FROM "{name}" LIMIT 3').fetchall()
        except sqlite3.Error as error:
            print(f"{path}: {name}: {error}")
    print(f"{path}: {'some' if names else 'no'} tables, stages of single values: {'v_datum' in names}")
EOF_PY
