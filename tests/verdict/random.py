# SPDX-License-Identifier: Apache-2.0
"""Random captures: every verb comes to the same exit status, and none says "same" while a compared byte is undecided.

    python3 tests/verdict/random.py TT_REPLAY PROJECT [SEEDS]

A small recorded kernel with seeded faults: words dropped, doubled, swapped, changed, recorded bytes poked, what the start
holds taken away, the source turned into silicon. The same of diff, bisect and batch against an array (--expect)."""
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

tool = str(pathlib.Path(sys.argv[1]).resolve())
project = pathlib.Path(sys.argv[2])
seeds = int(sys.argv[3]) if len(sys.argv) > 3 else 60
NAMES = {"same": 0, "differs": 1, "hung": 1, "no verdict": 3, "unsupported": 3, "damaged": 2}


def drop(draw, events, at):
    del events[at]


def double(draw, events, at):
    events.insert(at, dict(events[at]))


def swap(draw, events, at):
    other = min(at + 1, len(events) - 1)
    events[at], events[other] = events[other], events[at]


def change(draw, events, at):
    key = next((k for k in ("w", "v") if isinstance(events[at].get(k), int)), None)
    if key:
        events[at][key] ^= 1 << draw.randrange(32)


def undo(draw, events, at):
    if "w" in events[at]:
        events[at]["w"] = 0x44000000  # RSTDMA, which nothing here executes


def make(draw, folder):
    shutil.copytree(project / "tests/cli/fixtures/packed", folder, copy_function=shutil.copyfile)
    manifest = json.loads((folder / "bundle.json").read_text())
    packed = folder / manifest["events"]
    lines = subprocess.run(["zstd", "-dcq", packed], check=True, capture_output=True, text=True).stdout.splitlines()
    events = [json.loads(line) for line in lines]
    for _ in range(draw.choice([0, 1, 1, 1, 2])):
        draw.choice([drop, double, swap, change, change, undo, undo])(draw, events, draw.randrange(len(events)))
    end = len(events) - 1
    for i, event in enumerate(events):
        event["i"] = i
    for checkpoint in manifest["checkpoints"]:
        checkpoint["after_event"] = min(checkpoint["after_event"], end)
    manifest["checkpoints"][-1]["after_event"] = end
    packed.unlink()
    manifest["events"] = "events.jsonl"
    (folder / "events.jsonl").write_text("".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events))
    if draw.random() < 0.25:
        manifest["source"]["kind"] = "silicon"
    regions = manifest["checkpoints"][0]["regions"]
    if draw.random() < 0.3:
        del regions[draw.randrange(len(regions))]
    if draw.random() < 0.3:
        out = folder / "end/l1_05ffc0.bin"
        data = bytearray(out.read_bytes())
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        out.write_bytes(data)
    (folder / "bundle.json").write_text(json.dumps(manifest))


def run(*words):
    return subprocess.run([tool, *map(str, words)], capture_output=True, text=True)


def check_reference(scratch, capture, database, order):
    """The same against an array, of what the device held of the datums; what is wrong, as a sentence."""
    array = scratch / "array.bin"
    array.write_bytes((scratch / "bundle/end/l1_05ffc0.bin").read_bytes()[80:144])
    how = ["--expect", array, "--at", "l1:0x60010"]
    verbs = {
        "diff": run("diff", database, *how, "--json"),
        "bisect": run("bisect", capture, "--order", order, "--budget", "3", *how),
        "batch": run("batch", scratch / "captures", "--order", order, "--causes", "none", "-o", scratch / "reference.db", *how),
    }
    statuses = {name: ended.returncode for name, ended in verbs.items()}
    if len(set(statuses.values())) != 1:
        return f"against an array: exit statuses {statuses}"
    said = json.loads(verbs["diff"].stdout)
    of, datums = said["bytes"], said["datums"]
    has_end = said["verdict"] not in ("hung", "unsupported")  # a replay that waits for ever has none to hold
    if of["known"] not in ([64] if has_end else [0, 64]) or of["known"] != of["equal"] + of["differing"] + of["tainted"]:
        return f"against an array of 64 bytes: {of}"
    if said["verdict"] == "same" and (of["equal"] != 64 or datums["equal"] != 64):
        return f"against an array: same, with {of} and {datums}"
    if NAMES[said["verdict"]] != statuses["diff"]:
        return f"against an array: {said['verdict']}, and {statuses}"
    return None


