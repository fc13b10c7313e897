# SPDX-License-Identifier: Apache-2.0
"""results_reader.py PROJECT TOOL EXTENSION: examples/read_results.py, which knows of a result database what docs/formats/results.md
says and nothing more, reads what the extension reads: all instructions and accesses, and every value of every stage, of runs of a few
shipped captures."""
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

project, tool, extension = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
sys.path.insert(0, str(project / "examples"))
sys.dont_write_bytecode = True
import read_results  # noqa: E402

CAPTURES = ["datacopy_f16b_f16b_f32_bfp8_acc_hostile", "matmul_HiFi2_bfp8_bfp8_f16b_bfp8_wide", "wormhole_tilize_1x1_f16b_f16b_f16b_bfp8_nice",
            "wormhole_pack_untilize_2_2_i32_i32_i32_i32_acc_u2d_nice", "sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile"]
failures = []


def shell(path, query):
    """Rows as the sqlite3 shell with the extension prints them."""
    done = subprocess.run(["sqlite3", "-separator", "|", path, f".load {extension}", query], check=True, text=True,
                          stdout=subprocess.PIPE)
    return done.stdout.splitlines()


def text_of(row):
    return "|".join("" if each is None else each.hex().upper() if isinstance(each, bytes) else str(each) for each in row)


def same(what, ours, theirs):
    ours = [text_of(row) for row in ours]
    if ours != theirs or not ours:
        wrong = next(((a, b) for a, b in zip(ours, theirs) if a != b), "none in both")
        failures.append(f"{what}: {len(ours)} rows of {len(theirs)}, first that differs: {wrong}")


def check(name, folder):
    path = folder / "run.db"
    path.unlink(missing_ok=True)
    subprocess.run([tool, "replay", project / f"traces/kernels/{name}.ttcap", "-o", path], check=True, stdout=subprocess.DEVNULL)
    db = sqlite3.connect(path)
    same(f"{name}: instructions", read_results.instructions(db), shell(path, "SELECT seq, thread, unit, word FROM tt_instructions"))
    same(f"{name}: accesses", read_results.accesses(db), shell(
        path, "SELECT seq, space, unit, instance, stream, is_write, lo, hi, tile, first_datum, "
        "CASE WHEN before IS NULL THEN NULL ELSE hex(before) END, CASE WHEN after IS NULL THEN NULL ELSE hex(after) END "
        "FROM tt_accesses"))
    blocks = [int(block) for block in shell(path, "SELECT block FROM v_stage ORDER BY block")]
    rows = ((block, *row) for block in blocks for row in read_results.values(db, block))
    same(f"{name}: values", rows, shell(
        path, 'SELECT s.block, v.datum, v.seq, v."row", v."column", v.bits, v.shared_exponent FROM v_stage s JOIN tt_values(s.block) v '
        'ORDER BY s.block, v.datum'))
    db.close()


if not shutil.which("sqlite3"):
    print("skipped: there is no sqlite3")
    sys.exit(77)
with tempfile.TemporaryDirectory(prefix="tt-replay-docs.") as scratch:
    for name in CAPTURES:
        check(name, pathlib.Path(scratch))
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
