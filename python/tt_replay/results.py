# SPDX-License-Identifier: Apache-2.0
"""Results databases: what `tt-replay replay -o run.db` wrote, as numpy arrays. No extension of SQLite is loaded: the
library has its own, with all that the tool adds to SQL."""

from __future__ import annotations

import ctypes
import difflib
import os
import threading
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tt_replay import _library as lib
from tt_replay import _show, formats
from tt_replay._precision import precision
from tt_replay._untrusted import visible
from tt_replay.answers import Diff, Precision, Waterfall, Why
from tt_replay.config import Config
from tt_replay.expected import Expected, Moment, Reference, references
from tt_replay.tile import Field
from tt_replay.values import Values, of_space

_NULL, _INTEGER, _REAL, _TEXT = range(4)  # behind them BLOBs
_ROOM = 4096  # rows that are read at a time
_END, _START = 2**63 - 1, -1
Cell = Union[None, int, float, str, bytes]


@dataclass(frozen=True)
class Verdict:
    """What the run came to (docs/verdicts.md)."""

    name: str  # "same", "differs", "hung", "no verdict", "unsupported", "damaged"
    words: str
    exit_status: int
    compared_bytes: int
    differing_bytes: int
    undecided_bytes: int

    def __repr__(self) -> str:
        return visible(f"{self.name}: {self.words}")

    def _repr_html_(self) -> str:
        colour = {"same": "green", "differs": "#c00"}.get(self.name, "#a60")
        return f'<p><b style="color:{colour}">{_show.escape(self.name)}</b> {_show.escape(self.words)}</p>'


@dataclass(frozen=True)
class Difference:
    """A run of bytes that differ from the recording at a checkpoint."""

    checkpoint: str
    space: str
    lo: int
    held: NDArray[np.uint8]
    replayed: NDArray[np.uint8]
    known: NDArray[np.uint8]  # bits that the recording knows
    is_undecided: bool  # computed from unknown state


