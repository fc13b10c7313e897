#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""lines.py DATABASE ADDR2LINE CORE=ELF[@ADDR]...: holds the line and the chain of inlined functions that the database has for each
executed word against what `addr2line -i` says of its address. Less than 99 % that agree is a failure; every one that does not
is printed. Files and lines are held as they are; names of functions without what a demangler adds: namespaces, templates,
arguments. With @ADDR the program's code runs there, and not where it was linked: a kernel that firmware calls."""

import os
import re
import sqlite3
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
    database, tool, *programs = sys.argv[1:]
    elves = [(program.split("=", 1)[0], *code_of(program.split("=", 1)[1])) for program in programs]
    held = sqlite3.connect(database)
    cores = dict(held.execute("SELECT id, name FROM core"))
    names = dict(held.execute("SELECT id, name FROM source_name"))
    frames = {row[0]: row[1:] for row in held.execute("SELECT id, caller, function, file, line FROM source_frame")}
    places = {(core, pc): frame for core, pc, frame in held.execute("SELECT core, pc, frame FROM source_place")}

    def chain_of(core, pc):
        frame, chain = places.get((core, pc), 0), []
        while frame:
            frame, function, file, line = frames[frame]
            chain.append((bare(names.get(function, "??")), os.path.normpath(names.get(file, "??")), line))
        return chain

    words = held.execute("SELECT o.core, o.pc, o.thread, o.first_seq, o.last_seq FROM origin o WHERE o.thread < 3").fetchall()
    counts = {(core, pc): 0 for core, pc, *_ in words}
    total, deepest = held.execute("SELECT executed FROM run").fetchone()[0], 0
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
        deepest = max(deepest, len(chain))
        if chain == said.get((core, pc)):
            agree += count
        else:
            print(f"{cores[core]} {pc:#x}, {count} words: {chain}, addr2line says {said.get((core, pc))}")
    share = agree / total if total else 0
    print(f"{agree} of {total} executed words ({100 * share:.2f} %) at {len(counts)} addresses have the line and the chain that "
          f"addr2line says; chains of up to {deepest}")
    return 0 if share >= LEAST and deepest > 1 else 1


if __name__ == "__main__":
    sys.exit(main())
