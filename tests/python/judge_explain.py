# SPDX-License-Identifier: Apache-2.0
"""judge_explain.py LEAST LINES: in each shipped kernel a fault is planted, by turns of every kind, and `tt-replay explain` is asked, by
what the device held and by the array alone. Counts how often its first LINES lines name the fault; fails where a cause that is named
alone is another, or below LEAST of them. Line a fault that is not named."""

import collections
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import tt_replay as tt

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "stand_in"))
import planted  # noqa: E402

TRIES = 40


def _recorded(path):
    """With what the device held, in place of the start alone."""
    capture = tt.Capture.open(path)
    for at in reversed(range(len(capture.events))):
        if capture.events[at].kind == "push":
            capture.remove(at)
    capture.symbols = []
    return capture


def _fault(path, kind, draw):
    """A capture with a fault that the kernel's output shows: from its start alone, the same with what the device held, the golden
    array, and what is to be named. None: no fault of this kind shows in it."""
    run = tt.replay(planted.kernel(path))
    lo, hi = planted.output(run)
    golden = run.read("l1", lo, hi - lo)[0]
    for _ in range(TRIES):
        seed = draw.random()
        bare, whole = planted.kernel(path), _recorded(path)
        place, again = (planted._plant(capture, kind, random.Random(seed)) for capture in (bare, whole))
        if not place or place != again or np.array_equal(tt.replay(bare).read("l1", lo, hi - lo)[0], golden):
            continue
        _, first, last, field, _ = place
        lost = tt.replay(bare).config().changed_from(run.config())
        return bare, whole, golden, f"l1:{lo:#x}", first, last, [field] * bool(field) + [f"{name}={was}" for name, _, was, _ in lost]
    return None


def _causes(text):
    """Label and text of each cause that is said, and the line where it ends."""
    found, lines = [], text.splitlines()
    for i, line in enumerate(lines):
        label = line[:15].strip()
        if label:
            found.append([label, "", i + 1])
        if found:
            found[-1][1] += " " + line[15:]
            found[-1][2] = i + 1
    return [one for one in found if one[0] in ("cause", "either", "or", "or perhaps", "perhaps", "erratum")]


def _is_planted(text, first, last, fields):
    """By its event; by the field that a planted store set, or by a field and the value that the fault took from it to the end."""
    said = re.split(r"recorded as|; corrected|; that explains| explains? \d", text)[0]
    spans = re.findall(r"events? (-?\d+)(?: to (-?\d+))?", said)
    return (any(int(lo) <= last and first <= int(hi or lo) for lo, hi in spans)
            or any(re.search(rf"\b{one}\b", re.sub(r"@\d+=", "=", text)) for one in fields))


def judge(tool, capture, options, first, last, fields, lines):
    """named, below (on a later line), unnamed or wrong; the cause's text and the lines of the whole."""
    done = subprocess.run([tool, "explain", str(capture), *options], capture_output=True, text=True, check=False)
    if done.returncode not in (1, 3):
        return f"exit {done.returncode}", done.stderr, 0
    causes = _causes(done.stdout)
    height = len(done.stdout.splitlines())
    at = [line for _, text, line in causes if _is_planted(text, first, last, fields)]
    if at:
        return "named" if at[0] <= lines else "below", done.stdout, height
    sure = any(label == "cause" and not re.match(r" *(one of|not found|the recording)", text) for label, text, _ in causes)
    return "wrong" if sure else "unnamed", done.stdout, height


def main():
    least, lines = map(int, sys.argv[1:3])
    tool, counts, heights = os.environ["TT_REPLAY"], collections.defaultdict(collections.Counter), []
    draw = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        case, array = Path(folder) / "case.ttcap", Path(folder) / "want.npy"
        for i, path in enumerate(sorted((HERE.parents[1] / "traces/kernels").glob("*.ttcap"))):
            made = next((one for k in range(len(planted.KINDS))
                         if (one := _fault(path, planted.KINDS[(i + k) % len(planted.KINDS)], draw))), None)
            if not made:
                print(f"{path.stem}: no fault shows")
                continue
            bare, whole, golden, where, *truth = made
            np.save(array, golden)
            for name, capture, options in (("recorded", whole, []), ("array", bare, ["--expect", str(array), "--at", where])):
                capture.save(case, replace=True)
                said, text, height = judge(tool, case, options, *truth, lines)
                counts[name][said] += 1
                heights.append(height)
                print(f"{path.stem}, {name}: {truth}: {said}, {height} lines", flush=True)
                if said != "named":
                    print(text, flush=True)
    named = sum(count["named"] for count in counts.values())
    asked = sum(sum(count.values()) for count in counts.values())
    print({name: dict(count) for name, count in counts.items()}, f"at most {max(heights)} lines")
    return 1 if any(count["wrong"] for count in counts.values()) or named * 100 < least * asked else 0


if __name__ == "__main__":
    sys.exit(main())
