# SPDX-License-Identifier: Apache-2.0
"""The short schemas: units, chips, findings, variants."""
from generator.names import CHIPS, UNITS
from generator.rows import fits, listing, one_of, optional, row, text


def read_units(load):
    root, at = load("units.json")
    units = listing()(at, "units", root.get("units"))
    if len(units) != len(UNITS):
        at.refuse(f"{len(units)} units, but enum tt_unit has {len(UNITS)}")
    for i, name in enumerate(units):
        if text(at, f"element {i}", name) in units[:i]:
            at.refuse(f"two units are named {name}")
    return units


# ---- chips ----

class Chip:
    """files: the chip that has its tables, itself or an earlier one; recordings are never another's."""

    def __init__(self, index, name, traits, files=None):
        self.index, self.name, self.traits, self.files = index, name, traits, files or self
        self.c = "TT_" + CHIPS[index].removeprefix("TT_")


def read_chip(at, index, node, chips):
    """A chip "like" an earlier one has its traits but for those that it names itself."""
    name = text(at, "name", node.get("name"))
    if "like" not in node:
        return Chip(index, name, node)
    like = next((chip for chip in chips if chip.name == node["like"] and chip.files is chip), None)
    if not like:
        at.refuse(f"{name} is like no earlier chip that has tables of its own")
    own = {trait: value for trait, value in node.items() if trait != "like"}
    for trait in own:
        if trait not in like.traits:
            at.refuse(f"{name}: {like.name} has no {trait}")
    return Chip(index, name, like.traits | own, like)


def check_traits(at, chip, like):
    """All chips name the same traits, so that none is left at zero by oversight. A group of traits counts as one trait."""
    for trait, value in like.items():
        same = chip.get(trait)
        if same is None or isinstance(same, bool) != isinstance(value, bool):
            at.refuse(f"has no {trait} like the other chip's")
        if isinstance(value, dict):
            check_traits(at, same, value)


def read_chips(load):
    root, at = load("chips.json")
    nodes = listing()(at, "chips", root.get("chips"))
    if len(nodes) != len(CHIPS):
        at.refuse(f"{len(nodes)} chips, but enum tt_chip has {len(CHIPS)}")
    chips = []
    for i, node in enumerate(nodes):
        chips.append(read_chip(at, i, node, chips))
    for i, chip in enumerate(chips):
        check_traits(at.of(chip.name), chip.traits, chips[(i + 1) % len(chips)].traits)
    return chips


# ---- findings ----

RULE_LEVELS = ["measured", "maker", "page", "stock"]


def read_findings(load, facts):
    """A finding rests on a fact, or on a page of docs/. One that is a rule of programs says what mends it, and who says
    so."""
    root, file = load("findings.json")
    nodes = listing()(file, "findings", root.get("findings"))
    classes = listing(text)(file, "classes", root.get("classes"))
    columns = {"code": fits("[a-z0-9-]*", "a code is small letters, digits and hyphens"),
               "class": one_of(classes, 'class "{}" does not exist'),
               "fact": optional(facts.one), "page": optional(fits("docs/.*", "a page is one of docs/")), "doc": text,
               "mend": optional(text), "level": optional(one_of(RULE_LEVELS, 'level "{}" does not exist')),
               "source": optional(text), "chips": optional(fits("wormhole_b0|blackhole", "a rule is of a chip, or of both"))}
    findings = {}
    for node in nodes:
        finding, at = row(file, node, columns, "code")
        if (finding.fact is None) == (finding.page is None):
            at.refuse("either a fact or a page says where it is written down")
        if not (finding.mend is None) == (finding.level is None) == (finding.source is None):
            at.refuse("a rule has a mend, a level and a source")
        if finding.code in findings:
            at.refuse("there are two findings of this code")
        findings[finding.code] = finding
    return classes, findings


# ---- variants ----

def read_choice(at, _, node):
    """[name, alias, ...]: the aliases are what the sources call it."""
    if not isinstance(node, list) or not node:
        at.refuse("a choice must be [name, alias, …]")
    return listing(text)(at, "choice", node)


def check_choices(at, variant):
    if not 2 <= len(variant.choices) <= 255:
        at.refuse("a variant has at least two choices, the first being the device's")
    names = [choice[0] for choice in variant.choices]
    for i, name in enumerate(names):
        fits("[a-z0-9_]*", 'choice "{}" must be small letters, digits and underscores')(at, "choice", name)
        if name in names[:i]:
            at.refuse(f"two choices are named {name}")
    if variant.simulator is not None and variant.simulator not in names:
        at.refuse(f'it has no choice "{variant.simulator}"')
    variant.names, variant.simulator = names, names.index(variant.simulator) if variant.simulator else 0


def read_variants(load, facts):
    root, file = load("variants.json")
    nodes = listing(most=255, too_many="more than 255 variants")(file, "variants", root.get("variants"))
    columns = {"key": fits("[a-z0-9._]*", "a key is small letters, digits, dots and underscores"), "choices": listing(read_choice),
               "simulator": optional(text), "row": facts.several, "doc": text}
    variants, aliases = {}, set()
    for node in nodes:
        variant, at = row(file, node, columns, "key")
        check_choices(at, variant)
        if variant.key in variants:
            at.refuse("there are two variants of this key")
        for alias in (alias for choice in variant.choices for alias in choice[1:]):
            if alias in aliases:
                at.refuse(f"alias {alias} is already taken")
            aliases.add(alias)
        variants[variant.key] = variant
    return variants
