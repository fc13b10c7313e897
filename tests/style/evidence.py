# SPDX-License-Identifier: Apache-2.0
"""evidence.py PROJECT: the fact of each row of schemas/isa is recorded where the instruction is, and no fact that is extrapolated or
guessed decides without a finding (docs/semantics/evidence.md)."""
import json
import pathlib
import sys

project = pathlib.Path(sys.argv[1])
RECORDED = ("silicon", "maker", "simulator")
WEAK = ("extrapolated", "guessed")
# Facts that no finding could name, and why.
WITHOUT_FINDING = {
    "C6": "the finding is that of F15",
    "C-38": "the finding is that of P-5.2", "C-78": "the finding is that of U-5.4x",
    "C-85": "the finding is that of U-5.7", "C-88": "the finding is that of U-7.1",
    "F40t": "the finding is unpack-set-register-not-recorded",
    "P-8.7x": "the findings are those of its readers, scalar-special-not-recorded and tdma-not-recorded",
    "R8": "an order of accesses: no value rests on it alone", "R24": "an order of accesses: no value rests on it alone",
    "R53x": "a register at reset, which is no event",
}
failures = []


def read(name):
    return json.loads((project / name).read_text())


def levels():
    for name in read("schemas/facts.json")["pages"]:
        for section in read(f"schemas/facts/{name}.json")["sections"]:
            for fact in section["facts"]:
                yield fact["id"], fact["level"]


def unrecorded():
    for line in (project / "tests/conformance/rows_unused.txt").read_text().splitlines():
        chip, name, rest = line.split(" ", 2)
        if rest == "is not recorded":
            yield chip, name


def check_words(level, chips):
    silent = set(unrecorded())
    for chip, row in instructions(chips):
        name, fact = row["name"], row.get("fact")
        if not fact or row["unit"] == "frontend":  # nothing executes it, or it reaches no unit, which the list leaves out
            continue
        is_recorded = (chip, name) not in silent
        if is_recorded != (level[fact] in RECORDED):
            failures.append(f"schemas/isa: {name} of {chip} is {'' if is_recorded else 'not '}recorded, and rests on {fact}, {level[fact]}")


def instructions(chips):
    """The rows of each chip: the common ones with what the chip's file puts in their place, and its own."""
    common = {row["name"]: row for row in read("schemas/isa/common.json")["instructions"]}
    for chip in chips:
        own = {row["name"]: row for row in read(f"schemas/isa/{chip}.json")["instructions"]}
        for name in {**common, **own}:
            yield chip, {**common.get(name, {}), **own.get(name, {})}


def check_weak(level):
    found = {finding.get("fact") for finding in read("schemas/findings.json")["findings"]}
    for fact, name in level.items():
        if name in WEAK and fact not in found and fact not in WITHOUT_FINDING:
            failures.append(f"schemas/facts: {fact} is {name}, and no finding says where it decides")
    for fact in WITHOUT_FINDING:
        if level.get(fact) not in WEAK or fact in found:
            failures.append(f"tests/style/evidence.py: {fact} needs no exception")


level = dict(levels())
chips = [chip["name"] for chip in read("schemas/chips.json")["chips"]]
check_words(level, chips)
check_weak(level)
print("\n".join(failures))
sys.exit(1 if failures else 0)
