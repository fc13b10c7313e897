# SPDX-License-Identifier: Apache-2.0
"""What strangers made, in Python: names that a terminal or a notebook would obey, files that are none, folders of
experiments that lead elsewhere."""

import json
import os
import socket

import numpy as np
import pytest
import tt_replay
from tt_replay import _untrusted, answers, elf, exalens, probe, runs

CLASSES = [*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)]
NAME = "".join(chr(code) for code in CLASSES if code) + "<script>\n\rSAME  all bytes"


def is_plain(text, lines=False):
    return not any(ord(char) in CLASSES and not (lines and char == "\n") for char in text)


def test_visible_leaves_nothing_that_is_obeyed():
    assert is_plain(_untrusted.visible(NAME)) and "\\x1b" in _untrusted.visible(NAME) and "\\u202e" in _untrusted.visible(NAME)
    assert _untrusted.visible("a\udc9bb") == "a\\x9bb"
    assert _untrusted.visible("tile 0, €, 漢") == "tile 0, €, 漢"
    assert _untrusted.visible("##[error]a ##vso[b # [c") == "##\\u005berror]a ##vso\\u005bb # [c"


def shown(thing):
    """All that a console or a notebook shows of it."""
    texts = [repr(thing)]
    for form in ("_repr_html_", "_repr_svg_"):
        if hasattr(thing, form):
            texts.append(getattr(thing, form)())
    return texts


def look(thing):
    for text in shown(thing):
        assert is_plain(text, lines=True), ascii(text)
        assert not any(line.startswith("SAME") for line in text.split("\n"))
    for text in shown(thing)[1:]:
        assert "<script>" not in text


def test_names_are_shown_everywhere(tmp_path):
    capture = tt_replay.Capture("blackhole", NAME.replace("\0", ""))
    capture.add_checkpoint("end " + NAME)
    look(capture)
    for one in capture.checkpoints:
        look(one)
    path = tmp_path / ("x" + NAME.replace("/", "_")[:40] + ".ttcap")
    capture.save(path)
    again = tt_replay.Capture.open(path)
    look(again)
    run = runs.replay(path)
    run.path = str(path)
    look(run)
    look(run.verdict)
    look(run.diff())
    look(run.config())
    look(answers.Bisect({"capture": NAME, "verdict": NAME, "first": None, "cause": NAME, "explanations": []}))
    look(answers.Why({"place": NAME, "nodes": [{"event": 1, "place": NAME, "bits": 3, "instruction": NAME, "kind": "x"}]}))
    look(answers.Histogram(NAME, [(0, 1)]))
    look(answers.Waterfall(NAME, [(NAME, NAME, 1, 2, np.float32(3))]))
    with pytest.raises(tt_replay.ReplayError) as caught:
        capture.checkpoint(NAME)
    assert is_plain(str(caught.value))


SPECIAL = ["fifo", "folder", "socket", "sparse", "link", "dangling", "loop", "device"]


@pytest.fixture
def special(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    here = os.getcwd()
    os.chdir(tmp_path)  # the name of a socket is short
    socket.socket(socket.AF_UNIX).bind("socket")
    os.chdir(here)
    with open(tmp_path / "sparse", "wb") as file:
        file.truncate(1 << 40)
    os.symlink("/dev/zero", tmp_path / "link")
    os.symlink("nowhere", tmp_path / "dangling")
    os.symlink("loop", tmp_path / "loop")
    os.symlink("/dev/full", tmp_path / "device")
    return tmp_path


@pytest.mark.parametrize("name", SPECIAL)
def test_no_reader_waits_or_fills_memory(special, name):
    path = special / name
    for reader in (elf.Elf, lambda one: exalens.read_snapshot(one, "blackhole", "x"), tt_replay.Capture.open, tt_replay.open,
                   lambda one: runs.replay(one, special / "out.db")):
        with pytest.raises((tt_replay.ReplayError, OSError)):
            reader(path)
    assert not (special / "out.db").exists()


@pytest.mark.parametrize("text", [b"[" * 100000, b'{"a":' * 100000, b"\xff", b"", b"9" * 5000, b"x" * 100])
def test_json_that_is_none(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_bytes(text)
    with pytest.raises(tt_replay.ReplayError):
        exalens.read_snapshot(path, "blackhole", "x")


# ---- experiments ----

LAYOUT = {"words": 0x8000, "done": 0x100, "done_value": 0x600D, "operands": 0x10000, "look": 0x20000, "look_bytes": 16}


class Card:
    """Says at once that it is done, and gives back what it was given."""
    name = "card"

    def __init__(self):
        self.l1 = bytearray(1 << 20)

    def write(self, addr, data):
        self.l1[addr:addr + len(data)] = data

    def write_word(self, addr, value):
        self.l1[LAYOUT["done"]:LAYOUT["done"] + 4] = (0x600D).to_bytes(4, "little")

    def read(self, addr, count):
        return bytes(self.l1[addr:addr + count])


def folder_of(tmp_path, **changes):
    one = {"name": "00-a", "image": "00-a.l1", **changes.pop("experiment", {})}
    content = {"tt_replay_probe": 1, "chip": "blackhole", "layout": LAYOUT, "experiments": [one], **changes}
    (tmp_path / "00-a.l1").write_bytes(bytes(64))
    (tmp_path / "probe.json").write_text(json.dumps(content))
    return tmp_path


def test_experiments_are_asked(tmp_path):
    assert probe.ask(Card(), folder_of(tmp_path))["answers"] == [{"experiment": "00-a", "repeats": ["00" * 16] * 3}]


@pytest.mark.parametrize("changes", [
    {"experiment": {"image": "../secret.l1"}}, {"experiment": {"image": "/etc/passwd"}}, {"experiment": {"image": 5}},
    {"experiment": {"name": NAME}}, {"experiment": {"name": "a/../b"}}, {"layout": {**LAYOUT, "look": -1}},
    {"layout": {**LAYOUT, "look_bytes": 1 << 40}}, {"layout": {**LAYOUT, "done": "x"}}, {"layout": None}, {"chip": 1},
    {"experiments": {}}, {"experiments": [1]}, {"tt_replay_probe": 2}])
def test_experiments_that_lead_elsewhere_are_refused(tmp_path, changes):
    with pytest.raises(ValueError) as caught:
        probe.ask(Card(), folder_of(tmp_path, **changes))
    assert is_plain(str(caught.value)) and "probe.json" in str(caught.value)


def test_a_link_in_a_folder_of_experiments_leaks_nothing(tmp_path):
    (tmp_path / "secret").write_text("of the user's")
    folder = tmp_path / "q"
    folder.mkdir()
    folder_of(folder, layout={**LAYOUT, "look": 0})
    (folder / "00-a.l1").unlink()
    os.symlink("../secret", folder / "00-a.l1")
    with pytest.raises(ValueError, match="symbolic link"):
        probe.ask(Card(), folder)


def test_answers_replace_no_question(tmp_path, capsys):
    folder_of(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    os.link(tmp_path / "00-a.l1", tmp_path / "hard")
    os.symlink(tmp_path / "probe.json", tmp_path / "soft")
    for name in ("probe.json", "00-a.l1", "hard", "soft"):
        assert probe.main([str(tmp_path), str(tmp_path / name)]) == 2
        assert "this is the input" in capsys.readouterr().err
    (tmp_path / "hard").unlink()
    (tmp_path / "soft").unlink()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
