# SPDX-License-Identifier: Apache-2.0
# lane: night
"""Experiments of `tt-replay probe` by the runner, over the emulated tile behind the functions of tt-exalens."""

import json
import os
import random
import subprocess
import sys

import pytest


def tool(*arguments, status=0):
    run = subprocess.run([os.environ["TT_REPLAY"], "probe", *map(str, arguments)], capture_output=True, text=True,
                         check=False)
    assert run.returncode == status, run.stderr + run.stdout
    return run.stdout


@pytest.fixture(scope="module")
def questions(tmp_path_factory):
    made = {}

    def make(chip):
        if chip not in made:
            made[chip] = tmp_path_factory.mktemp("probe") / chip
            tool("-o", made[chip], "--chip", chip, "--draws", 4)
        return made[chip]

    return make


@pytest.fixture(autouse=True)
def fresh():
    for name in [name for name in sys.modules if name.split(".")[0] == "ttexalens"]:
        del sys.modules[name]


def readings():
    listed = subprocess.run([os.environ["TT_REPLAY"], "errata", "--all", "--json"], capture_output=True, text=True,
                            check=True)
    both = json.loads(listed.stdout)
    return {row["name"]: row["choices"] for row in both["errata"] + both["readings"]}


def test_a_hidden_choice_is_found(chip, questions, tmp_path):
    """One tile answers all experiments, one after the other: nothing depends on what the one before left. But for one
    reading, by which the tile position runs on from program to program, and no instruction sets it back."""
    from tt_replay import probe

    folder = questions(chip)
    draw = random.Random(chip)
    hidden = {name: draw.choice(choices) for name, choices in readings().items()}
    hidden["pack.tpg.start"] = readings()["pack.tpg.start"][0]
    card = probe.emulated(chip, ",".join(f"{name}={choice}" for name, choice in hidden.items()))
    probe.write_answers(probe.ask(card, folder, repeats=2), tmp_path / "answers.json")
    run = subprocess.run([os.environ["TT_REPLAY"], "probe", folder, "--read", tmp_path / "answers.json", "--json",
                          "--write-profile", tmp_path / "card.json"], capture_output=True, text=True, check=False)
    said = json.loads(run.stdout)
    assert run.returncode in (0, 3) and said["unusable"] == [] and said["decided"] > 25
    for row in said["readings"]:
        if row["state"] == "decided":
            # Choices that a chip shows no difference between stand together.
            assert hidden[row["reading"]] in row["choices"].split(" or ")
    profile = json.loads((tmp_path / "card.json").read_text())
    assert len(profile["readings"]) == said["decided"]
    # The profile as it is taken by another verb: the same readings answer the same.
    tool(folder, "--emulate", tmp_path / "again.json", "--profile", tmp_path / "card.json", "--repeats", 2)
    tool(folder, "--read", tmp_path / "again.json", "--write-profile", tmp_path / "same.json", status=run.returncode)


def test_the_program_as_a_module(chip, questions, tmp_path):
    from tt_replay import probe

    folder = questions(chip)
    assert probe.main([str(folder), str(tmp_path / "cores.json"), "--emulate", "--repeats", "1"]) == 0
    tool(folder, "--emulate", tmp_path / "words.json", "--repeats", 1)
    cores, words = (json.loads((tmp_path / name).read_text()) for name in ("cores.json", "words.json"))
    assert cores["answers"] == words["answers"]


class Faulty:
    """A card that gives another answer wherever a program has a certain word."""

    name = "a faulty card"

    def __init__(self, card, opcode):
        self._card, self._opcode, self._is_hit = card, opcode, False

    def write(self, addr, data):
        if addr == 0:
            count = int.from_bytes(data[0x8000:0x8004], "little")
            words = [int.from_bytes(data[at:at + 4], "little") for at in range(0x8004, 0x8004 + 4 * count, 4)]
            self._is_hit = any(word >> 24 == self._opcode for word in words)
        self._card.write(addr, data)

    def write_word(self, addr, value):
        self._card.write_word(addr, value)

    def read(self, addr, count):
        data = self._card.read(addr, count)
        return bytes([data[0] ^ 0xA5]) + data[1:] if self._is_hit and addr == 0x20000 else data


def test_what_fits_none_is_reduced(questions, tmp_path):
    """Round by round: the last program that fits nothing has no step left but the one that the fault needs."""
    from tt_replay import probe

    shiftxb = 0x18
    folder = questions("blackhole")
    card = Faulty(probe.emulated("blackhole"), shiftxb)
    for step in range(64):
        answers, following = tmp_path / f"{step}.json", tmp_path / f"next{step}"
        probe.write_answers(probe.ask(card, folder, repeats=1), answers)
        run = subprocess.run([os.environ["TT_REPLAY"], "probe", folder, "--read", answers, "--json", "--next",
                              following], capture_output=True, text=True, check=False)
        unusable = [row["experiment"] for row in json.loads(run.stdout)["unusable"]]
        if not unusable:
            break
        assert run.returncode == 1
        held = [row for row in json.loads((folder / "probe.json").read_text())["experiments"]
                if row["name"] in unusable]
        smallest = min(held, key=lambda row: len(row["words"]))
        folder = following
    assert step > 2 and "matrix-shift" in smallest["template"]
    # The state at the start, what hands SHIFTXB its bank, SHIFTXB, the end.
    assert len(smallest["steps"]) == 4
    assert any(smallest["words"][at:at + 8].endswith("18") for at in range(0, len(smallest["words"]), 8))


def test_a_program_that_hangs_is_said(tmp_path, capsys):
    from tt_replay import probe

    class Dead:
        name = "nobody"

        def write(self, addr, data):
            pass

        write_word = write

        def read(self, addr, count):
            return bytes(count)

    (tmp_path / "probe.json").write_text(json.dumps(
        {"tt_replay_probe": 1, "chip": "blackhole", "layout": {"done": 256, "done_value": 1, "look": 0, "look_bytes": 4},
         "experiments": [{"name": "one", "image": "one.l1"}]}))
    (tmp_path / "one.l1").write_bytes(bytes(4))
    answers = probe.ask(Dead(), tmp_path, timeout=0.01)
    assert answers["answers"] == [{"experiment": "one", "repeats": []}]
    assert "one: no end after 0.01 s" in capsys.readouterr().err
