# SPDX-License-Identifier: Apache-2.0
"""The functions of the tt-exalens library that the low-level-kernel suite calls, over a tile in process.

    import tt_replay.device as device
    device.install("blackhole")      # from here on `import ttexalens` finds this, in every form the suite imports
    device.fresh_tile()              # a tile in its reset state; the one before is gone

A location is not looked at: there is one tile. A read of a word lets the tile run before it looks, longer each time that
nothing else happens, so that whoever polls comes to what he waits for; what a core does that nothing here executes ends
the read with tt_replay.ReplayError.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
import types
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Union

from tt_replay._library import ReplayError
from tt_replay.elf import Elf
from tt_replay.tile import CORES, SOFT_RESET, Tile

FIRST_SLICE, LAST_SLICE = 2000, 200000  # rounds that a poll lets the tile run
_WORD = 4
_CORE_NAMES = {"brisc": "b", "trisc0": "t0", "trisc1": "t1", "trisc2": "t2", "ncrisc": "nc"}
_REGISTERS = {"RISCV_DEBUG_REG_SOFT_RESET_0": SOFT_RESET, "RISCV_DEBUG_REG_DEST_CG_CTRL": 0xFFB12240,
              "RISCV_DEBUG_REG_DBG_FEATURE_DISABLE": 0xFFB12068}


class TTException(Exception):
    """Of this name there."""


class Verbosity(IntEnum):
    NONE = 0
    ERROR = 1
    WARN = 2
    INFO = 3
    VERBOSE = 4
    DEBUG = 5

    @staticmethod
    def set(level: Any) -> None:
        """Nothing here prints."""

    @staticmethod
    def get() -> "Verbosity":
        return Verbosity.ERROR


@dataclass
class CallstackEntry:
    pc: Optional[int]
    function_name: Optional[str]
    file: Optional[str]
    line: Optional[int]
    column: Optional[int] = None
    cfa: Optional[int] = None
    arguments: List[Any] = field(default_factory=list)
    locals: List[Any] = field(default_factory=list)


@dataclass
class TensixState:
    """Everything that the tile holds but L1, space by space."""

    chip: str
    spaces: Dict[str, List[int]]


class RegisterStore:
    def __init__(self, device: "Device") -> None:
        self._device = device

    def _address(self, name: str) -> int:
        if name not in _REGISTERS:
            raise TTException(f"register {name}: this device has {', '.join(_REGISTERS)}")
        return _REGISTERS[name]

    def read_register(self, name: str) -> int:
        return self._device.read_word(self._address(name))

    def write_register(self, name: str, value: int) -> None:
        self._device.write(self._address(name), struct.pack("<I", value))


class RiscDebug:
    def __init__(self, device: "Device", core: str) -> None:
        self._device, self._core = device, core

    def is_ebreak_hit(self) -> bool:
        return self._device.tile.core(self._core).is_halted

    def is_in_reset(self) -> bool:
        return not self._device.tile.core(self._core).is_running

    def get_pc(self) -> int:
        return self._device.tile.core(self._core).pc


class Block:
    def __init__(self, device: "Device") -> None:
        self._device = device

    def get_register_store(self, *_: Any, **__: Any) -> RegisterStore:
        return RegisterStore(self._device)

    def get_risc_debug(self, risc_name: str, neo_id: Optional[int] = None) -> RiscDebug:
        return RiscDebug(self._device, core_name(risc_name))


@dataclass
class RegistersDescription:
    general_purpose_registers: List[Any] = field(default_factory=list)


class Instructions:
    """TT_OP_* encoders of what the suite injects: fields in the order of the vendor's macros, lowest bit of each."""

    _WORDS: Dict[str, Any] = {
        "NOP": (0x02, ()), "ZEROACC": (0x10, {"blackhole": (19, 18, 17, 14, 0), "wormhole_b0": (19, 15, 0)}),
        "SFPENCC": (0x8A, (12, 8, 4, 0)), "SFPCONFIG": (0x91, (8, 4, 0)), "SEMINIT": (0xA3, (20, 16, 2)),
    }

    def __init__(self, chip: str) -> None:
        self._chip = chip

    def __getattr__(self, name: str) -> Any:
        known = self._WORDS.get(name[6:]) if name.startswith("TT_OP_") else None
        if known is None:
            raise AttributeError(f"{name}: this device encodes {', '.join('TT_OP_' + word for word in self._WORDS)}")
        opcode, shifts = known
        if isinstance(shifts, dict):
            shifts = shifts[self._chip]

        def encode(*operands: int) -> int:
            if len(operands) != len(shifts):
                raise TTException(f"{name} has {len(shifts)} operands, {len(operands)} came")
            return int(opcode << 24 | sum(value << shift for value, shift in zip(operands, shifts)))

        return encode


