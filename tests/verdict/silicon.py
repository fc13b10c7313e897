# SPDX-License-Identifier: Apache-2.0
"""Recorded firmware as a device would give it: programs, and L1 before and after, with all else unknown.

    python3 tests/verdict/silicon.py TT_REPLAY CAPTURES_OR_ORACLE
    python3 tests/verdict/silicon.py TT_REPLAY ORACLE --strip NAME OUT.ttcap

Of each: every byte that is undecided comes from inputs that diff names, or nobody wrote it; what the cores alone wrote is
decided; with the assumptions of the command that diff gives, every byte is decided and what the recording holds, and the
verdict says so. And the other way round: with random values in all of configuration, registers and Dst that diff does not name,
every byte is still what the recording holds."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

tool = str(pathlib.Path(sys.argv[1]).resolve())
given = pathlib.Path(sys.argv[2])
CFG_WORDS, THREAD_WORDS, THREADS, STATES = 224, 68, 3, 2  # of Blackhole
SIZES = {"cfg": 4 * CFG_WORDS * STATES, "thread_cfg": 2 * THREAD_WORDS * THREADS, "gpr": 4 * 64 * 3, "dst": 2 * 1024 * 16,
         "dst_valid": 1024, "srca": 4 * 2 * 64 * 16, "srcb": 4 * 2 * 64 * 16, "lreg": 4 * 16 * 32}


def run(*words, statuses=(0,)):
    done = subprocess.run([tool, *map(str, words)], capture_output=True, text=True)
    if done.returncode not in statuses:
        sys.exit(f"{' '.join(map(str, words))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def strip(oracle, name, out):
    """The capture of a bundle's programs and of L1 at its first and last checkpoint."""
    bundle = oracle / "firmware" / name
    manifest = json.loads((bundle / "bundle.json").read_text())
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        words = ["--arch", manifest["arch"], "--source", "silicon", "--name", name, "--override"]
        for boot in manifest["boot"]:
            program = folder / f"{boot['core']}.elf"
            program.write_bytes((oracle / "firmware/elf" / f"{name}.{boot['core']}.elf").read_bytes())
            words += ["--elf", f"{boot['core']}={program.name}"]
        for at, checkpoint in (("begin", manifest["checkpoints"][0]), ("end", manifest["checkpoints"][-1])):
            words += ["--at", at]
            for region in checkpoint["regions"]:
                if region["name"] == "l1":
                    dump = folder / f"{at}_{region['addr']:x}.bin"
                    packed = bundle / region["file"]
                    dump.write_bytes(subprocess.run(["zstd", "-dcq", packed], check=True, capture_output=True).stdout)
                    words += ["--l1", f"0x{region['addr']:x}={dump.name}"]
        subprocess.run([tool, "import", *words, "--force", "-o", str(pathlib.Path(out).resolve())], check=True, cwd=folder)


def judge(capture, scratch, *more):
    database = scratch / "run.db"
    run("replay", capture, "--order", "firmware", "--force", "-o", database, *more, statuses=(0, 1, 3))
    return json.loads(run("diff", database, "--json", statuses=(0, 1, 3)))


def randomised(capture, named, scratch, draw):
    """The capture with random values in all that is not named at the start; a space with a name of no bits stays unknown."""
    words = [capture, "--override"]
    for space, size in SIZES.items():
        mine = [one for one in named if one["space"] == space]
        if space not in ("cfg", "thread_cfg", "gpr") and mine:
            continue
        data = bytearray(draw.randbytes(size))
        if space == "dst_valid":
            data = bytearray(byte & 1 for byte in data)
        if space in ("srca", "srcb"):
            for at in range(3, size, 4):
                data[at] = 0
            for at in range(2, size, 4):
                data[at] &= 7  # 19 bits
        if space == "cfg":  # words that exist once stand in both states
            for word in range(180, CFG_WORDS):
                data[4 * (CFG_WORDS + word):4 * (CFG_WORDS + word) + 4] = data[4 * word:4 * word + 4]
        for one in mine:
            data[one["lo"]:one["hi"]] = bytes(one["hi"] - one["lo"])
            if space == "cfg":
                for lo in (one["lo"] % (4 * CFG_WORDS), one["lo"] % (4 * CFG_WORDS) + 4 * CFG_WORDS):
                    if lo % (4 * CFG_WORDS) >= 4 * 180:
                        data[lo:lo + 4] = bytes(4)
        dump = scratch / f"{space}.bin"
        dump.write_bytes(data)
        words += [f"--{space.replace('_', '-')}", dump]
    out = scratch / "random.ttcap"
    run("import", *words, "--force", "-o", out)
    return out


