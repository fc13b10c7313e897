# SPDX-License-Identifier: Apache-2.0
"""PREFIX_findings.h, finding_count.h, variant_ids.h, and list_tables.c: units, chips, findings, variants; fact_tables.c and debugger_tables.c."""
from generator.names import literal, truth, upper


def finding_files(tables):
    """A header for each first word of a code, so that a finding compiles those again who name its like."""
    ids = {}
    for i, code in enumerate(tables.findings):
        ids.setdefault(code.partition("-")[0], []).append(f"    FINDING_{upper(code)} = {i},\n")
    ids["count"] = [f"    FINDING_COUNT = {len(tables.findings)},\n"]
    return {"finding_count.h" if prefix == "count" else f"{prefix}_findings.h": f"/* finding_id */\n#pragma once\n\nenum {{\n{''.join(rows)}}};\n"
            for prefix, rows in ids.items()}


def write_variant_ids(tables):
    text = "#pragma once\n\nenum variant_id {\n" + "".join(f"    VARIANT_{upper(key)},\n" for key in tables.variants) + "    VARIANT_COUNT\n};\n\n"
    for key, variant in tables.variants.items():
        choices = ", ".join(f"{upper(key)}_{upper(name)}" for name in variant.names)
        text += f"/* {variant.row}: {variant.doc} */\nenum {{ {choices} }};\n"
    return text


def trait_text(name, value):
    """A trait, a group of them, or a list of rows of numbers."""
    if isinstance(value, list):
        return f"        .{name} = {{" + ", ".join("{" + ", ".join(map(str, row)) + "}" for row in value) + "},\n"
    if isinstance(value, bool):
        return f"        .{name} = {truth(value)},\n"
    if isinstance(value, dict):
        return f"        .{name} = {{\n" + "".join(trait_text(*pair) for pair in value.items()) + "        },\n"
    return f"        .{name} = {value},\n" if isinstance(value, int) else ""


def chips_text(chips):
    text = "const struct chip isa_chips[TT_CHIP_COUNT] = {\n"
    for chip in chips:
        traits = "".join(trait_text(*pair) for pair in chip.traits.items())
        text += f'    [{chip.c}] = {{\n        .id = {chip.c},\n        .name = "{chip.name}",\n{traits}    }},\n'
    return text + "};\n\n"


def ground(finding):
    """The page with its id, and the fact itself: "docs/facts/P-3.6", &isa_facts[14]."""
    fact = finding.fact
    return f'"docs/facts/{fact.page.name}.md {fact.id}", &isa_facts[{fact.index}]' if fact else f'"{finding.page}", 0'


def rule_of(finding):
    """What mends it, the level, the source and the chip; 0 where it is no rule of programs."""
    return ", ".join(literal(value) if value else "0" for value in (finding.mend, finding.level, finding.source, finding.chips))


def findings_text(tables):
    classes = "".join(f'    [FINDING_{upper(name)}] = "{name}",\n' for name in tables.finding_classes)
    rows = "".join(f'    {{"{code}", FINDING_{upper(getattr(finding, "class"))}, {ground(finding)}, {literal(finding.doc)}}},\n'
                   for code, finding in tables.findings.items())
    rules = "".join(f"    {{{rule_of(finding)}}},\n" for finding in tables.findings.values())
    return (f"const char *const isa_finding_classes[FINDING_CLASS_COUNT] = {{\n{classes}}};\n\n"
            f"const struct finding_info isa_findings[FINDING_COUNT] = {{\n{rows}}};\n\n"
            f"const struct finding_rule isa_finding_rules[FINDING_COUNT] = {{\n{rules}}};\n\n")


def variants_text(variants):
    text = ""
    for i, variant in enumerate(variants):
        text += f"static const char *const choices_{i}[] = {{" + ", ".join(f'"{name}"' for name in variant.names) + "};\n"
    text += "\nconst struct variant_info isa_variants[VARIANT_COUNT] = {\n"
    for i, v in enumerate(variants):
        text += f'    {{"{v.key}", choices_{i}, {len(v.names)}, {v.simulator}, {literal(v.row)}, {literal(v.doc)}}},\n'
    aliases = [f'    {{"{alias}", {i}, {k}}},\n' for i, variant in enumerate(variants) for k, choice in enumerate(variant.choices) for alias in choice[1:]]
    return (f"{text}}};\n\nconst struct variant_alias isa_variant_aliases[] = {{\n{''.join(aliases)}    {{0, 0, 0}},\n}};\n"
            f"const unsigned isa_variant_alias_count = {len(aliases)};\n")


def write_list_tables(tables):
    units = "".join(f'    [TT_UNIT_{upper(unit)}] = "{unit}",\n' for unit in tables.units)
    return (f'#include "isa/tables.h"\n\n#include "finding_count.h"\n\nconst char *const isa_unit_names[TT_UNIT_COUNT] = {{\n{units}}};\n\n' + chips_text(tables.chips)
            + findings_text(tables) + variants_text(list(tables.variants.values())))


def write_fact_tables(tables):
    facts = tables.facts
    levels = "".join(f'    [FACT_{upper(level.name)}] = "{level.name}",\n' for level in facts.levels)
    text = (f'#include "isa/tables.h"\n\nconst char *const isa_fact_levels[FACT_LEVEL_COUNT] = {{\n{levels}}};\n\n'
            f"const unsigned isa_fact_count = {len(facts.all)};\nconst struct fact isa_facts[] = {{\n")
    for fact in facts.all.values():
        text += (f'    {{"{fact.id}", FACT_{upper(facts.levels[fact.level].name)}, "docs/facts/{fact.page.name}.md",\n     {literal(fact.text)},\n'
                 f"     {literal(fact.source)}, {literal(fact.where)}}},\n")
    return text + "};\n"


# ---- debuggers ----

def write_debugger(tables):
    def table(kind, name, rows):
        return f"const struct debugger_{kind} debugger_{kind}s[] = {{\n" + "".join(f"    {{{row}}},\n" for row in rows) + \
               f"}};\nconst size_t debugger_{kind}_count = {len(rows)};\n"

    def names(before):
        return "{" + (", ".join(f'"{name}"' for name in before) or "NULL") + "}"
    d = tables.debugger
    return '#include "capture/import/debugger_tables.h"\n\n' + "\n".join((
        table("group", "groups", [f'"{g.name}", "{g.title}", {{{", ".join(map(names, g.before))}}}' for g in d.groups]),
        table("field", "fields", [f'"{f.name}", {f.group}, {f.chip}, {f.entry}, {f.word}, {f.shift}, {f.bits}' for f in d.fields]),
        table("gpr", "gprs", [f'"{g.name}", {g.thread}, {g.index}' for g in d.gprs]),
        table("signal", "signals", [f'"{s.name}", "{s.path}", {s.halved}, {s.another}' for s in d.signals])))