class Device:
    """The tile as a device with a number."""

    def __init__(self, chip: str, reading: Optional[str] = None) -> None:
        self.tile = Tile(chip, reading)
        if watcher is not None:
            watcher(self.tile)
        self._arch = self.tile.chip
        self.instructions = Instructions(self._arch)
        self._description = RegistersDescription()
        self._slice = FIRST_SLICE

    def get_block(self, coordinate: Any = None) -> Block:
        return Block(self)

    def get_tensix_registers_description(self) -> RegistersDescription:
        return self._description

    def write(self, addr: int, data: bytes) -> None:
        """Bytes of L1, or words beyond it."""
        self._slice = FIRST_SLICE
        if addr < SOFT_RESET & 0xFFF00000:
            self.tile.write("l1", addr, data)
            return
        if addr % _WORD or len(data) % _WORD:
            raise TTException(f"{len(data)} bytes at 0x{addr:08X}: beyond L1 there are words alone")
        for i, (word,) in enumerate(struct.iter_unpack("<I", data)):
            self.tile.store(addr + _WORD * i, word)

    def poll(self) -> None:
        """Lets the tile run for a while, longer than the last time."""
        self.tile.run(self._slice)
        self._slice = min(2 * self._slice, LAST_SLICE)

    def read_word(self, addr: int) -> int:
        self.poll()
        return self.tile.load(addr)

    def read(self, addr: int, count: int) -> bytes:
        if count <= _WORD:
            self.poll()
        if addr < SOFT_RESET & 0xFFF00000:
            return self.tile.read("l1", addr, count)
        first, last = addr // _WORD * _WORD, addr + count
        words = b"".join(struct.pack("<I", self.tile.load(at)) for at in range(first, last, _WORD))
        return words[addr - first:addr - first + count]


@dataclass
class OnChipCoordinate:
    device: Device
    context: "Context"
    text: str = "0,0"

    @staticmethod
    def create(text: str, device: Optional[Device] = None, *_: Any, **__: Any) -> "OnChipCoordinate":
        context = check_context()
        return OnChipCoordinate(device or context.devices[0], context, str(text))

    def to_str(self, *_: Any) -> str:
        return self.text


class Context:
    def __init__(self, chip: str, reading: Optional[str] = None) -> None:
        self.chip = chip
        self.reading = reading
        self.devices: Dict[int, Device] = {0: Device(chip, reading)}

    @property
    def device_ids(self) -> Iterable[int]:
        return self.devices.keys()


class TensixDebug:
    def __init__(self, location: OnChipCoordinate, *_: Any) -> None:
        self.device = location.device

    def inject_instruction(self, word: Union[int, bytes], thread: int) -> None:
        self.device.tile.push(thread, word if isinstance(word, int) else int.from_bytes(word, "little"))


_current: Optional[Context] = None
_chip: Optional[str] = None
watcher: Optional[Callable[[Tile], Any]] = None  # gets each tile that is new
_reading: Optional[str] = None


