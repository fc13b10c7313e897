# SPDX-License-Identifier: Apache-2.0
"""session.py CHIP SEED TOOL FOLDER: what tt-exalens prints of a tile in random state, imported, is that state.

The programs of a checkout of tt-exalens (TT_EXALENS) read our tile by their own register tables, debug-bus tables and formatters;
`tt-replay import` reads what they print. Of each form: every bit that the capture knows is the tile's, and it knows what
the form shows. What stands between the two is tt-exalens' tables and text, which nothing here knows.
"""

import contextlib
import dataclasses
import functools
import importlib
import io
import json
import os
import random
import re
import subprocess
import sys
import types
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np
import tabulate

import tt_replay as tt

CHIP, SEED, TOOL, FOLDER = sys.argv[1], int(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
PROJECT = Path(__file__).resolve().parents[2]
sys.path[:0] = [os.environ["TT_EXALENS"], str(PROJECT / "examples")]


class AnyClass(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        setattr(cls, name, MagicMock())  # the same each time: they compare them
        return getattr(cls, name)


class Absent(types.ModuleType):
    """A package of a card's machine: the parts that print import it and do not use it."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = AnyClass(name, (), {}) if name[0].isupper() else lambda *words, **_: words[0] if words else None
        setattr(self, name, value)
        return value


class AbsentFinder:
    packages = ("tt_umd", "fastnumbers", "ryml", "Pyro5", "serpent")

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in self.packages and name != "ttexalens._native_ttexalens":
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Absent(spec.name)

    def exec_module(self, module):
        pass


def add_outline():
    """The frame that tt-exalens prints came with tabulate 0.9; Debian 12 has the version before."""
    if "simple_outline" not in tabulate._table_formats:
        row = tabulate.DataRow("│", "│", "│")
        tabulate._table_formats["simple_outline"] = tabulate.TableFormat(
            tabulate.Line("┌", "─", "┬", "┐"), tabulate.Line("├", "─", "┼", "┤"), None,
            tabulate.Line("└", "─", "┴", "┘"), row, row, 1, None)


sys.meta_path.append(AbsentFinder())
add_outline()
import read_capture  # noqa: E402

worker = importlib.import_module(
    f"ttexalens.hardware.{'wormhole' if CHIP == 'wormhole_b0' else CHIP}.functional_worker_block")
described = importlib.import_module(f"ttexalens.hardware.{'wormhole' if CHIP == 'wormhole_b0' else CHIP}.device")
registers = importlib.import_module("ttexalens.register_store")
bus = importlib.import_module("ttexalens.debug_bus_signal_store")
util = importlib.import_module("ttexalens.util")
library = importlib.import_module("ttexalens.tt_exalens_lib")
util.INFO_ENABLED = True
tensix = importlib.import_module("ttexalens.cli_commands.dump-tensix-state")
brxy = importlib.import_module("ttexalens.cli_commands.burst_read_xy")
reg = importlib.import_module("ttexalens.cli_commands.tensix_reg")
debug = importlib.import_module("ttexalens.debug_tensix")


CONFIGURATION, BUS_CONTROL, BUS_DATA = 0xFFEF0000, 0xFFB12054, 0xFFB1205C
ARRAY_COMMAND, ARRAY_DATA = 0xFFB12064, 0xFFB1206C
DST_WINDOW, CODE, SEEN = 0xFFBD8000, 0x1000, 0x40000


class Location:
    """The tile behind the addresses of the network. The matrix unit's counters and phases come where their table
    has them: a simulator's recordings, after which our debug bus is made, have them elsewhere."""

    def __init__(self, tile):
        self.tile = tile
        self.counters = {}  # by what selects a word of the bus
        state = dict(zip(state_paths(), tile.array("state").tolist()))
        done = {}
        for name in sorted(worker.debug_bus_signal_map):
            found = re.fullmatch(r"rwc(\d)_(srca|srcb|dst|fidelity)(_cr|_phase)?(/\d)?", name)
            if not found or (CHIP == "blackhole" and found[2] == "fidelity"):  # there it is another signal
                continue
            signal = worker.debug_bus_signal_map[name]
            path = f"rwc.{found[1]}.{found[2]}{'_cr' if found[3] == '_cr' else ''}"
            low = (signal.mask & -signal.mask).bit_length() - 1
            value = state[path] >> done.get(path, 0)
            done[path] = done.get(path, 0) + signal.mask.bit_count()
            key = (signal.daisy_sel, signal.sig_sel, signal.rd_sel)
            self.counters[key] = self.counters.get(key, 0) | value << low & signal.mask

    def noc_read32(self, address, *_, **__):
        if address == ARRAY_DATA:  # two cells of a row of Dst, of which no recording shows how a core sees them
            command = self.tile.load(ARRAY_COMMAND)
            low, high = self.tile.array("dst")[command & 0xFFF, (command >> 12 & 7) * 2:][:2].tolist()
            return low | high << 16
        if address == BUS_DATA:
            control = self.tile.load(BUS_CONTROL)
            key = (control >> 16 & 0xFF, control & 0xFFFF, control >> 25 & 3)
            if key in self.counters and control >> 29 & 1:
                return self.counters[key]
        return self.tile.load(address)

    def noc_write32(self, address, value, *_, **__):
        self.tile.store(address, value)

    def to_user_str(self):
        return "1-1 (0,0)"

    __str__ = to_user_str


class Registers(registers.RegisterStore):
    """Theirs, but for scalar registers, which they read by stopping a core: a load as core B makes it."""

    def read_register(self, register, safe_mode=None):
        found = self.get_register_description(register) if isinstance(register, str) else register
        if not isinstance(found, registers.TensixGeneralPurposeRegisterDescription):
            return super().read_register(register, safe_mode)
        return (self.location.tile.load(found.private_address) & found.mask) >> found.shift


class Block:
    block_type = "functional_workers"
    dest = types.SimpleNamespace(size=0x8000, address=types.SimpleNamespace(private_address=DST_WINDOW))

    def __init__(self, device, location):
        self.device, self.location = device, location
        self.noc_memory_map = types.SimpleNamespace(find_by_noc_address=self.find)
        self.store = Registers(worker.register_store_noc0_initialization, location)
        self.store.__dict__["device"] = device
        self.store.__dict__["_max_config_register_index"] = len(location.tile.array("cfg")[0]) - 1
        self.debug_bus = bus.DebugBusSignalStore(worker.debug_bus_signals_initialization, self)

    def get_register_store(self, *_, **__):
        return self.store

    def get_risc_debug(self, *_, **__):
        return self.location.tile

    def find(self, address):
        place = types.SimpleNamespace(address=types.SimpleNamespace(noc_address=0), size=1 << 20)
        return types.SimpleNamespace(name="l1", memory_block=place) if address < place.size else None


class Core:
    """Core T0 where they stop it and read memory through it: a program of it does."""

    def __init__(self, tile, **_):
        self.tile = tile

    def read(self, addr, into):
        self.tile.write("l1", CODE, b"".join(word.to_bytes(4, "little") for word in (
            addr & 0xFFFFF000 | 0x537,  # lui a0
            SEEN | 0x5B7,  # lui a1
            len(into) & 0xFFFFF000 | 0x637,  # lui a2
            0x00052283, 0x0055A023,  # lw t0, 0(a0); sw t0, 0(a1)
            0x00450513, 0x00458593, 0xFFC60613,  # addi a0, a0, 4; addi a1, a1, 4; addi a2, a2, -4
            0xFE0616E3, 0x0000006F)))  # bnez a2, -20; j 0
        self.tile.set_start("t0", CODE)
        self.tile.release("t0")
        if self.tile.run(16 * len(into)) is not tt.End.RESTS:
            sys.exit("core T0 did not come to its end")
        self.tile.hold("t0")
        into[:] = self.tile.read("l1", SEEN, len(into))


def inject(debugger, word, thread):
    tile = debugger.location.tile
    tile.push(thread, word if isinstance(word, int) else int.from_bytes(word, "little"))
    if tile.run(1000) is not tt.End.RESTS:
        sys.exit(f"{word:#x} does not come to its end")


debug.create_memory_access = Core
debug.BlackholeFunctionalWorkerBlock = Block if CHIP == "blackhole" else type(None)  # whether there is a window
debug.TensixDebug.inject_instruction = inject


class Device:
    id = 0

    def __init__(self, tile):
        self.instructions = getattr(described, "WormholeInstructions" if CHIP == "wormhole_b0" else "BlackholeInstructions")()
        self.location = Location(tile)
        self.location.device = self
        self.block = self.location.noc_block = Block(self, self.location)
        for name in ("is_blackhole", "is_wormhole", "is_quasar"):
            setattr(self, name, lambda name=name: CHIP.startswith(name[3:]))
        there = [kind for kind in vars(described).values() if isinstance(kind, type) and
                 kind.__module__ == described.__name__ and "get_tensix_registers_description" in vars(kind)]
        for name in ("get_tensix_registers_description", "get_tensix_debug_bus_description"):
            setattr(self, name, lambda name=name: getattr(there[0], name)(self))

    def get_block(self, _):
        return self.block


def random_tile(draw):
    tile = tt.Tile(CHIP)
    for word in range(tile.array("cfg").size):  # by stores, which leave bits that do not exist
        tile.store(CONFIGURATION + 4 * word, draw.getrandbits(32))
    tile.write("gpr", 0, draw.randbytes(len(tile.read("gpr"))))
    tile.write("l1", 0x20000, draw.randbytes(0x1000))
    paths = state_paths()
    state = tile.array("state").copy()
    for word, path in enumerate(paths):
        if path.startswith("adc."):
            state[word] = draw.randrange(1 << {"x": 18, "y": 13}.get(path.split(".")[-1][0], 8))
        elif path.startswith("rwc."):
            state[word] = draw.randrange(1 << (10 if "dst" in path else 2 if "fidelity" in path else 6))
    tile.write("state", 0, state.astype("<u4").tobytes())
    tile.write("dst", 0, draw.randbytes(len(tile.read("dst"))))
    return tile


@functools.lru_cache(None)
def state_paths():
    """Word by word of the space `state`, from a capture's dump."""
    text = subprocess.run([TOOL, "dump", str(next((PROJECT / "traces/kernels").glob("*.ttcap"))), "--space", "state", "--all",
                           "--json"], capture_output=True, text=True, check=True).stdout
    return list(json.loads(text)["state"]["words"])


def options(**arguments):
    """In place of the parser of a command line."""

    def for_each(what, context, ui_state, device=None):
        yield context if device is None else device.location

    return lambda *_: types.SimpleNamespace(args=Arguments(arguments), for_each=for_each)


class Arguments(dict):
    def __missing__(self, key):
        return None


def printed(command, device, **arguments):
    command.tt_docopt = options(**arguments)
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        command.run("", device, None)
    return text.getvalue()


def memory(device, addr, count, form):
    brxy.read_words_from_device = lambda _, at, word_count: [device.location.tile.load(at + 4 * i)
                                                             for i in range(word_count)]
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        util.INFO(f"Reading from device {device.id}")
        brxy.print_a_burst_read(device.location, addr, count, 0, form, None)
    return text.getvalue()


def imported(name, text, *arguments):
    source, capture = FOLDER / name, FOLDER / (name + ".ttcap")
    source.write_text(text, encoding="utf-8")
    run = subprocess.run([TOOL, "import", *arguments, str(source), "-o", str(capture), "--force"], capture_output=True,
                         text=True, check=False)
    if run.returncode:
        sys.exit(f"{CHIP}, seed {SEED}, {name}: import: {run.stderr}")
    return read_capture.Capture(str(capture))


def known(capture, space):
    """Bytes and known bits of a space at the last checkpoint; none where nothing is known."""
    size = read_capture.size_of(space, CHIP)
    data, mask = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    table = capture.checkpoints[-1][-1].get(space, {})
    for place, (bytes_at, mask_at) in table.items():
        if bytes_at is None:
            continue
        lo, hi = place * read_capture.PAGE, min(size, (place + 1) * read_capture.PAGE)
        data[lo:hi] = np.frombuffer(capture.pages[bytes_at], np.uint8)[:hi - lo]
        mask[lo:hi] = 0xFF if mask_at is None else np.frombuffer(capture.pages[mask_at], np.uint8)[:hi - lo]
    return data, mask


def hold(form, capture, tile, least):
    """least: of each space, so many bits must be known."""
    wrong, bits = [], {}
    for space in ("l1", "cfg", "thread_cfg", "gpr", "state", "dst"):
        data, mask = known(capture, space)
        there = np.frombuffer(tile.read(space), np.uint8)
        differ = np.flatnonzero((data ^ there) & mask)
        bits[space] = int(np.unpackbits(mask).sum())
        wrong += [f"{space} {state_paths()[at // 4] if space == 'state' else f'byte {at}'}: {data[at]:02x} known {mask[at]:02x}, the tile has {there[at]:02x}" for at in differ[:5]]
    for space, count in least.items():
        if bits[space] < count:
            wrong.append(f"{space}: {bits[space]} bits known, at least {count} are printed")
    print(f"{CHIP} seed {SEED} {form}: " + ", ".join(f"{space} {count}" for space, count in bits.items() if count) + " bits")
    for line in wrong:
        print(f"  wrong: {line}")
    return not wrong


def main():
    draw = random.Random(SEED)
    tile = random_tile(draw)
    device = Device(tile)
    arch = ["--arch", CHIP, "--at", "end"]
    good = True
    for group, least in (("alu", {"cfg": 32}), ("unpack", {"cfg": 100}), ("pack", {"cfg": 100}), ("gpr", {"gpr": 3 * 32 * 20}),
                         ("rwc", {"state": 20}), ("adc", {"state": 100})):
        text = printed(tensix, device, **{"<group>": group, "-v": True})
        good &= hold(f"tensix {group}", imported(f"{group}.txt", text, *arch), tile, least)
    for form in util.PRINT_FORMATS:
        text = memory(device, 0x20000, 64, form)
        good &= hold(f"brxy {form}", imported(f"{form}.txt", text, *arch), tile, {"l1": 64 * 32})
    names = draw.sample([name for name in device.block.store.get_register_names() if isinstance(
        device.block.store.get_register_description(name), registers.ConfigurationRegisterDescription)], 40)
    text = "".join(printed(reg, device, **{"<register>": name}) for name in names)
    good &= hold("reg by name", imported("reg.txt", text, *arch), tile, {})
    text = "".join(printed(reg, device, **{"<register>": f"cfg({word},{0xFF << 8:#x},8)"}) for word in range(1, 150, 7))
    good &= hold("reg cfg()", imported("cfg.txt", text, *arch), tile, {"cfg": 8 * 20})
    library.convert_coordinate = lambda *_: types.SimpleNamespace(noc_block=device.block, device=device, context=None)
    state = dataclasses.asdict(library.get_tensix_state("0,0"))
    good &= hold("get_tensix_state", imported("state.json", json.dumps(state)), tile, {"cfg": 200, "gpr": 3 * 32 * 20})
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
