# SPDX-License-Identifier: Apache-2.0
# lane: night
"""Replays and questions in process: the same as the commands give, and arrays of what stood where."""

import filecmp
import json
import re
import subprocess
import sys

import numpy as np
import pytest

import tt_replay as tt

KERNEL = "traces/kernels/tilize_1x2_f16b_f16b_f16b_bfp8_nice.ttcap"
TRUNCATE = "pack.bfp.round=truncate"
OUTPUT = 0x60040  # where its packer puts datums, behind 64 shared exponents


def command(tool, *words):
    done = subprocess.run([tool, *map(str, words)], capture_output=True, check=False, text=True)
    assert done.returncode in (0, 1, 3), done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def kernel():
    import os

    return os.path.join(os.environ["TT_REPLAY_PROJECT"], KERNEL)


@pytest.fixture(scope="module")
def run(kernel):
    return tt.replay(kernel)


@pytest.fixture(scope="module")
def other(kernel):
    return tt.replay(kernel, variants=TRUNCATE)


@pytest.mark.parametrize("options,words", [
    ({}, []), ({"variants": TRUNCATE}, ["--variant", TRUNCATE]), ({"units": "pack"}, ["--unit", "pack"]),
    ({"sets": ["STACC_RELU_ApplyRelu=1"]}, ["--set", "STACC_RELU_ApplyRelu=1"]),
    ({"order": "program"}, ["--order", "program"]),
    ({"variants": TRUNCATE, "units": "pack"}, ["--variant", TRUNCATE, "--unit", "pack"]),
])
def test_the_database_is_that_of_the_command(tool, kernel, tmp_path, options, words):
    mine, its = tmp_path / "mine.db", tmp_path / "its.db"
    run = tt.replay(kernel, mine, **options)
    command(tool, "replay", kernel, "-o", its, *words)
    assert filecmp.cmp(mine, its, shallow=False)
    assert run.verdict.name in ("same", "differs", "no verdict")


def test_every_capture_of_the_tree_replays_as_by_the_command(tool, project, tmp_path):
    """A fifth of them, of each folder."""
    paths = sorted(project.glob("traces/kernels/*.ttcap"))[::5] + sorted(project.glob("traces/silicon/*.ttcap"))[::20]
    assert len(paths) > 8
    for at, path in enumerate(paths):
        mine, its = tmp_path / f"{at}.mine.db", tmp_path / f"{at}.its.db"
        tt.replay(path, mine)
        command(tool, "replay", path, "-o", its)
        assert filecmp.cmp(mine, its, shallow=False), path


def test_residue_is_that_of_the_command(tool, kernel):
    residue = tt.residue(kernel)
    assert residue.json == json.loads(command(tool, "residue", "--json", kernel))
    assert len(residue.stale) == sum(residue["counts"][reach] for reach in ("output", "hang", "compared")) > 0
    assert all(row.reaches and not row.is_given for row in residue.stale) and residue.stale[0].place in repr(residue)
    capture = tt.Capture.open(kernel)
    assert [row.place for row in capture.residue().rows] == [row.place for row in residue.rows]
    after = capture.residue(after=kernel)
    assert after.json["after"]["changing"] == sum(row.left["changes"] for row in after.rows)
    with pytest.raises(tt.ReplayError, match="absent.ttcap"):
        tt.residue(kernel, after="absent.ttcap")


def test_answers_are_those_of_the_commands(tool, kernel, other):
    assert other.diff(limit=20).json == json.loads(command(tool, "diff", "--json", other.path))
    assert other.why(f"l1:{OUTPUT:#x}").json == json.loads(command(tool, "why", "--json", other.path, f"l1:{OUTPUT:#x}"))
    bisect = tt.bisect(kernel, variants=TRUNCATE)
    assert bisect.json == json.loads(command(tool, "bisect", "--json", kernel, "--variant", TRUNCATE))
    assert (bisect.cause, bisect.stage, bisect.changes()) == ("explained", "bfp_assemble", ["pack.bfp.round=device"])
    assert bisect.event == 563 and "bfp_assemble" in repr(bisect)


