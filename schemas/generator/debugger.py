# SPDX-License-Identifier: Apache-2.0
"""schemas/debugger.json: names that debuggers print for fields of configuration, scalar registers and counters, and what
they are here."""
from types import SimpleNamespace

from generator.rows import items, listing, number, one_of, only, text

ENTRIES = 4


def read_group(at, chips, node):
    """[group, title of its table, a name before each entry's fields where they are printed alone: by chip]"""
    name, title = (text(at, f"element {i}", node[i] if i < len(node) else None) for i in range(2))
    before = [node[2 + chip.files.index] if 2 + chip.files.index < len(node) else None for chip in chips]
    if any(not isinstance(names, list) or len(names) > ENTRIES for names in before):
        at.refuse(f"group {name}: a list of up to {ENTRIES} names for each chip")
    return SimpleNamespace(name=name, title=title, before=[listing(text)(at, name, names) for names in before])


def read_bits(at, regs, field):
    """The register's word, and the field's bits in it; no bits: no register has them."""
    field.word = field.shift = 0
    if field.register is None:
        field.bits = 0
        return
    reg = regs.get(text(at, "element 4", field.register))
    low, field.bits = number(31)(at, "element 5", field.low), number(32)(at, "element 6", field.bits)
    if not reg or reg.is_thread:
        at.refuse(f"there is no register field {field.register}")
    field.word, field.shift = reg.word, reg.shift + low
    if not field.bits or field.shift + field.bits > 32:
        at.refuse(f"{field.bits} bits from bit {low} of {field.register} leave the word")


def read_fields(file, tables, chip, groups, nodes):
    """[chip, group, entry, field, register, lowest bit in it, bits], or the first four alone. No name stands twice in an entry,
    and no bit in two fields of a group."""
    keep = lambda at, what, node: node
    column = items({"chip": chip, "group": one_of({group.name: i for i, group in enumerate(groups)}, "there is no group {}"),
                    "entry": number(ENTRIES - 1), "name": text, "register": keep, "low": keep, "bits": keep},
                   "a field must be [chip, group, entry, field, register, low bit, bits]", 4, "name")
    fields = []
    for node in nodes:
        if isinstance(node, list) and len(node) in (5, 6):
            column(file, "field", None)
        fields.append(column(file, "field", node))
        read_bits(file.of(fields[-1].name), tables.regs[fields[-1].chip].by_name, fields[-1])
    entries = {}
    for field in fields:
        at, others = file.of(field.name), entries.setdefault((field.chip, field.group, field.entry), [])
        for other in others:
            if other.name == field.name:
                at.refuse("it stands twice in its entry")
            if field.bits and other.bits and other.word == field.word and field.shift < other.shift + other.bits and other.shift < field.shift + field.bits:
                at.refuse(f"it has bits of {other.name}")
        others.append(field)
    return fields


def read_signal(chip, file, node):
    """[signal, path of a word of the state], and where it is not so on a chip how it is there: "halved" (a counter of ten bits
    in two groups, capture/import/halved_counter.h) or "another" thing, which has no place in a capture."""
    column = items({"name": text, "path": text, "how": one_of(("halved", "another"), "'{}' is neither halved nor another"), "chip": chip},
                   "a signal must be [name, path, how, chip]", 2, "name")
    signal = column(file, "signal", node)
    signal.halved, signal.another = ((1 << signal.chip if signal.how == how else 0) for how in ("halved", "another"))
    return signal


def read_debugger(load, tables):
    root, file = load("debugger.json")
    keys = ("groups", "fields", "gprs", "signals")
    only(file, root, keys)
    nodes = {key: listing()(file, key, root.get(key)) for key in keys}
    chip = one_of({chip.name: chip.index for chip in tables.chips}, "there is no chip {}")
    groups = [read_group(file, tables.chips, node) for node in nodes["groups"]]
    gpr = items({"thread": number(2), "index": number(63), "name": text}, "a scalar register must be [thread, index, name]")
    return SimpleNamespace(groups=groups, fields=read_fields(file, tables, chip, groups, nodes["fields"]),
                           gprs=[gpr(file, "gpr", node) for node in nodes["gprs"]],
                           signals=[read_signal(chip, file, node) for node in nodes["signals"]])