def core_name(risc_name: str) -> str:
    name = risc_name.lower()
    name = _CORE_NAMES.get(name, name)
    if name not in CORES:
        raise TTException(f"no core is called '{risc_name}'; there are {', '.join(_CORE_NAMES)}")
    return name


def _device(device_id: int = 0) -> Device:
    devices = check_context().devices
    if device_id not in devices:
        raise TTException(f"there is no device {device_id}, only 0")
    return devices[device_id]


# ---- what the suite calls ----


def check_context(context: Optional[Context] = None) -> Context:
    global _current
    if context is not None:
        return context
    if _current is None:
        if _chip is None:
            raise TTException("no chip: tt_replay.device.install(\"blackhole\") comes first")
        _current = Context(_chip, _reading)
    return _current


def init_ttexalens(*_: Any, **__: Any) -> Context:
    return check_context()


def init_ttexalens_remote(*_: Any, **__: Any) -> Context:
    raise TTException("this device is in process: nothing is remote")


def cleanup_global_context() -> None:
    global _current
    _current = None


def convert_coordinate(location: Any, device_id: int = 0, context: Optional[Context] = None) -> OnChipCoordinate:
    if isinstance(location, OnChipCoordinate):
        return location
    return OnChipCoordinate(_device(device_id), check_context(context), str(location))


def write_to_device(location: Any, addr: int, data: Union[bytes, Sequence[int]], device_id: int = 0,
                    *_: Any, **__: Any) -> None:
    _device(device_id).write(addr, bytes(data))


def write_words_to_device(location: Any, addr: int, data: Union[int, Sequence[int]], device_id: int = 0,
                          *_: Any, **__: Any) -> None:
    words = [data] if isinstance(data, int) else list(data)
    _device(device_id).write(addr, b"".join(struct.pack("<I", word & 0xFFFFFFFF) for word in words))


def read_from_device(location: Any, addr: int, device_id: int = 0, num_bytes: int = 4, *_: Any, **__: Any) -> bytes:
    return _device(device_id).read(addr, num_bytes)


def read_word_from_device(location: Any, addr: int, device_id: int = 0, *_: Any, **__: Any) -> int:
    return _device(device_id).read_word(addr)


def read_words_from_device(location: Any, addr: int, device_id: int = 0, word_count: int = 1, *_: Any,
                           **__: Any) -> List[int]:
    data = _device(device_id).read(addr, _WORD * word_count)
    return list(struct.unpack(f"<{word_count}I", data))


def load_elf(elf_file: Any, location: Any, risc_name: str, neo_id: Optional[int] = None, device_id: int = 0,
             context: Any = None, return_start_address: bool = False, verify_write: bool = True,
             *_: Any, **__: Any) -> Optional[int]:
    core = core_name(risc_name)
    tile = _device(device_id).tile
    if tile.core(core).is_running:
        raise TTException(f"{risc_name} is not in reset: a program cannot be loaded under it")
    start = tile.load_elf(getattr(elf_file, "path", elf_file), core)
    return start if return_start_address else None


def parse_elf(elf_path: str, context: Any = None, require_debug_symbols: bool = True) -> Elf:
    return Elf(elf_path)


def arc_msg(device_id: int, msg_code: int, wait_for_done: bool, args: Sequence[int], timeout: Any, *_: Any,
            **__: Any) -> List[int]:
    """Power states, before and behind a run: there is no power here."""
    return [0, 0, 0]


def get_tensix_state(location: Any, l1_address: Optional[int] = None, device_id: int = 0,
                     context: Any = None) -> TensixState:
    tile = _device(device_id).tile
    names = ("cfg", "thread_cfg", "gpr", "state")
    return TensixState(tile.chip, {name: tile.array(name).reshape(-1).tolist() for name in names})


