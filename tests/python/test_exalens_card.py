# SPDX-License-Identifier: Apache-2.0
# lane: night
"""The companion for cards, over a card that is none: what it claims to know is what the tile holds."""

import json
import subprocess
import sys

import numpy as np
import pytest

import card as cards
import tt_replay as tt
from tt_replay import exalens


@pytest.fixture
def card(chip):
    yield cards.fill(cards.install(cards.Card(chip)))
    for name in ("ttexalens", "ttexalens.tt_exalens_lib"):
        sys.modules.pop(name, None)


def spaces_of(card):
    return {space: np.frombuffer(card.tile.read(space), np.uint8) for space in tt.snapshot.SPACES}


def exact(snapshot, held):
    """Known bits are those of the tile; how many bytes of each space are wholly known."""
    counts = {}
    for space, bytes_held in held.items():
        found, known = snapshot.read(space)
        assert np.array_equal(found, bytes_held & known), space
        counts[space] = int(np.count_nonzero(known == 0xFF))
    return counts


def read(path, *words):
    status = exalens.main(["-o", str(path), *words])
    assert status == 0
    return tt.Capture.open(path)


def test_the_round_trip_is_exact(card, tmp_path, capsys):
    held = spaces_of(card)
    capture = read(tmp_path / "device.ttcap", *(["--window", "isa"] if card.chip != "blackhole" else []))
    counts = exact(capture.checkpoint("end"), held)
    assert all(counts[space] == held[space].size for space in ("l1", "cfg", "thread_cfg", "gpr"))
    assert counts["dst"] == 768 * 32 and counts["dst_valid"] == 768  # rows that hold something
    assert counts["state"] == 4 * sum(1 for _ in exalens._signals(card.chip)) and counts["srca"] == counts["lreg"] == 0
    after = spaces_of(card)
    assert all(np.array_equal(held[space], after[space]) for space in held if space != "state")  # it disturbs nothing
    assert not card.harm
    said = capsys.readouterr().out
    assert "scalar registers" in said and "disturbed: RISC_DBG_CNTL_1" in said
    assert (capture.source, capture.chip) == ("silicon", card.chip) and len(capture.inputs) == 6
    order = [addr for what, addr in card.log]
    assert order.index(0) < order.index(exalens.CFG_COMMAND) < order.index(exalens.ARRAY_COMMAND) < order.index(exalens.INJECT_WORD)


def test_a_word_may_stand_where_another_source_says(tmp_path):
    for window in cards.WINDOWS:
        card = cards.fill(cards.install(cards.Card("wormhole_b0", window)))
        capture = read(tmp_path / f"{window}.ttcap", "--window", window)
        counts = exact(capture.checkpoint("end"), {space: held for space, held in spaces_of(card).items() if "cfg" in space})
        assert counts == {"cfg": (1 if window == "llk" else 2) * 4 * 188, "thread_cfg": 3 * 2 * 57}
    unsaid = read(tmp_path / "unsaid.ttcap").checkpoint("end")
    assert unsaid.array("cfg").known[0].all() and not unsaid.array("cfg").known[1].any()
    assert not unsaid.array("thread_cfg").known.any()


def test_lower_halves_that_the_array_hides_come_from_the_view(tmp_path):
    card = cards.install(cards.Card("blackhole"))
    card.lower_is_hidden = True
    cards.fill(card)
    card.tile.write("dst_valid", 0, b"\1" * 1024)
    held = spaces_of(card)
    hidden = read(tmp_path / "array.ttcap")
    assert exact(hidden.checkpoint("end"), {"dst": held["dst"]})["dst"] == 512 * 32 and not card.harm
    whole = read(tmp_path / "view.ttcap", "--halt")
    assert exact(whole.checkpoint("end"), {"dst": held["dst"]})["dst"] == 1024 * 32
    assert card.harm == ["a core goes on that was halted"] and "reset the tile" in whole.inputs[-1]


def test_a_view_that_is_laid_out_otherwise_is_left(tmp_path):
    card = cards.fill(cards.install(cards.Card("blackhole")))
    words = card.tile.array("cfg").copy()
    words[0, 3] |= 2 << 16
    card.tile.write("cfg", 0, words.tobytes())
    assert "laid out otherwise" in read(tmp_path / "device.ttcap", "--halt").inputs[-1] and not card.harm


def test_what_is_not_at_rest_stays_unknown(card, tmp_path):
    card.restless = True
    capture = read(tmp_path / "device.ttcap")
    known = capture.checkpoint("end").read("l1")[1]
    assert np.flatnonzero(known == 0).tolist() == [0x40] and "not at rest" in capture.inputs[0]


