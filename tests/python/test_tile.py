# SPDX-License-Identifier: Apache-2.0
"""A tile in process: programs of a few words, by hand."""

import struct

import numpy as np
import pytest

import tt_replay as tt

ADDI_X1 = 0x00108093  # x1 += 1
STORE_X1 = 0x10102023  # word at 0x100 = x1
BACK_TWO = 0xFF9FF06F  # jump 8 back
HERE = 0x0000006F  # a jump to itself
EBREAK = 0x00100073


def program(tile, *words, at=0):
    tile.write("l1", at, struct.pack(f"<{len(words)}I", *words))


def test_a_core_runs_and_is_looked_at(chip):
    tile = tt.Tile(chip)
    program(tile, ADDI_X1, STORE_X1, BACK_TWO)
    assert tile.run(100) is tt.End.RESTS and tile.core("b").instructions == 0  # held in reset
    tile.release("b")
    assert tile.run_until(0x100, 5, 1000) is tt.End.FOUND
    assert tile.load(0x100) == 5 and tile.core("b").x[1] >= 5
    before = tile.round
    assert tile.run(1000) is tt.End.RAN and tile.round == before + 1000
    tile.store(0, EBREAK)
    assert tile.run(100) is tt.End.WAITS
    assert tile.core("b").is_halted and tile.core("b").pc == 0


def test_a_parked_core_rests_and_a_polling_one_waits(chip):
    tile = tt.Tile(chip)
    program(tile, HERE)
    tile.release("b")
    assert tile.run(100) is tt.End.RESTS and tile.core("b").is_parked
    polls = tt.Tile(chip)
    program(polls, 0x10002083, 0xFE008EE3, HERE)  # lw x1, 0x100; beq x1, x0, -4
    polls.release("b")
    assert polls.run(100000) is tt.End.WAITS
    polls.store(0x100, 1)  # what only a host changes
    assert polls.run(100000) is tt.End.RESTS and polls.core("b").is_parked


def test_t_cores_start_where_one_says(chip):
    tile = tt.Tile(chip)
    for i, core in enumerate(("t0", "t1", "t2")):
        program(tile, HERE, at=0x4000 + 0x100 * i)
        tile.set_start(core, 0x4000 + 0x100 * i)
    tile.release("t0", "t1", "t2")
    tile.run(10)
    assert [tile.core(core).pc for core in ("t0", "t1", "t2")] == [0x4000, 0x4100, 0x4200]
    tile.hold("t1")
    assert not tile.core("t1").is_running and tile.core("t0").is_running


def test_words_go_through_a_pipe(chip):
    tile = tt.Tile(chip)
    assert tile.config("ALU_FORMAT_SPEC_REG0_SrcA") == 0
    tile.push(0, 0x45000000 | 0x1234 << 8 | 0x10 << 1)  # SETDMAREG: half of a scalar register
    tile.run(10)
    assert 0x1234 in tile.array("gpr")[0] & 0xFFFF or 0x1234 in tile.array("gpr")[0] >> 16


def test_configuration_by_address_and_by_name(chip):
    tile = tt.Tile(chip)
    field = tile.field("ALU_FORMAT_SPEC_REG0_SrcA")
    assert field.space == "cfg"
    tile.store(0xFFEF0000 + 4 * field.word, 5 << field.shift)
    assert tile.config(field.name) == 5 and tile.config(field.name, state=1) == 0
    assert tile.load(0xFFEF0000 + 4 * field.word) >> field.shift & 0xF == 5


def test_spaces_are_arrays(chip):
    tile = tt.Tile(chip)
    assert tile.dst().shape == (1024, 16) and tile.lregs().shape == (16, 32) and tile.src("a").shape == (2, 64, 16)
    tile.write("dst", 32, struct.pack("<H", 0x3F80))
    assert tile.dst()[1, 0] == 0x3F80 and np.count_nonzero(tile.dst()) == 1
    tile.write("l1", 0x1000, tt.formats.to_bytes(tt.encode([1.5, -2.0], "BF16"), "BF16"))
    assert tile.l1(0x1000, 2, "BF16").tolist() == [1.5, -2.0]


def test_a_store_that_nothing_does_is_refused_and_the_tile_goes_on(chip):
    tile = tt.Tile(chip)
    with pytest.raises(tt.ReplayError, match="reset of units") as refused:
        tile.store(0xFFB121B0, 0x47801)
    assert refused.value.is_unsupported
    program(tile, 0x0000007F)  # no instruction
    tile.release("b")
    with pytest.raises(tt.ReplayError, match="core b at 0x00000"):
        tile.run(10)
    program(tile, HERE)
    tile.hold("b")
    tile.release("b")
    assert tile.run(10) is tt.End.RESTS


@pytest.mark.parametrize("wrong,sentence", [
    (lambda t: tt.Tile("grayskull"), "no chip is called 'grayskull'"),
    (lambda t: tt.Tile("blackhole", "simulater"), "simulater"),
    (lambda t: t.read("l2", 0, 4), "no space is called 'l2'"),
    (lambda t: t.read("l1", 1 << 24, 4), "are not all in space l1"),
    (lambda t: t.write("l1", (1 << 24) - 1, b"ab"), "are not all in"),
    (lambda t: t.load(2), "no multiple of 4"),
    (lambda t: t.load(0xFFBE0000), "nothing that a host can load"),
    (lambda t: t.store(0xFFC00000, 1), "nothing that a host can store"),
    (lambda t: t.push(3, 0), "thread 3"),
    (lambda t: t.core("b1"), "no core is called 'b1'"),
    (lambda t: t.config("ALU_FORMAT_SPEC_REG0_SrcX"), "has no field"),
])
def test_what_is_wrong_is_said(wrong, sentence):
    with pytest.raises(tt.ReplayError, match=sentence):
        wrong(tt.Tile("blackhole"))
