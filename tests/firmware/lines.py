#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""lines.py DATABASE EXTENSION ADDR2LINE CORE=ELF[@ADDR]...: holds the line and the chain of inlined functions that the
database has for each executed word against what `addr2line -i` says of its address. Less than 99 % that agree is a failure; every one that does not
is printed. Files and lines are held as they are; names of functions without what a demangler adds: namespaces, templates,
arguments. With @ADDR the program's code runs there, and not where it was linked: a kernel that firmware calls."""

import json
import os
import re
import struct
import subprocess
import sys

LEAST = 0.99


def bare(name):
    """`replay` of `void tile::replay<0u, 4u, true>()` and of `replay<0, 4, true>`."""
    name = name.replace("(anonymous namespace)", "anonymous").replace("{lambda", "<lambda")
    name = re.sub(r"<lambda\([^)]*\)#\d+}", "lambda", name)
    name = re.sub(r"<lambda\([^)]*\)>", "lambda", name)
    while re.search(r"<[^<>]*>", name):
        name = re.sub(r"<[^<>]*>", "", name)
    name = re.sub(r"\(.*?\)( const)?", "", name).replace(" [clone .constprop.0]", "").replace(" [clone .isra.0]", "")
    name = name.split(" ")[-1].split("::")
    return name[-2] if name[-1] == "operator" and len(name) > 1 else name[-1]


def said_by_addr2line(tool, elf, addresses):
    """For each address its frames, (function, file, line) from the innermost on."""
    text = subprocess.run([tool, "-a", "-f", "-i", "-C", "-e", elf], input="".join(f"{a:#x}\n" for a in addresses), text=True,
                          capture_output=True, check=True).stdout
    frames, chains = None, {}
    lines = iter(text.splitlines())
    for line in lines:
        if re.fullmatch(r"0x[0-9a-f]{8}", line):
            frames = chains[int(line, 16)] = []
            continue
        file, _, number = next(lines).partition(" (disc")[0].rpartition(":")
        frames.append((bare(line), os.path.normpath(file), int(number) if number.isdigit() else 0))
    return chains


def code_of(program):
    """Where its code runs, how many bytes, and where it was linked."""
    path, _, addr = program.partition("@")
    with open(path, "rb") as file:
        head = file.read()
    offset, size, count = (struct.unpack_from("<I", head, 28)[0], *struct.unpack_from("<HH", head, 42))
    for i in range(count):
        kind, _, linked, _, _, bytes_, flags, _ = struct.unpack_from("<8I", head, offset + i * size)
        if kind == 1 and flags & 1:
            return path, int(addr, 0) if addr else linked, bytes_, linked
    raise SystemExit(f"{path}: no code")


def main():
    database, extension, tool, *programs = sys.argv[1:]
    elves = [(program.split("=", 1)[0], *code_of(program.split("=", 1)[1])) for program in programs]

    def ask(sql):
        answer = subprocess.run(["sqlite3", "-json", database, f".load {extension}", sql], stdout=subprocess.PIPE, check=True).stdout
        return [tuple(row.values()) for row in json.loads(answer or "[]")]

    cores = dict(ask("SELECT id, name FROM core"))
    # The innermost line, and the functions that it was inlined through.
    places = {(core, pc): (file and os.path.normpath(file), line, [bare(name) for name in (chain or "").split(" < ")])
              for core, pc, file, line, chain in ask("SELECT core_id, pc, file, line, chain FROM v_source_place")}

    def chain_of(core, pc):
        return places.get((core, pc))

    def as_asked(chain):
        return (chain[0][1], chain[0][2], [function for function, _, _ in chain]) if chain else None

    words = ask("SELECT core, pc, thread, first_seq, last_seq FROM tt_origins WHERE thread BETWEEN 0 AND 2")
    counts = {(core, pc): 0 for core, pc, *_ in words}
    total, deepest = ask("SELECT executed FROM run")[0][0], 0
    for line in sys.stdin:  # thread and number of each executed word
        seq, thread = map(int, line.split("|"))
        for core, pc, of, first, last in words:
            if of == thread and first <= seq <= last:
                counts[core, pc] += 1
    said = {}
    for core, name in cores.items():
        for path, runs, size, linked in (elf[1:] for elf in elves if elf[0] == name):
            addresses = sorted(pc - runs + linked for at, pc in counts if at == core and runs <= pc < runs + size)
            chains = said_by_addr2line(tool, path, addresses) if addresses else {}
            said.update({(core, pc - linked + runs): chain for pc, chain in chains.items()})
    agree = 0
    for (core, pc), count in sorted(counts.items()):
        chain = chain_of(core, pc)
        deepest = max(deepest, len(chain[2]) if chain else 0)
        if chain == as_asked(said.get((core, pc))):
            agree += count
        else:
            print(f"{cores[core]} {pc:#x}, {count} words: {chain}, addr2line says {said.get((core, pc))}")
    share = agree / total if total else 0
    print(f"{agree} of {total} executed words ({100 * share:.2f} %) at {len(counts)} addresses have the line and the chain that "
          f"addr2line says; chains of up to {deepest}")
    return 0 if share >= LEAST and deepest > 1 else 1


if __name__ == "__main__":
    sys.exit(main())
