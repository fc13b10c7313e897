#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Names of instructions and of register fields in strings: sentences and examples have them from name_texts.h and place_texts.h, so that
a name which the tables do not have does not compile. The file of an instruction's own handler may name it.

    spelled_names.py SOURCE_FOLDER
"""

import collections
import glob
import re
import subprocess
import sys

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*")
MADE = re.compile(r"([A-Z][A-Za-z0-9]*_[A-Za-z0-9_]*)%")  # "THCON_SEC%u_..."
SHORT = re.compile(r"^THCON_SEC\d+_REG\d+_(\w+)$")
OWN = "capture/record/"  # for others: includes nothing of ours


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def handlers(folder):
    """Name of an instruction: the functions that carry it out."""
    found = collections.defaultdict(set)
    for path in glob.glob(f"{folder}/schemas/isa/*.json"):
        for name, run in re.findall(r'"name": "([A-Z0-9_]+)".*?"run": "([a-z0-9_]+)"', read(path)):
            found[name].add(run)
    return found


def fields(folder):
    """Names of fields, and what those of sections are called in each."""
    names = set(re.findall(r'"name": "(\w+)"', read(f"{folder}/schemas/registers/fields.json")))
    short = {match.group(1) for match in map(SHORT.match, names) if match}
    return names, {name for name in names | short if "_" in name}


def spelled(text, known, instructions, runs):
    """What a string spells that it should not."""
    for word in WORD.findall(text):
        if word in instructions and not instructions[word] & runs:
            yield word
        elif word in known[1]:
            yield word
    for start in MADE.findall(text):
        if len(start) >= 4 and any(name.startswith(start) for name in known[0]):
            yield f"{start}%"


def main():
    folder = sys.argv[1]
    instructions, known = handlers(folder), fields(folder)
    if not instructions or not known[0]:
        sys.exit("schemas name no instruction, or no field")
    listed = subprocess.run(["git", "-C", folder, "ls-files", "src", "capture"], check=True, stdout=subprocess.PIPE, text=True)
    failed = False
    for path in listed.stdout.split():
        if not path.endswith((".c", ".h")) or path.startswith(OWN):
            continue
        source = read(f"{folder}/{path}")
        runs = set(re.findall(r"^(?:enum tile_step|void) (\w+)\(", source, re.MULTILINE))
        for token in TOKEN.finditer(source):
            if not token.group().startswith('"'):
                continue
            for word in spelled(token.group(), known, instructions, runs):
                line = source.count("\n", 0, token.start()) + 1
                print(f"{path}:{line}: {word}: INSN_TEXT_ or FIELD_TEXT_ of name_texts.h and place_texts.h spells it")
                failed = True
    sys.exit(failed)


main()
