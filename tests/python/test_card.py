# SPDX-License-Identifier: Apache-2.0
# lane: night
"""Programs of `tt-replay fuzz --card` by the runner, over the emulated tile behind the functions of tt-exalens."""

import json
import os
import subprocess
import sys

import pytest


def fuzz(chip, reading="", *arguments):
    command = f"'{sys.executable}' -m tt_replay.card {{bundle}} {{out}} --emulate {reading}"
    run = subprocess.run([os.environ["TT_REPLAY"], "fuzz", "--card", "--chip", chip, "--against", f"cmd:{command}",
                          *map(str, arguments)], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


@pytest.fixture(autouse=True)
def fresh():
    for name in [name for name in sys.modules if name.split(".")[0] == "ttexalens"]:
        del sys.modules[name]


def test_cores_and_words_leave_the_same(chip):
    """Words that core B stores, on a tile that runs its cores, leave what they leave word by word."""
    code, said = fuzz(chip, "", "--count", 8)
    assert code == 0 and "nothing differs" in said, said


def test_another_reading_is_found(chip, tmp_path):
    reading, seed = {"blackhole": ("pack.packers=four", 6), "wormhole_b0": ("pack.compress.enable=needs_rsi", 4)}[chip]
    code, said = fuzz(chip, f"--reading {reading}", "--seed", seed, "--count", 10, "--budget", 2,
                      "-o", tmp_path / "first.ttcap")
    assert code == 1 and reading in said, said
    assert (tmp_path / "first.ttcap").exists()


def test_programs_of_cores_are_none_for_a_card():
    code, said = fuzz("blackhole", "", "--unit", "core")
    assert code == 2 and "--card" in said


@pytest.fixture
def bundle(tmp_path):
    """One word, and four bytes of L1."""
    folder = tmp_path / "bundle"
    folder.mkdir()
    (folder / "l1.bin").write_bytes(b"\x01\x02\x03\x04")
    (folder / "events.jsonl").write_text('{"i":0,"k":"exec","t":2,"w":33554432}\n')
    manifest = {"format": "tensix-dump-bundle", "version": 1, "arch": "blackhole", "name": "x",
                "source": {"kind": "emulator"}, "events": "events.jsonl",
                "checkpoints": [{"id": "begin", "after_event": -1,
                                 "regions": [{"name": "l1", "file": "l1.bin", "addr": 0x10000}]}]}

    def put(**changes):
        (folder / "bundle.json").write_text(json.dumps({**manifest, **changes}))
        return folder

    return put


def test_the_image_of_a_bundle(bundle):
    from tt_replay import card

    chip, l1 = card.image(bundle())
    assert chip == "blackhole" and len(l1) == 0x180000
    assert l1[0x10000:0x10005] == b"\x01\x02\x03\x04\0"
    assert l1[0x4000] == 2 and l1[0x8000:0x8008] == bytes([1, 0, 0, 0, 0, 0, 0, 2])


@pytest.mark.parametrize("changes, event", [
    ({"arch": "none"}, None), ({"checkpoints": []}, None), ({"boot": [{"core": "t0", "pc": 0}]}, None),
    ({"checkpoints": [{"regions": [{"name": "dst", "file": "l1.bin", "addr": 0}]}]}, None),
    ({"checkpoints": [{"regions": [{"name": "l1", "file": "../l1.bin", "addr": 0}]}]}, None),
    ({"checkpoints": [{"regions": [{"name": "l1", "file": "l1.bin", "addr": 0x180000 - 3}]}]}, None),
    ({"checkpoints": [{"regions": [{"name": "l1", "file": "l1.bin", "addr": -1}]}]}, None),
    ({}, "nothing"), ({}, '{"k":"push","t":0,"w":1}'), ({}, '{"k":"exec","t":3,"w":1}'), ({}, '{"k":"exec","t":0}'),
    pytest.param({}, "\n".join(['{"k":"exec","t":0,"w":1}'] * 4097), id="4097 words"),
])
def test_what_is_no_program_is_refused(bundle, tmp_path, capsys, changes, event):
    from tt_replay import card

    folder = bundle(**changes)
    if event:
        (folder / "events.jsonl").write_text(event + "\n")
    assert card.main([str(folder), str(tmp_path / "out"), "--emulate"]) == 2
    assert "expected" in (said := capsys.readouterr().err) or "no JSON" in said or "L1 has" in said
    assert not (tmp_path / "out").exists()


class Noisy:
    """Ends at once, with another byte in the output each time."""

    name = "a card that is noisy"

    def __init__(self):
        self.runs = 0

    def write(self, addr, data):
        self.runs += 1

    def write_word(self, addr, value):
        pass

    def read(self, addr, count):
        return (0x600D).to_bytes(4, "little") if addr == 0x100 else bytes([self.runs]) * count


def test_answers_that_disagree_are_none():
    from tt_replay import card
    from tt_replay._untrusted import Refused

    assert card.answer(Noisy(), b"", 1, 1.0) == b"\x01" * 2048
    with pytest.raises(Refused, match="2 answers in 2 runs"):
        card.answer(Noisy(), b"", 2, 1.0)
