# SPDX-License-Identifier: Apache-2.0
# lane: night
"""`tt-replay explain FILE::TEST`: a failing test of pytest in place of a capture."""

import json
import os
import subprocess
import sys

import pytest

from test_plugin import TILE

TESTS = TILE + """
import pytest

@pytest.mark.parametrize("want", [1, 2, 3], ids=["one", "two words", "a[b]=c,d::e"])
def test_sum(tt_case, want):
    run(tt_case, "blackhole", want)

class TestGroup:
    def test_sum(self, tt_case):
        run(tt_case, "blackhole", 7)

def test_no_tile():
    assert 1 == 2
"""


def explain(folder, *words):
    return subprocess.run([os.environ["TT_REPLAY"], *words], cwd=folder, capture_output=True, text=True, check=False,
                          env=dict(os.environ, PATH=os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]))


@pytest.fixture()
def suite(tmp_path):
    for folder in ("a", "b b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "test_it.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib -p no:cacheprovider\n")
    return tmp_path


def pytest_of(folder, *words):
    subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "tt_replay.pytest", *words], cwd=folder, check=False,
                   stdout=subprocess.DEVNULL)


def test_what_is_stored_is_explained(suite):
    pytest_of(suite)
    for node, want in (("a/test_it.py::test_sum[two words]", 2), ("b b/test_it.py::test_sum[a[b]=c,d::e]", 3),
                       ("./a/../a/test_it.py::TestGroup::test_sum", 7), ("b b/test_it.py::TestGroup", 7)):
        said = explain(suite, "explain", "--no-run", node)
        shown = " ".join(said.stdout.split())
        assert said.returncode == 1 and said.stderr == "" and f"expected 0x{want:02x}" in shown, (node, said)
        assert shown.startswith(node.replace("./a/../", "")[:20]) and ", which failed 20" in shown, shown
    alone = explain(suite, "a/test_it.py::test_sum[two words]")
    assert alone.stdout == explain(suite, "explain", "a/test_it.py::test_sum[two words]").stdout and not alone.stderr, alone
    answer = json.loads(explain(suite, "explain", "--json", "a/test_it.py::test_sum[two words]").stdout)
    assert answer["test"]["node"] == "a/test_it.py::test_sum[two words]" and answer["bisect"]["verdict"] == "differs"
    # From within its folder: of the two files of one name the one that is meant.
    said = explain(suite / "b b", "explain", "--tt-replay-dir=../tt-replay-failures", "test_it.py::test_sum[two words]")
    assert said.returncode == 1 and "b b/test_it.py::test_sum[two" in said.stdout, said
    # What is typed wins over what is stored.
    said = explain(suite, "explain", "--no-run", "a/test_it.py::TestGroup::test_sum", "--expect",
                   str(next((suite / "tt-replay-failures").glob("test_sum_two*.npy"))), "--at", "l1:0x100")
    assert said.returncode == 1 and "expected 0x02" in " ".join(said.stdout.split()), said


def test_of_several_one_is_to_be_named(suite):
    pytest_of(suite)
    said = explain(suite, "explain", "--no-run", "a/test_it.py::test_sum")
    assert said.returncode == 2 and "2 failures of it are stored" in said.stderr and "test_sum[two words]" in said.stderr, said
    said = explain(suite, "explain", "--no-run", "test_it.py::TestGroup::test_sum")  # of a file that is not here
    assert said.returncode == 2 and "a/test_it.py::" in said.stderr and "b b/test_it.py::" in said.stderr, said
    said = explain(suite, "explain", "--no-run", "a/test_it.py::test_sum[one]")
    assert said.returncode == 2 and "no failure of it is stored" in said.stderr, said


def test_what_is_not_stored_is_run(suite):
    said = explain(suite, "explain", "a/test_it.py::test_sum[two words]")
    assert said.returncode == 1 and "tt-replay: runs a/test_it.py" in said.stderr and "1 failed" in said.stderr, said
    assert "expected 0x02" in " ".join(said.stdout.split()) and "pytest" not in said.stdout, said
    assert explain(suite, "explain", "a/test_it.py::test_sum[two words]").stderr == ""
    assert "runs" in explain(suite, "explain", "--again", "a/test_it.py::test_sum[two words]").stderr
    # A file that is newer than the failure: what is stored may be of another test.
    (suite / "a/test_it.py").write_text(TESTS.replace("[1, 2, 3]", "[1, 1, 3]"))
    os.utime(suite / "a/test_it.py", (2e9, 2e9))
    said = explain(suite, "explain", "a/test_it.py::test_sum[two words]")
    assert said.returncode == 0 and said.stdout == "" and "passes" in said.stderr, said
    for node, text in (("a/test_it.py::test_no_tile", "left no capture"), ("a/test_it.py::test_absent", "pytest"),
                       ("absent.py::test_it", "pytest"), ("a/test_it.py::test_sum[one]", "passes")):
        said = explain(suite, "explain", node)
        assert text in said.stderr and said.stdout == "" and said.returncode == (0 if text == "passes" else 2), said


def test_strange_records(suite):
    left = suite / "tt-replay-failures"
    left.mkdir()
    for text, error in (("", "line 1"), ("[]", "expected an object"), ('{"node": "x"}', "file"),
                        ('{"node": 1, "file": "/", "order": null, "expects": false}', "node"),
                        ('{"node": "a/t.py::x", "file": "/", "order": "sideways", "expects": false}', "sideways"),
                        ('{"node": "a/t.py::x", "file": "/", "order": null, "expects": true}', ".csv"),
                        ('{"node": "a/t.py::x", "file": "/", "order": null, "expects": false}', ".ttcap")):
        (left / "x.test").write_text(text)
        said = explain(suite, "explain", "--no-run", "a/t.py::x")
        assert said.returncode == 2 and error in said.stderr and said.stdout == "", (text, said)
    record = json.dumps({"node": "a/t.py::x[\x1b[31m]", "file": "/", "order": None, "expects": False})
    for name in ("x.test", "y.test"):
        (left / name).write_text(record)
    said = explain(suite, "explain", "--no-run", "a/t.py")
    assert said.returncode == 2 and "2 failures" in said.stderr and "\x1b" not in said.stderr, said
