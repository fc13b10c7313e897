# SPDX-License-Identifier: Apache-2.0
"""Pages: docs/coverage.md, which instructions exist and which are executed here; docs/facts, a page for each file of
schemas/facts, and README.md with the levels."""
from generator.insn_forms import ALL, FORM_BITS

COVERAGE = """\
# Instructions

Made from schemas/isa when the tool is built.

"Executed" means that the tile has a handler which does what the instruction does; "finding", that all it does is to raise
one, since no document says what the instruction does: such a row is not counted as executed. Every other word is decoded and disassembled; a replay counts it and raises
the finding `unsupported-instruction`, or leaves it out where only other units are asked for.
What is read and written may depend on bits of the word: the rows have the conditions, and how much of it (docs/semantics/chips.md).
A modifier is a field that chooses a form. A value that does not exist on the chip, by the documents, raises `form-not-documented`;
one that exists and that no recording of the chip shows, `vector-form-not-recorded` and so on. Both are executed by
their bits. What hangs on several fields, or has a finding of its own, is in the table behind the modifiers: the finding is
raised where each field has one of the values. Instructions in neither table have no such forms, or their rows do not say
(of unpackers and packers the settings decide more than the word).

"""
FACTS = """\
# Facts

What this project takes for true of the hardware, a row a fact: the statement, how sure it is, the document or recording
it rests on, the settings it holds for, and the test that shows it where there is one. Code, tests, findings and pages
cite facts by their ids; every id that they cite is here, and nobody keeps a fact that nothing cites (`style_facts`).

Made from schemas/facts when the tool is built.

## Levels

| level | what it means |
|---|---|
{levels}
A row with a small letter behind its number (M23x) is the part of a fact that lies beyond what the first part rests on.

## How ids are cited

`P-6.9` is one fact, `F-3.4 to F-3.6` the row of facts between two of one page, `P-7` all facts of the group of that name.
Ids with a hyphen and ids without are different ones: F-2.2 is about formats, F22 about the front end; C-18 is about the
packer, C18 about the matrix unit.

## Counts

{counts}
"ISA pages" are Tenstorrent's tt-isa-documentation, by page (WormholeB0 unless a row says Blackhole), tt-llk and tt-metal the
repositories of those names, with their issues; "recordings" the vector files of [../formats/vectors.md](../formats/vectors.md)
and the captures recorded on the maker's simulator, by name.
"""
FACT_PAGE = """\
# Facts: {0.title}

{0.about}

Made from schemas/facts/{0.name}.json when the tool is built. What the levels mean stands in [README.md](README.md).
"""


def line(*cells):
    return "| " + " | ".join(cells) + " |\n"


# ---- coverage ----

def title(chip):
    return " ".join(word.capitalize() for word in chip.name.split("_"))


def unit_text(tables, unit):
    """The unpackers share their instructions."""
    return tables.units[unit].replace("unpack0", "unpack0, unpack1")


def executed(insn):
    if not insn.is_supported:
        return "-"
    is_finding = not insn.reads and not insn.writes and any(not form.fields for form in insn.forms)
    return "finding" if is_finding else "yes"


def counts(tables):
    text = line("unit", *map(title, tables.chips)) + "|---|---|---|\n"
    for unit in [*range(len(tables.units)), None]:
        rows = [[insn for insn in insns if unit in (None, insn.unit)] for insns in tables.isa]
        if any(rows):
            text += line("**all**" if unit is None else unit_text(tables, unit),
                         *(f"{sum(executed(insn) == 'yes' for insn in insns)} of {len(insns)}" for insns in rows))
    return text


def whats(tables, effects):
    """What the effects are of, each once."""
    return ", ".join(dict.fromkeys(tables.effects.names[effect.what] for effect in effects))


def values_text(field, values):
    """"0 to 3, 8", of a field's values; of a wide field "1 and above"; "none"."""
    count, runs, start = 1 << min(field.bits, FORM_BITS), [], 0
    while start < count:
        end = start
        while end < count and values >> end & 1:
            end += 1
        if end == count and end > start and field.bits > FORM_BITS:
            runs.append(f"{start} and above")
        elif end > start:
            runs.append(f"{start}" if end == start + 1 else f"{start}{' to ' if end - start > 2 else ', '}{end - 1}")
        start = end + 1
    return ", ".join(runs) or "none"


def form_text(form):
    return "; ".join(f"{field.name} {values_text(field, values)}" for field, values in form.fields if values != ALL) or "always"


def chip_text(tables, chip, insns):
    text = f"\n## {title(chip)}\n\n" + line("opcode", "mnemonic", "unit", "executed", "reads", "writes", "meaning") + "|---" * 7 + "|\n"
    for insn in insns:
        cells = (f"{insn.opcode:02X}", insn.name, unit_text(tables, insn.unit), executed(insn),
                 whats(tables, insn.reads), whats(tables, insn.writes), insn.doc)
        text += "|" + "|".join(f" {cell}" if not cell else f" {cell} " for cell in cells) + "|\n"
    text += "\nModifiers, by value:\n\n" + line("mnemonic", "field", "exist", "recorded") + "|---|---|---|---|\n"
    for insn in insns:
        for m in insn.modifiers:
            text += line(insn.name, m.field.name, values_text(m.field, m.exist) if m.is_known else "not known", values_text(m.field, m.recorded))
    text += "\nFindings of a form, by the fields of the word:\n\n" + line("mnemonic", "finding", "raised for") + "|---|---|---|\n"
    return text + "".join(line(insn.name, f"`{form.finding.code}`", form_text(form)) for insn in insns for form in insn.forms)


def coverage_page(tables):
    return COVERAGE + counts(tables) + "".join(chip_text(tables, chip, insns) for chip, insns in zip(tables.chips, tables.isa))


# ---- facts ----

def fact_text(facts, fact):
    text = f"\n### {fact.id}\n\n{fact.text}\n\n**{facts.levels[fact.level].name}**: {fact.source}"
    return text + (f" · *where* {fact.where}" if fact.where else "") + (f" · *test* {fact.test}" if fact.test else "") + "\n"


def fact_page(facts, page):
    text = FACT_PAGE.format(page)
    for section in page.sections:
        text += f"\n## {section.title}{f' ({section.group})' if section.group else ''}\n" + "".join(fact_text(facts, fact) for fact in section.facts)
    return text


def fact_counts(facts):
    text = line("page", *(level.name for level in facts.levels)) + "|---" * (1 + len(facts.levels)) + "|\n"
    for page in [*facts.pages, None]:
        levels = [fact.level for fact in facts.all.values() if page in (None, fact.page)]
        text += line(f"[{page.title}]({page.name}.md)" if page else "**all**", *(str(levels.count(i)) for i in range(len(facts.levels))))
    return text


def fact_pages(tables):
    facts = tables.facts
    levels = "".join(line(level.name, level.doc) for level in facts.levels)
    pages = {f"{page.name}.md": fact_page(facts, page) for page in facts.pages}
    return {"README.md": FACTS.format(levels=levels, counts=fact_counts(facts))} | pages