def check(capture, draw):
    """A sentence that says what is wrong, or None; and how many bytes were undecided, of which nobody wrote how many."""
    name = capture.stem
    with tempfile.TemporaryDirectory(prefix="tt-replay-silicon.") as folder:
        scratch = pathlib.Path(folder)
        first = judge(capture, scratch)
        undecided = first["undecided"] or {"bytes": 0, "unwritten": 0, "lost": 0, "ways": [], "inputs": []}
        counts = first["bytes"]["known"], undecided["bytes"], undecided["unwritten"]
        if first["verdict"] == "same" and undecided["bytes"]:
            return f"{name}: same, with {undecided['bytes']} bytes undecided", counts
        if undecided["bytes"] != first["bytes"]["tainted"] or undecided["lost"] or first["bytes"]["differing"]:
            return f"{name}: {first['bytes']}, {undecided['lost']} lost", counts
        assumed = undecided["ways"][-1]["assume"] if undecided["ways"] else ""
        if name.startswith("core_") and assumed not in ("", "l1"):  # some load words that the recording does not hold
            return f"{name}: bytes that cores wrote need {assumed}", counts
        if undecided["bytes"] and undecided["ways"][-1]["bytes"] != undecided["bytes"]:
            return f"{name}: {assumed} does not decide all of {undecided['bytes']}", counts
        options = ["--assume", assumed] if assumed else []
        then = judge(capture, scratch, *options)
        if then["bytes"]["equal"] != then["bytes"]["known"] or then["verdict"] not in ("same", "hung"):
            return f"{name}: with --assume {assumed} {then['verdict']}, {then['bytes']}", counts
        for space in filter(None, assumed.split(",")):
            if space not in then["undecided"]["assumed"].split(","):
                return f"{name}: the verdict does not say that {space} is assumed", counts
        named = [one for one in undecided["inputs"]]
        drawn = judge(randomised(capture, named, scratch, draw), scratch, "--assume", "all")
        if drawn["bytes"]["equal"] != drawn["bytes"]["known"]:
            return f"{name}: random values in what nobody names change {drawn['bytes']}", counts
    return None, counts


def main():
    if len(sys.argv) > 3:
        strip(given, sys.argv[4], sys.argv[5])
        return
    bundles = sorted((given / "firmware").glob("*/bundle.json")) if (given / "firmware").is_dir() else []
    captures = sorted(given.glob("*.ttcap"))
    if not bundles and not captures:
        print(f"skipped: there are no recordings of firmware at {given}")
        sys.exit(77)
    draw, wrong, sums = random.Random(20261122), 0, [0, 0, 0]
    with tempfile.TemporaryDirectory(prefix="tt-replay-silicon.") as folder:
        for bundle in bundles:
            captures.append(pathlib.Path(folder) / f"{bundle.parent.name}.ttcap")
            strip(given, bundle.parent.name, captures[-1])
        for capture in captures:
            sentence, counts = check(capture, draw)
            sums = [one + other for one, other in zip(sums, counts)]
            if sentence:
                print(sentence)
                wrong += 1
    print(f"{len(captures)} captures: {sums[0]} bytes, {sums[1]} undecided until something is assumed, "
          f"{sums[2]} of them written by nobody; {wrong} wrong")
    sys.exit(1 if wrong else 0)


main()