class Run:
    """An open database. tt_replay.open() makes it."""

    def __init__(self, path: Union[str, "os.PathLike[str]"], owned: Any = None) -> None:
        self.path = os.fspath(path)
        self._owned = owned  # a folder that goes with it
        self._database = ctypes.c_void_p()
        # ctypes lets other threads run in a call, and the library has one query of a database at a time.
        self._lock = threading.RLock()
        lib.call("database_open", os.fsencode(path), ctypes.byref(self._database))

    def __del__(self) -> None:
        database = getattr(self, "_database", None)
        if database:
            lib.plain("database_close", database)
            self._database = ctypes.c_void_p()

    # ---- SQL ----

    def _begin(self, sql: str, parameters: Tuple[Union[int, str], ...]) -> List[str]:
        columns = ctypes.c_uint32()
        lib.call("query", self._database, sql.encode(), ctypes.byref(columns))
        for at, value in enumerate(parameters, 1):
            if isinstance(value, str):
                lib.call("bind_text", self._database, at, value.encode())
            else:
                lib.call("bind_integer", self._database, at, int(value))
        return [lib.plain("column", self._database, at).decode() for at in range(columns.value)]

    def rows(self, sql: str, *parameters: Union[int, str]) -> List[Tuple[Cell, ...]]:
        """Rows of a query, with tt_values, tt_instructions and every view of docs/formats/results.md."""
        names, read = self._read(sql, parameters)
        return [row for some in read for row in zip(*(some.cells_of(at) for at in range(len(names))))]

    def _read(self, sql: str, parameters: Tuple[Union[int, str], ...]) -> Tuple[List[str], List["_Rows"]]:
        """Names of columns, and rows: one query from its begin to its end, whatever other threads ask."""
        with self._lock:
            names = self._begin(sql, parameters)
            kinds = np.empty((len(names), _ROOM), np.uint8)
            cells = np.empty((len(names), _ROOM), np.uint64)
            data, count = ctypes.c_void_p(), ctypes.c_uint32()
            found: List[_Rows] = []
            while True:
                lib.call("rows", self._database, _ROOM, lib.u8(kinds), lib.u64(cells), ctypes.byref(data), ctypes.byref(count))
                if not count.value:
                    return names, found
                found.append(_Rows(kinds[:, :count.value].copy(), cells[:, :count.value].copy(), data.value))

    def columns(self, sql: str, *parameters: Union[int, str]) -> Dict[str, NDArray[Any]]:
        """The same column by column: numbers as numpy arrays (a null of a column of reals is NaN), others as objects."""
        names, read = self._read(sql, parameters)
        return {name: _array(read, at) for at, name in enumerate(names)}

    # ---- questions ----

    @property
    def verdict(self) -> Verdict:
        row = self.rows("SELECT name, words, exit_status, compared_bytes, differing_bytes, undecided_bytes "
                        "FROM verdict")
        return Verdict(*row[0])  # type: ignore[arg-type]

    @property
    def chip(self) -> str:
        return str(self.rows("SELECT chip FROM run")[0][0])

    def differences(self) -> List[Difference]:
        """Where the tile and the recording differ, by checkpoint, space and address."""
        rows = self.rows("SELECT p.name, s.name, m.lo, m.held, m.replayed, m.known, m.is_tainted FROM mismatch m "
                         "LEFT JOIN checkpoint p ON p.id = m.checkpoint JOIN space s ON s.id = m.space "
                         "ORDER BY m.checkpoint, m.space, m.lo")
        return [Difference(str(name), str(space), _int(lo), _bytes(held), _bytes(replayed), _bytes(known), bool(tainted))
                for name, space, lo, held, replayed, known, tainted in rows]

    def stages(self, event: int) -> List[Tuple[str, str, int]]:
        """Unit, name and instance of each stage at which an event's instruction was at work."""
        return [(str(unit), str(stage), _int(instance)) for unit, stage, instance in
                self.rows("SELECT unit, stage, instance FROM v_stage WHERE unit = (SELECT u.name FROM tt_instructions i "
                          "JOIN unit u ON u.id = i.unit WHERE i.seq = ?1) AND seq = ?1 "
                          "ORDER BY unit, instance, ordinal", event)]

    def events(self, mnemonic: str) -> List[int]:
        """Events of an instruction: "PACR", in any case."""
        found = [_int(row[0]) for row in self.rows("SELECT i.seq FROM tt_instructions i, run r WHERE "
                                                   "tt_mnemonic(r.chip, i.word) = ? ORDER BY i.seq", mnemonic.upper())]
        if not found:
            self._check_mnemonic(mnemonic.upper())
        return found

    def _check_mnemonic(self, name: str) -> None:
        rows = self.rows("WITH RECURSIVE opcode(n) AS (VALUES(0) UNION ALL SELECT n + 1 FROM opcode WHERE n < 255) "
                         "SELECT DISTINCT tt_mnemonic(chip, n << 24), chip FROM opcode, run")
        if name not in [str(row[0]) for row in rows]:
            near = difflib.get_close_matches(name, [str(row[0]) for row in rows], 3)
            raise lib.ReplayError(f"{name!r} is no instruction of {str(rows[0][1])}" + (f"; near it: {', '.join(near)}" if near else ""))

    def stage(self, event: int, name: str, unit: Optional[str] = None, instance: int = 0) -> Dict[str, NDArray[Any]]:
        """Values of an event's instruction after a stage: bits, value, row and column of Dst, shared exponent."""
        there = [(one, stage) for one, stage, _ in self.stages(event) if stage == name and unit in (None, one)]
        if not there:
            known = ", ".join(sorted({f"{one} {stage}" for one, stage, _ in self.stages(event)})) or "none"
            raise lib.ReplayError(f"event {event} has no stage '{name}'; it has {known}")
        return self.columns(
            'SELECT v.datum, v.bits, v.value, v."row", v."column", v.shared_exponent FROM v_stage s '
            "JOIN tt_values(s.block) v WHERE s.unit = ? AND s.stage = ? AND s.instance = ? AND v.seq = ? "
            "ORDER BY s.block, v.datum", there[0][0], name, instance, event)

    def tile(self, number: int, stage: Optional[str] = None, instance: int = 0) -> Values:
        """Values of a data tile as a packer made it, in the order of packing; stage None: after the last."""
        blocks = self.rows("SELECT block, stage, first_datum, ordinal FROM v_stage WHERE unit = 'pack' AND instance = ? "
                           "AND tile = ? ORDER BY first_datum, ordinal", instance, number)
        last: Dict[int, int] = {}
        for block, name, first, _ in blocks:
            if stage in (None, name):
                last[_int(first)] = _int(block)
        if not last:
            which = f" with stage '{stage}'" if stage else ""
            raise lib.ReplayError(f"packer {instance} made no data tile {number}{which}")
        values = [self.columns("SELECT value FROM tt_values(?)", block)["value"] for _, block in sorted(last.items())]
        return Values(np.concatenate(values).astype(np.float64), None, f"data tile {number}{', ' + stage if stage else ''}")

    def datum(self, place: str, instance: int = 0) -> Waterfall:
        """A datum that a packer made, through its stages: "tile0:d137"."""
        tile, _, datum = place.partition(":d")
        if not (tile.startswith("tile") and tile[4:].isdigit() and datum.isdigit()):
            raise lib.ReplayError(f"'{place}' names no datum; one is written tile0:d137")
        rows = self.rows("SELECT stage, format, seq, bits, value FROM v_datum WHERE unit = 'pack' AND instance = ? "
                         "AND tile = ? AND datum = ? ORDER BY ordinal", instance, int(tile[4:]), int(datum))
        if not rows:
            raise lib.ReplayError(f"packer {instance} made no datum {place}")
        return Waterfall(place, rows)  # type: ignore[arg-type]

    # ---- spaces as they stood ----

    def event_of(self, at: Moment) -> int:
        """The last event that counts: of a number, of "mark:NAME" (a checkpoint of the recording), of "start"; None is
        the end."""
        if at is None:
            return _END
        if isinstance(at, int):
            last, count = self.rows("SELECT last_event, events + CASE \"order\" WHEN 'executed' THEN 0 ELSE executed + skipped END FROM run")[0]
            if last is None and at >= _int(count):
                raise lib.ReplayError(f"{self.path}: event {at} is behind the end of the run, which has {_int(count)}")
            return at
        if at == "start":
            return _START
        name = at[5:] if at.startswith("mark:") else at
        rows = self.rows("SELECT after_event FROM checkpoint WHERE name = ?", name)
        if not rows:
            marks = ", ".join(str(row[0]) for row in self.rows("SELECT name FROM checkpoint ORDER BY id"))
            raise lib.ReplayError(f"{self.path}: the run has no mark '{name}'; it has {marks or 'none'}")
        return _int(rows[0][0])

    def read(self, space: str, lo: int = 0, count: Optional[int] = None,
             at: Moment = None) -> Tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Bytes of a space as they stood, and of each 0xFF where it is known, else 0. Units must all have run."""
        size = self._space(space)[0]
        wanted = size - lo if count is None else count
        if lo < 0 or wanted < 0 or lo + wanted > size:
            raise lib.ReplayError(f"{wanted} bytes at 0x{lo:X} are not all in space {space}, which has 0x{size:X}")
        held, known = np.zeros(wanted, np.uint8), np.zeros(wanted, np.uint8)
        if wanted:
            with self._lock:
                lib.call("image", self._database, space.encode(), lo, wanted, self.event_of(at), lib.u8(held),
                         lib.u8(known))
        return held, known

    def _space(self, space: str) -> Tuple[int, int]:
        size, element = ctypes.c_uint32(), ctypes.c_uint32()
        lib.call("chip_space", self.chip.encode(), space.encode(), ctypes.byref(size), ctypes.byref(element))
        return size.value, element.value

    def array(self, space: str, at: Moment = None) -> Values:
        """A whole space as it stood, in its shape: dst [1024, 16], srca [bank, row, column], lreg [16, lane], …"""
        held, known = self.read(space, at=at)
        return of_space(space, held, known, self._space(space)[1])

    def dst(self, at: Moment = None) -> Values:
        """Physical cells of Dst."""
        return self.array("dst", at)

    def lregs(self, at: Moment = None) -> Values:
        return self.array("lreg", at)

    def src(self, which: str, at: Moment = None) -> Values:
        return self.array("src" + which, at)

    def gpr(self, at: Moment = None) -> Values:
        """Scalar registers [thread, register]."""
        return self.array("gpr", at)

    def l1(self, addr: int, count: int, format: formats.FormatLike, at: Moment = None) -> Values:
        """count datums of L1 from addr on as numbers. Of block formats addr is that of a page: exponents come first, 16
        bytes of datums to each, and count is a multiple of 1024."""
        form = formats.find_format(format)
        if form.is_block:
            return self._pages(addr, count, form, at)
        held, known = self.read("l1", addr, (count * form.storage_bits + 7) // 8, at)
        bits = formats.from_bytes(held.tobytes(), form)[:count]
        whole = np.array([known[i * form.storage_bits // 8:((i + 1) * form.storage_bits + 7) // 8].all()
                          for i in range(count)], bool)
        return Values(formats.decode(bits, form), whole, f"l1:0x{addr:x} {form}")

    def _pages(self, addr: int, count: int, form: formats.Format, at: Moment) -> Values:
        if count % 1024 or not form.page_bytes:
            raise lib.ReplayError(f"{count} datums of {form} at l1:0x{addr:x}: pages have 1024")
        values, whole = [], []
        for page in range(count // 1024):
            held, known = self.read("l1", addr + page * form.page_bytes, form.page_bytes, at)
            bits, shared = formats.unpack_page(held.tobytes(), form)
            values.append(formats.decode(bits, form, shared))
            whole.append(np.full((32, 32), bool(known.all())))
        shape = (32, 32) if len(values) == 1 else (-1, 32, 32)
        return Values(np.array(values).reshape(shape), np.array(whole).reshape(shape), f"l1:0x{addr:x} {form}")

    def fields(self) -> Dict[str, Field]:
        """Where the fields of the configuration stand, by name."""
        rows = self.rows("SELECT f.name, s.name, f.lo, f.shift, f.bits FROM tt_fields f JOIN space s ON s.id = f.space "
                         "WHERE f.chip = ? AND f.copy = 0 AND s.name <> 'state'", self.chip)
        return {str(name): Field(str(name), str(space), _int(lo) // (4 if space == "cfg" else 2), _int(shift), _int(bits))
                for name, space, lo, shift, bits in rows}

    def config(self, at: Moment = None) -> Config:
        """The configuration as it stood after an event."""
        when = "at the end" if at is None else f"after {at}"
        return Config(self.array("cfg", at), self.array("thread_cfg", at), self.fields(), f"configuration {when}")

    # ---- what the commands answer ----

    def why(self, place: str, at: Moment = None) -> Why:
        """What a place came from: "l1:0x60120", "tile0:d137", "dst:3,5", "cfg:FIELD", …"""
        with self._lock:
            return Why(lib.answer("why", self._database, place.encode(), None if at is None else str(at).encode()))

    def precision(self, without: Iterable[str] = (), sets: Iterable[str] = (),
                  variants: Iterable[str] = ()) -> Precision:
        """What each unit and stage added to the error of the run's results (docs/how-to/precision.md)."""
        return precision(self.path, without=without, sets=sets, variants=variants)

    def diff(self, expect: Optional[Expected] = None, at: Optional[str] = None,
             format: Optional[formats.FormatLike] = None, layout: str = "faces", ulp: int = 0,
             exponents: Optional[int] = None, limit: int = 1000, after: Moment = None,
             stage: Optional[str] = None, insn: Union[None, int, str] = None, rtol: float = 0, atol: float = 0) -> Diff:
        """What the run made against what the device held; with expect, against an array of one's own, whose first datum
        stands `at` "l1:0x60000", held behind event `after` or at the end, or which is of `stage` of instruction `insn` or of
        "all"; or against References, one or several (docs/how-to/expect.md). limit: differences to list."""
        if expect is None:
            with self._lock:
                return Diff(lib.answer("diff", self._database, limit))
        reference = references(expect, at, format, layout, ulp, exponents, after, stage, insn, rtol, atol)
        with self._lock:
            return Diff(lib.answer("diff_expected", self._database, ctypes.byref(reference.native), limit))

    def page(self, path: Union[str, "os.PathLike[str]"], reference: Optional[Reference] = None,
             replace: bool = False) -> None:
        """The run as a page for a browser (docs/how-to/report.md)."""
        native = None if reference is None else ctypes.byref(reference.native)
        with self._lock:
            lib.call("page", self._database, os.fsencode(path), int(replace), native)

    def __repr__(self) -> str:
        return visible(f"{self.path}: {self.chip}, {self.verdict!r}")

    def _repr_html_(self) -> str:
        return f"<p>{_show.escape(self.path)}, {_show.escape(self.chip)}</p>{self.verdict._repr_html_()}"


