# SPDX-License-Identifier: Apache-2.0
"""setting_tables.c: what schemas/settings.json says, by chip and instruction; and the readings that it says nothing of,
each of the whole unit that its key begins with."""
from generator.names import literal

UNITS = {"pack": "1u << TT_UNIT_PACK", "matrix": "1u << TT_UNIT_MATRIX", "vector": "1u << TT_UNIT_VECTOR",
         "unpack": "1u << TT_UNIT_UNPACK0 | 1u << TT_UNIT_UNPACK1"}


def conditions_text(conditions):
    return f"{len(conditions)}, {{" + ", ".join(f"{{EVIDENCE_IF_{c.kind}, {c.low}, {c.name}, 0x{c.mask:x}, UINT64_C(0x{c.values:x})}}"
                                                for c in conditions) + "}"


def settings_text(tables):
    """By chip and instruction, in the order of the file: the first that holds counts."""
    lists, index = "", ""
    for chip, insns in zip(tables.chips, tables.isa):
        index += f"    [{chip.c}] = {{\n"
        for insn in insns:
            found = [setting for setting in tables.settings if setting.chip == chip.index and setting.insn == insn.name]
            if not found:
                continue
            name = f"settings_{chip.index}_{insn.name}"
            lists += f"static const struct evidence_setting {name}[] = {{\n"
            for setting in found:
                covers = ", ".join(f"&isa_facts[{fact.index}]" for fact in setting.row.covers) or "0"
                lists += f"    {{&isa_facts[{setting.row.fact.index}], {{{covers}}}, {conditions_text(setting.conditions)}}},\n"
            lists += "};\n"
            index += f"        [INSN_{insn.name}] = {{{name}, {len(found)}}},\n"
        index += "    },\n"
    return f"{lists}\nconst struct evidence_settings isa_settings[TT_CHIP_COUNT][INSN_COUNT] = {{\n{index}}};\n"


def choices_text(variants):
    """A fact a choice that is not the device's: who chooses it by hand answers for it, but for what a simulator recorded."""
    rows = [f'    {{"{v.key}={name}", {"FACT_SIMULATOR" if k == v.simulator else "FACT_GUESSED"}, "docs/semantics/evidence.md", '
            f'{literal(v.doc)}, "{v.row}", ""}},\n' for v in variants for k, name in enumerate(v.names) if k]
    return f"\nconst struct fact isa_choices[] = {{\n{''.join(rows)}}};\nconst unsigned isa_choice_count = {len(rows)};\n"


def readings_text(tables, variants):
    rows, first = [], 0
    for i, variant in enumerate(variants):
        found = [reading for reading in tables.readings if reading.row.variant is variant]
        rows += [f"    {{{i}, 1u << {reading.chip}, UINT32_MAX, INSN_{reading.insn}, &isa_choices[{first}], {conditions_text(reading.conditions)}}},\n"
                 for reading in found]
        if not found:
            units = UNITS.get(variant.key.split(".")[0], "UINT32_MAX")
            rows.append(f"    {{{i}, UINT8_MAX, {units}, INSN_NONE, &isa_choices[{first}], 0, {{{{0}}}}}},\n")
        first += len(variant.names) - 1
    return (f"\nconst struct evidence_reading isa_readings[] = {{\n{''.join(rows)}}};\nconst unsigned isa_reading_count = {len(rows)};\n"
            f'static_assert({len(rows)} <= EVIDENCE_READINGS_MAX, "all readings may be chosen at once");\n')


def write_setting_tables(tables):
    variants = list(tables.variants.values())
    return '#include "isa/tables.h"\n\n#include <assert.h>\n\n' + settings_text(tables) + choices_text(variants) + readings_text(tables, variants)
