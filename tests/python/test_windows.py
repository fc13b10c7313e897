# SPDX-License-Identifier: Apache-2.0
# lane: change
"""Checkpoints by the hash of each window, 16 bytes: what differs is named by window, with the dump to take."""

import json
import random
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import tt_replay as tt

KERNELS = sorted(Path("traces/kernels").glob("*.ttcap")) or sorted(Path(__file__).parents[2].glob("traces/kernels/*.ttcap"))
SPACES = ("l1", "dst", "dst_valid", "srca", "srcb", "lreg", "gpr")
WINDOW = 1024


def report(tool, *words):
    done = subprocess.run([tool, *map(str, words)], capture_output=True, check=False, text=True)
    assert done.returncode in (0, 1, 3), done.stderr
    return json.loads(done.stdout), done.returncode


def runs(known):
    """The ranges that are wholly known."""
    whole = (known == 255).astype(np.int8)
    turns = np.flatnonzero(np.diff(np.concatenate(([0], whole, [0]))))
    return [(int(lo), int(hi - lo)) for lo, hi in zip(turns[::2], turns[1::2])]


def in_hashes(kernel, plant=None):
    """The capture with a hash for each window of its end; plant: the bit of the device's that is another."""
    capture = tt.Capture.open(kernel)
    end = capture.checkpoints[-1]
    where = None
    if plant is not None:
        space, at, bit = plant(end)
        held = end.read(space, at, 1)[0]
        end.write(space, at, bytes([int(held[0]) ^ 1 << bit]))
        where = space, at
    for space in SPACES:
        for lo, count in runs(end.read(space)[1]):
            end.hash(space, WINDOW, lo, count)
    return capture, where


def drawn(seed):
    """A bit in one of the windows; Dst, the sources and LRegs have bits that no recording compares."""
    draw = random.Random(seed)

    def plant(end):
        space = draw.choice([space for space in ("l1", "lreg", "gpr") if runs(end.read(space)[1])])
        lo, count = draw.choice(runs(end.read(space)[1]))
        return space, lo + draw.randrange(count), draw.randrange(8)
    return plant


def test_hashes_are_of_xxhash():
    assert tt.digest(b"").hex() == "99aa06d3014798d86001c324468d497f"
    assert len(tt.digest(b"x" * 5000)) == 16


@pytest.mark.parametrize("kernel", KERNELS[::12], ids=lambda path: path.stem)
def test_what_is_the_same_is_the_same_by_hash(tool, tmp_path, kernel):
    path = tmp_path / "hashed.ttcap"
    capture, _ = in_hashes(kernel)
    capture.save(path)
    again = tt.Capture.open(path).checkpoints[-1]
    assert again.windows == capture.checkpoints[-1].windows
    assert not again.read("l1")[1].any()
    whole, status = report(tool, "replay", kernel, "--json")
    hashed, hashed_status = report(tool, "replay", path, "--json")
    assert (hashed["verdict"], hashed_status) == (whole["verdict"], status)
    windows = hashed["windows"]
    assert windows["differing"] == 0 and windows["equal"] == windows["compared"] == len(again.windows)
    assert hashed["known_bytes"] + windows["bytes"] == whole["known_bytes"]
    assert subprocess.run([tool, "verify", path], check=False, capture_output=True).returncode == 0
    info, _ = report(tool, "info", path, "--json")
    assert info["checkpoints"][-1]["windows"] == {"count": len(again.windows), "bytes": windows["bytes"]}


@pytest.mark.parametrize("seed", range(100))
def test_a_difference_is_named_by_window_and_dump(tool, tmp_path, seed):
    path, run = tmp_path / "planted.ttcap", tmp_path / "run.db"
    capture, (space, at) = in_hashes(KERNELS[seed * 7 % len(KERNELS)], drawn(seed))
    capture.save(path)
    said, status = report(tool, "replay", path, "-o", run, "--json")
    assert (said["verdict"], status) == ("differs", 1)
    diff, _ = report(tool, "diff", run, "--json")
    assert diff["windows"]["differing"] == 1 and diff["difference_count"] == 0
    (window,) = diff["windows"]["unequal"]
    assert (window["space"], window["result"]) == (space, "differs")
    assert window["lo"] <= at < window["hi"] <= window["lo"] + WINDOW
    if space == "l1":
        addr, words = re.fullmatch(r"brxy (0x[0-9A-F]+) (\d+)", window["dump"]).groups()
        assert int(addr, 16) <= at < int(addr, 16) + 4 * int(words) < window["hi"] + 4
    else:
        assert re.fullmatch(rf"--dump {space}:\S+@{capture.checkpoints[-1].name}=FILE", window["dump"])


