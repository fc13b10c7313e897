# SPDX-License-Identifier: Apache-2.0
"""Columns that `tt-replay export` writes, read back by numpy: what its CSV says of the same values."""

import csv
import os
import subprocess
import zipfile

import numpy as np
import pytest

KERNELS = "datacopy_f16b_f16b_bfp8_bfp8_acc_hostile", "wormhole_matmul_i8_nice", "sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile"


def command(tool, *words):
    return subprocess.run([tool, *map(str, words)], capture_output=True, check=False, text=True)


@pytest.fixture(scope="module", params=KERNELS)
def run(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("run") / "run.db"
    capture = os.path.join(os.environ["TT_REPLAY_PROJECT"], "traces/kernels", request.param + ".ttcap")
    assert command(os.environ["TT_REPLAY"], "replay", capture, "-o", path).returncode in (0, 1)
    return path


def rows_of(tool, path, *words):
    table = path.with_suffix(".csv")
    assert command(tool, "export", *words, "-o", table, "--force").returncode == 0
    with open(table, newline="", encoding="ascii") as file:
        return list(csv.DictReader(file))


def arrays_of(tool, path, *words):
    done = command(tool, "export", *words, "-o", path, "--force")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
    with np.load(path) as archive:
        return {name: archive[name] for name in archive.files}


@pytest.mark.parametrize("stage", ["pack", "pack.read", "unpack0", "matrix.stored", "unpack0.exponent_fetch"])
def test_a_stage_by_columns_is_its_table(tool, run, tmp_path, stage):
    if command(tool, "export", run, "--stage", stage, "-o", tmp_path / "x.csv").returncode:
        pytest.skip("not at work")
    rows = rows_of(tool, tmp_path / "x.npz", run, "--stage", stage)
    arrays = {name: array.ravel() for name, array in arrays_of(tool, tmp_path / "x.npz", run, "--stage", stage).items()}
    assert {len(array) for array in arrays.values()} == {len(rows)}
    for name, column in (("event", "seq"), ("instance", "instance"), ("tile", "tile"), ("datum", "datum")):
        assert arrays[name].tolist() == [int(row[column]) for row in rows]
    assert arrays["bits"].tolist() == [int(row["bits"].replace(":", ""), 16) for row in rows]
    assert arrays["has_cell"].dtype == bool
    assert arrays["has_cell"].tolist() == [row["dst_row"] != "" for row in rows]
    cells = [int(row["dst_row"]) * 16 + int(row["dst_column"]) if row["dst_row"] else 0 for row in rows]
    assert arrays["cell"].tolist() == cells
    wanted = np.array([float(row["value"]) for row in rows])
    assert np.allclose(arrays["value"], wanted, rtol=1e-6, atol=0, equal_nan=True)


def test_a_region_has_what_is_known(tool, run, tmp_path):
    for words in (["--region", "l1:0x60000-0x60200"], ["--region", "l1:0x60000-0x60200", "--format", "bf16"],
                  ["--region", "l1:0-0x80"], ["--region", "gpr"]):
        rows = rows_of(tool, tmp_path / "x.npz", run, *words)
        arrays = arrays_of(tool, tmp_path / "x.npz", run, *words)
        name = "value" if "--format" in words else "bits"
        assert sorted(arrays) == sorted(("address", "known", name))
        assert arrays["address"].tolist() == [int(row["address"], 16) for row in rows]
        assert arrays["known"].tolist() == [row[name] != "" for row in rows]
        masked = np.ma.array(arrays[name], mask=~arrays["known"])
        for one, row in zip(masked.tolist(), rows):
            if one is None:
                assert row[name] == ""
            elif name == "bits":
                assert one == int(row["bits"], 16)
            else:
                assert np.isclose(one, float(row["value"].split()[0]), rtol=1e-3, equal_nan=True)  # few digits there


def test_what_an_archive_is_not_for(tool, run, tmp_path):
    done = command(tool, "export", run, "--stage", "pack", "--untilize", "-o", tmp_path / "x.npz")
    assert done.returncode == 2 and "are for .npy" in done.stderr
    assert not (tmp_path / "x.npz").exists()