def test_spaces_at_the_end_are_what_the_recording_holds(kernel, run):
    end = tt.Capture.open(kernel).checkpoint("end")
    for space in ("l1", "dst", "cfg", "gpr", "lreg"):
        mine, recorded = run.array(space), end.array(space)
        both = mine.known & recorded.known
        assert np.array_equal(np.asarray(mine)[both], np.asarray(recorded)[both]), space
    assert run.dst().shape == (1024, 16) and run.dst().known.all() and run.gpr().shape == (3, 64)


def test_spaces_change_with_the_moment(run):
    start, end = run.l1(OUTPUT, 16, "UINT8", at="start"), run.l1(OUTPUT, 16, "UINT8")
    first = run.rows("SELECT min(seq) FROM tt_accesses WHERE is_write = 1 AND lo <= ? AND hi > ?", OUTPUT, OUTPUT)[0][0]
    assert np.array_equal(run.l1(OUTPUT, 16, "UINT8", at=first - 1), start)
    assert not np.array_equal(start, end) and np.array_equal(run.l1(OUTPUT, 16, "UINT8", at=first)[:16], end)
    assert run.event_of("mark:mid0") == 551 and run.event_of("end") == run.event_of("mark:end")
    with pytest.raises(tt.ReplayError, match="no mark 'middle'; it has mid0, end"):
        run.dst(at="mark:middle")
    with pytest.raises(tt.ReplayError, match="event 99999 is behind the end of the run, which has [0-9]+$"):
        run.config(at=99999)


def test_a_page_is_the_tile_that_was_packed(run):
    page = run.l1(OUTPUT - 64, 1024, "Bfp8_b")
    tile = run.tile(0).reshape(2, 2, 16, 16).transpose(0, 2, 1, 3).reshape(32, 32)
    assert page.shape == (32, 32) and page.known.all() and np.array_equal(page, tile)


def test_configuration_by_name_and_moment(run):
    field = "THCON_SEC0_REG1_Out_data_format"
    writes = run.rows("SELECT seq, new FROM v_field_writes WHERE field = ? AND copy = 0 AND old <> new ORDER BY seq", field)
    assert writes and run.config()[field] == writes[-1][1] == tt.FORMATS["BFP8"].code
    before = run.config(at=writes[0][0] - 1)
    assert before[field] == 0 and (field, 0, 0, 6) in run.config().changed_from(before)
    assert run.config().words.shape[0] == 2 and run.config().threads.shape[0] == 3
    with pytest.raises(tt.ReplayError, match="no field is called 'Out_data'"):
        run.config()["Out_data"]
    with pytest.raises(tt.ReplayError, match="of copy 2: there are 2"):
        run.config()[field, 2]


def test_a_field_that_was_held_shows_its_value(kernel):
    run = tt.replay(kernel, sets="STACC_RELU_ApplyRelu=3")
    assert run.config()["STACC_RELU_ApplyRelu"] == 3 and run.config()["STACC_RELU_ApplyRelu", 1] == 3


def test_what_nobody_recorded_is_not_known(project):
    run = tt.replay(project / "traces/stripped/k_matmul_bf16_1.ttcap", order="firmware")
    assert run.verdict.name == "no verdict"
    dst = run.dst(at="start")
    assert not dst.known.any() and dst.mask.all()
    assumed = tt.replay(project / "traces/stripped/k_matmul_bf16_1.ttcap", order="firmware", assume=["l1,cfg,thread_cfg"])
    assert assumed.verdict.name == "same"


def test_an_array_of_ones_own_is_held_against_the_run(run, other, kernel):
    tile = np.asarray(run.tile(0))
    where = {"at": f"l1:{OUTPUT - 64:#x}", "format": "bfp8"}
    assert run.diff(expect=tile, **where).verdict == "same"
    diff = other.diff(expect=tile, **where)
    assert diff.verdict == "differs" and len(diff) == np.count_nonzero(other.tile(0) != tile)
    assert diff.table()["ulps"].max() == 1 and diff.histogram().counts[0][0] == 1
    assert sum(count for _, count in diff.histogram().counts) == len(diff)
    assert other.diff(expect=tile, ulp=1, **where).verdict == "same"
    for bounds in ({"rtol": 0.12}, {"atol": 0.125}, {"rtol": 0.03, "atol": 0.1}, {"rtol": 1}):
        near = np.isclose(np.asarray(other.tile(0)), tile, **{"rtol": 0, "atol": 0, **bounds})
        assert len(other.diff(expect=tile, **bounds, **where)) == np.count_nonzero(~near)
    assert diff["correlation"] == pytest.approx(np.corrcoef(np.asarray(other.tile(0)).ravel(), tile.ravel())[0, 1], abs=1e-12)
    want = tile.copy()
    want[5] += 1
    assert tt.bisect(kernel, expect=want, **where).first["datum"] == "tile0:face0:r0:c5"
    assert tt.bisect(kernel, expect=tile, **where).verdict == "same"