def check(seed, scratch):
    """What is wrong, as a sentence, and the verdict's name."""
    draw = random.Random(seed)
    make(draw, scratch / "bundle")
    (scratch / "captures").mkdir()
    capture, database = scratch / "captures/case.ttcap", scratch / "run.db"
    made = run("import", scratch / "bundle", "-o", capture)
    if made.returncode:
        return None, "refused"  # a drop may leave no events of a kind that the manifest speaks of
    order = draw.choice(["executed", "executed", "program"])
    verbs = {
        "replay": run("replay", capture, "--order", order, "-o", database),
        "replay --record": run("replay", capture, "--order", order, "--record", scratch / "again.ttcap"),
        "diff": run("diff", database),
        "bisect": run("bisect", capture, "--order", order, "--budget", "3"),
        "conform": run("conform", capture, "--order", order),
        "batch": run("batch", scratch / "captures", "--order", order, "--causes", "none", "-o", scratch / "all.db"),
    }
    statuses = {name: ended.returncode for name, ended in verbs.items()}
    db = sqlite3.connect(database)
    row = db.execute("SELECT name, exit_status, words, compared_bytes, equal_bytes, differing_bytes, undecided_bytes, "
                     "unsupported FROM verdict").fetchone()
    name, status, words, compared, equal, differing, undecided, unsupported = row
    if len(set(statuses.values())) != 1 or status != statuses["diff"] or NAMES[name] != status:
        return f"exit statuses {statuses}, the database says {name}, {status}", name
    if compared != equal + differing + undecided or not words:
        return f"{compared} compared, {equal} equal, {differing} differ, {undecided} undecided: '{words}'", name
    if name == "same" and (undecided or unsupported or equal != compared or not compared):
        return f"same, with {equal} of {compared} equal, {undecided} undecided, {unsupported} unsupported", name
    says_same = [verb for verb, ended in verbs.items() if "SAME" in ended.stdout or "verdict      same" in ended.stdout]
    if undecided and says_same:
        return f"{says_same} say same with {undecided} bytes undecided", name
    return (check_assumed(scratch, capture, order, undecided) or check_reference(scratch, capture, database, order)), name


def check_assumed(scratch, capture, order, before):
    """With everything assumed: no "same" without every byte decided and the assumption in its words; none of a simulator."""
    database = scratch / "assumed.db"
    run("replay", capture, "--order", order, "--assume", "all", "-o", database)
    db = sqlite3.connect(database)
    name, words, undecided, assumed = db.execute("SELECT name, words, undecided_bytes, assumed FROM verdict").fetchone()
    is_silicon = "silicon" in run("info", capture).stdout
    if name == "same" and (undecided or bool(assumed) != (", assuming " in words)):
        return f"same, {undecided} undecided, {assumed} assumed: '{words}'"
    if undecided > before or (assumed and not is_silicon):
        return f"{undecided} bytes undecided, {before} without an assumption; {assumed} assumed"
    listed, = db.execute("SELECT coalesce(sum(hi - lo), 0) FROM undecided").fetchone()
    if listed != undecided:
        return f"{undecided} bytes undecided, {listed} of them listed"
    return None


def main():
    wrong, counts = 0, {}
    for seed in range(seeds):
        with tempfile.TemporaryDirectory(prefix="tt-replay-random.") as scratch:
            sentence, name = check(seed, pathlib.Path(scratch))
        counts[name] = counts.get(name, 0) + 1
        if sentence:
            print(f"seed {seed}: {sentence}")
            wrong += 1
    print(f"{seeds} captures: " + ", ".join(f"{count} {name}" for name, count in sorted(counts.items())))
    kinds = {"same", "differs", "no verdict", "unsupported"}
    if seeds >= 60 and not kinds <= counts.keys():
        print(f"none is {kinds - counts.keys()}: the faults are too tame")
        wrong += 1
    sys.exit(1 if wrong else 0)


main()
