# SPDX-License-Identifier: Apache-2.0
"""A run's database, of a shipped capture: as the device did it, and with one reading changed."""

import subprocess
import threading

import numpy as np
import pytest

import tt_replay as tt

CAPTURE = "traces/kernels/tilize_1x2_f16b_f16b_f16b_bfp8_nice.ttcap"


def replayed(tool, project, folder, *options):
    database = folder / "run.db"
    subprocess.run([tool, "replay", str(project / CAPTURE), *options, "-o", str(database)], capture_output=True, check=False)
    return tt.open(database)


@pytest.fixture(scope="module")
def same(tmp_path_factory):
    import os
    from pathlib import Path

    return replayed(os.environ["TT_REPLAY"], Path(os.environ["TT_REPLAY_PROJECT"]), tmp_path_factory.mktemp("same"))


@pytest.fixture
def other(tool, project, tmp_path):
    return replayed(tool, project, tmp_path, "--variant", "pack.bfp.round=truncate")


def test_verdict_and_differences(same, other):
    assert (same.verdict.name, same.verdict.exit_status, same.differences()) == ("same", 0, [])
    assert same.chip == "blackhole"
    assert other.verdict.name == "differs" and other.verdict.exit_status == 1
    differences = other.differences()
    assert sum(int(((one.held ^ one.replayed) & one.known != 0).sum()) for one in differences) == other.verdict.differing_bytes
    assert {one.space for one in differences} == {"l1"}


def test_stages_of_an_event(same):
    event = same.rows("SELECT min(seq) FROM tt_instructions i JOIN unit u ON u.id = i.unit WHERE u.name = 'pack' "
                      "AND seq IN (SELECT seq FROM v_stage)")[0][0]
    names = [name for _, name, _ in same.stages(event)]
    assert names[0] == "read" and "bfp_assemble" in names
    read = same.stage(event, "read")
    assert np.array_equal(tt.decode(read["bits"], "BF16"), read["value"])
    packed = same.stage(event, "bfp_assemble")
    bits = packed["bits"]
    assert np.array_equal(tt.decode(bits, "BFP8", packed["shared_exponent"].astype(int)), packed["value"])
    with pytest.raises(tt.ReplayError, match="has no stage 'relu'; it has pack"):
        same.stage(event, "relu")


def test_tiles_are_what_stands_in_l1(same, other):
    tile = same.tile(0)
    assert tile.shape == (1024,)
    assert np.abs(same.tile(0, "read") - tile).max() < 0.2
    assert not np.array_equal(other.tile(0), tile) and np.array_equal(other.tile(0, "read"), same.tile(0, "read"))
    with pytest.raises(tt.ReplayError, match="no data tile 99"):
        same.tile(99)


def test_questions_in_three_lines(same):
    """Events a thread; rounding error by instruction; shared exponents."""
    events = same.columns("SELECT thread, count(*) AS events FROM tt_instructions GROUP BY thread")
    assert events["events"].sum() == same.rows("SELECT count(*) FROM tt_instructions")[0][0]
    blocks = same.columns("SELECT v.seq, v.datum, v.value, v.shared_exponent FROM v_stage s JOIN tt_values(s.block) v "
                          "WHERE s.unit = 'pack' AND s.stage = 'bfp_assemble'")
    exponents, counts = np.unique(blocks["shared_exponent"], return_counts=True)
    assert counts.sum() == len(blocks["seq"]) and exponents.max() < 255
    assert same.rows("SELECT ?1 + 1, ?2, NULL", 2, "ä") == [(3, "ä", None)]


def test_all_values_of_a_stage_at_once(same):
    """tt_stages.bits against tt_values, value by value."""
    blocks = same.columns("SELECT block, format LIKE 'bfp%' AS is_block, datums, width, bits FROM tt_stages")
    values = same.columns("SELECT v.bits, v.shared_exponent FROM tt_stages s JOIN tt_values(s.block) v")
    held = [np.frombuffer(bits, f"<u{width}").astype(np.int64) for bits, width in zip(blocks["bits"], blocks["width"])]
    assert [len(some) for some in held] == blocks["datums"].tolist() and set(blocks["width"].tolist()) == {1, 2, 4}
    is_block, numbers = np.repeat(blocks["is_block"], blocks["datums"]) == 1, np.concatenate(held)
    assert is_block.any() and not is_block.all()
    assert np.array_equal(np.where(is_block, numbers & 0xFF, numbers), values["bits"])
    assert np.array_equal(numbers[is_block] >> 8, values["shared_exponent"][is_block])