def test_a_rule_by_which_an_array_is_the_runs_is_said(run, project):
    where = {"at": f"l1:{OUTPUT - 64:#x}", "format": "bfp8", "layout": "tiles"}
    faces = np.asarray(run.tile(0)).reshape(4, 16, 16)

    def tiled(array):
        return array.reshape(2, 2, 16, 16).swapaxes(1, 2).reshape(32, 32)

    tile = tiled(faces)
    off = 1 + np.random.default_rng(1).uniform(0.7, 1, tile.shape) * 0.05
    said = {
        "rows and columns of each data tile exchanged (transposed): 1024 of 1024": tile.T,
        "rows and columns of each face exchanged": tiled(faces.swapaxes(1, 2)),
        "faces 1 and 2 of each data tile exchanged": tiled(faces[[0, 2, 1, 3]]),
        "the array has 48 datums further on": tiled(np.roll(faces.reshape(64, 16), 3, 0)),
        "with the other sign": -tile,
        "each value of the array is the replayed one without its sign": abs(tile),
        "each value of the array is the replayed one, or 0 where that is negative": np.maximum(tile, 0),
        "times 0.25: ": tile * 4,
        "that of the array -7.99: ": tile + 8,
    }
    for text, array in said.items():
        reference = run.diff(expect=array, **where)["reference"]
        assert text in reference.get("pattern", ""), (text, reference)
    one = tile.copy()
    one[3, 4] += 1
    for array in (one, np.random.default_rng(2).permutation(tile.ravel()).reshape(tile.shape) * off):
        assert "pattern" not in run.diff(expect=array, **where)["reference"]
    nice = tt.replay(project / "traces/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap")
    where = {"at": "l1:0x60000", "format": "bf16", "layout": "tiles"}
    held = tiled(np.asarray(nice.l1(0x60000, 1024, "BF16")).reshape(4, 16, 16))
    said = nice.diff(expect=held / off, **where)["reference"]["pattern"]
    assert said.endswith(" takes these as equal") and nice.diff(
        expect=held / off, rtol=float(said.split()[-5]), **where).verdict == "same"
    assert nice.diff(expect=held[::-1, ::-1], **where)["reference"]["pattern"].endswith("all of the array's in another order")
    relu = tt.replay(project / "traces/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap", sets="STACC_RELU_ApplyRelu=1")
    bits = np.asarray(relu.l1(0x60000, 1024, "BF16"), np.float32).view(np.uint32) >> 16
    signed = relu.diff(expect=np.where(bits, bits, 0x8000).astype(np.uint16), at="l1:0x60000", format="bf16")
    assert signed.verdict == "differs" and "pattern" not in signed["reference"]  # zeros of another sign are no distance


def test_a_capture_in_memory_is_replayed(kernel):
    capture = tt.Capture.open(kernel)
    assert tt.replay(capture).verdict.name == "same"
    pacr = next(at for at, event in enumerate(capture.events) if event.kind == "exec" and event.value >> 24 == 0x41)
    capture.events[pacr].value = 0x02000000  # in place: a NOP
    run = tt.replay(capture)
    assert run.verdict.name == "differs" and {one.space for one in run.differences()} >= {"l1"}
    capture.checkpoint("end").forget("l1")
    assert "l1" not in {one.space for one in tt.replay(capture).differences()}


