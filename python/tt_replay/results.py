# SPDX-License-Identifier: Apache-2.0
"""Results databases: what `tt-replay replay -o run.db` wrote, as numpy arrays. No extension of SQLite is loaded: the
library has its own, with all that the tool adds to SQL."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from tt_replay import _library as lib

_NULL, _INTEGER, _REAL, _TEXT, _BLOB = range(5)
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


@dataclass(frozen=True)
class Difference:
    """A run of bytes that differ from the recording at a checkpoint."""

    checkpoint: str
    space: str
    lo: int
    held: NDArray[np.uint8]
    replayed: NDArray[np.uint8]
    known: NDArray[np.uint8]  # bits that the recording knows
    is_undecided: bool  # computed from unknown state: it decides nothing


class Run:
    """An open database. tt_replay.open() makes it."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self._database = ctypes.c_void_p()
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

    def _cell(self, column: int) -> Cell:
        value = lib.Value()
        lib.call("value", self._database, column, ctypes.byref(value))
        if value.kind == _NULL:
            return None
        if value.kind in (_INTEGER, _REAL):
            number: Cell = value.integer if value.kind == _INTEGER else value.real
            return number
        data = ctypes.string_at(value.bytes, value.count) if value.count else b""
        return data.decode(errors="replace") if value.kind == _TEXT else data

    def rows(self, sql: str, *parameters: Union[int, str]) -> List[Tuple[Cell, ...]]:
        """Rows of a query, with tt_values, tt_instructions and every view of docs/formats/results.md."""
        names = self._begin(sql, parameters)
        found = []
        there = ctypes.c_uint32()
        lib.call("row", self._database, ctypes.byref(there))
        while there.value:
            found.append(tuple(self._cell(at) for at in range(len(names))))
            lib.call("row", self._database, ctypes.byref(there))
        return found

    def columns(self, sql: str, *parameters: Union[int, str]) -> Dict[str, NDArray[Any]]:
        """The same column by column: numbers as numpy arrays (a null of a column of reals is NaN), others as objects."""
        names = self._begin(sql, parameters)
        rows = self.rows(sql, *parameters)
        return {name: _array([row[at] for row in rows]) for at, name in enumerate(names)}

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
        return [Difference(str(name), str(space), lo, _bytes(held), _bytes(replayed), _bytes(known), bool(tainted))
                for name, space, lo, held, replayed, known, tainted in rows]  # type: ignore[arg-type]

    def stages(self, event: int) -> List[Tuple[str, str, int]]:
        """Unit, name and instance of each stage at which an event's instruction was at work."""
        return [(str(unit), str(stage), int(instance)) for unit, stage, instance in  # type: ignore[call-overload]
                self.rows("SELECT unit, stage, instance FROM v_stage WHERE unit = (SELECT u.name FROM tt_instructions i "
                          "JOIN unit u ON u.id = i.unit WHERE i.seq = ?1) AND ?1 BETWEEN first_seq AND last_seq "
                          "ORDER BY unit, instance, ordinal", event)]

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

    def tile(self, number: int, stage: Optional[str] = None, instance: int = 0) -> NDArray[np.float64]:
        """Values of a data tile as a packer made it, in the order of packing; stage None: after the last."""
        blocks = self.rows("SELECT block, stage, first_datum, ordinal FROM v_stage WHERE unit = 'pack' AND instance = ? "
                           "AND tile = ? ORDER BY first_datum, ordinal", instance, number)
        last: Dict[int, int] = {}
        for block, name, first, _ in blocks:
            if stage in (None, name):
                last[int(first)] = int(block)  # type: ignore[arg-type]
        if not last:
            which = f" with stage '{stage}'" if stage else ""
            raise lib.ReplayError(f"packer {instance} made no data tile {number}{which}")
        values = [self.columns("SELECT value FROM tt_values(?)", block)["value"] for _, block in sorted(last.items())]
        return np.concatenate(values).astype(np.float64)


def _array(cells: List[Cell]) -> NDArray[Any]:
    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds <= {int} and None not in cells:
        return np.array(cells, np.int64)
    if kinds <= {int, float}:
        return np.array([np.nan if cell is None else cell for cell in cells], np.float64)
    held = np.empty(len(cells), object)
    held[:] = cells
    return held


def _bytes(data: Cell) -> NDArray[np.uint8]:
    return np.frombuffer(data if isinstance(data, bytes) else b"", np.uint8)


def open(path: Union[str, "os.PathLike[str]"]) -> Run:
    """Opens a results database to read."""
    return Run(path)
