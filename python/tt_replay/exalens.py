# SPDX-License-Identifier: Apache-2.0
"""What a card lets be read of a tile, through the functions of tt-exalens, as a capture.

    python3 -m tt_replay.exalens -o device.ttcap                      # of a card
    python3 -m tt_replay.exalens --cfg-snapshot cfg.json --arch blackhole -o device.ttcap    # of a file

Steps go from what disturbs nothing to what does; what a step cannot tell stays unknown. docs/how-to/capture-from-silicon.md
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from tt_replay import _library as lib
from tt_replay._untrusted import Refused, read_json
from tt_replay.capture import Capture
from tt_replay.snapshot import Snapshot
from tt_replay.tile import chip_name

_SNAPSHOT_MOST = 1 << 26  # bytes of text
_PAGE = 0xFFB12000  # debug registers
ARRAY_ENABLE, ARRAY_DATA, ARRAY_COMMAND = _PAGE + 0x60, _PAGE + 0x6C, _PAGE + 0x64
CFG_COMMAND, CFG_DATA = _PAGE + 0x58, _PAGE + 0x78
INJECT_CONTROL, INJECT_WORD, INJECT_STATUS = _PAGE + 0xA0, _PAGE + 0xA4, _PAGE + 0xA8
SCRATCH = _PAGE + 0x84  # RISC_DBG_CNTL_1: plain, and idle while nobody debugs a core
STOREREG, BASE_OF_STORES = 0x67000000, 0xFFB00000
DST_ARRAY, DST_ROWS, DST_COLUMNS = 2, 1024, 16
DST_VIEW, VIEW_ROWS = 0xFFBD8000, 512  # of Blackhole's T cores: 32-bit rows
POLLS = 200
_ROW_SWIZZLE, _ROW_REMAP = 1, 2  # bits of Blackhole's word 220
_WORD_OF_DST, _WORD_OF_VIEW = 220, 3

# Where state 1 begins in the window, and where thread t's word i stands; of Wormhole three public sources say three things,
# and by one of them states would lie in one another: it is taken for threads alone.
_THREAD_WINDOWS: "dict[str, dict[str, Tuple[Optional[int], Callable[[int, int], int]]]]" = {
    "blackhole": {"isa": (224, lambda t, i: 672 + 68 * t + i)},
    "wormhole_b0": {"isa": (188, lambda t, i: 376 + 4 * (57 * t + i)), "llk": (None, lambda t, i: 374 + 57 * t + i),
                    "pollution": (188, lambda t, i: 564 + 57 * t + i)},
}


@dataclass(frozen=True)
class Step:
    """One way to read: what it gave, and what it disturbed."""

    name: str
    gave: str
    disturbed: str = "nothing"


class Card:
    """A tile of a card, by the functions of tt-exalens."""

    def __init__(self, location: str = "0,0", device_id: int = 0) -> None:
        import ttexalens.tt_exalens_lib as functions  # type: ignore[import]

        self._functions, self._location, self._device_id = functions, location, device_id
        device = functions.check_context().devices[device_id]
        self.chip = chip_name(str(getattr(device, "_arch", "")).rsplit(".", 1)[-1].lower())
        if self.chip not in _THREAD_WINDOWS:
            raise lib.ReplayError(f"device {device_id} is a '{self.chip}'; there are {', '.join(_THREAD_WINDOWS)}")

    def bytes(self, addr: int, count: int) -> bytes:
        return bytes(self._functions.read_from_device(self._location, addr, self._device_id, count))

    def load(self, addr: int) -> int:
        return int(self._functions.read_word_from_device(self._location, addr, self._device_id))

    def store(self, addr: int, value: int) -> None:
        self._functions.write_words_to_device(self._location, addr, value, self._device_id)

    def _block(self) -> Any:
        return self._functions.convert_coordinate(self._location, self._device_id).noc_block

    def signal(self, name: str) -> int:
        return int(self._block().debug_bus.read_signal(name))

    def core(self, name: str) -> Any:
        return self._block().get_risc_debug(name)


class Reader:
    """Reads a card step by step into a snapshot."""

    def __init__(self, card: Card, snapshot: Snapshot, window: Optional[str] = None) -> None:
        self.card, self.snapshot = card, snapshot
        windows = _THREAD_WINDOWS[card.chip]
        self.window = window or ("isa" if card.chip == "blackhole" else None)
        if self.window is not None and self.window not in windows:
            raise lib.ReplayError(f"--window {self.window}: {card.chip} has {', '.join(windows)}")
        self.steps: List[Step] = []

    def step(self, name: str, read: Callable[[], str], disturbed: str = "nothing") -> None:
        """One step; trouble ends it alone, and what it was to give stays unknown."""
        try:
            gave = read()
        except BaseException as trouble:  # trouble of the hardware there derives from this alone
            if isinstance(trouble, (KeyboardInterrupt, SystemExit, MemoryError)):
                raise
            gave = f"unknown: {type(trouble).__name__}: {str(trouble) or 'no reason was said'}"
        self.steps.append(Step(name, gave, disturbed))

    # ---- steps ----

    def read_l1(self) -> str:
        """Twice: what changed in between is not at rest."""
        size = self.snapshot.size("l1")[0]
        first, second = (np.frombuffer(self.card.bytes(0, size), np.uint8) for _ in range(2))
        at_rest = np.where(first == second, 0xFF, 0).astype(np.uint8)
        self.snapshot.write("l1", 0, first.tobytes(), at_rest.tobytes())
        moved = int(np.count_nonzero(first != second))
        return f"{size} bytes" + (f"; {moved} changed meanwhile and stay unknown: the tile is not at rest" if moved else "")

    def _window(self, at: int) -> int:
        self.card.store(CFG_COMMAND, at)
        return self.card.load(CFG_DATA)

    def _words(self, places: Sequence[int]) -> Any:
        """Of the window, twice; masked where it changed."""
        first, second = (np.array([self._window(at) for at in places], np.uint32) for _ in range(2))
        return np.ma.MaskedArray(first, mask=first != second)

    def read_configuration(self) -> str:
        size = self.snapshot.size("cfg")[0] // 8
        base = _THREAD_WINDOWS[self.card.chip][self.window][0] if self.window else None
        self.snapshot.put("cfg", self._words(range(size)))
        if base is None:
            return f"state 0, {size} words; state 1 is unknown: --window says where this card has it"
        self.snapshot.put("cfg", self._words([base + at for at in range(size)]), 4 * size)
        return f"states 0 and 1, {size} words each"

    def read_threads(self) -> str:
        if self.window is None:
            return "unknown: --window says where this card has them"
        place = _THREAD_WINDOWS[self.card.chip][self.window][1]
        size = self.snapshot.size("thread_cfg")[0] // 6
        for thread in range(3):
            words = self._words([place(thread, at) for at in range(size)])
            self.snapshot.put("thread_cfg", words & 0xFFFF, 2 * size * thread)
        return f"3 threads, {size} words each"

    def read_counters(self) -> str:
        """Address and register counters, by the debug bus; no name there is one that this chip uses otherwise."""
        count, unknown = 0, 0
        for signal in _signals(self.card.chip):
            name = signal.name.decode()
            try:
                value = self.card.signal(name + "/0") | self.card.signal(name + "/1") << 8 if signal.is_halved \
                    else self.card.signal(name)
            except Exception:
                unknown += 1  # this version of tt-exalens has no such name
                continue
            self.snapshot.write("state", signal.lo, value.to_bytes(4, "little"))
            count += 1
        return f"{count} counters" + (f"; {unknown} have no signal there" if unknown else "")

    def read_dst(self) -> str:
        """Physical cells. A row of zeros may be one that holds nothing, or the half that is never shown: unknown."""
        cells = np.zeros((DST_ROWS, DST_COLUMNS), np.uint16)
        try:
            for row in range(DST_ROWS):
                for pair in range(DST_COLUMNS // 2):
                    self.card.store(ARRAY_COMMAND, DST_ARRAY << 16 | pair << 12 | row)
                    if not row and not pair:  # the array is read in each cycle from here on: never without a command
                        self.card.store(ARRAY_ENABLE, 1)
                    word = self.card.load(ARRAY_DATA)
                    cells[row, 2 * pair:2 * pair + 2] = word & 0xFFFF, word >> 16
        finally:
            self.card.store(ARRAY_ENABLE, 0)
        self._put_rows(cells, cells.any(axis=1))
        return f"{int(np.count_nonzero(cells.any(axis=1)))} rows of {DST_ROWS}; rows of zeros are unknown"

    def _put_rows(self, cells: NDArray[np.uint16], known: NDArray[np.bool_]) -> None:
        for row in np.flatnonzero(known):
            self.snapshot.put("dst", cells[row], int(row) * DST_COLUMNS * 2)
            self.snapshot.write("dst_valid", int(row), b"\1")

    def _inject(self, thread: int, word: int) -> None:
        """A word into a thread's pipe; tt-exalens' own would wait for ever where the thread is stalled."""
        self.card.store(INJECT_CONTROL, 1 << thread)
        try:
            self._poll(lambda: not self.card.load(INJECT_STATUS) >> thread & 1, f"thread {thread} takes no words")
            self.card.store(INJECT_WORD, word)
            self.card.store(INJECT_CONTROL, 1 << thread | 1 << (4 + thread))
            self._poll(lambda: bool(self.card.load(INJECT_STATUS) >> (4 + thread) & 1), f"thread {thread} is stalled")
        finally:
            self.card.store(INJECT_CONTROL, 0)

    @staticmethod
    def _poll(is_so: Callable[[], bool], trouble: str) -> None:
        for _ in range(POLLS):
            if is_so():
                return
        raise lib.ReplayError(trouble)

    def read_registers(self) -> str:
        """Scalar registers by STOREREG into an idle debug register. Twice, over two other values: where both agree the
        value came of the store."""
        count = 0
        stalled = []
        for thread in range(3):
            try:
                for register in range(64):
                    found = {self._register(thread, register, before) for before in (0x5A5A1234, 0xA5A5CDEF)}
                    if len(found) == 1:
                        self.snapshot.write("gpr", (thread * 64 + register) * 4, found.pop().to_bytes(4, "little"))
                        count += 1
            except lib.ReplayError as trouble:
                stalled.append(str(trouble))
        return "; ".join([f"{count} of 192", *stalled])

    def _register(self, thread: int, register: int, before: int) -> int:
        self.card.store(SCRATCH, before)
        self._inject(thread, STOREREG | register << 18 | (SCRATCH - BASE_OF_STORES) >> 2)
        value = self.card.load(SCRATCH)
        for _ in range(POLLS):
            again = self.card.load(SCRATCH)
            if again == value and value != before:
                break
            value = again
        return value

    def read_view(self) -> str:
        """Blackhole's 32-bit rows of Dst, halves that the array never shows too, by core T0, which has to halt."""
        if self.card.chip != "blackhole":
            return "unknown: this chip's cores do not see Dst"
        rows, view = (self.snapshot.array("cfg")[0, at] for at in (_WORD_OF_DST, _WORD_OF_VIEW))
        if rows is np.ma.masked or view is np.ma.masked:
            return "unknown: the words of configuration that lay it out are not known"
        if int(rows) & (_ROW_SWIZZLE | _ROW_REMAP) or int(view) >> 16 & 7:
            return "unknown: it is laid out otherwise (cfg words 220, 3)"
        core = self.card.core("trisc0")
        with core.ensure_halted():
            words = [int(core.read_memory(DST_VIEW + 4 * at)) for at in range(VIEW_ROWS * DST_COLUMNS)]
        values = np.array(words, np.uint32).reshape(VIEW_ROWS, DST_COLUMNS)
        return self._put_view(values if int(view) >> 14 & 1 else _unswizzled(values))

    def _put_view(self, values: NDArray[np.uint32]) -> str:
        """Rows whose upper cells are what the array showed; others contradict it, and both stay as they are."""
        count = apart = 0
        array = self.snapshot.array("dst")
        for row, value in enumerate(values):
            at = (row & ~7) << 1 | row & 7
            upper, lower = (value >> 16).astype(np.uint16), value.astype(np.uint16)
            if not value.any():
                continue
            if not array.known[at].all() or not np.array_equal(np.asarray(array)[at], upper):
                apart += int(upper.any() or array.known[at].any())
                continue
            self.snapshot.put("dst", lower, (at + 8) * DST_COLUMNS * 2)
            count += 1
        return f"{count} lower halves" + (f"; {apart} rows are not what the array shows, and stay unknown" if apart else "")


