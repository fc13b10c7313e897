# SPDX-License-Identifier: Apache-2.0
"""The questions of docs/how-to/python.md, as they stand there, and their answers by other ways."""

import contextlib
import io
import re

import numpy as np
import pytest

import tt_replay as tt

KERNEL = "traces/kernels/tilize_1x2_f16b_f16b_f16b_bfp8_nice.ttcap"


@pytest.fixture
def answers(project):
    """What each of them prints."""
    page = (project / "docs/how-to/python.md").read_text()
    section = page.split("\n## Questions\n")[1].split("\n## ")[0]
    blocks = re.findall(r"```python\n(.*?)```", section, re.S)
    assert len(blocks) == 4
    said = []
    for block in blocks:
        assert len(block.strip().splitlines()) <= 3, block
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(block, {"run": tt.replay(project / KERNEL, variants="pack.bfp.round=truncate"), "np": np})
        said.append(out.getvalue())
    return said


def test_each_is_answered_in_three_lines(answers, project):
    run = tt.replay(project / KERNEL, variants="pack.bfp.round=truncate")
    errors = dict(line.split() for line in answers[0].splitlines())
    assert run.events("pacr") == run.events("PACR") != []
    assert run.events("SFPEXEXP") == []
    with pytest.raises(tt.ReplayError, match="'PACK' is no instruction of .*; near it: "):
        run.events("pack")
    assert set(map(int, errors)) == set(run.events("PACR")) and max(map(float, errors.values())) > 0
    everything = np.abs(np.concatenate([run.tile(tile) - run.tile(tile, "read") for tile in range(2)]))
    assert max(map(float, errors.values())) == everything.max()
    writes = run.why("cfg:THCON_SEC0_REG1_Out_data_format").writes
    assert all(str(write["event"]) in answers[1] for write in writes if write["event"] < 533) and writes
    assert answers[2].count("l1:0x") == min(len(run.diff()), 1000) or "..." in answers[2]
    assert answers[3].split() == list(map(str, run.rows("SELECT count(*), sum(datums) FROM tt_stages")[0]))