def test_a_stalled_thread_ends_one_step_alone(card, tmp_path):
    card.stalled = {1}
    capture = read(tmp_path / "device.ttcap")
    known = capture.checkpoint("end").array("gpr").known
    assert known[0].all() and not known[1].any() and known[2].all() and "thread 1 is stalled" in capture.inputs[-1]
    assert card.page[exalens.INJECT_CONTROL] == 0  # it runs again


def test_a_store_that_never_comes_is_no_value(card, tmp_path):
    card.stores_fail = True
    capture = read(tmp_path / "device.ttcap")
    assert not capture.checkpoint("end").array("gpr").known.any() and "0 of 192" in capture.inputs[-1]


def test_trouble_of_hardware_ends_a_step_and_not_the_rest(card, tmp_path):
    card.lacks_signals = True
    broken = card.load

    def load(addr):
        if addr == exalens.ARRAY_DATA:
            raise cards.TimeoutDeviceRegisterError("0xFFB1206C")
        return broken(addr)

    card.load = load
    capture = read(tmp_path / "device.ttcap", "--no-inject")
    end = capture.checkpoint("end")
    assert "TimeoutDeviceRegisterError: 0xFFB1206C" in capture.inputs[4] and not end.array("dst").known.any()
    assert "0 counters" in capture.inputs[3] and end.array("l1").known.all() and card.page[exalens.ARRAY_ENABLE] == 0


def test_a_kernel_is_held_against_what_was_read(chip, tmp_path):
    """A replay that ends with what the card shows is the same; one bit of a word of it, and it differs."""
    card = cards.fill(cards.install(cards.Card(chip)))
    capture = tt.Capture.open(tmp_path / "device.ttcap") if exalens.main(["-o", str(tmp_path / "device.ttcap")]) else read(tmp_path / "again.ttcap")
    begin, end = capture.checkpoint("begin"), capture.checkpoint("end")
    begin.write("l1", 0, card.tile.read("l1"))
    assert tt.replay(capture, assume=["all"]).verdict.differing_bytes > 0
    for space in ("cfg", "thread_cfg", "gpr", "dst", "dst_valid", "state"):
        begin.write(space, 0, *(part.tobytes() for part in end.read(space)))
    assert tt.replay(capture).verdict.differing_bytes == 0


# ---- what the kernel suite writes ----


def test_the_kernel_suites_configuration_imports(chip, tmp_path):
    tile = cards.fill(cards.Card(chip)).tile
    words = tile.array("cfg")
    missing = () if chip == "blackhole" else range(158, 162)
    (tmp_path / "cfg.json").write_text(json.dumps(
        [[state, word, int(words[state, word])] for state in range(2) for word in range(words.shape[1]) if word not in missing]))
    capture = read(tmp_path / "case.ttcap", "--cfg-snapshot", str(tmp_path / "cfg.json"), "--arch", chip)
    array = capture.checkpoint("begin").array("cfg")
    assert np.array_equal(np.asarray(array)[array.known], words[array.known])
    assert np.flatnonzero(~array.known[0]).tolist() == list(missing)


@pytest.mark.parametrize("text,sentence", [
    ("[[0, 1", "no JSON"), ('{"a": 1}', "dict where a list"), ("[[0, 1]]", r"entry 0 is \[0, 1\]"), ("[[2, 0, 1]]", "entry 0"),
    ("[[0, 224, 1]]", "2 states of 224 words"), ("[[0, 0, -1]]", "entry 0"), ("[[0, 0, true]]", "entry 0"),
    ("[[0, 5, 1], [0, 5, 2]]", "entry 1: state 0 word 5 is 0x2, and 0x1 before"),
])
def test_a_file_that_is_wrong_is_refused(tmp_path, capsys, text, sentence):
    import re

    (tmp_path / "cfg.json").write_text(text)
    status = exalens.main(["-o", str(tmp_path / "x.ttcap"), "--cfg-snapshot", str(tmp_path / "cfg.json"), "--arch", "blackhole"])
    assert status == 2 and re.search(sentence, capsys.readouterr().err) and not (tmp_path / "x.ttcap").exists()


def test_without_tt_exalens_it_says_so(tmp_path):
    done = subprocess.run([sys.executable, "-m", "tt_replay.exalens", "-o", str(tmp_path / "x.ttcap")], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 2 and "ttexalens" in done.stderr
