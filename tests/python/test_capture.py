# SPDX-License-Identifier: Apache-2.0
"""Captures: read, made, edited, saved."""

import json
import subprocess

import numpy as np
import pytest

import tt_replay as tt
from tt_replay.snapshot import SPACES

KERNEL = "traces/kernels/tilize_1x2_f16b_f16b_f16b_bfp8_nice.ttcap"


@pytest.mark.parametrize("path", [KERNEL, "traces/stripped/k_matmul_bf16_1.ttcap", "traces/firmware/mmio_sem_all.ttcap",
                                  "traces/kernels/wormhole_bcast_copy_ROW_f32_tf32_f32_f32_acc_nice.ttcap"])
def test_what_is_saved_is_what_was_read(tool, project, tmp_path, path):
    one = tt.Capture.open(project / path)
    one.save(tmp_path / "copy.ttcap")
    other = tt.Capture.open(tmp_path / "copy.ttcap")
    for member in ("chip", "name", "source", "description", "tags", "inputs", "boot", "symbols", "events"):
        assert getattr(one, member) == getattr(other, member), member
    assert [(c.name, c.after) for c in one.checkpoints] == [(c.name, c.after) for c in other.checkpoints]
    for a, b in zip(one.checkpoints, other.checkpoints):
        for space in SPACES:
            assert all(np.array_equal(x, y) for x, y in zip(a.read(space), b.read(space))), (a.name, space)
    infos = [json.loads(subprocess.run([tool, "info", "--json", name], capture_output=True, check=True).stdout)
             for name in (project / path, tmp_path / "copy.ttcap")]
    for info in infos:
        for member in ("path", "file_bytes", "hash", "recorder", "file"):
            info.pop(member, None)
    assert infos[0] == infos[1]
    order = "firmware" if one.boot else None
    verdicts = [tt.replay(name, order=order).verdict for name in (project / path, tmp_path / "copy.ttcap")]
    assert verdicts[0] == verdicts[1]


def small(chip="blackhole"):
    """SETC16 of a word of thread 0, recorded before and behind."""
    capture = tt.Capture(chip, "small", description="made by hand")
    capture.tags.append("test")
    begin = capture.add_checkpoint("begin")
    with_zeros = {space: bytes(begin.size(space)[0]) for space in ("cfg", "thread_cfg", "gpr")}
    for space, data in with_zeros.items():
        begin.write(space, 0, data)
    capture.execute(0, 0xB2000000 | 5 << 16 | 0x1234)
    end = capture.add_checkpoint("end")
    words = begin.array("thread_cfg").copy()
    words[0, 5] = 0x1234
    end.put("thread_cfg", words)
    return capture


def test_a_capture_is_made_and_replayed(chip, tmp_path):
    capture = small(chip)
    run = tt.replay(capture)
    assert run.verdict.name == "same" and run.verdict.compared_bytes == capture.checkpoints[1].array("thread_cfg").size * 2
    assert run.array("thread_cfg")[0, 5] == 0x1234
    capture.save(tmp_path / "small.ttcap")
    again = tt.Capture.open(tmp_path / "small.ttcap")
    assert again.name == "small" and again.tags == ["test"] and list(again.words()) == [0xB2051234]


def test_a_capture_is_edited(tmp_path):
    capture = small()
    capture.events[0].value ^= 1
    assert tt.replay(capture).verdict.name == "differs"
    capture.events[0].value ^= 1
    capture.insert(0, tt.Event("exec", 0, 0x02000000))  # NOP
    assert [one.after for one in capture.checkpoints] == [0, 2] and tt.replay(capture).verdict.name == "same"
    assert capture.remove(0).value == 0x02000000 and [one.after for one in capture.checkpoints] == [0, 1]
    end = capture.checkpoint("end")
    end.forget("thread_cfg", 10, 2)
    assert end.array("thread_cfg").mask[0, 5] and tt.replay(capture).verdict.name == "same"