def _unswizzled(values: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """FP32 as a core loads it, as sign, mantissa, exponent: the cells."""
    return np.asarray(values & 0x8000FFFF | values >> 7 & 0x00FF0000 | values << 8 & 0x7F000000, np.uint32)


def _signals(chip: str) -> Iterator[lib.Signal]:
    signal, at = lib.Signal(), 0
    while not lib.plain("signal", chip.encode(), at, ctypes.byref(signal), None):
        at += 1
        if not signal.is_another:
            yield signal


def read_card(card: Card, name: str, at: str = "end", window: Optional[str] = None, halts: bool = False,
              injects: bool = True) -> Tuple[Capture, List[Step]]:
    """All that the card lets be read, in an order in which nothing that is still to be read is disturbed."""
    capture = _begin(card.chip, name, at)
    reader = Reader(card, capture.checkpoints[-1], window)
    reader.step("L1", reader.read_l1)
    reader.step("configuration", reader.read_configuration)
    reader.step("configuration of threads", reader.read_threads)
    reader.step("counters", reader.read_counters, "the debug bus is left selected")
    reader.step("Dst, 16-bit cells", reader.read_dst)
    if injects:
        reader.step("scalar registers", reader.read_registers, "RISC_DBG_CNTL_1; what a core pushes meanwhile is lost")
    if halts:
        reader.step("Dst, 32-bit rows", reader.read_view, "core T0 was halted and goes on: reset the tile before its next use")
    capture.inputs = [f"{step.name}: {step.gave}; disturbed: {step.disturbed}" for step in reader.steps]
    return capture, reader.steps


def _begin(chip: str, name: str, at: str) -> Capture:
    capture = Capture(chip, name, "silicon", "read from a card through tt-exalens")
    capture.add_checkpoint("begin")
    if at != "begin":
        capture.add_checkpoint(at)
    return capture


def read_snapshot(path: str, chip: str, name: str, at: str = "begin") -> Capture:
    """What the kernel suite's tool of configuration pollution writes: a list of [state, address, value]."""
    try:
        entries = read_json(path, _SNAPSHOT_MOST)
    except Refused as trouble:
        raise lib.ReplayError(str(trouble)) from trouble
    capture = _begin(chip_name(chip), name, at)
    capture.description = "configuration as the kernel suite reads it"
    snapshot = capture.checkpoints[-1]
    words = snapshot.size("cfg")[0] // 8
    seen: "dict[Tuple[int, int], int]" = {}
    if not isinstance(entries, list):
        raise lib.ReplayError(f"{path}: {type(entries).__name__} where a list of [state, address, value] was expected")
    for number, entry in enumerate(entries):
        state, word, value = _entry(path, number, entry, words)
        if seen.setdefault((state, word), value) != value:
            raise lib.ReplayError(f"{path}: entry {number}: state {state} word {word} is 0x{value:x}, and 0x{seen[state, word]:x} before")
        snapshot.write("cfg", 4 * (state * words + word), value.to_bytes(4, "little"))
    return capture


def _entry(path: str, number: int, entry: Any, words: int) -> Tuple[int, int, int]:
    limits = (2, words, 1 << 32)
    if isinstance(entry, list) and len(entry) == 3 and all(
            type(part) is int and 0 <= part < limit for part, limit in zip(entry, limits)):
        return entry[0], entry[1], entry[2]
    raise lib.ReplayError(f"{path}: entry {number} is {json.dumps(entry)[:60]}; expected [state, address, value], with 2 states of "
                          f"{words} words of 32 bits")


def _arguments(words: Optional[Sequence[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tt_replay.exalens", description=__doc__.split("\n\n")[0])
    parser.add_argument("-o", "--output", required=True, metavar="FILE.ttcap", help="the capture to make")
    parser.add_argument("--force", action="store_true", help="replace an output file that exists (default: refuse)")
    parser.add_argument("--location", default="0,0", help="of the tile, as tt-exalens has it (default: %(default)s)")
    parser.add_argument("--device", type=int, default=0, help="its number (default: %(default)s)")
    parser.add_argument("--name", default="card", help="of the capture (default: %(default)s)")
    parser.add_argument("--at", help="the checkpoint that this is (default: end; of --cfg-snapshot begin)")
    parser.add_argument("--window", help="where Wormhole shows state 1 and threads: isa, llk or pollution; without, they stay unknown")
    parser.add_argument("--halt", action="store_true", help="also what needs core T0 to halt: 32-bit rows of Dst on Blackhole")
    parser.add_argument("--no-inject", action="store_true", help="inject no words: scalar registers stay unknown")
    parser.add_argument("--cfg-snapshot", metavar="FILE.json", help="no card: [[state, address, value], ...] of the kernel suite")
    parser.add_argument("--arch", help="of --cfg-snapshot: blackhole or wormhole_b0")
    asked = parser.parse_args(words)
    if bool(asked.cfg_snapshot) != bool(asked.arch):
        parser.error("--cfg-snapshot and --arch go together")
    return asked


def main(words: Optional[Sequence[str]] = None) -> int:
    asked = _arguments(words)
    steps: List[Step] = []
    try:
        if asked.cfg_snapshot:
            capture = read_snapshot(asked.cfg_snapshot, asked.arch, asked.name, asked.at or "begin")
        else:
            card = Card(asked.location, asked.device)
            capture, steps = read_card(card, asked.name, asked.at or "end", asked.window, asked.halt, not asked.no_inject)
        capture.save(asked.output, asked.force)
    except (lib.ReplayError, OSError, ImportError) as trouble:
        print(f"tt_replay.exalens: {trouble}", file=sys.stderr)
        return 2
    for step in steps:
        print(f"{step.name:<26} {step.gave}\n{'':<26} disturbed: {step.disturbed}")
    print(f"{asked.output}: {capture!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
