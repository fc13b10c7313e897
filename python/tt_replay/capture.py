# SPDX-License-Identifier: Apache-2.0
"""Captures: to read, to make, to edit and to save."""

from __future__ import annotations

import ctypes
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from tt_replay import _library as lib
from tt_replay import _show
from tt_replay._options import Options
from tt_replay._untrusted import visible
from tt_replay.answers import Residue
from tt_replay.snapshot import Snapshot, SPACES, Window
from tt_replay.tile import chip_name


_BATCH, _ROOM = 1 << 16, 1 << 22
_PAGE = 4096


def _names(function: str) -> Tuple[str, ...]:
    found: List[str] = []
    while True:
        name = lib.plain(function, len(found))
        if name is None:
            return tuple(found)
        found.append(name.decode())


KINDS = _names("event_kind")
CORES = _names("core_name")


@dataclass
class Event:
    """Something that happened. Which members count depends on kind (docs/formats/bundle.md)."""

    kind: str  # "push", "exec", "cfgw", …
    thread: int = -1
    value: int = 0
    addr: int = 0
    index: int = 0
    data: bytes = b""  # of l1w
    core: Optional[str] = None  # which core did it, and where in its program
    pc: int = 0


@dataclass(frozen=True)
class Symbol:
    core: str
    addr: int
    name: str
    bytes: int = 0
    is_object: bool = False


