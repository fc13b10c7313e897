# SPDX-License-Identifier: Apache-2.0
"""A card that is none: the functions of tt-exalens over a tile in process, with a card's registers and its traps.

What a real one does to who reads carelessly is noted in `harm`: an address whose read has an effect, the array enabled
without a command, words injected into a stalled thread, a core that goes on after it was halted.
"""

import contextlib
import sys
import types

import numpy as np

import tt_replay as tt
from tt_replay import exalens

PAGE, PAGE_END = 0xFFB12000, 0xFFB13000
READS_THAT_DO = [(0xFFB11000, 0xFFB12000), (0xFFE80000, 0xFFE80020), (0xFFEC0000, 0xFFED0000), (0xFFB80000, 0xFFB80100)]
WINDOWS = {"isa": (188, lambda t, i: 376 + 4 * (57 * t + i)), "llk": (None, lambda t, i: 374 + 57 * t + i),
           "pollution": (188, lambda t, i: 564 + 57 * t + i)}


class HardwareError(BaseException):
    """As there: `except Exception` lets it through."""


class TimeoutDeviceRegisterError(HardwareError):
    pass


class Card:
    def __init__(self, chip, window="isa"):
        self.tile = tt.Tile(chip)
        self.chip = chip
        self.window = window
        self.page = {}
        self.harm = []
        self.stalled = set()
        self.restless = False  # L1 changes between two reads
        self.lacks_signals = False
        self.stores_fail = False  # STOREREG does not reach the page
        self.log = []

    # ---- memory ----

    def read(self, addr, count):
        self.log.append(("read", addr))
        if addr < 0x180000:
            data = bytearray(self.tile.read("l1", addr, count))
            if self.restless:
                self.tile.write("l1", 0x40, bytes([self.tile.read("l1", 0x40, 1)[0] + 1 & 0xFF]))
            return bytes(data)
        assert count % 4 == 0
        return b"".join(self.load(addr + at).to_bytes(4, "little") for at in range(0, count, 4))

    def load(self, addr):
        if any(lo <= addr < hi for lo, hi in READS_THAT_DO):
            self.harm.append(f"a read of 0x{addr:x} has an effect")
        if not PAGE <= addr < PAGE_END:
            raise TimeoutDeviceRegisterError(f"0x{addr:x}")
        if addr == exalens.CFG_DATA:
            return self._config(self.page.get(exalens.CFG_COMMAND, 0) & 0x7FF)
        if addr == exalens.ARRAY_DATA:
            return self._array(self.page.get(exalens.ARRAY_COMMAND, 0))
        if addr == exalens.INJECT_STATUS:
            return sum(1 << (4 + t) for t in range(3) if t not in self.stalled)
        if addr == exalens.SCRATCH:
            return self.tile.load(addr)
        return self.page.get(addr, 0)

    def store(self, addr, value):
        self.log.append(("write", addr))
        if addr < 0x180000:
            self.tile.store(addr, value)
            return
        if not PAGE <= addr < PAGE_END:
            raise TimeoutDeviceRegisterError(f"0x{addr:x}")
        if addr == exalens.ARRAY_ENABLE and value and not self.page.get(exalens.ARRAY_COMMAND):
            self.harm.append("the array is read, and no command says what")
        if addr == exalens.SCRATCH:
            self.tile.store(addr, value)
        if addr == exalens.INJECT_CONTROL:
            self._inject(value)
        self.page[addr] = value

    # ---- the debug page ----

    def _config(self, at):
        """The word at a place of the window: states, then threads, as this chip has them."""
        states, threads = self.tile.array("cfg"), self.tile.array("thread_cfg")
        size, words = states.shape[1], threads.shape[1]
        base, place = (224, lambda t, i: 672 + 68 * t + i) if self.chip == "blackhole" else WINDOWS[self.window]
        if at < size:
            return int(states[0, at])
        if base is not None and base <= at < base + size:
            return int(states[1, at - base])
        for thread in range(3):
            for i in range(words):
                if place(thread, i) == at:
                    return int(threads[thread, i])
        return 0

    def _array(self, command):
        """Two cells; 0 of a row that is not valid, and of what stands in the lower halves of 32-bit rows."""
        row, pair, array = command & 0xFFF, command >> 12 & 0xF, command >> 16 & 7
        if not self.page.get(exalens.ARRAY_ENABLE):
            return 0xDEAD
        if array != exalens.DST_ARRAY or row >= 1024 or not self.tile.array("dst_valid")[row]:
            return 0
        if self.lower_is_hidden and row & 8:
            return 0
        cells = self.tile.dst()[row]
        return int(cells[2 * pair]) | int(cells[2 * pair + 1]) << 16

    lower_is_hidden = False

    def _inject(self, value):
        for thread in range(3):
            if value >> (4 + thread) & 1 and not self.page.get(exalens.INJECT_CONTROL, 0) >> (4 + thread) & 1:
                if thread in self.stalled:
                    self.harm.append("a word for a stalled thread")
                    return
                word = self.page[exalens.INJECT_WORD]
                if word >> 24 == 0x67 and self.stores_fail:
                    return
                self.tile.push(thread, word)
                self.tile.run(200)

    # ---- signals and cores ----

    def signal(self, name):
        if self.lacks_signals:
            raise ValueError(f"no signal {name}")
        plain, _, part = name.partition("/")
        for signal in exalens._signals(self.chip):
            if signal.name.decode() != plain:
                continue
            value = int.from_bytes(self.tile.read("state", signal.lo, 4), "little")
            if signal.is_halved:  # without a part the later group wins: the upper two bits
                return value >> 8 & 3 if part != "0" else value & 0xFF
            return value
        raise ValueError(f"no signal {name}")

    def view(self, addr):
        """Core T0's load of a 32-bit row of Dst, with its bits in FP32's places."""
        row, column = divmod((addr - exalens.DST_VIEW) // 4, 16)
        at = (row & ~7) << 1 | row & 7
        config = int(self.tile.array("cfg")[0, 3])
        if config >> 16 & 7 >= 2:
            return 0xDEADDEAD
        if not self.tile.array("dst_valid")[at]:
            return 0
        dst = self.tile.dst()
        raw = int(dst[at, column]) << 16 | int(dst[at + 8, column])
        if config >> 14 & 1:
            return raw
        return raw & 0x8000FFFF | (raw & 0x00FF0000) << 7 & 0x7F800000 | (raw & 0x7F000000) >> 8


class RiscDebug:
    def __init__(self, card):
        self._card, self._is_halted = card, False

    @contextlib.contextmanager
    def ensure_halted(self):
        self._is_halted = True
        yield
        self._is_halted = False
        self._card.harm.append("a core goes on that was halted")

    def read_memory(self, addr):
        if not self._is_halted:
            raise ValueError("core is not halted")
        return self._card.view(addr)


class Location:
    def __init__(self, card):
        self.noc_block = types.SimpleNamespace(debug_bus=types.SimpleNamespace(read_signal=card.signal),
                                               get_risc_debug=lambda name: RiscDebug(card))


def install(card):
    """`import ttexalens` finds this card from here on."""
    functions = types.ModuleType("ttexalens.tt_exalens_lib")
    functions.read_from_device = lambda location, addr, device_id=0, num_bytes=4: card.read(addr, num_bytes)
    functions.read_word_from_device = lambda location, addr, device_id=0: (card.log.append(("read", addr)), card.load(addr))[1]
    functions.write_words_to_device = lambda location, addr, data, device_id=0: card.store(addr, data)
    functions.convert_coordinate = lambda location, device_id=0: Location(card)
    functions.check_context = lambda: types.SimpleNamespace(
        devices={0: types.SimpleNamespace(_arch=f"ARCH.{card.chip.upper()}")})
    package = types.ModuleType("ttexalens")
    package.tt_exalens_lib = functions
    package.is_tt_replay = True
    sys.modules["ttexalens"], sys.modules["ttexalens.tt_exalens_lib"] = package, functions
    return card


def fill(card, seed=1):
    """State of all kinds; every fourth row of Dst holds nothing."""
    draw = np.random.default_rng(seed)
    tile = card.tile
    for space in ("l1", "cfg", "thread_cfg", "gpr", "dst", "lreg"):
        tile.write(space, 0, draw.integers(1, 256, len(tile.read(space)), np.uint8).tobytes())
    words = tile.array("cfg").copy()
    if card.chip == "blackhole":
        words[:, 220] = 0
        words[:, 3] &= ~np.uint32(0x7_4000)
    tile.write("cfg", 0, words.tobytes())
    tile.write("dst_valid", 0, np.array([row % 4 != 3 for row in range(1024)], np.uint8).tobytes())
    for number, signal in enumerate(exalens._signals(card.chip)):
        tile.write("state", signal.lo, (0x155 + number & 0x3FF if signal.is_halved else number % 8).to_bytes(4, "little"))
    return card
