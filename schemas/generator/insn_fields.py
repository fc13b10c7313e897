# SPDX-License-Identifier: Apache-2.0
"""The fields of an instruction, what is said by their bits, and of the vector unit's instructions the operands."""
import re
from types import SimpleNamespace

from generator.names import ones
from generator.rows import fits, items, listing, number, one_of, only, text

OPERAND_BITS = 24
OPERANDS = ("mod", "vd", "vc", "vb", "va", "imm12") # as struct vector_insn has them
SUBUNITS = ("simple", "mad", "round", "store", "load")
SNAKE = fits("[a-z][A-Za-z0-9_]*", 'field "{}" must be named in snake case')
PLACE = items({"low": number(31), "bits": number(32)}, "a place must be [low bit, bits]")
PLACED = items({"name": SNAKE, "low": number(31), "bits": number(32), "doc": text}, "")


class Layout:
    """What common.json and the chip's file have beside their rows."""

    def __init__(self, layouts, effects, chip_fields, chip_file):
        self.layouts, self.effects, self.chip_fields, self.chip_file = layouts, effects, chip_fields, chip_file

    def of(self, at, node):
        """A row, with the members of the layout that it names and does not have itself."""
        if not isinstance(node.get("fields"), str):
            return node
        if node["fields"] not in self.layouts:
            at.refuse(f'layout "{node["fields"]}" does not exist')
        layout = self.layouts[node["fields"]]
        only(at, layout, ("fields", "operands", "findings"))
        return layout | node | {"fields": layout.get("fields")}


def read_by_chip(at, layout, node):
    """[name, "by chip", meaning]: the chip's file has the place."""
    name = SNAKE(at, "element 0", node[0])
    by = text(at, "element 1", node[1])
    if by != "by chip":
        at.refuse(f'field {name}: "{by}" must be "by chip", or a bit')
    place = layout.chip_fields.get(name)
    if not isinstance(place, list) or len(place) != 2:
        at.refuse(f"field {name}: {layout.chip_file} has no place [low bit, bits] for it")
    return SimpleNamespace(name=name, doc=text(at, "element 2", node[2]), **vars(PLACE(at, "", place)))


def read_field(at, layout, node):
    size = len(node) if isinstance(node, list) else 0
    if size not in (3, 4):
        at.refuse('a field must be [name, low bit, bits, meaning] or [name, "by chip", meaning]')
    field = PLACED(at, "", node) if size == 4 else read_by_chip(at, layout, node)
    if not field.bits or field.low + field.bits > OPERAND_BITS:
        at.refuse(f"field {field.name}, bits {field.low} to {field.low + field.bits - 1}, leaves the operand bits 23:0")
    field.ones = ones(field.bits)
    return field


def read_fields(at, layout, node, insn):
    """fields: by rising low bit, no two over one bit; parts: other readings of the same bits, decoded, not disassembled."""
    def read(key, nodes):
        return sorted((read_field(at, layout, entry) for entry in listing()(at, key, nodes)), key=lambda field: field.low)
    insn.fields, insn.parts = read("fields", node.get("fields")), read("parts", node.get("parts", []))
    for low, high in zip(insn.fields, insn.fields[1:]):
        if low.low + low.bits > high.low:
            at.refuse(f"fields {low.name} and {high.name} both have bit {high.low}")
    insn.named = {}
    for field in insn.fields + insn.parts:
        if field.name == "word":
            at.refuse("a field cannot be named word: that is the whole instruction")
        if field.name in insn.named:
            at.refuse(f"two fields are named {field.name}")
        insn.named[field.name] = field


# ---- conditions ----

def read_condition(at, insn, said):
    """"if FIELD", "if FIELD&MASK": one of these bits is set; "if FIELD=VALUE", "if FIELD&MASK=VALUE": they are this."""
    found = re.match(r"if ([a-z0-9_]+)(?:&([0-9]+))?(?:=([0-9]+))?", said)
    if not found:
        at.refuse(f'"{said}" must be "if FIELD" or "if FIELD&MASK", and may end in "=VALUE"')
    name, mask, value = found.groups()
    if name not in insn.named:
        at.refuse(f'"{said}": there is no field {name}')
    if found.end() < len(said):
        at.refuse(f'"{said}": "{said[found.end():]}" is not understood')
    field = insn.named[name]
    mask, wanted = field.ones if mask is None else int(mask), int(value or 0)
    if mask == 0 or mask & ~field.ones or wanted & ~mask:
        at.refuse(f'"{said}": {name} has {field.bits} bits')
    return SimpleNamespace(mask=mask << field.low, value=wanted << field.low, is_equal=value is not None)


def read_bits(at, insn, said):
    """The same where it must be one of some bits."""
    condition = read_condition(at, insn, said)
    if condition.is_equal:
        at.refuse(f'"{said}" must name bits, not a value')
    return condition.mask


# ---- the vector unit ----

def read_operand(at, insn, name, node):
    """FIELD, or [FIELD, "if ...", FIELD otherwise]."""
    def place(field):
        if field not in insn.named:
            at.refuse(f"operands: there is no field {field}")
        return insn.named[field]
    if isinstance(node, str):
        return SimpleNamespace(place=place(node), other=None, other_if=0)
    if not isinstance(node, list) or len(node) != 3:
        at.refuse(f'operands: {name} must be a field, or [field, "if FIELD&MASK", field otherwise]')
    other, condition, otherwise = listing(text)(at, name, node)
    return SimpleNamespace(other=place(other), other_if=read_bits(at, insn, condition), place=place(otherwise))


def read_vector(at, node, insn):
    if "operands" not in node:
        at.refuse("an instruction of the vector unit needs operands")
    insn.operands = dict.fromkeys(OPERANDS)
    for name, entry in node["operands"].items():
        if name not in OPERANDS:
            at.refuse(f'operands: "{name}" must be mod, vd, vc, vb, va or imm12')
        insn.operands[name] = read_operand(at, insn, name, entry)
    insn.subunit = one_of(SUBUNITS, 'subunit "{}" must be simple, mad, round, store or load')(at, "subunit", node.get("subunit"))
