# SPDX-License-Identifier: Apache-2.0
# lane: night
"""The wheel: built offline, by itself and by pip; installed it needs nothing of the tree."""

import base64
import csv
import hashlib
import os
import subprocess
import sys
import zipfile

import pytest

PROGRAM = """
import sys
import tt_replay as tt
assert tt.__file__.startswith(sys.argv[1]), tt.__file__
assert tt.decode(tt.encode([1.5], "BF16"), "BF16")[0] == 1.5
print(tt.replay(sys.argv[2]).verdict.name)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    project = os.environ["TT_REPLAY_PROJECT"]
    folders = [tmp_path_factory.mktemp("wheel") for _ in range(2)]
    names = [subprocess.run([sys.executable, f"{project}/python/build_wheel.py", str(folder)], check=True, capture_output=True,
                            text=True).stdout.strip() for folder in folders]
    assert names[0] == names[1] and (folders[0] / names[0]).read_bytes() == (folders[1] / names[1]).read_bytes()
    return folders[0] / names[0]


def alone(folder):
    """An environment in which only the folder has the package."""
    env = {name: value for name, value in os.environ.items() if name not in ("TT_REPLAY_LIBRARY", "PYTHONPATH")}
    return dict(env, PYTHONPATH=str(folder))


def test_the_record_is_of_what_is_in_it(wheel):
    with zipfile.ZipFile(wheel) as archive:
        record = next(name for name in archive.namelist() if name.endswith("RECORD"))
        rows = {name: digest for name, digest, _ in csv.reader(archive.read(record).decode().splitlines())}
        assert set(rows) == set(archive.namelist())
        for name, digest in rows.items():
            if name != record:
                sum_of_it = base64.urlsafe_b64encode(hashlib.sha256(archive.read(name)).digest()).rstrip(b"=").decode()
                assert digest == "sha256=" + sum_of_it, name
    assert "tt_replay/py.typed" in rows and "tt_replay/libttreplay.so" in rows and wheel.name.endswith(".whl")


def test_unpacked_it_works_and_pytest_finds_the_plugin(wheel, project, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    capture = project / "traces/kernels/datacopy_u16_rand.ttcap"
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path), str(capture)], env=alone(tmp_path), cwd=tmp_path,
                          capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "same", done.stderr
    said = subprocess.run([sys.executable, "-m", "pytest", "--help"], env=alone(tmp_path), cwd=tmp_path, capture_output=True,
                          text=True, check=True).stdout
    assert "--tt-replay-dir" in said


def test_pip_makes_and_installs_it_offline(wheel, project, tmp_path):
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
        pytest.skip("there is no pip (apt-get install python3-pip)")
    # Of a copy: pip may leave files beside what it builds.
    subprocess.run(["cp", "-r", str(project / "python"), str(project / "CMakeLists.txt"), str(tmp_path)], check=True)
    made = subprocess.run([sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps", "--no-build-isolation", "-q", "-w",
                           str(tmp_path / "made"), str(tmp_path / "python")], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "made" / wheel.name).read_bytes() == wheel.read_bytes()
    subprocess.run([sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "-q", "--target", str(tmp_path / "there"),
                    str(wheel)], check=True, capture_output=True)
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path / "there"),
                           str(project / "traces/kernels/datacopy_u16_rand.ttcap")], env=alone(tmp_path / "there"), cwd=tmp_path,
                          capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "same", done.stderr
    command = tmp_path / "there/bin/tt-replay"
    if any(name.endswith("scripts/tt-replay") for name in zipfile.ZipFile(wheel).namelist()):
        said = subprocess.run([str(command), "--version"], capture_output=True, text=True, check=True).stdout
        assert said.startswith("tt-replay "), said