def test_values_on_demand_name_the_byte(tool, tmp_path):
    """The window that differs, dumped and laid over the capture: then the byte is named too."""
    path, more = tmp_path / "planted.ttcap", tmp_path / "more.ttcap"
    kernel = KERNELS[3]
    plant = drawn(11)
    capture, (space, at) = in_hashes(kernel, plant)
    capture.save(path)
    window = next(one for one in capture.checkpoints[-1].windows if one.space == space and one.lo <= at < one.lo + one.count)
    truth = bytearray(tt.Capture.open(kernel).checkpoints[-1].read(space, window.lo, window.count)[0].tobytes())
    truth[at - window.lo] ^= next(1 << bit for bit in range(8)
                                  if tt.digest(bytes(truth[:at - window.lo] + bytes([truth[at - window.lo] ^ 1 << bit]) +
                                                     truth[at - window.lo + 1:])) == window.digest)
    (tmp_path / "dump.bin").write_bytes(truth)
    where = f"l1:0x{window.lo:x}" if space == "l1" else f"{space}:0.0"
    subprocess.run([tool, "import", path, "--dump", f"{where}@{capture.checkpoints[-1].name}={tmp_path}/dump.bin", "-o",
                    more], check=True, capture_output=True)
    said, _ = report(tool, "replay", more, "--json")
    assert said["windows"]["differing"] == 1 and said["differing_bytes"] == 1
    found, _ = report(tool, "bisect", path, "--json", "--budget", 40)
    assert found["verdict"] == "differs" and found["first"]["what"] == "window"


def test_a_hash_at_the_start_holds_its_values(tmp_path):
    capture = tt.Capture.open(KERNELS[0])
    start = capture.checkpoints[0]
    lo, count = runs(start.read("l1")[1])[0]
    start.hash("l1", WINDOW, lo, count)
    capture.save(tmp_path / "hashed.ttcap")
    assert tt.Capture.open(tmp_path / "hashed.ttcap").checkpoints[0].windows == start.windows
    start.write("l1", lo, bytes(count))
    with pytest.raises(tt.ReplayError, match="have another hash"):
        capture.save(tmp_path / "no.ttcap")


@pytest.mark.parametrize("seed", (4, 11, 14))
def test_a_wrong_word_is_named_by_equal_hashes(tool, tmp_path, seed):
    """A bit of a word's operand is another one, and all data that the device left is known by hash. Where other changes
    of that word would do as well, none is called the cause."""
    path, draw = tmp_path / "planted.ttcap", random.Random(seed)
    capture = tt.Capture.open(draw.choice(KERNELS))
    for at in reversed([nth for nth, event in enumerate(capture.events) if event.kind == "push"]):
        capture.remove(at)
    planted = draw.choice([nth for nth, event in enumerate(capture.events) if event.kind == "exec"])
    capture.events[planted].value ^= 1 << draw.randrange(20)
    for after in capture.checkpoints[1:]:
        for space in SPACES:
            for lo, count in runs(after.read(space)[1]):
                after.hash(space, WINDOW, lo, count)
    capture.save(path)
    found, status = report(tool, "bisect", path, "--json")
    assert (found["verdict"], status) == ("differs", 1)
    assert found["first"]["what"] == "window" and found["first"]["writer"]["event"] >= planted
    (change,) = found["explanations"][0]["changes"]
    assert found["cause"] == ("possible" if change["alike"] else "explained")
    assert change["first_event"] <= planted <= change["last_event"] and found["explanations"][0]["broken_bytes"] == 0
