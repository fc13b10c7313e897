# SPDX-License-Identifier: Apache-2.0
"""schemas/isa: common.json has a row an instruction, CHIP.json the rows of that chip alone, and of the others what is
otherwise there. Together they are a chip's instructions."""
from generator.insn_effects import read_insn_effects
from generator.insn_fields import Layout, read_bits, read_fields, read_vector
from generator.insn_forms import read_forms, read_modifiers
from generator.names import UNITS
from generator.rows import anything, fits, flag, hexadecimal, listing, number, one_of, only, optional, row, text

VECTOR = UNITS.index("TT_UNIT_VECTOR")
FUNCTION = fits("[a-z][A-Za-z0-9_]*", 'run "{}" must be the name of a function')
OTHERS = ("unit", "support", "run", "fields", "parts", "uses", "reads", "writes", "wiring", "modifiers", "findings", "fact")
COLUMNS = {"name": fits("[A-Z][A-Za-z0-9_]*", "a mnemonic is capital letters, digits and underscores"),
           "opcode": hexadecimal("0x[0-9a-fA-F]+", '{what} "{}" must be 0x00 to 0xff', 0xFF), "doc": text,
           "cycles": optional(number(255), 0)} | dict.fromkeys(OTHERS, anything)
OF_VECTOR = {"operands": anything, "subunit": anything, "backdoor": optional(flag, False)}


def read_unit(at, units, node, insn):
    """UNIT, or [UNIT, "if FIELD", UNIT otherwise]."""
    unit = one_of({name: i for i, name in enumerate(units)}, 'unit "{}" does not exist')
    insn.other_unit_if = 0
    if not isinstance(node, list):
        insn.unit = insn.other_unit = unit(at, "unit", node)
        return
    other, condition, otherwise = listing(text)(at, "unit", node)
    insn.other_unit, insn.other_unit_if = unit(at, "unit", other), read_bits(at, insn, condition)
    insn.unit = unit(at, "unit", otherwise)


def read_run(at, facts, node, insn):
    """What is supported has a handler, and rests on a fact in a form that the fact covers; findings say the rest."""
    insn.is_supported, insn.run, insn.fact = "support" not in node, None, None
    if node.get("support", "none") != "none":
        at.refuse('support must be "none" or left out')
    if insn.is_supported and "run" not in node:
        at.refuse('run must name the handler, or support be "none"')
    if not insn.is_supported and "run" in node:
        at.refuse("what is not supported has no handler to run")
    if not insn.is_supported and "fact" in node:
        at.refuse("what is not supported rests on no fact")
    if insn.is_supported:
        insn.run, insn.fact = FUNCTION(at, "run", node["run"]), facts.one(at, "fact", node.get("fact"))


def read_insn(at, tables, chip, layout, node):
    insn, _ = row(at, node, COLUMNS | OF_VECTOR)
    insn.at = at
    whole = layout.of(at, node)
    read_fields(at, layout, whole, insn)
    read_unit(at, tables.units, node.get("unit"), insn)
    read_run(at, tables.facts, node, insn)
    read_insn_effects(at, tables.effects, layout.effects, node, insn)
    if insn.unit == VECTOR:
        read_vector(at, whole, insn)
    else:
        only(at, node, COLUMNS)
        insn.operands = {}
    read_modifiers(at, chip, node, insn)
    read_forms(at, tables.findings, whole, insn)
    return insn


# ---- a chip's rows ----

def by_name(at, nodes):
    rows = {}
    for node in nodes:
        if not isinstance(node, dict):
            at.refuse("a row must be an object")
        rows.setdefault(text(at, "name", node.get("name")), node)
    return rows


def check_order(at, nodes, opcodes):
    """By the opcode as it is in the end, so that a row has one place to look for it."""
    last, last_name = 0, ""
    for node in nodes:
        opcode = opcodes[node["name"]]
        if opcode < last:
            at.of(node["name"]).refuse(f"opcode 0x{opcode:02x} stands after {last_name}: keep the list sorted")
        last, last_name = opcode, node["name"]


def read_isa(load, tables, chip):
    """By rising opcode."""
    file = f"isa/{chip.files.name}.json"
    common, common_at = load("isa/common.json")
    own, own_at = load(file)
    only(common_at, common, ("layouts", "effects", "instructions"))
    only(own_at, own, ("fields", "instructions"))
    common_rows = listing()(common_at, "instructions", common.get("instructions"))
    own_rows = listing()(own_at, "instructions", own.get("instructions"))
    theirs, ours = by_name(common_at, common_rows), by_name(own_at, own_rows)
    layout = Layout(common.get("layouts"), common.get("effects"), own.get("fields"), file)
    names, opcodes, insns = {}, {}, []
    merged = [node | ours.get(node["name"], {}) for node in common_rows] + [node for node in own_rows if node["name"] not in theirs]
    for node in merged:
        at = (own_at if node["name"] in ours else common_at).of(node["name"])
        insns.append(read_insn(at, tables, chip, layout, node))
    for insn in insns:
        at = (own_at if insn.name in ours else common_at).of(insn.name)
        if insn.name in names:
            at.refuse("there are two instructions of this name")
        if insn.opcode in opcodes:
            at.refuse(f"opcode 0x{insn.opcode:02x} is already {opcodes[insn.opcode]}")
        names[insn.name], opcodes[insn.opcode] = insn.opcode, insn.name
    check_order(common_at, common_rows, names)
    check_order(own_at, own_rows, names)
    return sorted(insns, key=lambda insn: insn.opcode)