def test_fields_and_numbers_of_a_snapshot(chip):
    begin = small(chip).checkpoint("begin")
    assert begin.config("ALU_FORMAT_SPEC_REG0_SrcA") == 0 and begin.config("CFG_STATE_ID_StateID", 2) == 0
    begin.set_config("ALU_FORMAT_SPEC_REG0_SrcA", 5)
    begin.set_config("CFG_STATE_ID_StateID", 1, copy=2)
    assert begin.config("ALU_FORMAT_SPEC_REG0_SrcA", 1) == 5
    assert [begin.config("CFG_STATE_ID_StateID", copy) for copy in range(3)] == [0, 0, 1]
    begin.write("l1", 0x100, tt.formats.to_bytes(tt.encode([1.5, -2], "BF16"), "BF16"))
    values = begin.l1(0x100, 3, "BF16")
    assert values[:2].tolist() == [1.5, -2.0] and values.known.tolist() == [True, True, False]
    begin.write("l1", 0x104, b"\x80\x3f", b"\xff\x0f")  # four bits of it
    assert not begin.l1(0x104, 1, "BF16").known[0] and begin.read("l1", 0x105, 1)[1][0] == 0x0F


def test_bytes_and_counters_of_events_are_kept(tmp_path):
    capture = small()
    capture.add(tt.Event("l1w", 1, addr=0x200, data=bytes(range(200))))
    capture.add(tt.Event("push", 2, 0x02000000, core="t2", pc=0x6010))
    capture.boot["t2"] = 0x6000
    capture.symbols.append(tt.Symbol("t2", 0x6000, "main", 64))
    capture.save(tmp_path / "case.ttcap")
    again = tt.Capture.open(tmp_path / "case.ttcap")
    assert again.events == capture.events and again.boot == {"t2": 0x6000} and again.symbols == capture.symbols


def test_more_events_than_one_batch(tmp_path):
    capture = small()
    for at in range(70000):
        capture.push(at % 3, 0x02000000 | at & 0xFFFF)
    capture.save(tmp_path / "long.ttcap")
    assert tt.Capture.open(tmp_path / "long.ttcap").events == capture.events


@pytest.mark.parametrize("wrong,sentence", [
    (lambda c, t: tt.Capture.open(t / "nowhere.ttcap"), "nowhere.ttcap"),
    (lambda c, t: tt.Capture("grayskull", "x").save(t / "x.ttcap"), "no chip is called 'grayskull'"),
    (lambda c, t: tt.Capture("blackhole", "x", "rumour").save(t / "x.ttcap"), "source 'rumour' is not one of"),
    (lambda c, t: c.add(tt.Event("leap", 0)) and c.save(t / "x.ttcap"), "kind 'leap'"),
    (lambda c, t: c.push(7, 0) and c.save(t / "x.ttcap"), "event 1: kind 0, thread 7"),
    (lambda c, t: setattr(c.checkpoints[1], "after", 9) or c.save(t / "x.ttcap"), "end stands behind 9 events of 1"),
    (lambda c, t: c.checkpoint("middle"), "no checkpoint is called 'middle'; there are begin, end"),
    (lambda c, t: c.checkpoints[0].write("dst", 1 << 20, b"a"), "are not all in space dst"),
    (lambda c, t: c.checkpoints[0].write("dst", 0, b"ab", b"a"), "1 bytes say what is known of 2"),
    (lambda c, t: c.checkpoints[0].set_config("CFG_STATE_ID_StateID", 2), "has 1 bits, and 2 does not fit"),
    (lambda c, t: c.symbols.append(tt.Symbol("t9", 0, "x")) or c.save(t / "x.ttcap"), "no core is called 't9'"),
    (lambda c, t: c.save(t / "none" / "x.ttcap"), "none"),
])
def test_what_is_wrong_is_said_and_nothing_is_written(tmp_path, wrong, sentence):
    with pytest.raises(tt.ReplayError, match=sentence):
        wrong(small(), tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_file_is_not_replaced_unasked(tmp_path):
    small().save(tmp_path / "case.ttcap")
    with pytest.raises(tt.ReplayError, match="case.ttcap"):
        small().save(tmp_path / "case.ttcap")
    small().save(tmp_path / "case.ttcap", replace=True)
