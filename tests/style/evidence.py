# SPDX-License-Identifier: Apache-2.0
"""evidence.py PROJECT: what schemas/evidence.json says of each instruction is what recordings say, and no fact that is extrapolated or
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
    for row in read("schemas/evidence.json")["rests_on"]:
        for chip in row[2:3] or chips:
            for name in row[1]:
                is_recorded = (chip, name) not in silent
                if unit_of.get((chip, name)) in (None, "frontend"):  # no such instruction, or one that reaches no unit, which the list leaves out
                    continue
                if is_recorded and level[row[0]] not in RECORDED:
                    failures.append(f"schemas/evidence.json: {name} of {chip} is recorded, and rests on {row[0]}, {level[row[0]]}")
                if not is_recorded and level[row[0]] in RECORDED:
                    failures.append(f"schemas/evidence.json: {name} of {chip} is not recorded, and rests on {row[0]}, {level[row[0]]}")


def instructions(chips):
    """Of each instruction of each chip the unit; of the unpackers' and of what a chip changes alone a list, or the common one."""
    for chip in chips:
        for name in ("common", chip):
            for row in read(f"schemas/isa/{name}.json")["instructions"]:
                if "unit" in row:
                    yield (chip, row["name"]), str(row["unit"])


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
unit_of = dict(instructions(chips))
check_words(level, chips)
check_weak(level)
print("\n".join(failures))
sys.exit(1 if failures else 0)
