# SPDX-License-Identifier: Apache-2.0
"""schemas/registers: fields.json says what each configuration field is, which units read it and when; CHIP.json beside it
where fields stand."""
from types import SimpleNamespace

from generator.names import ones
from generator.rows import anything, fits, items, listing, number, one_of, optional, row, text

GROUPS = ("fields", "formats", "zero_flags", "place") # as terms of effects.json: which words of the matrix and the vector unit read it
EVERY_SECTION, SECTIONS, READERS_MAX, PARTS_MAX = 255, 4, 8, 8
FIELD_NAME = fits("[A-Z][A-Za-z0-9_]*", "a field is named by letters, digits and underscores, the first a capital")


# ---- what they are ----

def read_unit(at, units, said):
    """"matrix", or "pack[2]" where only that section's packer (on a chip with one packer: context) is meant."""
    name, bracket, section = said.partition("[")
    if bracket and section not in [f"{i}]" for i in range(SECTIONS)]:
        at.refuse(f'section of "{said}" must be [0] to [{SECTIONS - 1}]')
    if name not in units:
        at.refuse(f'unit "{name}" does not exist' if bracket else f'unit "{said}" does not exist')
    return units.index(name), int(section[0]) if bracket else EVERY_SECTION


def read_readers(at, tables, field):
    """read_by: ["pack", "work"], and the chip after it where only that one's does; unread_by: "pack"."""
    chip = one_of({chip.files.name: sum(1 << c.index for c in tables.chips if c.files is chip.files) for chip in tables.chips}, "there is no chip {}")
    column = items({"unit": text, "when": one_of(("work", "issue"), '"{}" must be "work" or "issue"'), "chips": chip},
                   'an entry of read_by must be [unit, "work" or "issue"], and a chip if only that one\'s does', 2)
    readers = listing(column)(at, "read_by", field.read_by)
    readers += [SimpleNamespace(unit=unit, when=None, chips=None) for unit in listing(text)(at, "unread_by", field.unread_by)]
    for i, reader in enumerate(readers):
        reader.unit, reader.section = read_unit(at, tables.units, reader.unit)
        for other in readers[:i]:
            if other.unit == reader.unit and other.section in (reader.section, EVERY_SECTION):
                at.refuse("the same unit stands twice")
    if len(readers) > READERS_MAX:
        at.refuse(f"more than {READERS_MAX} units")
    return readers


def read_parts(file, name, nodes):
    """[name, low bit, bits, meaning]: what a field is made of, where it is a structure: of its own bit 0 on."""
    at, end = file.of(name), 0
    column = items({"name": fits("[A-Z][A-Za-z0-9_]*", 'part "{}" must be letters, digits and underscores, the first a capital'), "low": number(31),
                    "bits": number(31), "doc": text}, f"parts must be [name, low bit, bits, meaning], at most {PARTS_MAX} of them")
    parts = [column(at, "part", node) for node in nodes[:PARTS_MAX]] + [column(at, "part", None) for _ in nodes[PARTS_MAX:]]
    for part in parts:
        if not part.bits:
            at.refuse(f"part {part.name} has no bit")
        if part.low < end:
            at.refuse(f"part {part.name} begins within or before the one above it")
        end = part.low + part.bits
    return SimpleNamespace(name=name, items=parts)


def read_meanings(load, tables):
    """By name, in the order in which a unit's fields are listed; and the lists of parts."""
    root, file = load("registers/fields.json")
    nodes = listing()(file, "fields", root.get("fields"))
    parts = {name: read_parts(file, name, entries) for name, entries in root.get("parts", {}).items()}
    columns = {"name": FIELD_NAME, "read_by": anything, "unread_by": optional(anything, []), "doc": text,
               "for": optional(one_of(GROUPS, '"{}" is no group of settings'), "fields"), "parts": optional(one_of(parts, 'there are no parts "{}"'))}
    meanings = {}
    for node in nodes:
        field, at = row(file, node, columns, "name")
        field.readers = read_readers(at, tables, field)
        if field.name in meanings:
            at.refuse("there are two fields of this name")
        meanings[field.name] = field
    return meanings, list(parts.values())


def check_meanings(tables):
    known = {reg.name for regs in tables.regs for reg in regs.all}
    for name, field in tables.meanings.items():
        if name not in known:
            tables.place("registers/fields.json", name).refuse("no chip has this field")


# ---- where they stand ----

def read_reg(at, tables, words, reg):
    """["cfg", word, shift, bits, name], and "not instantiated" after it where silicon is said not to hold it."""
    reg.is_thread, reg.is_instantiated = reg.space == "thread", reg.flag is None
    reg.word = number(words[reg.space] - 1)(at, "element 1", reg.word)
    if reg.name not in tables.meanings:
        at.refuse("registers/fields.json does not say what it is")
    reg.meaning = tables.meanings[reg.name]
    reg.parts, width = reg.meaning.parts, 16 if reg.is_thread else 32
    for part in reg.parts.items if reg.parts else ():
        if part.low + part.bits > reg.bits:
            at.refuse(f"its part {part.name} leaves its {reg.bits} bits")
    if not reg.bits or reg.shift + reg.bits > width:
        at.refuse(f"bits {reg.shift} to {reg.shift + reg.bits - 1} leave a word of {width} bits")
    reg.mask = ones(reg.bits) << reg.shift


def check_regs(file, regs):
    last, names = None, set()
    for reg in regs:
        if last and (last.is_thread, last.word) == (reg.is_thread, reg.word) and last.shift + last.bits > reg.shift:
            file.of(reg.name).refuse(f"bit {reg.shift} of word {reg.word} is already in {last.name}")
        if reg.name in names:
            file.of(reg.name).refuse("there are two fields of this name")
        names.add(reg.name)
        last = reg


def read_registers(load, tables, chip):
    """By space, word and bit."""
    root, file = load(f"registers/{chip.files.name}.json")
    traits = tables.place("chips.json", chip.name)
    words = {"cfg": number(1024)(traits, "cfg_words", chip.traits.get("cfg_words")),
             "thread": number(256)(traits, "thread_words", chip.traits.get("thread_words"))}
    column = items({"space": one_of(("cfg", "thread"), 'space "{}" must be cfg or thread'), "word": anything, "shift": number(31), "bits": number(32), "name": FIELD_NAME,
                    "flag": one_of(("not instantiated",), 'flag "{}" must be "not instantiated" or left out')},
                   "a register field must be [space, word, shift, bits, name]", 5, "name")
    regs = listing(column)(file, "fields", root.get("fields"))
    for reg in regs:
        read_reg(file.of(reg.name), tables, words, reg)
    regs.sort(key=lambda reg: (reg.is_thread, reg.word, reg.shift))
    check_regs(file, regs)
    return SimpleNamespace(all=regs, words=words, by_name={reg.name: reg for reg in regs})
