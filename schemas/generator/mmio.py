# SPDX-License-Identifier: Apache-2.0
"""schemas/mmio.json: what lies at the addresses that cores and stores of units reach beyond L1; and
schemas/mmio_registers.json: single registers in the windows that several share."""
from types import SimpleNamespace

from generator.names import CHIPS, CORES, lower_names
from generator.rows import MISSING, anything, fits, flag, hexadecimal, items, listing, number, one_of, optional, row, text

HEX = hexadecimal("0x[0-9a-fA-F]+", '"{}" must be 0x and digits of base 16')
CORE = one_of({name: i for i, name in enumerate(lower_names(CORES, "TT_CORE_"))}, "there is no core {}")
WORD = items({"offset": HEX, "name": text, "doc": text}, "a word must be [offset, name, meaning]")
WORDS_MAX, ACTS_MAX, NOWHERE = 32, 32, 0xFFFFFFFF


# ---- windows ----

def read_needs(chips):
    """The chips that have the trait, a bit each; all where none is needed."""
    def read(at, what, node):
        text(at, what, node)
        if not all(isinstance(chip.traits.get(node), bool) for chip in chips):
            at.refuse(f'needs "{node}", which is no trait of chips.json')
        return sum(1 << chip.index for chip in chips if chip.traits[node])
    return read


def read_cores(at, what, node):
    return sum(1 << core for core in set(listing(CORE)(at, what, node)))


def check_window(at, window, windows):
    """Names stand once; what a core of a chip reaches does not overlap."""
    if window.bytes == 0 or NOWHERE - window.lo < window.bytes:
        at.refuse(f"{window.bytes} bytes from 0x{window.lo:x} leave the 32 bits")
    for word in window.words:
        if word.offset % 4 or word.offset >= window.bytes:
            at.refuse(f"{word.name}: offset 0x{word.offset:x} is no word of the window")
    for other in windows:
        if other.name == window.name:
            at.refuse("there are two windows of this name")
        if other.cores & window.cores and other.chips & window.chips and window.lo < other.lo + other.bytes and other.lo < window.lo + window.bytes:
            at.refuse(f"overlaps {other.name}")


def read_mmio(load, tables):
    root, file = load("mmio.json")
    columns = {"name": fits("[A-Z][A-Za-z0-9_]*", "a window is named by letters, digits and underscores, the first a capital"),
               "place": optional(text), "value": optional(number(255), 0), "of": optional(CORE), "at": HEX, "bytes": HEX, "doc": text,
               "cores": optional(read_cores, 0), "needs": optional(read_needs(tables.chips), (1 << len(CHIPS)) - 1),
               "words": optional(listing(WORD, WORDS_MAX, f"more than {WORDS_MAX} words"), [])}
    windows = []
    for node in listing()(file, "windows", root.get("windows")):
        window, at = row(file, node, columns, "name")
        window.place, window.lo, window.chips = window.place or window.name, window.at, window.needs
        window.value = window.value if window.of is None else window.of
        check_window(at, window, windows)
        windows.append(window)
    return windows


# ---- registers ----

def by_chip(chips, column):
    """A value a chip: a pair, or one that both have."""
    def read(at, what, node):
        def of_chip(chip):
            index = chip.files.index
            return node[index] if isinstance(node, list) and index < len(node) else MISSING if isinstance(node, list) else node
        return [column(at, f'"{what}"', of_chip(chip)) for chip in chips]
    return read


def read_offset(nowhere):
    """Null: the chip has no such register."""
    def read(at, what, node):
        if node is None:
            return nowhere
        if not isinstance(node, str) or not node.startswith("0x"):
            at.refuse(f"{what} must be 0x and digits of base 16, or null, for each chip")
        return word(at, what, node)
    word = hexadecimal("0x[0-9a-fA-F]*[048cC]", "{what}: {} is no place of a word")
    return read


def read_bits(at, what, node):
    if type(node) is not int or not 1 <= node <= 32:
        at.refuse('"bits" must be 1 to 32')
    return node


def overlap(one, other, chip):
    if NOWHERE in (one.at[chip], other.at[chip]):
        return False
    def places(reg):
        return {reg.at[chip] + i * reg.each[chip] for i in range(reg.count)}
    return bool(places(one) & places(other))


def check_register(at, reg, registers):
    for other in registers:
        if other.place == reg.place:
            if other.name == reg.name:
                at.refuse("there are two registers of this name")
            if any(overlap(reg, other, chip) for chip in range(len(CHIPS))):
                at.refuse(f"stands where {other.name} stands")


def read_mmio_registers(load, tables):
    root, file = load("mmio_registers.json")
    act = items({"name": text, "doc": text}, "an act must be [name, meaning]")
    acts = listing(act, ACTS_MAX, f"more than {ACTS_MAX} acts")(file, "acts", root.get("acts"))
    places, none = {window.place for window in tables.windows}, [0] * len(CHIPS)
    columns = {"name": fits("[A-Z][A-Za-z0-9_]*", "a register is named by letters, digits and underscores, the first a capital"),
               "in": one_of({place: place for place in places}, "mmio.json has no window {}"),
               "at": optional(by_chip(tables.chips, read_offset(NOWHERE)), [NOWHERE] * len(CHIPS)),
               "bits": by_chip(tables.chips, read_bits), "count": optional(number(255), 1), "each": optional(by_chip(tables.chips, read_offset(0)), none),
               "counts": optional(flag, False), "does": one_of({act.name: act for act in acts}, 'there is no act "{}"'), "fact": tables.facts.one,
               "doc": text}
    registers, cells = [], dict.fromkeys(places, 0)
    for node in listing()(file, "registers", root.get("registers")):
        reg, at = row(file, node, columns, "name")
        reg.place = getattr(reg, "in")
        check_register(at, reg, registers)
        reg.cell = cells[reg.place]
        cells[reg.place] += reg.count
        registers.append(reg)
    return acts, registers, cells
