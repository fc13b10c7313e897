# SPDX-License-Identifier: Apache-2.0
"""The forms of an instruction: fields that choose one (modifiers), with the values that the documents give a meaning on a
chip and those that recordings show; and the findings that a form raises, by one field or several of the word."""
from types import SimpleNamespace

from generator.rows import listing, number, one_of

MODIFIER_BITS, MODIFIERS_MAX, FORM_FIELDS_MAX, FORMS_MAX = 5, 8, 4, 12
FORM_BITS, FORM_LAST = 5, 31 # of wide fields the values from the last one on are one
ALL = 0xFFFFFFFF


def bits_of(values):
    bits = 0
    for value in values:
        bits |= 1 << value
    return bits


def read_values(at, field, node):
    if node is not None and not isinstance(node, list):
        at.refuse(f"modifier {field.name}: values must be [value, ...]")
    return bits_of(listing(number(field.ones))(at, "values", node or []))


def read_modifier(at, chip, name, node, insn):
    """[[value, ...] of all chips, or {chip: [value, ...]}; null, or a chip that is not named: no document says,
    {chip: [value, ...]}: of a chip that is not named there are no recordings]."""
    if name not in insn.named:
        at.refuse(f"modifier {name}: there is no such field")
    field = insn.named[name]
    if field.bits > MODIFIER_BITS:
        at.refuse(f"modifier {name}: it has {field.bits} bits, at most {MODIFIER_BITS}")
    if not isinstance(node, list) or len(node) != 2:
        at.refuse(f"modifier {name} must be [values that exist, or null, values that recordings show]")
    exist, recorded = node
    if isinstance(exist, dict):
        exist = exist.get(chip.files.name)
    if not isinstance(recorded, dict):
        at.refuse(f"modifier {name}: what is recorded must be {{chip: [value, ...]}}")
    modifier = SimpleNamespace(field=field, is_known=exist is not None, recorded=read_values(at, field, recorded.get(chip.name)),
                               exist=(1 << (1 << field.bits)) - 1 if exist is None else read_values(at, field, exist))
    if modifier.recorded & ~modifier.exist:
        at.refuse(f"modifier {name}: a value is recorded that does not exist")
    return modifier


def read_modifiers(at, chip, node, insn):
    modifiers = node.get("modifiers", {})
    if not isinstance(modifiers, dict) or len(modifiers) > MODIFIERS_MAX:
        at.refuse(f"modifiers must be {{field: [values that exist, values that recordings show]}}, at most {MODIFIERS_MAX}")
    insn.modifiers = [read_modifier(at, chip, name, entry, insn) for name, entry in modifiers.items()]


def read_form_values(at, field, node):
    """[value, ...], {"but": [value, ...]}, or "any", which only has the finding name the field."""
    if node == "any":
        return ALL
    but = isinstance(node, dict) and len(node) == 1 and "but" in node
    values = node["but"] if but else node
    if not isinstance(values, list) or not values:
        at.refuse(f'findings: {field.name} must be [value, ...], {{"but": [value, ...]}} or "any"')
    bits = bits_of(listing(number(field.ones if field.bits <= FORM_BITS else FORM_LAST - 1))(at, field.name, values))
    return ALL & ~bits if but else bits


def read_form(at, findings, node, insn):
    fields = node[1] if isinstance(node, list) and len(node) > 1 else {}
    if not isinstance(node, list) or not isinstance(fields, dict) or len(fields) > FORM_FIELDS_MAX:
        at.refuse(f"findings: each must be [code] or [code, {{field: values}}], at most {FORM_FIELDS_MAX} fields")
    form = SimpleNamespace(fields=[], finding=one_of(findings, 'findings: there is no finding "{}"')(at, "element 0", node[0] if node else None))
    for name, values in fields.items():
        if name not in insn.named:
            at.refuse(f"findings: there is no field {name}")
        form.fields.append((insn.named[name], read_form_values(at, insn.named[name], values)))
    return form


def read_forms(at, findings, node, insn):
    nodes = node.get("findings", [])
    if not isinstance(nodes, list) or len(nodes) > FORMS_MAX:
        at.refuse(f"findings must be [[code, {{field: values}}], ...], at most {FORMS_MAX}")
    insn.forms = [read_form(at, findings, entry, insn) for entry in nodes]
