# SPDX-License-Identifier: Apache-2.0
"""Recorded words lost, doubled, swapped and changed, by seed: verify names each with its event.

    python3 tests/verdict/streams.py TT_REPLAY ORACLE [FAULTS]

One fault a capture, in the words executed or in those pushed, of the recorded kernels of both chips. Where a thread has several
like words in a row, any of them may be the one."""
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

tool, oracle = sys.argv[1], pathlib.Path(sys.argv[2])
faults = int(sys.argv[3]) if len(sys.argv) > 3 else 200
NO_UNIT = {0x02, 0x05}  # NOP, RESOURCEDECL: no unit gets them, so losing one changes nothing


def read(bundle):
    manifest = json.loads((bundle / "bundle.json").read_text())
    path = bundle / manifest["events"]
    text = subprocess.run(["zstd", "-dcq", path], check=True, capture_output=True, text=True).stdout
    return manifest, [json.loads(line) for line in text.splitlines()]


def plant(draw, events):
    """One fault; what it is, and the events that may be named for it (numbers after the fault)."""
    words = [i for i, event in enumerate(events) if event["k"] == "exec"]
    at = draw.choice(words)
    thread = events[at]["t"]
    own = [i for i in words if events[i]["t"] == thread]
    nth = own.index(at)
    lo = hi = nth
    while lo > 0 and events[own[lo - 1]]["w"] == events[at]["w"]:
        lo -= 1
    while hi + 1 < len(own) and events[own[hi + 1]]["w"] == events[at]["w"]:
        hi += 1
    kind = draw.choice(["lost", "doubled", "swapped", "changed"])
    if kind == "lost":
        if hi + 1 == len(own):
            return None  # the last of its thread: a recording may end before it
        del events[at]
        return kind, {i - (i > at) for i in own[lo:hi + 2]}
    if kind == "doubled":
        events.insert(at + 1, dict(events[at]))
        return kind, {i + (i > at) for i in own[lo:hi + 2]} | {at + 1}
    if kind == "swapped":
        if hi + 1 == len(own):
            return None
        other = own[hi + 1]
        at = own[hi]
        events[at]["w"], events[other]["w"] = events[other]["w"], events[at]["w"]
        return kind, set(own[lo:hi + 2])
    events[at]["w"] ^= 1 << draw.randrange(24)
    return kind, {at}


def check(seed, bundles, scratch):
    draw = random.Random(seed)
    while True:
        bundle = draw.choice(bundles)
        manifest, events = read(bundle)
        planted = plant(draw, events)
        if planted:
            break
    kind, wanted = planted
    shutil.copytree(bundle, scratch / "bundle", copy_function=shutil.copyfile)
    after = [checkpoint["after_event"] for checkpoint in manifest["checkpoints"]]
    grown = len(events) - 1 - max(after)
    for event, i in zip(events, range(len(events))):
        event["i"] = i
    for checkpoint in manifest["checkpoints"]:
        if checkpoint["after_event"] >= min(wanted):
            checkpoint["after_event"] += grown if grown in (-1, 1) else 0
    (scratch / "bundle" / manifest["events"]).unlink()
    manifest["events"] = "events.jsonl"
    (scratch / "bundle/events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    (scratch / "bundle/bundle.json").write_text(json.dumps(manifest))
    made = subprocess.run([tool, "import", scratch / "bundle", "-o", scratch / "case.ttcap"], capture_output=True, text=True)
    if made.returncode:
        return bundle.name, kind, None, made.stderr.strip()
    said = json.loads(subprocess.run([tool, "verify", scratch / "case.ttcap", "--json"], capture_output=True, text=True).stdout)
    problems = said[0]["problems"]
    named = any(f"event {event}:" in problem for event in wanted for problem in problems[:1])
    return bundle.name, kind, named and len(problems) <= 2, problems[:2]


def main():
    bundles = sorted(path.parent for name in ("kernels", "kernels_wormhole_b0") for path in (oracle / name).glob("*/bundle.json"))
    if not bundles:
        print("the recordings (../shared/oracle) are not here")
        sys.exit(77)
    found = 0
    kinds = {}
    for seed in range(faults):
        with tempfile.TemporaryDirectory(prefix="tt-replay-streams.") as scratch:
            name, kind, is_named, said = check(seed, bundles, pathlib.Path(scratch))
        found += bool(is_named)
        good, all_of = kinds.get(kind, (0, 0))
        kinds[kind] = (good + bool(is_named), all_of + 1)
        if not is_named:
            print(f"seed {seed}, {name}, {kind}: {said}")
    print(f"{found} of {faults} named to the event: " + ", ".join(f"{kind} {a} of {b}" for kind, (a, b) in sorted(kinds.items())))
    sys.exit(0 if found * 100 >= faults * 95 else 1)


main()