class Capture:
    """What reached a tile, and what it held. `Capture.open` reads one, `Capture(chip, name)` begins one.

    events: a list of Event, to edit as it stands; checkpoints: what the tile held, the start first, each behind
    `after` events. What is edited is checked when it is saved.
    """

    def __init__(self, chip: str, name: str, source: str = "derived", description: str = "") -> None:
        self.chip = chip_name(chip)
        self.name, self.source, self.description = name, source, description
        self.tags: List[str] = []
        self.inputs: List[str] = []
        self.boot: Dict[str, int] = {}
        self.symbols: List[Symbol] = []
        self.events: List[Event] = []
        self.checkpoints: List[Snapshot] = []
        self.path: Optional[str] = None
        self._native = ctypes.c_void_p()

    # ---- reading ----

    @staticmethod
    def open(path: Union[str, "os.PathLike[str]"]) -> "Capture":
        """A capture file, or the folder of a dump bundle."""
        native = ctypes.c_void_p()
        lib.call("capture_open", os.fsencode(path), ctypes.byref(native))
        info = lib.CaptureInfo()
        lib.plain("capture_info", native, ctypes.byref(info))
        texts = [(text or b"").decode(errors="replace") for text in (info.chip, info.name, info.source, info.description)]
        capture = Capture(*texts)
        capture._native, capture.path = native, os.fspath(path)
        capture.tags = [lib.plain("capture_tag", native, i).decode() for i in range(info.tags)]
        capture.inputs = [lib.plain("capture_input", native, i).decode() for i in range(info.inputs)]
        pc = ctypes.c_uint32()
        for i in range(info.boots):
            core = lib.plain("capture_boot", native, i, ctypes.byref(pc)).decode()
            capture.boot[core] = pc.value
        capture.symbols = [_symbol(native, i) for i in range(info.symbols)]
        capture.events = list(_events(native))
        after = ctypes.c_int64()
        for i in range(info.checkpoints):
            name = lib.plain("capture_checkpoint", native, i, ctypes.byref(after)).decode()
            capture.checkpoints.append(Snapshot(capture.chip, name, after.value + 1, capture, i))
        return capture

    def __del__(self) -> None:
        native = getattr(self, "_native", None)
        if native:
            lib.plain("capture_close", native)
            self._native = ctypes.c_void_p()

    def _read(self, number: int, space: str, held: NDArray[np.uint8], known: NDArray[np.uint8]) -> None:
        lib.call("capture_read", self._native, number, space.encode(), 0, held.size, lib.u8(held), lib.u8(known))

    def _windows(self, number: int) -> List[Window]:
        native = lib.Window()
        found: List[Window] = []
        while True:
            try:
                lib.call("capture_window", self._native, number, len(found), ctypes.byref(native))
            except lib.ReplayError as error:
                if error.number == lib.END:
                    return found
                raise
            found.append(Window(native.space.decode(), native.lo, native.count, bytes(native.digest)))

    def checkpoint(self, name: str) -> Snapshot:
        for one in self.checkpoints:
            if one.name == name:
                return one
        raise lib.ReplayError(f"{self.name}: no checkpoint is called '{name}'; there are "
                              f"{', '.join(one.name for one in self.checkpoints) or 'none'}")

    def words(self, thread: Optional[int] = None, kinds: Tuple[str, ...] = ("push", "exec")) -> NDArray[np.uint32]:
        """Instruction words in order, of a thread or of all."""
        return np.array([event.value for event in self.events if event.kind in kinds and thread in (None, event.thread)],
                        np.uint32)

    # ---- editing ----

    def add(self, event: Event) -> Event:
        """An event behind all others."""
        self.events.append(event)
        return event

    def push(self, thread: int, word: int) -> Event:
        return self.add(Event("push", thread, word))

    def execute(self, thread: int, word: int) -> Event:
        return self.add(Event("exec", thread, word))

    def insert(self, at: int, event: Event) -> None:
        """An event before number `at`; checkpoints behind it move on."""
        self.events.insert(at, event)
        for one in self.checkpoints:
            one.after += one.after > at

    def remove(self, at: int) -> Event:
        """Takes event number `at` away; checkpoints behind it move up."""
        for one in self.checkpoints:
            one.after -= one.after > at
        return self.events.pop(at)

    def add_checkpoint(self, name: str) -> Snapshot:
        """What the tile holds after the events so far: nothing is known of it yet."""
        self.checkpoints.append(Snapshot(self.chip, name, len(self.events)))
        return self.checkpoints[-1]

    def residue(self, *, after: Union[None, str, "os.PathLike[str]", "Capture"] = None, order: Optional[str] = None,
                budget: int = 0) -> Residue:
        """What its run read that it had not written first: tt_replay.residue."""
        return residue(self, after=after, order=order, budget=budget)

    # ---- saving ----

    def save(self, path: Union[str, "os.PathLike[str]"], replace: bool = False) -> None:
        """Writes it as a capture file: all of it, or nothing. A capture that was read keeps its lines of source."""
        writer = ctypes.c_void_p()
        meta, borrowed = self._meta()
        lib.call("writer_open", os.fsencode(path), int(replace), ctypes.byref(meta), ctypes.byref(writer))
        try:
            self._write(writer)
        except BaseException:
            lib.plain("writer_abandon", writer)
            raise
        lib.call("writer_finish", writer)
        del borrowed

    def _meta(self) -> Tuple[lib.Meta, Any]:
        cores = lib.texts(list(self.boot))
        pcs = (ctypes.c_uint32 * max(len(self.boot), 1))(*self.boot.values())
        tags, inputs = lib.texts(self.tags), lib.texts(self.inputs)
        meta = lib.Meta(self.chip.encode(), self.source.encode(), self.name.encode(), self.description.encode(), tags,
                        inputs, cores, pcs, len(self.tags), len(self.inputs), len(self.boot))
        return meta, (cores, pcs, tags, inputs)

    def _write(self, writer: ctypes.c_void_p) -> None:
        done = 0
        for one in sorted(self.checkpoints, key=lambda one: one.after):
            if not 0 <= one.after <= len(self.events):
                raise lib.ReplayError(f"{self.name}: checkpoint {one.name} stands behind {one.after} events of "
                                      f"{len(self.events)}")
            self._write_events(writer, done, one.after)
            done = one.after
            lib.call("writer_begin", writer, one.name.encode())
            for space in SPACES:
                _write_space(writer, one, space)
            for window in one.windows:
                of = lib.Window(window.space.encode(), window.lo, window.count,
                                (ctypes.c_uint8 * 16).from_buffer_copy(window.digest))
                lib.call("writer_window", writer, ctypes.byref(of))
            lib.call("writer_end", writer)
        self._write_events(writer, done, len(self.events))
        for symbol in self.symbols:
            if symbol.core not in CORES:
                raise lib.ReplayError(f"symbol {symbol.name}: no core is called '{symbol.core}'")
            native = lib.Symbol(CORES.index(symbol.core), symbol.is_object, symbol.addr, symbol.bytes, symbol.name.encode())
            lib.call("writer_symbol", writer, ctypes.byref(native))
        if self._native:
            lib.call("writer_lines_of", writer, self._native)

    def _write_events(self, writer: ctypes.c_void_p, first: int, end: int) -> None:
        for lo in range(first, end, _BATCH):
            some = self.events[lo:min(lo + _BATCH, end)]
            data = b"".join(event.data for event in some)
            rows, at = [], 0
            for event in some:
                if event.kind not in KINDS or event.core not in (None, *CORES):
                    raise lib.ReplayError(f"{self.name}: an event of kind '{event.kind}' by core {event.core}: expected one "
                                          f"of {', '.join(KINDS)} by one of {', '.join(CORES)}")
                rows.append((KINDS.index(event.kind), event.thread, event.index, event.addr, event.value,
                             event.core is not None, CORES.index(event.core) if event.core else 0, event.pc, at,
                             len(event.data)))
                at += len(event.data)
            table = np.array(rows, lib.EVENT)
            held = np.frombuffer(data or b"\0", np.uint8)
            lib.call("writer_events", writer, table.ctypes.data_as(ctypes.c_void_p), len(some), lib.u8(held), len(data))

    # ---- to look at ----

    def __repr__(self) -> str:
        marks = ", ".join(f"{one.name} after {one.after} events" for one in self.checkpoints)
        return visible(f"{self.name}: {self.chip}, {self.source}, {len(self.events)} events; checkpoints {marks or '-'}")

    def _repr_html_(self) -> str:
        kinds = {kind: sum(event.kind == kind for event in self.events) for kind in KINDS}
        rows = [(kind, count) for kind, count in kinds.items() if count]
        return _show.table(("events", "count"), rows, repr(self))


