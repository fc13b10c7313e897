# SPDX-License-Identifier: Apache-2.0
"""isa_tables.c: what an instruction is, its fields, forms, findings and effects; insn_ids.h and effect_ids.h number them."""
from generator.names import NOBODY, literal, upper
from generator.write_lists import finding_files

def all_insns(tables):
    """Each instruction once, of the first chip that has it."""
    seen = {}
    for chip, insns in zip(tables.chips, tables.isa):
        for insn in insns:
            seen.setdefault(insn.name, (chip, insn))
    return seen.values()


def write_insn_ids(tables):
    ids = "".join(f"    INSN_{insn.name}{'' if i else ' = 1'},\n" for i, (_, insn) in enumerate(all_insns(tables)))
    return f"/* insn_id: the instructions of all chips, whatever their opcode. */\n#pragma once\n\nenum {{\n{ids}    INSN_COUNT\n}};\n"


def write_effect_ids(tables):
    effects = tables.effects
    groups = "".join(f"    WHAT_{upper(group.name)}{'' if i else ' = TT_SPACE_COUNT'},\n" for i, group in enumerate(effects.groups))
    outside = "".join(f"    WHAT_{upper(term.name)}{',' if i else f', WHAT_OUTSIDE = WHAT_{upper(term.name)},'} /* {term.doc} */\n"
                      for i, term in enumerate(effects.outside))

    def terms(kind, prefix, rows):
        ids = "".join(f"    {prefix}_{upper(term.name)}, /* {term.doc} */\n" for term in rows)
        return f"\nenum {kind} {{\n{ids}    {prefix}_COUNT\n}};\n"
    return ('#pragma once\n\n#include "base/names.h"\n\n'
            "/* What an effect is of: a space (enum tt_space), a group of words of the state, or what stands outside. */\n"
            f"enum isa_what {{\n{groups}{outside}    WHAT_COUNT\n}};\n"
            + terms("isa_extent", "EXTENT", effects.extents) + terms("isa_wiring", "WIRING", effects.wirings))


# ---- the parts of a row, each a list of its own ----

def field_row(field):
    return f'{{"{field.name}", {field.low}, {field.bits}, {literal(field.doc)}}}'


def modifier_row(modifier):
    field = modifier.field
    return f'{{"{field.name}", {field.low}, 0x{field.ones:x}, 0x{modifier.exist:08x}, 0x{modifier.recorded:08x}}}'


def form_row(form):
    fields = "".join(f'{{"{field.name}", {field.low}, 0x{field.ones:x}, 0x{values:08x}}},' for field, values in form.fields)
    return f"{{FINDING_{upper(form.finding.code)}, {len(form.fields)}, {{{fields}}}}}"


def effect_row(effect):
    conditions = ", ".join(f"{{0x{c.mask:x}, 0x{c.value:x}, {c.is_equal:d}}}" for c in effect.conditions) or "{0, 0, 0}"
    field = effect.field
    return (f"{{{effect.what}, {effect.extent}, {effect.is_work:d}, {field.low if field else 0}, 0x{field.ones if field else 0:x}, "
            f"{len(effect.conditions)}, {{{conditions}}}}}")


LISTS = (("fields", "isa_field", field_row), ("modifiers", "isa_modifier", modifier_row), ("forms", "isa_form_finding", form_row),
         ("reads", "isa_effect", effect_row), ("writes", "isa_effect", effect_row))


def insn_lists(insn, at):
    text = ""
    for name, kind, write in LISTS:
        if rows := getattr(insn, name):
            text += f"static const struct {kind} {name}_{at}[] = {{\n" + "".join(f"    {write(row)},\n" for row in rows) + "};\n"
    return text


def evidence(tables, insn, at):
    """The fact it rests on; of the vector unit also which forms, and the fact of all others."""
    rests_on = f"&isa_facts[{insn.fact.index}]" if insn.fact else "0"
    mod = insn.operands.get("mod")
    for i, modifier in enumerate(insn.modifiers if mod else ()):
        if modifier.field.low == mod.place.low and modifier.recorded:
            unrecorded = tables.findings["vector-form-not-recorded"].fact
            return f"{rests_on}, &isa_facts[{unrecorded.index}], &modifiers_{at}[{i}]"
    return f"{rests_on}, 0, 0"


def insn_row(tables, insn, at):
    def use(name):
        return f"{name}_{at}" if getattr(insn, name) else "0"
    units = [f"TT_UNIT_{upper(tables.units[unit])}" for unit in (insn.unit, insn.other_unit)]
    return (f'static const struct isa_insn insn_{at} = {{"{insn.name}", INSN_{insn.name}, 0x{insn.opcode:02x}, {units[0]}, {units[1]}, '
            f'0x{insn.other_unit_if:x}, {insn.is_supported:d}, {len(insn.fields)}, {use("fields")}, {literal(insn.doc)}, '
            f'{len(insn.reads)}, {len(insn.writes)}, {use("reads")}, {use("writes")}, {insn.has_wiring:d}, '
            f'{{{", ".join(map(str, insn.wiring))}}}, 0x{insn.column0_if:x}, {insn.cycles}, {evidence(tables, insn, at)}, '
            f'{use("modifiers")}, {len(insn.modifiers)}, {use("forms")}, {len(insn.forms)}}};\n')


def index(tables, name, length, key):
    text = f"\nconst struct isa_insn *const {name}[TT_CHIP_COUNT][{length}] = {{\n"
    for chip, insns in zip(tables.chips, tables.isa):
        rows = "".join(f"        [{key(insn)}] = &insn_{chip.index}_{insn.opcode:02x},\n" for insn in insns)
        text += f"    [{chip.c}] = {{\n{rows}    }},\n"
    return text + "};\n"


def effect_tables(effects):
    first = len(effects.spaces) + 1
    whats = "".join(f'    [{i}] = {{"{space.name}", 0x{space.producers:x}}},\n' for i, space in enumerate(effects.spaces))
    whats += f'    [TT_SPACE_STATE] = {{"state", 0x{NOBODY:x}}},\n'
    whats += "".join(f'    [{first + i}] = {{"{group.name}", 0x{group.producers:x}}},\n' for i, group in enumerate(effects.groups))
    whats += "".join(f'    [WHAT_OUTSIDE + {i}] = {{"{term.name}", 0}},\n' for i, term in enumerate(effects.outside))
    extents = "".join(f'    "{term.name}",\n' for term in effects.extents)
    return (f"\nconst struct isa_what_row isa_whats[WHAT_COUNT] = {{\n{whats}}};\n\n"
            f"const char *const isa_extent_names[EXTENT_COUNT] = {{\n{extents}}};\n")


def write_isa_tables(tables):
    text = '#include "isa/tables.h"\n\n' + "".join(f'#include "{name}"\n' for name in finding_files(tables)) + "\n"
    for chip, insns in zip(tables.chips, tables.isa):
        for insn in insns:
            at = f"{chip.index}_{insn.opcode:02x}"
            text += insn_lists(insn, at) + insn_row(tables, insn, at)
    text += index(tables, "isa_by_opcode", "256", lambda insn: f"0x{insn.opcode:02x}")
    text += index(tables, "isa_by_id", "INSN_COUNT", lambda insn: f"INSN_{insn.name}")
    return text + effect_tables(tables.effects)
