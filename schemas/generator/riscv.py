# SPDX-License-Identifier: Apache-2.0
"""schemas/riscv.json: instructions of the cores, those refused with a reason, and names that are only spelling."""
from types import SimpleNamespace

from generator.rows import hexadecimal, listing, number, one_of, only, optional, row, text, fits

FULL_OPCODE, LONG_WORD = 0x7F, 3
BITS = hexadecimal("0x[0-9a-fA-F]{8}", '{what} "{}" must be 0x and eight digits')
KINDS = ("compute", "branch", "load", "store", "atomic", "special")
SHAPE = {"name": optional(text, ""), "operands": optional(text, ""), "match": BITS, "mask": BITS} # of all three lists


def read_rows(file, root, key, columns, check):
    rows = []
    for node in listing()(file, key, root.get(key)):
        entry, at = row(file.of(node.get("name", "")), node, SHAPE | columns)
        if entry.match & ~entry.mask or entry.mask & entry.match & LONG_WORD != LONG_WORD:
            at.refuse("match has bits that mask has not, or is not of a 32-bit instruction")
        check(at, entry)
        rows.append(entry)
    return rows


def check_instruction(at, insn):
    if insn.mask & FULL_OPCODE != FULL_OPCODE:
        at.refuse("its mask must hold the whole opcode")
    fits("[a-z0-9.]+", "a name is small letters, digits and dots")(at, "name", insn.name)
    is_access, needs_function = insn.kind in ("load", "store"), insn.kind not in ("special", "store")
    if is_access != (insn.bytes != 0) or needs_function != (insn.by != ""):
        at.refuse(f'of kind {insn.kind}, it may not have, or must have, "by" or "bytes"')


def check_apart(file, some, others):
    """No word may be two things."""
    for one in some:
        for other in others:
            if one is not other and not (one.match ^ other.match) & one.mask & other.mask:
                file.of(one.name).refuse(f"a word may be it and {other.name or other.why} ({other.match:08x})")


def read_riscv(load, tables):
    root, file = load("riscv.json")
    chip = one_of({chip.files.name: chip.files for chip in tables.chips}, "there is no chip {}")
    set_columns = {"name": text, "doc": text, "chips": listing(chip)}
    sets = [row(file, node, set_columns, "name")[0] for node in listing()(file, "sets", root.get("sets"))]
    for entry in sets:
        entry.chips = sum(1 << chip.index for chip in tables.chips if chip.files in entry.chips)
    columns = {"set": one_of({entry.name: i for i, entry in enumerate(sets)}, 'set "{}" does not exist'),
               "kind": one_of(KINDS, 'kind "{}" does not exist'), "by": optional(text, ""), "bytes": optional(number(4), 0)}
    insns = read_rows(file, root, "instructions", columns, check_instruction)
    refused = read_rows(file, root, "refused", {"why": text}, lambda at, entry: None)

    def check_alias(at, alias):
        if not any(not insn.mask & ~alias.mask and not (insn.match ^ alias.match) & insn.mask for insn in insns):
            at.refuse("is the spelling of no instruction")
    aliases = read_rows(file, root, "aliases", {}, check_alias)
    check_apart(file, insns, insns)
    check_apart(file, insns, refused)
    insns.sort(key=lambda insn: (insn.match & FULL_OPCODE, insn.match)) # the instructions of one opcode stand together
    return SimpleNamespace(sets=sets, insns=insns, refused=refused, aliases=aliases)