def callstack(location: Any, elfs: Any, offsets: Any = None, risc_name: str = "brisc", neo_id: Optional[int] = None,
              *_: Any, device_id: int = 0, **__: Any) -> List[CallstackEntry]:
    """Where a core stands, with the functions that it was inlined through; not who called them."""
    pc = _device(device_id).tile.core(core_name(risc_name)).pc
    paths: List[Any] = [getattr(elf, "path", elf) for elf in (elfs if isinstance(elfs, (list, tuple)) else [elfs])]
    for path in paths:
        elf = Elf(path)
        if any(section.flags & 4 and section.addr <= pc < section.addr + section.size for section in elf.sections):
            return _frames(str(path), pc)
    return [CallstackEntry(pc, None, "", 0, 0)]


def _frames(path: str, pc: int) -> List[CallstackEntry]:
    """Lines of addr2line: of the innermost function and its place, then of each that it was inlined into."""
    for program in ("riscv64-unknown-elf-addr2line", "addr2line", "llvm-addr2line"):
        if not shutil.which(program):
            continue
        run = subprocess.run([program, "-f", "-i", "-C", "-e", path, hex(pc)], capture_output=True, text=True,
                             check=False)
        lines = run.stdout.splitlines()
        if run.returncode or len(lines) < 2:
            continue
        entries = []
        for function, place in zip(lines[::2], lines[1::2]):
            file, _, line = place.split(" (")[0].rpartition(":")
            entries.append(CallstackEntry(pc, function, file, int(line) if line.isdigit() else 0, 0))
        return entries
    return [CallstackEntry(pc, None, path, 0, 0)]


# ---- in the place of the library ----


def fresh_tile() -> Device:
    """A tile in its reset state, in the place of the one before."""
    context = check_context()
    context.devices[0] = Device(context.chip, context.reading)
    return context.devices[0]


def watch(taker: Optional[Callable[[Tile], Any]]) -> None:
    """From here on each tile is handed to it, the one that is there too; None: to nobody."""
    global watcher
    watcher = taker
    if taker is not None and _current is not None:
        taker(_current.devices[0].tile)


def install(chip: str, reading: Optional[str] = None) -> None:
    """Makes this the library `ttexalens`, for whoever imports it from here on. reading: as in Tile."""
    global _chip, _reading
    if "ttexalens" in sys.modules and not getattr(sys.modules["ttexalens"], "is_tt_replay", False):
        raise ReplayError("ttexalens was imported before tt_replay.device.install()")
    _chip = chip
    _reading = reading
    cleanup_global_context()
    library = ("arc_msg", "callstack", "check_context", "convert_coordinate", "get_tensix_state", "load_elf",
               "parse_elf", "read_from_device", "read_word_from_device", "read_words_from_device", "write_to_device",
               "write_words_to_device", "TTException")
    modules: Dict[str, Sequence[str]] = {
        "ttexalens": ("Verbosity", "check_context", "init_ttexalens", "init_ttexalens_remote", "cleanup_global_context",
                      "TTException"),
        "ttexalens.tt_exalens_lib": library,
        "ttexalens.tt_exalens_init": ("init_ttexalens", "init_ttexalens_remote", "cleanup_global_context"),
        "ttexalens.context": ("Context",),
        "ttexalens.coordinate": ("OnChipCoordinate",),
        "ttexalens.debug_tensix": ("TensixDebug",),
        "ttexalens.device": ("Device",),
        "ttexalens.util": ("Verbosity", "TTException"),
        "ttexalens.exceptions": ("TTException",),
        "ttexalens.hardware": (),
        "ttexalens.hardware.risc_debug": ("CallstackEntry", "RiscDebug"),
    }
    for name, members in modules.items():
        module = types.ModuleType(name, "tt_replay.device in the place of tt-exalens")
        module.__dict__.update({member: globals()[member] for member in members})
        module.__dict__["is_tt_replay"] = True
        module.__path__ = []  # a package: what is not here is not found
        sys.modules[name] = module
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], child, module)
    sys.modules["ttexalens.tt_exalens_lib"].__dict__["ParsedElfFile"] = Elf