@pytest.mark.parametrize("wrong,sentence", [
    (lambda k, t: tt.replay("nowhere.ttcap"), "nowhere.ttcap"),
    (lambda k, t: tt.replay(k, variants="pack.bfp.round=up"), "pack.bfp.round"),
    (lambda k, t: tt.replay(k, order="backwards"), "order 'backwards' is not one of executed, program, firmware"),
    (lambda k, t: tt.replay(k, units="packer"), "packer"),
    (lambda k, t: tt.replay(k, sets=["Nothing=1"]), "Nothing"),
    (lambda k, t: tt.replay(k, k), "exists|would be replaced"),
    (lambda k, t: tt.replay(k, t / "none" / "run.db"), "none"),
    (lambda k, t: tt.bisect(k, expect=[1.0]), "where its first datum stands"),
    (lambda k, t: tt.bisect(k, expect=[1.0], at="l1:0x60000", layout="heap"), "layout 'heap': expected faces, tiles or rows"),
    (lambda k, t: tt.bisect(k, expect=np.zeros(4), at="l1:0xFFFFFFF0", format="bf16"), "l1:0xFFFFFFF0|l1"),
    (lambda k, t: tt.replay(k).why("l1:60000"), "l1:60000"),
    (lambda k, t: tt.replay(k).datum("tile0"), "expected|written tile0:d137"),
    (lambda k, t: tt.replay(k).datum("tile77:d0"), "no datum tile77:d0"),
    (lambda k, t: tt.replay(k).read("l1", 1 << 24, 1), "are not all in space l1"),
    (lambda k, t: tt.replay(k, units="pack").dst(), "did not run"),
])
def test_what_is_wrong_is_said_and_the_process_goes_on(kernel, tmp_path, wrong, sentence):
    with pytest.raises(tt.ReplayError, match=sentence):
        wrong(kernel, tmp_path)


def test_the_capture_is_never_replaced(kernel, tmp_path):
    copy = tmp_path / "case.ttcap"
    copy.write_bytes(open(kernel, "rb").read())
    with pytest.raises(tt.ReplayError, match="would be replaced"):
        tt.replay(copy, copy, replace=True)
    assert copy.read_bytes() == open(kernel, "rb").read()


# ---- how they show themselves ----


def well_formed(markup):
    import xml.etree.ElementTree as tree

    return tree.fromstring(f"<body>{markup}</body>".replace(' xmlns="http://www.w3.org/2000/svg"', ""))


def test_pictures_are_well_formed_and_say_what_is_unknown(run, other, project):
    tile = well_formed(run.tile(0)._repr_html_())
    assert len(tile.findall(".//rect")) == 1024 and "data tile 0" in tile.find(".//figcaption").text
    texts = [one.text for one in tile.findall(".//title")]
    assert f"row 0, column 16: {run.tile(0)[256]:.6g}" in texts
    unknown = well_formed(tt.replay(project / "traces/stripped/k_matmul_bf16_1.ttcap", order="firmware").dst(at="start")._repr_html_())
    assert "not known" in unknown.find(".//figcaption").text and "not known" in unknown.find(".//title").text
    histogram = well_formed(other.diff().histogram()._repr_svg_())
    assert len(histogram.findall(".//rect")) == 2
    waterfall = run.datum("tile0:d37")
    steps = well_formed(waterfall._repr_svg_()).findall(".//rect")
    assert len(steps) == len(waterfall.rows) >= 3
    for shown in (run, run.verdict, other.diff(), run.why(f"l1:{OUTPUT:#x}"), run.why("cfg:STACC_RELU_ApplyRelu"), run.config()):
        well_formed(shown._repr_html_())
        assert repr(shown)


def test_distances_are_counted_by_powers_of_two():
    histogram = tt.Histogram.of(np.array([0, 0, 1, 2, 3, 4, 2**63], np.uint64))
    assert histogram.counts == [(0, 2), (1, 1), (2, 2), (4, 1), (2**63, 1)]
    assert "2 … 3" in repr(histogram)


