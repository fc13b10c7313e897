# SPDX-License-Identifier: Apache-2.0
"""schemas/settings.json: the settings of an instruction that a fact is about, where it says more, or less, than the fact of
its word (its row in isa); and the instructions that a reading (variants.json) bears on. docs/semantics/evidence.md"""
from types import SimpleNamespace

from generator.rows import anything, listing, members, number, one_of, only, optional, row, text

CONDITIONS_MAX, COVERS_MAX = 24, 3


def read_condition(at, tables, chip, insn, name, node):
    """"srca_format" and "srcb_format" are those that the matrix unit goes by; capital letters begin a register field's name,
    others are a field of the word."""
    condition = SimpleNamespace(kind="WORD", name="0", low=0, mask=0, values=0)
    if name in ("srca_format", "srcb_format"):
        condition.kind = "SRCA" if name == "srca_format" else "SRCB"
    elif name[:1].isupper():
        condition.kind, condition.name = "FIELD", f"REG_{name}"
        if name not in tables.regs[chip.index].by_name:
            at.refuse(f"{chip.name} has no register field {name}")
    else:
        field = next((field for field in insn.fields if field.name == name), None)
        if not field:
            at.refuse(f'the instruction has no field "{name}"')
        condition.low, condition.mask = field.low, field.ones
    if not isinstance(node, list) or not node:
        at.refuse(f'"{name}" must be a list of values')
    for value in listing(number(63))(at, name, node):
        condition.values |= 1 << value
    return condition


def read_conditions(at, tables, shared, entry, chip, insn):
    """"with": names of conditions that several rows share; "when": the row's."""
    nodes = [pair for name in entry.__dict__.get("with", []) for pair in
             one_of(shared, 'there are no shared conditions "{}"')(at, "element 0", name).items()] + list(entry.when.items())
    if len(nodes) > CONDITIONS_MAX:
        at.refuse(f"more than {CONDITIONS_MAX} conditions")
    return [read_condition(at, tables, chip, insn, name, node) for name, node in nodes]


def read_of(at, tables, shared, entry, chip_name=None):
    """A setting for each instruction of each chip."""
    settings = []
    for name in entry.of:
        for chip in tables.chips:
            insn = tables.by_name[chip.index].get(name)
            if insn and chip_name in (None, chip.name):
                settings.append(SimpleNamespace(insn=name, chip=chip.index, row=entry,
                                                conditions=read_conditions(at, tables, shared, entry, chip, insn)))
    return settings


def read_settings(load, tables):
    """{"fact", "of": [mnemonic, ...], "chip", "with", "when", "covers"}: covers: facts of findings that say nothing in these
    settings; {"variant", "of", "when"}: narrower than the unit that the key begins with."""
    root, file = load("settings.json")
    only(file, root, ("conditions", "settings", "readings"))
    facts, shared = tables.facts, root.get("conditions")
    covers = lambda at, what, node: one_of(facts.all, 'it cannot cover "{}": no such fact, or too many')(at, what, node)
    columns = {"fact": facts.one, "of": listing(text), "chip": optional(text), "with": optional(listing(text), []), "when": optional(members, {}),
               "covers": optional(listing(covers), [])}
    settings, readings = [], []
    for node in listing()(file, "settings", root.get("settings")):
        entry, at = row(file, node, columns, "fact")
        for extra in node.get("covers", [])[COVERS_MAX:]:
            at.refuse(f'it cannot cover "{extra}": no such fact, or too many')
        found = read_of(at, tables, shared, entry, entry.chip)
        if not found:
            at.refuse("no chip has what it is of")
        settings += found
    variant = one_of(tables.variants, "there is no such variant")
    for node in listing()(file, "readings", root.get("readings")):
        entry, at = row(file, node, {"variant": variant, "of": listing(text), "when": optional(members, {})}, "variant")
        readings += read_of(at, tables, shared, entry)
    return settings, readings
