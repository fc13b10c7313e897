# SPDX-License-Identifier: Apache-2.0
# lane: night
"""The plugin of pytest: what a failing test leaves, and what its reports say. All planted faults: judge_plugin.py."""

import os
import re
import shlex
import struct
import subprocess
import sys
import xml.etree.ElementTree as tree
from pathlib import Path

import pytest

import judge_plugin
import tt_replay as tt
from tt_replay.recording import Recording

HERE = 0x0000006F  # a jump to itself


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    folder = tmp_path_factory.mktemp("judged")
    return folder, *judge_plugin.run(2, 5, folder, GITHUB_ACTIONS="true")


def test_the_wrong_word_and_its_stage_are_named(judged):
    _, truths, reports, _ = judged
    assert len(truths) == 2
    for name, truth in truths.items():
        assert judge_plugin.names_instruction(truth, reports[name]), (truth, reports[name])
        assert judge_plugin.names_stage(truth, reports[name]), (truth, reports[name])


def test_a_failure_leaves_what_others_can_work_with(judged):
    folder, truths, reports, said = judged
    for report in reports.values():
        capture = tt.Capture.open(report["tt-replay.capture"])
        assert capture.events and tt.open(report["tt-replay.database"]).verdict
        assert "<html" in open(report["tt-replay.page"]).read(1000)
    assert said.count("tt-replay") >= 2 and "cause  " in said
    lines = [line for line in said.splitlines() if line.startswith("::error ")]
    assert len(lines) == 2 and all("test_kernels.py" in line and "first wrong" in line for line in lines)


def suite(tmp_path, text, *options, **environment):
    (tmp_path / "test_it.py").write_text(text)
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "tt_replay.pytest", "-p", "no:cacheprovider",
                           "--junitxml=junit.xml", *options, "test_it.py"], cwd=tmp_path, capture_output=True, text=True,
                          env=dict(os.environ, **environment), check=False)
    cases = {case.get("name"): {one.get("name"): one.get("value") for one in case.iter("property")}
             for case in tree.parse(tmp_path / "junit.xml").iter("testcase")}
    return done, cases


TILE = f"""
import struct
import numpy as np
import tt_replay as tt

def run(tt_case, chip, word):
    tile = tt_case.watch(tt.Tile(chip))
    tile.write("l1", 0, struct.pack("<4I", 0x00108093, 0x10102023, {HERE}, 0))  # x1 += 1, word at 0x100 = x1
    tile.release("b")
    tile.run(100)
    tt_case.expect(np.array([word], np.uint32), at="l1:0x100")
    assert tile.load(0x100) == word
"""


def test_a_tile_in_process_is_recorded(chip, tmp_path):
    done, cases = suite(tmp_path, TILE + f"""
def test_right(tt_case):
    run(tt_case, "{chip}", 1)

def test_wrong(tt_case):
    run(tt_case, "{chip}", 2)
""", "--tt-replay-dir=left")
    assert done.returncode == 1 and "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert cases["test_right"] == {} and cases["test_wrong"]["tt-replay.verdict"] == "differs"
    left = sorted((tmp_path / "left").iterdir())
    assert [path.suffix for path in left] == [".csv", ".db", ".html", ".npy", ".test", ".ttcap"] and len({path.stem for path in left}) == 1
    explain = shlex.split(cases["test_wrong"]["tt-replay.explain"])
    said = subprocess.run([os.environ["TT_REPLAY"], *explain[1:]], capture_output=True, text=True, check=False)
    assert said.returncode == 1 and "DIFFERS" in said.stdout and "l1:0x100" in said.stdout.replace("0x00100", "0x100"), said
    assert f"--expect {left[3]}" in left[2].read_text(), "the page prints a command that names no file"
    assert re.fullmatch("test_wrong-test_it-[0-9a-f]{12}", left[0].stem), left
    capture = tt.Capture.open(left[5])
    assert capture.chip == chip and capture.boot == {"b": 0}
    begin, end = capture.checkpoint("begin"), capture.checkpoint("end")
    assert begin.l1(0, 1, "INT32")[0] == 0x00108093 and begin.l1(0x100, 1, "INT32")[0] == 0
    assert end.l1(0x100, 1, "INT32")[0] == 1 and all(end.array(space).known.all() for space in ("dst", "cfg", "gpr"))
    run = tt.open(cases["test_wrong"]["tt-replay.database"])
    assert run.l1(0x100, 1, "INT32")[0] == 1


@pytest.mark.parametrize("is_over", [True, False])
def test_what_a_host_stores_while_cores_run_is_recorded(chip, is_over):
    """B waits for a word of the host, who then lets T0 go; or B waits for ever, and the recording ends where the test did."""
    tile = tt.Tile(chip)
    recording = Recording(tile, "hosted")
    tile.write("l1", 0, struct.pack("<4I", 0x10002083, 0xFE008EE3, 0x10102223, HERE))  # until 0x100 is not 0; to 0x104
    tile.write("l1", 0x200, struct.pack("<3I", 0x00700093, 0x10102423, HERE))  # 7 to 0x108
    tile.set_start("t0", 0x200)
    tile.run(10)
    tile.release("b")
    tile.run(90)
    tile.release("t0")
    tile.run(90)
    if is_over:
        tile.write("l1", 0x100, struct.pack("<I", 5))
    tile.store(0x10C, 9)
    tile.run(90)
    capture = recording.end()
    tile.store(0x10C, 8)  # behind the end
    assert [tile.load(at) for at in (0x104, 0x108, 0x10C)] == [5 if is_over else 0, 7, 8]
    assert capture.boot == {"b": 0} and [event.kind for event in capture.events].count("l1w") == 1 + is_over
    marks = [event.value for event in capture.events if event.addr == 0xFFB121F0]
    assert marks == sorted(set(marks)) and len(marks) == 3 + (chip == "blackhole")  # which says first where T0 starts
    run = tt.replay(capture, order="firmware", max_steps=10000)
    assert run.verdict.name == "same" and run.l1(0x104, 3, "INT32").tolist() == [5 if is_over else 0, 7, 9]
    next(event for event in capture.events if event.addr == 0x10C).data = bytes(4)
    assert tt.replay(capture, order="firmware", max_steps=10000).verdict.name == "differs"