@pytest.mark.parametrize("values,cells", [
    (np.arange(5), 5), (np.arange(33), 33), (np.zeros(0), 0), (np.array(7), 1), (np.zeros((2, 3, 4)), 24), (np.zeros((200, 200)), 128 * 128),
    (np.array([np.nan, np.inf, -np.inf, 0.0, 1e-300, -1e300]), 6), (np.array([0, 2**32 - 1], np.uint32), 2),
])
def test_every_shape_can_be_drawn(values, cells):
    drawn = well_formed(tt.Values(values, np.ones(values.shape, bool), "a & <b>")._repr_html_())
    assert len(drawn.findall(".//rect")) == cells and drawn.find(".//figcaption").text.startswith("a & <b>")


def test_what_is_masked_stays_so_in_what_is_computed():
    values = tt.Values([1.0, 2.0, 3.0], [True, False, True], "x")
    assert (values * 2).known.tolist() == [True, False, True] and (values * 2).sum() == 8 and values[1:].known.tolist() == [False, True]


def test_a_library_of_another_interface_is_refused(tmp_path):
    import os
    import shutil

    if not shutil.which("cc"):
        pytest.skip("there is no compiler")
    (tmp_path / "old.c").write_text("unsigned ttreplay_api(void) { return 1; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "old.so", tmp_path / "old.c"], check=True)
    env = dict(os.environ, TT_REPLAY_LIBRARY=str(tmp_path / "old.so"))
    env.pop("LD_PRELOAD", None)
    done = subprocess.run([sys.executable, "-c", "import tt_replay"], env=env, capture_output=True, text=True, check=False)
    assert re.search(r"ImportError.*its interface is number 1, this package is for \d+", done.stderr)


def test_a_folder_is_no_library(tmp_path):
    import os

    done = subprocess.run([sys.executable, "-c", "import tt_replay"], env=dict(os.environ, TT_REPLAY_LIBRARY=str(tmp_path)),
                          capture_output=True, text=True, check=False)
    assert "ImportError" in done.stderr and "expected libttreplay.so, found what cannot be loaded" in done.stderr


def test_an_array_is_held_against_the_middle_of_a_run(project):
    capture = project / "traces/kernels/datacopy_bfp8_bfp8_bfp8_bfp8_full_rand.ttcap"
    run = tt.replay(capture)
    srca = np.frombuffer(run.read("srca", 0, 1024, at=599)[0].tobytes(), np.uint32)
    assert run.diff(expect=srca, at="srca:0,0,0", after=599).verdict == "same"
    assert run.diff(expect=srca, at="srca:0,0,0").verdict == "differs"
    wrong = srca ^ (np.arange(256) == 77) * np.uint32(8)
    assert tt.bisect(capture, expect=wrong.astype(np.uint32), at="srca:0,0,0", after=599, budget=50).first["address"] == "srca:0,4,13"


@pytest.mark.parametrize("search", ["bisect", "residue"])
def test_interrupt_is_heard_within_a_second(kernel, search):
    """The library does not return before its search ends, and Python hears signals where it waits."""
    program = f"""
import os, signal, threading, time
import tt_replay as tt
sent = []
def send():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
wrong = {{"variants": {TRUNCATE!r}}} if {search!r} == "bisect" else {{}}
threading.Timer(0.3, send).start()
try:
    while True:
        tt.{search}({str(kernel)!r}, **wrong)
except KeyboardInterrupt:
    print(time.monotonic() - sent[0] < 1)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr


def test_values_of_stages_are_held_against_a_run(project):
    capture = project / "traces/kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap"
    run = tt.replay(capture)
    right = np.array([bits for (bits,) in run.rows("SELECT bits FROM v_datum WHERE unit = 'pack' AND stage = 'read' "
                                                   "ORDER BY seq, instance, datum")], np.uint32)
    wrong = right.copy()
    wrong[5] ^= 1
    assert run.diff(right, stage="pack.read", insn="all").verdict == "same"
    both = [tt.Reference(array, stage="pack.read", insn="all") for array in (right, wrong)]
    diff = run.diff(both)
    assert (diff.verdict, len(diff), [one.verdict for one in diff.references]) == ("differs", 1, ["same", "differs"])
    assert diff.differences[0]["place"] == "event 1109, value 5"
    assert tt.bisect(capture, expect=both, budget=20).json["first"]["writer"]["event"] == 1109
    with pytest.raises(tt.ReplayError, match="the reference has 2047 values, and the run made 2048"):
        run.diff(right[1:], stage="pack.read", insn="all")