def test_writes_to_a_place_backwards(same):
    """In both orders, and the last one, against all writes."""
    every = same.rows("SELECT id, seq, space, lo, hi FROM tt_accesses WHERE is_write = 1 ORDER BY id")
    last = every[-1][1]
    many = 0
    for _, _, space, at, _ in every[::len(every) // 40]:
        for first, to in ((0, last), (last // 3, last), (0, last // 2), (last // 3, last // 2)):
            wanted = [row[:1] for row in every if row[2] == space and row[3] <= at < row[4] and first <= row[1] <= to]
            where = "FROM tt_accesses WHERE space = ? AND is_write = 1 AND lo <= ? AND hi > ? AND seq >= ? AND seq <= ?"
            given = (space, at, at, first, to)
            many = max(many, len(wanted))
            assert same.rows(f"SELECT id {where} ORDER BY id", *given) == wanted
            assert same.rows(f"SELECT id {where} ORDER BY id DESC", *given) == wanted[::-1]
            assert [row[1:] for row in same.rows(f"SELECT id, seq {where} ORDER BY seq DESC", *given)] == sorted(
                ((row[1],) for row in every if row[:1] in wanted), reverse=True)
            assert same.rows(f"SELECT max(id) {where}", *given) == (wanted[-1:] or [(None,)])
    assert many > 2


def test_rows_of_many_kinds(same):
    """More rows than the library gives at a time, with texts and BLOBs between numbers."""
    sql = ("WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 9999) SELECT i, CASE i % 3 WHEN 0 "
           "THEN 'ä' || i WHEN 1 THEN NULL ELSE '' END AS text, CASE i % 2 WHEN 0 THEN x'00ff' ELSE i / 4.0 END AS mixed, "
           "CASE WHEN i % 5 THEN i / 8.0 END AS real, CASE WHEN i % 2 THEN i ELSE i / 2.0 END AS number, 3 AS last FROM n")
    expected = [(i, ("ä%d" % i, None, "")[i % 3], i / 4 if i % 2 else b"\x00\xff", i / 8 if i % 5 else None, i if i % 2 else i / 2, 3)
                for i in range(10000)]
    rows, columns = same.rows(sql), same.columns(sql)
    assert rows == expected and all(type(a) is type(b) for row, other in zip(rows, expected) for a, b in zip(row, other))
    assert [columns[name].dtype for name in columns] == [np.int64, object, object, np.float64, np.float64, np.int64]
    assert list(zip(*(columns[name].tolist() for name in ("i", "text", "mixed")))) == [row[:3] for row in expected]
    assert np.array_equal(columns["real"], [np.nan if row[3] is None else row[3] for row in expected], equal_nan=True)
    assert columns["number"].tolist() == [row[4] for row in expected]
    none = same.columns("SELECT 1 AS i WHERE 0")["i"]
    assert none.dtype == np.int64 and len(none) == 0 and same.rows("SELECT 1 WHERE 0") == []


@pytest.mark.parametrize("sql,sentence", [
    ("SELEC 1", "syntax error"), ("DELETE FROM run", "expected a statement that reads"), ("", "expected a statement"),
    ("SELECT * FROM nowhere", "no such table"),
])
def test_sql_that_is_wrong_is_said(same, sql, sentence):
    with pytest.raises(tt.ReplayError, match=sentence):
        same.rows(sql)
    assert same.verdict.name == "same"


def test_what_is_no_database_is_refused(tmp_path, project):
    with pytest.raises(tt.ReplayError, match="nowhere.db"):
        tt.open(tmp_path / "nowhere.db")
    with pytest.raises(tt.ReplayError, match="tilize"):
        tt.open(project / CAPTURE)


def test_threads_share_a_run(same):
    wrong = []

    def ask(number):
        for _ in range(300):
            if same.rows("SELECT ?", number) != [(number,)] or not same.verdict.name:
                wrong.append(number)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_page_does_not_replace_its_database(same):
    before = same.rows("SELECT count(*) FROM run")
    with pytest.raises(tt.ReplayError, match=same.path):
        same.page(same.path, replace=True)
    assert tt.open(same.path).rows("SELECT count(*) FROM run") == before
