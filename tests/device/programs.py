# SPDX-License-Identifier: Apache-2.0
"""Recorded conversations of whole tt-metal programs (../shared/programs): every answer of the device is the same here.
--alone: each tile that sent a request replays alone, in every order, to where the whole left it. --plant N: of N
answers, drawn over all conversations, one byte is another, and of as many ends of tiles; it is named by place and
address, alone, and by the instruction that wrote it.

    python3 tests/device/programs.py TT-REPLAY ../shared/programs [--only NAME...] [--alone] [--plant N]

Exit 77 (skipped) where the conversations are not beside the project; --plant needs the program zstd."""
import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

TIMEOUT = 280
failed = 0


def complain(sentence):
    global failed
    failed += 1
    print(sentence)


def tool(*words):
    done = subprocess.run([options.tool, *words], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    if done.returncode not in (0, 1, 3):
        complain(f"{' '.join(words)}: exit {done.returncode}: {done.stderr}")
    return done


def run(path, *words):
    """The report, and whether exit status and verdict agree."""
    done = tool("run", "--wire", str(path), "--json", *words)
    report = json.loads(done.stdout) if done.stdout else {"verdict": None, "readbacks": [], "tiles": []}
    if {"same": 0, "differs": 1}.get(report["verdict"], 3) != done.returncode:
        complain(f"{path.name}: verdict {report['verdict']}, exit {done.returncode}")
    return report


def hold(path):
    report = run(path)
    results = [r for r in report["readbacks"] if r["kind"] == "dram"]
    if report["verdict"] != "same" or not results or any(r["differing"] or r["undecided"] for r in report["readbacks"]):
        complain(f"{path.name}: {report['verdict']}: {report.get('reason')}")
    if any(r["kind"] != "other" and not r["is_judged"] for r in report["readbacks"]):
        complain(f"{path.name}: a read-back of a tile or of DRAM was not judged")
    print(f"{path.name}: {report['verdict']}, {len(results)} results, {len(report['tiles'])} tiles")
    return report


def hold_alone(path, report):
    """As a program: it gives the same verdict again, and each of its tiles replays alone."""
    program = scratch / "program"
    tool("import", "--wire", str(path), "-o", str(program), "--force")
    again = json.loads(tool("replay", str(program), "--json").stdout or "{}")
    if again.get("readbacks") != report["readbacks"]:
        complain(f"{path.name}: its program reads back other answers")
    tool("verify", str(program))
    counts = json.loads(tool("batch", str(program), "-o", str(scratch / "batch.db"), "--force", "--json").stdout)["verdicts"]
    if not counts["same"] or counts["differs"] or counts["trouble"] or counts["missing"]:
        complain(f"{path.name}: its tiles come to {counts} by batch")
    for tile in [t for t in report["tiles"] if t["requests"]]:
        place = f"{tile['x']},{tile['y']}"
        for order in ("executed", "program", "firmware"):
            said = json.loads(tool("replay", str(program), "--tile", place, "--order", order, "--json").stdout or "{}")
            verdict = said.get("verdict")
            undefined = "undefined behaviour" in (said.get("reason") or "")
            differs = said.get("first") or any(c.get("differing") for c in said.get("comparisons", []))
            if verdict != "same" and not (verdict == "no verdict" and undefined and not differs):
                complain(f"{path.name}, tile {place} alone, {order} order: {verdict}: {said.get('reason')}")


def program_of(path):
    program = scratch / path.name.removesuffix(".trace.zst")
    if not program.exists():
        tool("import", "--wire", str(path), "-o", str(program))
    return program


def ask(program, *words):
    said = json.loads(tool("bisect", str(program), "--budget", "1", "--json", *words).stdout or '{"causes": []}')
    return said.get("verdict"), said["causes"]


def named(cause):
    """Tile and instruction: the first step in a tile that an instruction wrote or stored, or the host's line."""
    for step in cause["steps"]:
        found = re.match(r"(?:written|stored) in step (\d+), (?:T\d|core \w+)", step["how"])
        if found:
            return step["place"].removeprefix("tile ").split(":")[0], int(found[1])
    return None, next((step["how"] for step in cause["steps"] if step["how"].startswith("the host's write")), None)


def plant_answer(path, readback, draw):
    """Another byte in the answer of that line."""
    program, folder = program_of(path), scratch / "planted"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(program, folder)
    packed = folder / "conversation.wire.zst"
    text = subprocess.run(["zstd", "-dc", str(packed)], capture_output=True, text=True, check=True).stdout.split("\n")
    line = text[readback["line"] - 1]
    at = draw.randrange(readback["bytes"])
    head, _, reply = line.rpartition("reply=")
    new = int(reply[2 * at:2 * at + 2], 16) ^ (1 << draw.randrange(8))
    text[readback["line"] - 1] = f"{head}reply={reply[:2 * at]}{new:02x}{reply[2 * at + 2:]}"
    subprocess.run(["zstd", "-qf", "-o", str(packed)], input="\n".join(text), text=True, check=True)
    verdict, causes = ask(folder)
    place = f"line {readback['line']}: {readback['x']},{readback['y']}:0x{readback['address'] + at:x}"
    if verdict != "differs" or [cause["place"] for cause in causes] != [place]:
        complain(f"{path.name}: planted at {place}, found {[c['place'] for c in causes]}, {verdict}")
    elif not named(causes[0])[1]:
        complain(f"{path.name}: planted at {place}: no instruction is named: {causes[0]['steps']}")


def plant_state(path, tile, draw):
    """Another byte in the end of a tile: where a store or an instruction of it wrote one."""
    program, folder = program_of(path), scratch / "planted"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(program, folder)
    capture = f"tile-{tile['x']}-{tile['y']}.ttcap"
    database = scratch / f"{program.name}-{capture}.db"
    if not database.exists():
        tool("replay", str(program / capture), "--order", "firmware", "-o", str(database))
    rows = tool("sql", str(database), "--json", "--limit", "100000000",
                "SELECT lo, hi, seq FROM v_access WHERE space = 'l1' AND what = 'write'").stdout
    written = json.loads(rows)["rows"]
    one = draw.choice(written)
    addr = draw.randrange(one["lo"], one["hi"])
    last = max(row["seq"] for row in written if row["lo"] <= addr < row["hi"])
    held = json.loads(tool("dump", str(program / capture), "--memory", f"0x{addr:x}:1", "--json").stdout)
    (scratch / "byte").write_bytes(bytes([int(held["memory"]["bytes"][:2], 16) ^ (1 << draw.randrange(8))]))
    tool("import", str(program / capture), "--at", "end", "--l1", f"0x{addr:x}={scratch / 'byte'}", "--override", "-o",
         str(folder / capture), "--force")
    verdict, causes = ask(folder)
    place = f"at the end: {tile['x']},{tile['y']}:0x{addr:x}"
    if verdict != "differs" or [cause["place"] for cause in causes] != [place]:
        complain(f"{path.name}: planted at {place}, found {[c['place'] for c in causes]}, {verdict}")
        return
    how = causes[0]["steps"][0]["how"]
    came = [row.split(",") for row in (program / "network.csv").read_text().split("\n")[1:-1]]
    is_sent = any(row[7:9] == [str(tile["x"]), str(tile["y"])] and row[11] == str(last) for row in came)
    if f"in step {last}," not in how and not (is_sent and (" over network " in how or " line " in how)):
        complain(f"{path.name}: planted at {place}, written in step {last}, found {how}")


parser = argparse.ArgumentParser()
parser.add_argument("tool")
parser.add_argument("programs", type=pathlib.Path)
parser.add_argument("--only", nargs="*", default=[])
parser.add_argument("--alone", action="store_true")
parser.add_argument("--plant", type=int, default=0)
options = parser.parse_args()
traces = sorted(options.programs.glob("*.trace.zst"))
if options.only:
    traces = [path for path in traces if path.name.removesuffix(".trace.zst") in options.only]
if not traces:
    print("skipped: the conversations (../shared/programs) are not here")
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    scratch = pathlib.Path(folder)
    reports = {path: hold(path) for path in traces}
    if options.alone:
        for path in traces:
            hold_alone(path, reports[path])
    answers = [(path, r) for path in traces for r in reports[path]["readbacks"] if r["kind"] == "dram" and r["is_judged"]]
    if options.plant and not shutil.which("zstd"):
        print("nothing is planted: there is no zstd")
    elif options.plant:
        drawing = random.Random(44)
        for path, answer in drawing.choices(answers, k=options.plant):
            plant_answer(path, answer, drawing)
        tiles = [(path, t) for path in traces for t in reports[path]["tiles"] if t["requests"]]
        for path, tile in drawing.choices(tiles, k=options.plant):
            plant_state(path, tile, drawing)
        for path in traces:
            if (program_of(path).exists() and ask(program_of(path)) != ("same", [])):
                complain(f"{path.name}: a cause is named where nothing was planted")
        print(f"{options.plant} planted into answers, as many into tiles")
sys.exit(failed > 0)