class _Rows:
    """Some rows of a query, as the library gives them."""

    def __init__(self, kinds: NDArray[np.uint8], cells: NDArray[np.uint64], data: Optional[int]) -> None:
        self.kinds, self.cells = kinds, cells
        is_text = kinds.T >= _TEXT
        ends = cells.T[is_text]
        begins = np.zeros(is_text.shape, np.uint64)
        begins[is_text] = np.concatenate((np.zeros(1, np.uint64), ends))[:-1]
        self.begins = begins.T
        self.data = ctypes.string_at(data, int(ends[-1])) if data and len(ends) else b""

    def cells_of(self, column: int) -> List[Cell]:
        kinds, cells = self.kinds[column], self.cells[column]
        integers, reals = cells.view(np.int64).tolist(), cells.view(np.float64).tolist()
        if (kinds == _INTEGER).all():
            return integers  # type: ignore[no-any-return]
        if (kinds == _REAL).all():
            return reals  # type: ignore[no-any-return]
        found: List[Cell] = []
        for kind, begin, integer, real in zip(kinds.tolist(), self.begins[column].tolist(), integers, reals):
            if kind >= _TEXT:
                data = self.data[begin:integer]
                found.append(data.decode(errors="replace") if kind == _TEXT else data)
            else:
                found.append((None, integer, real)[kind])
        return found


def _array(read: List[_Rows], column: int) -> NDArray[Any]:
    kinds = np.concatenate([some.kinds[column] for some in read] or [np.empty(0, np.uint8)])
    if (kinds >= _TEXT).any():
        held = np.empty(len(kinds), object)
        held[:] = [cell for some in read for cell in some.cells_of(column)]
        return held
    cells = np.concatenate([some.cells[column] for some in read] or [np.empty(0, np.uint64)])
    integers: NDArray[np.int64] = cells.view(np.int64)
    if (kinds == _INTEGER).all():
        return integers
    reals: NDArray[np.float64] = np.where(kinds == _INTEGER, integers, cells.view(np.float64))
    reals[kinds == _NULL] = np.nan
    return reals


def _int(cell: Cell) -> int:
    if not isinstance(cell, int):
        raise lib.ReplayError(f"{cell!r} stands where the database has a number")
    return cell


def _bytes(data: Cell) -> NDArray[np.uint8]:
    return np.frombuffer(data if isinstance(data, bytes) else b"", np.uint8)


def open(path: Union[str, "os.PathLike[str]"]) -> Run:
    """Opens a results database to read."""
    return Run(path)
