# SPDX-License-Identifier: Apache-2.0
"""What an instruction reads and writes: what its row says, and the named effects that it uses."""
from types import SimpleNamespace

from generator.insn_fields import read_bits, read_condition
from generator.names import STATE
from generator.rows import listing, one_of, only, text

EFFECTS_MAX, CONDITIONS_MAX, NESTED_MAX = 40, 3, 3


def what_of(at, effects, name):
    return one_of(effects.whats, '"{}" is no space, no group of the state, and nothing of effects.json')(at, "element 0", name)


def term_of(at, terms, kind, name):
    numbers = {term.name: i for i, term in enumerate(terms)}
    if name not in numbers:
        at.refuse(f'{kind} "{name}" does not exist')
    return numbers[name]


def read_effect(at, effects, node, insn):
    """[what, extent or "EXTENT FIELD", "issue" or "work", condition, ...]"""
    if not isinstance(node, list) or not 3 <= len(node) <= 3 + CONDITIONS_MAX:
        at.refuse(f'an effect must be [what, extent, "issue" or "work"], and up to {CONDITIONS_MAX} conditions')
    what, said, when, *conditions = listing(text)(at, "effect", node)
    effect = SimpleNamespace(what=what_of(at, effects, what), field=None)
    extent, *field = said.split()
    effect.extent = term_of(at, effects.extents, "extent", extent)
    if field and field[0] not in insn.named:
        at.refuse(f'"{said}": there is no field {field[0]}')
    effect.field = insn.named[field[0]] if field else None
    effect.is_work = one_of({"issue": False, "work": True}, '"{}" must be "issue" or "work"')(at, "element 2", when)
    effect.conditions = [read_condition(at, insn, condition) for condition in conditions]
    return effect


def add_effects(at, effects, sets, node, insn, depth=0):
    """The effects of an object: of the sets that it uses, then its own."""
    for name in listing()(at, "uses", node.get("uses", [])):
        if name not in sets:
            at.refuse(f"uses: there are no effects named {name if isinstance(name, str) else 'so'}")
        only(at, sets[name], ("uses", "reads", "writes"))
        if depth == NESTED_MAX:
            at.refuse(f"uses: {name} lies deeper than {NESTED_MAX}")
        add_effects(at, effects, sets, sets[name], insn, depth + 1)
    for key, found in (("reads", insn.reads), ("writes", insn.writes)):
        for entry in listing()(at, key, node.get(key, [])):
            if len(found) == EFFECTS_MAX:
                at.refuse(f"{key}: more than {EFFECTS_MAX} effects")
            found.append(read_effect(at, effects, entry, insn))


def read_wiring(at, effects, node, insn):
    """[source, wiring] or [source, "cell", condition]: with the condition, column 0 serves all columns."""
    what, how, *condition = listing(text)(at, "wiring", node)
    space = what_of(at, effects, what)
    if space >= STATE:
        at.refuse(f"wiring: {what} is no space")
    insn.wiring[space] = term_of(at, effects.wirings, "wiring", how)
    if condition:
        insn.column0_if = read_bits(at, insn, condition[0])


def read_insn_effects(at, effects, sets, node, insn):
    insn.reads, insn.writes, insn.wiring, insn.column0_if = [], [], [0] * STATE, 0
    if insn.is_supported and not {"uses", "reads", "writes"} & set(node):
        at.refuse('uses, reads or writes must say what it reads and writes; "uses": [] if nothing')
    insn.has_wiring = bool(node.get("wiring"))
    add_effects(at, effects, sets, node, insn)
    for entry in node.get("wiring", []):
        read_wiring(at, effects, entry, insn)
