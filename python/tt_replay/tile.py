# SPDX-License-Identifier: Apache-2.0
"""A tile in process: its cores and units run round by round, and between the runs everything can be looked at."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from tt_replay import _library as lib
from tt_replay import formats
from tt_replay.elf import Elf

CORES = ("b", "t0", "t1", "t2", "nc")
SOFT_RESET = 0xFFB121B0
CFG = 0xFFEF0000  # words of the configuration
RESET_BITS = {"b": 11, "t0": 12, "t1": 13, "t2": 14, "nc": 18}
_CORE_RESETS = sum(1 << bit for bit in RESET_BITS.values())
_SHAPES = {"dst": (1024, 16), "srca": (2, 64, 16), "srcb": (2, 64, 16), "lreg": (16, 32), "gpr": (3, 64)}
_CHIPS = {"wormhole": "wormhole_b0"}


class End(IntEnum):
    """Why a run came back."""

    RAN = 0  # for as many rounds as it was to
    FOUND = 1  # what was waited for stands there
    RESTS = 2  # no core runs but those that park, no pipe has anything to do
    WAITS = 3  # the others have halted, wait, or poll what only a host will change


@dataclass(frozen=True)
class Core:
    """A core as it stands."""

    is_running: bool
    is_parked: bool
    is_halted: bool  # at ebreak or ecall, on which pc stands
    pc: int
    x: Tuple[int, ...]
    instructions: int


@dataclass(frozen=True)
class Field:
    """Where a field of the configuration stands."""

    name: str
    space: str  # "cfg" or "thread_cfg"
    word: int
    shift: int
    bits: int


def chip_name(chip: str) -> str:
    return _CHIPS.get(chip.lower(), chip.lower())


class Tile:
    """One Tensix tile in the reset state, all cores held.

    chip: "blackhole", "wormhole_b0" (or "wormhole"). reading: None does as silicon; "simulator", or variants with commas
    in between.
    """

    def __init__(self, chip: str, reading: Optional[str] = None) -> None:
        self.chip = chip_name(chip)
        self.round = 0
        self.released: Optional[Callable[["Tile"], Callable[[], None]]] = None  # before a host lets cores out of reset,
        # and what it gives is called behind that
        self.stored: Optional[Callable[[int, Union[int, bytes]], None]] = None  # gets what a host has stored: a word
        # by address, or bytes of L1
        self._tile = ctypes.c_void_p()
        lib.call("tile_new", self.chip.encode(), reading.encode() if reading else None, ctypes.byref(self._tile))

    def __del__(self) -> None:
        tile = getattr(self, "_tile", None)
        if tile:
            lib.plain("tile_free", tile)
            self._tile = ctypes.c_void_p()

    # ---- memory and registers ----

    def _space(self, space: str) -> Tuple[int, int]:
        size, element = ctypes.c_uint32(), ctypes.c_uint32()
        lib.call("space", self._tile, space.encode(), ctypes.byref(size), ctypes.byref(element))
        return size.value, element.value

    def read(self, space: str, lo: int = 0, count: Optional[int] = None) -> bytes:
        """Bytes of a space as a snapshot has them, little-endian; count None: to its end."""
        if count is None:
            count = self._space(space)[0] - lo
        held = ctypes.create_string_buffer(max(count, 1))
        lib.call("read", self._tile, space.encode(), lo, count, held)
        return held.raw[:count]

    def write(self, space: str, lo: int, data: bytes) -> None:
        """Puts bytes there; of "l1" as a host stores them."""
        held = bytes(data)
        lib.call("write", self._tile, space.encode(), lo, len(held), held)
        if space == "l1" and self.stored and held:
            self.stored(lo, held)

    def array(self, space: str) -> NDArray[Any]:
        """A whole space as numbers of its elements: dst [1024, 16], srca [bank, row, column], lreg [16, lane], …"""
        size, element = self._space(space)
        values: NDArray[Any] = np.frombuffer(self.read(space), f"<u{element}")
        if space == "cfg":
            return values.reshape(2, -1)
        if space == "thread_cfg":
            return values.reshape(3, -1)
        return values.reshape(_SHAPES.get(space, (size // element,)))

    def load(self, addr: int) -> int:
        """A word by address: L1, configuration, streams, network interfaces, debug registers."""
        value = ctypes.c_uint32()
        lib.call("load", self._tile, addr, ctypes.byref(value))
        return value.value

    def store(self, addr: int, value: int) -> None:
        frees = addr == SOFT_RESET and self.released and self.load(addr) & ~value & _CORE_RESETS
        then = self.released(self) if frees and self.released else None
        lib.call("store", self._tile, addr, value & 0xFFFFFFFF)
        if self.stored:
            self.stored(addr, value & 0xFFFFFFFF)
        if then:
            then()

    def l1(self, addr: int, count: int, format: formats.FormatLike) -> NDArray[np.float64]:
        """count datums of L1 from addr on as numbers; not of block formats, whose pages unpack_page takes apart."""
        form = formats.find_format(format)
        data = self.read("l1", addr, (count * form.storage_bits + 7) // 8)
        return formats.decode(formats.from_bytes(data, form)[:count], form)

    def dst(self) -> NDArray[np.uint16]:
        """Physical cells of Dst; a 32-bit datum is two of them, in rows that docs/semantics/matrix.md pairs."""
        return self.array("dst")

    def lregs(self) -> NDArray[np.uint32]:
        return self.array("lreg")

    def src(self, which: str) -> NDArray[np.uint32]:
        """which: "a" or "b"; [bank, row, column] of 19-bit cells."""
        return self.array("src" + which)

    def field(self, name: str) -> Field:
        """Where a field of the configuration stands, by the name that `tt-replay config` prints."""
        return find_field(self.chip, name)

    def config(self, name: str, state: int = 0) -> int:
        """The value of a field; state: of the configuration, or the thread of a field that each thread has."""
        field = self.field(name)
        word = int(self.array(field.space)[state, field.word])
        return word >> field.shift & ((1 << field.bits) - 1)

    # ---- programs ----

    def load_elf(self, path: Union[str, Path], core: str) -> int:
        """Puts a program into L1, and sets where the core starts when it leaves reset. Returns that address.

        Data of the core's own memory goes to where start code fetches it from (__loader_init_start).
        """
        elf = Elf(path)
        for addr, data in elf.loaded(self._local_base()):
            self.write("l1", addr, data)
        self.set_start(core, elf.entry)
        return int(elf.entry)

    @staticmethod
    def _local_base() -> int:
        return 0xFFB00000

    def set_start(self, core: str, pc: int) -> None:
        """Where a core begins when it leaves reset. Core B begins at 0: a jump is put there."""
        if core not in CORES:
            raise lib.ReplayError(f"no core is called '{core}'; there are {', '.join(CORES)}")
        if core == "b":
            if pc:
                self.store(0, _jump(pc))
            return
        start, override, bit = self._start_registers(core)
        self.store(start, pc)
        self.store(override, self.load(override) | 1 << bit)

    def _start_registers(self, core: str) -> Tuple[int, int, int]:
        """Where the address stands, and which bit of which register says that it counts."""
        bit, at = {"t0": (0, 0), "t1": (1, 1), "t2": (2, 2), "nc": (0, 3)}[core]
        start, enable = self._reset_registers()
        return start[at], enable[1 if core == "nc" else 0], bit

    def starts(self, *cores: str) -> Dict[int, int]:
        """The registers that say where these cores start, with what they hold; none of a core that starts elsewhere."""
        held: Dict[int, int] = {}
        for core in cores:
            if core == "b":
                continue
            start, override, bit = self._start_registers(core)
            if self.load(override) >> bit & 1:
                held.update({start: self.load(start), override: self.load(override)})
        return held

    def _reset_registers(self) -> Tuple[List[int], List[int]]:
        if self.chip == "blackhole":  # debug registers
            return [0xFFB12228, 0xFFB1222C, 0xFFB12230, 0xFFB12238], [0xFFB12234, 0xFFB1223C]
        return [CFG + 4 * word for word in (158, 159, 160, 162)], [CFG + 4 * word for word in (161, 163)]

    def release(self, *cores: str) -> None:
        """Lets cores out of reset."""
        self.store(SOFT_RESET, self.load(SOFT_RESET) & ~sum(1 << RESET_BITS[core] for core in cores))

    def hold(self, *cores: str) -> None:
        """Holds cores in reset."""
        self.store(SOFT_RESET, self.load(SOFT_RESET) | sum(1 << RESET_BITS[core] for core in cores))

    def push(self, thread: int, word: int) -> None:
        """A word into a thread's pipe, as a debugger puts it there; runs the tile while there is no room."""
        took = ctypes.c_uint32()
        for _ in range(1000):
            lib.call("push", self._tile, thread, word, ctypes.byref(took))
            if took.value:
                return
            self.run(1)
        raise lib.ReplayError(f"thread {thread} takes no more words: what stands in its pipe waits")

    # ---- running ----

    def run(self, rounds: int) -> End:
        """At most so many rounds; in one each core that runs does an instruction and each pipe tries a word."""
        end, now = ctypes.c_uint32(), ctypes.c_uint64(self.round)
        try:
            lib.call("run", self._tile, rounds, ctypes.byref(end), ctypes.byref(now))
        finally:
            self.round = now.value
        return End(end.value)

    def run_until(self, addr: int, value: int, rounds: int, mask: int = 0xFFFFFFFF, other: bool = False) -> End:
        """Likewise, or until the word at addr has the value under the mask (other: until it has another)."""
        end, now = ctypes.c_uint32(), ctypes.c_uint64(self.round)
        try:
            lib.call("run_until", self._tile, addr, mask, value, int(other), rounds, ctypes.byref(end),
                     ctypes.byref(now))
        finally:
            self.round = now.value
        return End(end.value)

    def core(self, core: str) -> Core:
        state = lib.CoreState()
        lib.call("core", self._tile, core.encode(), ctypes.byref(state))
        return Core(bool(state.is_running), bool(state.is_parked), bool(state.is_halted), state.pc, tuple(state.x),
                    state.instructions)

    def findings(self) -> Tuple[int, Optional[str]]:
        """Undefined behaviour and the like so far: how often, and the last of it."""
        last = ctypes.c_char_p()
        count = lib.plain("findings", self._tile, ctypes.byref(last))
        return count, last.value.decode() if last.value else None


def find_field(chip: str, name: str) -> Field:
    space, word, shift, bits = ctypes.c_char_p(), ctypes.c_uint32(), ctypes.c_uint32(), ctypes.c_uint32()
    lib.call("field", chip_name(chip).encode(), name.encode(), ctypes.byref(space), ctypes.byref(word),
             ctypes.byref(shift), ctypes.byref(bits))
    return Field(name, (space.value or b"").decode(), word.value, shift.value, bits.value)


def _jump(to: int) -> int:
    """JAL x0 from address 0."""
    return (to & 0x100000) << 11 | (to & 0x7FE) << 20 | (to & 0x800) << 9 | (to & 0xFF000) | 0x6F
