#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""plain.py TT-REPLAY PAGE TRACES [SQLITE3 TT_VALUES.SO]: a database of `replay --plain` read by an SQLite without the extension.

Every query of PAGE gives rows; `device` has what `diff` says; with the extension, each table has the rows that the
extension computes; `export --sqlite` makes the same rows; other verbs give the same answers."""
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

COPY = "kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap"
BLOCKS = "kernels/datacopy_bfp8_bfp8_bfp8_bfp8_full_rand.ttcap"
NIBBLES = "kernels/datacopy_bfp8_bfp8_bfp8_bfp4_hostile.ttcap"
RELU = ["--set", "STACC_RELU_ApplyRelu=1"]  # the packer clears what the device left
failures = []


def check(is_good, text):
    if not is_good:
        failures.append(text)


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    check(done.returncode in (0, 1), f"{words}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def replay(folder, capture, name, *more):
    path = folder / name
    run(tool, "replay", traces / capture, "-o", path, *RELU, *more)
    return path


def queries_of_page(path):
    queries = re.findall(r"```sql\n(.*?)```", page.read_text(), re.DOTALL)
    check(len(queries) >= 10, f"{page}: {len(queries)} queries")
    with sqlite3.connect(path) as bare:
        for query in queries:
            try:
                check(bare.execute(query).fetchone() is not None, f"no row: {query}")
            except sqlite3.Error as error:
                failures.append(f"{error}: {query}")


def whatever_is_listed(path):
    with sqlite3.connect(path) as bare:
        for (name,) in bare.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").fetchall():
            bare.execute(f'SELECT count(*) FROM "{name}"').fetchone()


def rows_of(path):
    with sqlite3.connect(path) as bare:
        return list(bare.iterdump())


def device_is_what_diff_says(path):
    """Of each differing datum: bits that the device held, and that the replay has."""
    said = {}
    for row in json.loads(run(tool, "diff", path, "--json", "--limit", "1000000"))["differences"]:
        if row["what"] == "datum":
            datum = row["datum"]
            bits = [row[side]["bits"].split(":")[-1] for side in ("held", "replayed")]
            said[datum["tile"], datum["first"]] = tuple(int(text, 16) for text in bits)
    check(said, f"{path}: diff names no datum")
    with sqlite3.connect(path) as bare:
        found = {
            (tile, datum): (held, replayed)
            for tile, datum, held, replayed in bare.execute(
                "SELECT d.tile, d.datum, v.bits, d.bits FROM device v JOIN v_datum d USING (block, datum)"
            )
        }
    for place, bits in said.items():
        check(found.get(place) == bits, f"{path}: datum {place}: diff {bits}, device {found.get(place)}")
    with_own_bits = {place for place, bits in found.items() if bits[0] != bits[1]}
    check(with_own_bits <= set(said), f"{path}: device names datums that diff does not: {with_own_bits - set(said)}")


def same_as_the_extension(plain, run_db, shell, extension):
    views = [name for (name,) in sqlite3.connect(plain).execute(
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND (name GLOB 'v_*' OR name = 'word')")]
    script = [f".load {pathlib.Path(extension).with_suffix('')}", f"ATTACH '{plain}' AS plain;"]
    for view in views:
        more = " , ".join(f"(SELECT count(*) FROM (SELECT * FROM {one} EXCEPT SELECT * FROM {other}))"
                          for one, other in ((view, f"plain.{view}"), (f"plain.{view}", view)))
        script.append(f"SELECT '{view}', (SELECT count(*) FROM {view}) - (SELECT count(*) FROM plain.{view}), {more};")
    done = subprocess.run([shell, "-batch", run_db], input="\n".join(script), capture_output=True, text=True)
    wanted = [f"{view}|0|0|0" for view in views]
    check(done.stdout.splitlines() == wanted and not done.stderr, f"beside the extension: {done.stdout}{done.stderr}")


tool, page, traces = (pathlib.Path(word) for word in sys.argv[1:4])
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    plain = replay(folder, COPY, "plain.db", "--plain")
    run_db = replay(folder, COPY, "run.db")
    queries_of_page(plain)
    whatever_is_listed(plain)
    for capture in (COPY, BLOCKS, NIBBLES):
        device_is_what_diff_says(replay(folder, capture, "other.db", "--plain", "--force"))
    run(tool, "export", run_db, "--sqlite", folder / "exported.db")
    check(rows_of(folder / "exported.db") == rows_of(plain), "export --sqlite makes other rows than --plain")
    run(tool, "export", plain, "--sqlite", folder / "again.db")
    check(rows_of(folder / "again.db") == rows_of(plain), "export --sqlite of a plain database is another")
    with sqlite3.connect(folder / "again.db") as forged:
        forged.execute("UPDATE v_instruction SET text = 'forged'")
        forged.execute("CREATE TRIGGER t AFTER INSERT ON word BEGIN INSERT INTO wait SELECT NULL, 0, 0, 0, 0, 0, 'forged'; END")
        forged.execute("DELETE FROM word")
    run(tool, "export", folder / "again.db", "--sqlite", folder / "computed.db")
    with sqlite3.connect(folder / "computed.db") as computed:
        count = computed.execute("SELECT (SELECT count(*) FROM v_instruction WHERE text = 'forged') + (SELECT count(*) FROM wait)")
        check(count.fetchone()[0] == 0, "export --sqlite takes rows of the file for computed ones, or runs its triggers")
    for words in (["diff"], ["audit", "--tile", "0"], ["why", "l1:0x60004"]):
        answers = [run(tool, words[0], path, *words[1:], "--json") for path in (run_db, plain)]
        check(answers[0] == answers[1], f"{words}: another answer of a plain database")
    if len(sys.argv) > 4:
        same_as_the_extension(plain, run_db, *sys.argv[4:6])
print("\n".join(failures[:20]) if failures else "as the page says")
sys.exit(1 if failures else 0)
