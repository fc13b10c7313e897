# SPDX-License-Identifier: Apache-2.0
"""survivors.txt: mutants that no test kills, each with what is known of it.

    pack/relu.c infinity_of
        return value->exponent_shift ? value->exponent_mask << value->exponent_shift : value->magnitude;
        << -> >>
        equivalent: why no input shows a difference, over as many lines
        as it takes

A function whose text has the line several times is named `function@2` for the second; `1#2` is the second 1 of the line.
Kinds: equivalent (nothing that comes out can differ), speed (only how long it takes), words (only what a finding says in
words), open (a difference that no test sees yet; counts as survived).
"""

KINDS = ("equivalent", "speed", "words", "open")


class Survivor:
    def __init__(self, kind, reason, line):
        self.kind, self.reason, self.line, self.is_used = kind, reason, line, False


def read(path):
    """Mutant.name(): Survivor."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    blocks, block = [], []
    for number, line in enumerate([*lines, ""], 1):
        if line.startswith("#"):
            continue
        if line.strip():
            block.append((number, line))
        elif block:
            blocks.append(block)
            block = []
    return dict(entry(path, block) for block in blocks)


def entry(path, block):
    number, words = block[0][0], [line.strip() for _, line in block]
    head = words[0].split()
    kind, _, reason = " ".join(words[3:]).partition(":")
    if len(words) < 4 or len(head) != 2 or kind not in KINDS or not reason.strip():
        raise SystemExit(f"{path}:{number}: not a survivor: file and function, line, change, kind and reason")
    return (*head, words[1], words[2]), Survivor(kind, reason.strip(), number)


def stale(path, sites):
    """Entries of which no line of the code is left, as messages. sites: Mutant.site() of all mutants."""
    return [
        f"{path}:{survivor.line}: no mutant is called so: the function or the line has changed"
        for name, survivor in read(path).items()
        if (*name[:3], name[3].split(" -> ")[0]) not in sites
    ]


def text_of(mutant):
    file, function, text, change = mutant.name()
    return f"{file} {function}\n    {text}\n    {change}\n    open: \n"