def _symbol(native: ctypes.c_void_p, at: int) -> Symbol:
    symbol = lib.Symbol()
    lib.call("capture_symbol", native, at, ctypes.byref(symbol))
    return Symbol(CORES[symbol.core], symbol.addr, (symbol.name or b"").decode(errors="replace"), symbol.bytes,
                  bool(symbol.is_object))


def _events(native: ctypes.c_void_p) -> Iterator[Event]:
    first, count = 0, ctypes.c_uint32(1)
    table, room = np.zeros(_BATCH, lib.EVENT), np.zeros(_ROOM, np.uint8)
    while True:
        lib.call("capture_events", native, first, _BATCH, table.ctypes.data_as(ctypes.c_void_p), room.size, lib.u8(room),
                 ctypes.byref(count))
        if not count.value:
            return
        for kind, thread, index, addr, value, has_pc, core, pc, at, size in table[:count.value].tolist():
            yield Event(KINDS[kind], thread, value, addr, index, room[at:at + size].tobytes() if size else b"",
                        CORES[core] if has_pc else None, pc)
        first += count.value


def _write_space(writer: ctypes.c_void_p, snapshot: Snapshot, space: str) -> None:
    """The pages of which anything is known, those in a row together."""
    held, known = snapshot.read(space)
    pages = [bool(known[lo:lo + _PAGE].any()) for lo in range(0, known.size, _PAGE)]
    at = 0
    while at < len(pages):
        end = at + 1
        while end < len(pages) and pages[end] == pages[at]:
            end += 1
        if pages[at]:
            some, bits = (np.ascontiguousarray(one[at * _PAGE:end * _PAGE]) for one in (held, known))
            lib.call("writer_put", writer, space.encode(), at * _PAGE, some.size, lib.u8(some), lib.u8(bits))
        at = end


CaptureLike = Union[str, "os.PathLike[str]", Capture]


def file_of(capture: CaptureLike, folder: str) -> str:
    """A path to it: of one that stands in memory or in a bundle, a copy."""
    if not isinstance(capture, Capture):
        if not Path(capture).is_dir():
            return os.fspath(capture)
        capture = Capture.open(capture)
    path = os.path.join(folder, "case.ttcap")
    capture.save(path)
    return path


def residue(capture: CaptureLike, *, after: Optional[CaptureLike] = None, order: Optional[str] = None,
            variants: Iterable[str] = (), budget: int = 0) -> Residue:
    """What a run read that it had not written first, and what of it reaches an output; after: what that run leaves."""
    with tempfile.TemporaryDirectory(prefix="tt-replay-") as folder, \
            tempfile.TemporaryDirectory(prefix="tt-replay-") as beside:
        path = file_of(capture, folder)
        other = None if after is None else os.fsencode(file_of(after, beside))
        options = Options(order, None, variants, (), (), budget)
        return Residue(lib.search("residue", options.stop, os.fsencode(path), other, ctypes.byref(options.native)))
