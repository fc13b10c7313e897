# SPDX-License-Identifier: Apache-2.0
# lane: night
"""The package is typed, where there is a checker (Debian: mypy)."""

import shutil
import subprocess

import pytest


def test_types_are_sound(project):
    mypy = shutil.which("mypy", path="/usr/bin") or shutil.which("mypy")
    if not mypy:
        pytest.skip("there is no mypy (apt-get install mypy)")
    done = subprocess.run([mypy, "--cache-dir=/dev/null", "--config-file", "pyproject.toml"], cwd=project / "python",
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
