# SPDX-License-Identifier: Apache-2.0
# lane: night
"""The package's writers, killed at any moment: the file is there whole or not at all, and nothing else is left; but in the
moment in which one file takes another's place it stands whole beside it."""
import hashlib
import os
import random
import signal
import time
from pathlib import Path

import numpy as np
import pytest
import tt_replay as tt
from tt_replay import probe
from tt_replay.pytest import Case, Findings

KILLS = int(os.environ.get("TT_REPLAY_KILLS", "40")) # of each writer
KERNEL = "traces/kernels/tiny_1f16r1c_bfp4_bfp4_f16b_bfp4_nice.ttcap"


def save(capture, _run, out):
    capture.save(out, replace=True)


def replay(_capture, _run, out):
    tt.replay(os.path.join(os.environ["TT_REPLAY_PROJECT"], KERNEL), out)


def page(_capture, run, out):
    run.page(out, replace=True)


def answers(_capture, _run, out):
    probe.write_answers({"answers": ["00" * 4096] * 300}, out)


def failure(capture, _run, out):
    """What the plugin leaves of a test that failed."""
    case = Case("test")
    case.capture(capture)
    case.expect(np.zeros(16, np.float32), at="l1:0x60000", format="fp32")
    Findings(case, "test_it.py::test", Path("test_it.py"), out, 3)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


def write(writer, capture, run, out, after):
    """In a child, which is killed so many seconds behind its beginning. None: to its end. The seconds that it had."""
    begun, child = time.monotonic(), os.fork()
    if child == 0:
        try:
            writer(capture, run, out)
            os._exit(0)
        except BaseException: # pytest must not go on in the child
            os._exit(9)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) in ((0,) if after is None else (0, -signal.SIGKILL))
    return time.monotonic() - begun


@pytest.mark.parametrize("writer, replaces", [(save, False), (save, True), (replay, False), (page, False), (page, True), (answers, False), (answers, True)])
def test_killed(project, tmp_path, writer, replaces):
    capture, run = tt.Capture.open(project / KERNEL), tt.replay(project / KERNEL)
    folder = tmp_path / "out"
    folder.mkdir()
    out = folder / ("run.db" if writer is replay else "out")
    seconds = write(writer, capture, run, out, None)
    whole, ends = digest(out), []
    assert whole
    draw = random.Random(47)
    for _ in range(KILLS):
        if replaces:
            out.write_bytes(b"before")
        elif out.exists():
            out.unlink()
        before = digest(out)
        write(writer, capture, run, out, draw.random() * seconds * 1.1)
        ends.append(digest(out))
        assert ends[-1] in (before, whole)
        for left in {*folder.iterdir()} - {out}: # a file that takes another's place has a name just before
            assert replaces and left.name.startswith(".out.") and digest(left) == whole
            left.unlink()
    assert any(end != whole for end in ends)


@pytest.mark.parametrize("replaces", [False, True])
def test_plugin_killed(project, tmp_path, replaces):
    capture, out = tt.Capture.open(project / KERNEL), tmp_path / "out"
    seconds = write(failure, capture, None, out, None)
    whole = {path.name: digest(path) for path in out.iterdir()}
    assert len(whole) == 6 # capture, database, page, table, array, and what says that all is there
    draw, ends = random.Random(48), set()
    for _ in range(KILLS):
        for path in list(out.iterdir()):
            path.unlink()
        for name in whole if replaces else ():
            (out / name).write_bytes(b"before")
        write(failure, capture, None, out, draw.random() * seconds * 1.1)
        held = {path.name: path.read_bytes() for path in out.iterdir()} if out.exists() else {}
        ends.add(sum(content != b"before" for content in held.values()))
        for name, content in held.items():
            made = hashlib.sha256(content).hexdigest()
            if name in whole:
                assert made == whole[name] or (replaces and content == b"before"), name
            else: # a file that takes another's place has a name just before
                assert replaces and name.startswith(".") and made in whole.values(), name
        is_told = any(name.endswith(".test") and content != b"before" for name, content in held.items())
        assert not is_told or all(held.get(name, b"before") != b"before" for name in whole)
    assert len(ends) > 2 # some before, some between, some behind
