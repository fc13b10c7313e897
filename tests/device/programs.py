# SPDX-License-Identifier: Apache-2.0
"""Recorded conversations of whole tt-metal programs (../shared/programs): every answer of the device is the same here.
--alone: each tile that sent a request replays alone, in every order, to where the whole left it. --plant N: of N
answers, drawn over all conversations, one byte is another, and it is named by place and address, alone.

    python3 tests/device/programs.py TT-REPLAY ../shared/programs [--only NAME...] [--alone] [--plant N]

Exit 77 (skipped) where the conversations are not beside the project; --plant needs the program zstd."""
import argparse
import json
import pathlib
import random
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
    if not json.loads(tool("batch", str(program), "-o", str(scratch / "batch.db"), "--force", "--json").stdout)["same"]:
        complain(f"{path.name}: no tile of its program is the same")
    for tile in [t for t in report["tiles"] if t["requests"]]:
        place = f"{tile['x']},{tile['y']}"
        for order in ("executed", "program", "firmware"):
            said = json.loads(tool("replay", str(program), "--tile", place, "--order", order, "--json").stdout or "{}")
            verdict = said.get("verdict")
            undefined = "undefined behaviour" in (said.get("reason") or "")
            differs = said.get("first") or any(c.get("differing") for c in said.get("comparisons", []))
            if verdict != "same" and not (verdict == "no verdict" and undefined and not differs):
                complain(f"{path.name}, tile {place} alone, {order} order: {verdict}: {said.get('reason')}")


def plant(path, readback, draw):
    """Another byte in the answer of that line."""
    text = subprocess.run(["zstd", "-dc", str(path)], capture_output=True, text=True, check=True).stdout.split("\n")
    line = text[readback["line"] - 1]
    at = draw.randrange(readback["bytes"])
    head, _, reply = line.rpartition("reply=")
    old = int(reply[2 * at:2 * at + 2], 16)
    new = old ^ (1 << draw.randrange(8))
    text[readback["line"] - 1] = f"{head}reply={reply[:2 * at]}{new:02x}{reply[2 * at + 2:]}"
    planted = scratch / "planted.trace"
    planted.write_text("\n".join(text))
    report = run(planted)
    found = [r for r in report["readbacks"] if r["differing"]]
    wanted = (readback["line"], readback["x"], readback["y"], readback["address"] + at, new, old)
    got = [(r["line"], r["x"], r["y"], r["first"], r["recorded"], r["here"]) for r in found]
    if report["verdict"] != "differs" or got != [wanted] or found[0]["differing"] != 1:
        complain(f"{path.name}: planted {wanted}, found {got}, {report['verdict']}")


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
            plant(path, answer, drawing)
        print(f"{options.plant} planted")
sys.exit(failed > 0)