@pytest.mark.parametrize("takes,options", [("tt_case", []), ("", ["--tt-replay-all"])])
def test_the_tile_of_the_kernel_suite_is_watched(tmp_path, takes, options):
    done, cases = suite(tmp_path, f"""
import struct
import tt_replay.device as device
device.install("blackhole")
from ttexalens.tt_exalens_lib import read_word_from_device, write_to_device, write_words_to_device

def test_wrong({takes}):
    device.fresh_tile()
    write_to_device("0,0", 0, struct.pack("<2I", 0x10002023, {HERE}))
    write_words_to_device("0,0", 0xFFB121B0, 0x47000)  # core b leaves reset
    assert read_word_from_device("0,0", 0x100) == 5
""", "--tt-replay-dir=left", *options)
    assert "tt-replay.capture" in cases["test_wrong"], done.stdout
    assert tt.Capture.open(cases["test_wrong"]["tt-replay.capture"]).boot == {"b": 0}
    assert cases["test_wrong"]["tt-replay.cause"].startswith("none: a replay comes to the same")


def test_a_test_that_passes_leaves_its_capture_where_asked(tmp_path):
    kernel = Path(os.environ["TT_REPLAY_PROJECT"]) / "traces/kernels/tiny_1f16r1c_bfp4_bfp4_f16b_bfp4_nice.ttcap"
    text = f"def test_right(tt_case):\n    tt_case.capture({str(kernel)!r})\n\ndef test_none(tt_case):\n    pass\n"
    done, cases = suite(tmp_path, text)
    assert cases == {"test_right": {}, "test_none": {}} and "2 passed" in done.stdout and not (tmp_path / "tt-replay-failures").exists()
    done, cases = suite(tmp_path, text, "--tt-replay-keep", "--tt-replay-dir=left")
    assert "2 passed" in done.stdout and cases["test_none"] == {} and len(os.listdir(tmp_path / "left")) == 1
    assert tt.Capture.open(cases["test_right"]["tt-replay.capture"]).events == tt.Capture.open(kernel).events


def test_without_a_capture_a_report_is_as_it_was(tmp_path):
    done, cases = suite(tmp_path, "def test_plain():\n    assert 0\n\ndef test_none(tt_case):\n    assert 0\n")
    assert cases == {"test_plain": {}, "test_none": {}} and "2 failed" in done.stdout and not (tmp_path / "tt-replay-failures").exists()


def test_no_two_tests_leave_the_same_files(tmp_path):
    kernel = Path(os.environ["TT_REPLAY_PROJECT"]) / "traces/kernels/tiny_1f16r1c_bfp4_bfp4_f16b_bfp4_nice.ttcap"
    ids = ["a/b", "a_b", "a b", "../../etc/x", "\u00e9" * 140, "\u65e5" * 140]
    text = f"""
import pytest
@pytest.mark.parametrize("p", {ids!r})
def test_one(tt_case, p):
    tt_case.capture({str(kernel)!r})
    assert 0
"""
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "test_same.py").write_text(text, encoding="utf-8")
    done, _ = suite(tmp_path, "", "--import-mode=importlib", "--tt-replay-dir=left", "--tt-replay-budget=1", "one", "two")
    assert "12 failed" in done.stdout, done.stdout + done.stderr
    left = os.listdir(tmp_path / "left")
    assert len(left) == 48 and all(name.startswith("test_one_") and "-test_same-" in name for name in left), left


def test_trouble_is_said_and_fails_nothing_more(tmp_path):
    done, cases = suite(tmp_path, """
def test_lost(tt_case):
    tt_case.capture("nowhere.ttcap")
    assert 0
""")
    assert cases == {"test_lost": {}} and "no cause was looked for" in done.stdout and "nowhere.ttcap" in done.stdout


def test_annotations_are_escaped():
    from tt_replay import pytest as plugin

    assert plugin._escaped("50%\n::a,b", True) == "50%25%0A%3A%3Aa%2Cb" and plugin._escaped("a:b,\r") == "a:b,%0D"


def test_the_line_of_source_is_named(tool, project, tmp_path):
    """Of a program with lines, whose end the device holds otherwise."""
    (tmp_path / "held.bin").write_bytes(b"\1")
    subprocess.run([tool, "import", "--arch", "blackhole", "--source", "simulator", "--elf", f"t2={project}/tests/cli/fixtures/lines/pack.elf",
                    "--at", "end", "--l1", f"0x60010={tmp_path}/held.bin", "-o", tmp_path / "lines.ttcap", "--name", "lines"], check=True)
    done, cases = suite(tmp_path, """
def test_pack(tt_case):
    tt_case.capture("lines.ttcap", order="firmware")
    tt_case.check()
""", "--tt-replay-budget=50", GITHUB_ACTIONS="true")
    file, line = cases["test_pack"]["tt-replay.source"].rsplit(":", 1)
    assert file.endswith("pack.cpp") and "PACR" in cases["test_pack"]["tt-replay.instruction"]
    assert f"::error file={file},line={line},title=test_it.py%3A%3Atest_pack::" in done.stdout
