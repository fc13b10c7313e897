# SPDX-License-Identifier: Apache-2.0
"""Random programs of the Blackhole packer: what was recorded of one is the same again, or says what is not defined.

    python3 tests/verdict/packs.py TT_REPLAY PROJECT [PROGRAMS]

Each is packed twice: --record makes the recording, a second replay is held against it. Half of the programs stay with what the
documents define, but read any rows with any interfaces, out of their groups of four as well (P-3.6); the others have any bits
in PACR, any counters, any format. No "same" while a compared byte is undecided; in the first half none is without a verdict,
in the second only those that met undefined behaviour, and not more than were counted."""
import collections
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
programs = int(sys.argv[3]) if len(sys.argv) > 3 else 100
WILD_PERCENT = 20  # without a verdict, at most; of 100 there were 9
PACR, SETADC, SETADCXX, RMWCIB0 = 0x41, 0x50, 0x5E, 0xB3
PACK, THREAD = 4, 2  # counters of packers; the thread that packs
BF16, BFP8 = 5, 6
OUT_FORMAT_WORD, RELU_WORD, OFFSET_WORD = 70, 2, 180


def word(opcode, **fields):
    value = opcode << 24
    for at, number in fields.values():
        value |= number << at
    return value


def byte_of_cfg(address, byte, mask, data):
    return word(RMWCIB0 + byte, address=(0, address), data=(8, data), mask=(16, mask))


def defined(draw):
    """Words that the documents define, and rows that leave their group."""
    words = [byte_of_cfg(OUT_FORMAT_WORD, 0, 0xF0, draw.choice([BF16, BFP8]) << 4),
             byte_of_cfg(OFFSET_WORD, 0, 0xFF, draw.randrange(256)), byte_of_cfg(OFFSET_WORD, 1, 0x03, draw.randrange(4))]
    if draw.random() < 0.3:
        words.append(byte_of_cfg(RELU_WORD, 0, 0x3C, draw.choice([0, 1]) << 2))
    for _ in range(draw.randrange(4, 24)):
        if draw.random() < 0.3:
            words.append(word(SETADC, mask=(21, PACK), dimension=(18, draw.choice([1, 2])), value=(0, draw.randrange(8))))
        last = draw.random() < 0.3
        words.append(word(PACR, last=(0, int(last)), interfaces=(8, draw.randrange(16)), mode=(15, draw.randrange(4))))
    return words + [word(PACR, last=(0, 1))]


def wild(draw):
    words = [byte_of_cfg(OUT_FORMAT_WORD, 0, 0xF0, draw.randrange(16) << 4)] if draw.random() < 0.5 else []
    for _ in range(draw.randrange(4, 24)):
        kind = draw.random()
        if kind < 0.2:
            words.append(word(SETADC, mask=(21, PACK), dimension=(18, draw.randrange(4)), value=(0, draw.randrange(1 << 10))))
        elif kind < 0.3:
            ends = sorted(draw.randrange(16) for _ in range(2))
            words.append(word(SETADCXX, mask=(21, PACK), first=(0, ends[0]), last=(10, ends[1])))
        words.append(word(PACR, all=(0, draw.randrange(1 << 23))))
    return words


def make(draw, choose, folder):
    """The fixture with another packer's program behind its own set-up, and random values in all of Dst."""
    shutil.copytree(project / "tests/cli/fixtures/packed", folder, copy_function=shutil.copyfile)
    manifest = json.loads((folder / "bundle.json").read_text())
    packed = folder / manifest["events"]
    lines = subprocess.run(["zstd", "-dcq", packed], check=True, capture_output=True, text=True).stdout.splitlines()
    events = [json.loads(line) for line in lines]
    first = next(i for i, event in enumerate(events) if event["k"] == "exec" and event["w"] >> 24 == PACR)
    own = [{"k": "exec", "t": THREAD, "w": value} for value in choose(draw)]
    events = [event for event in events[:first] if event["k"] != "push"] + own
    for i, event in enumerate(events):
        event["i"] = i
    packed.unlink()
    manifest["events"] = "events.jsonl"
    (folder / "events.jsonl").write_text("".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events))
    begin, end = manifest["checkpoints"][0], manifest["checkpoints"][-1]
    (folder / "begin/dst.bin").write_bytes(draw.randbytes(1024 * 16 * 2))
    (folder / "begin/valid.bin").write_bytes(bytes([1]) * 1024)
    begin["regions"] = [region for region in begin["regions"] if region["name"] != "dst_valid"]
    begin["regions"] += [{"name": "dst", "file": "begin/dst.bin"}, {"name": "dst_valid", "file": "begin/valid.bin"}]
    end["after_event"] = len(events) - 1
    end["regions"] = [region for region in end["regions"] if region["name"] == "l1"]
    manifest["checkpoints"] = [begin, end]
    (folder / "bundle.json").write_text(json.dumps(manifest))


def run(*words):
    done = subprocess.run([tool, *map(str, words)], capture_output=True, text=True)
    if done.returncode == 2:
        sys.exit(f"{' '.join(map(str, words))}: {done.stderr}")
    return done.returncode


def check(seed, choose):
    """What is wrong, as a sentence; the verdict, and the codes that it comes from."""
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="tt-replay-packs.") as name:
        scratch = pathlib.Path(name)
        made, again, database = scratch / "made.ttcap", scratch / "again.ttcap", scratch / "run.db"
        make(draw, choose, scratch / "bundle")
        run("import", scratch / "bundle", "-o", made)
        run("replay", made, "--record", again)
        status = run("replay", again, "-o", database)
        db = sqlite3.connect(database)
        verdict, words, compared, equal, undecided = db.execute(
            "SELECT name, words, compared_bytes, equal_bytes, undecided_bytes FROM verdict").fetchone()
        codes = {code for code, in db.execute(
            "SELECT DISTINCT code FROM v_finding WHERE class IN ('UndefinedBehavior', 'UnpredictableValueUsed', 'Unsupported')")}
        groups, = db.execute("SELECT count(*) FROM v_finding WHERE code = 'pack-interface-rows-leave-group'").fetchone()
    if verdict == "same" and (undecided or equal != compared or not compared or status):
        return f"same, with {equal} of {compared} equal, {undecided} undecided, exit {status}", verdict, codes, groups
    if verdict not in ("same", "no verdict", "unsupported"):
        return f"{verdict}: '{words}'", verdict, codes, groups
    if verdict != "same" and not codes:
        return f"{verdict} and nothing undefined: '{words}'", verdict, codes, groups
    return None, verdict, codes, groups


def main():
    wrong = 0
    for choose, most in (defined, 0), (wild, WILD_PERCENT):
        verdicts, reasons, leave = collections.Counter(), collections.Counter(), 0
        for seed in range(programs):
            sentence, verdict, codes, groups = check(f"{choose.__name__} {seed}", choose)
            verdicts[verdict] += 1
            leave += groups > 0
            reasons.update(codes)
            if sentence:
                print(f"{choose.__name__} {seed}: {sentence}")
                wrong += 1
        print(f"{choose.__name__}: {programs} programs, " + ", ".join(f"{n} {name}" for name, n in verdicts.most_common())
              + f"; {leave} leave a group of four rows")
        for code, count in reasons.most_common():
            print(f"  {count:4} {code}")
        open_ones = programs - verdicts["same"]
        if open_ones * 100 > most * programs or not verdicts["same"] or (choose is defined and leave < programs / 2):
            print(f"{choose.__name__}: {open_ones} of {programs} without a verdict, expected at most {most} %")
            wrong += 1
    sys.exit(1 if wrong else 0)


main()
