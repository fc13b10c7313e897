# SPDX-License-Identifier: Apache-2.0
"""state_words.h and state_tables.c: the small state as numbered words with paths."""
from itertools import groupby

from generator.names import SPACES, upper
from generator.state import INTERNAL

NO_GROUP = 255 # of a word that is in none, which a test finds


def paths_of(tables):
    return [path for member in tables.state.members for path in member.paths]


def write_state_words(tables):
    text, first = "#pragma once\n\n/* First word of each group, and how many words it has. */\nenum {\n", 0
    for member in tables.state.members:
        name = upper(member.name)
        text += f"    STATE_{name} = {first}, /* {member.doc} */\n    STATE_{name}_WORDS = {len(member.paths)},\n"
        first += len(member.paths)
    text += f"    STATE_WORDS = {first}, /* of the small state */\n    STATE_INTERNAL = {INTERNAL}, /* the words of internal state, which few recordings hold */\n"
    for member in tables.state.internal:
        text += f"    STATE_{upper(member.name.replace('.', '_'))} = {member.first},\n"
    last = tables.state.internal[-1]
    return f"{text}    STATE_ALL_WORDS = {last.first + last.length},\n    STATE_INTERNAL_ROWS = {len(tables.state.internal)}\n}};\n"


def shape_text(shape):
    return "{" + ", ".join(map(str, shape or [1])) + "}"


def write_internal_members(tables):
    """internal_members.h: where each row stands in struct tile_state, or in struct cores."""
    rows, checks = "", ""
    for member in tables.state.internal:
        parts = member.member.replace("[:4]", "[]").split("[]")
        struct = "cores" if member.group == "internal_cores" and not member.member.startswith("nc_") else "tile_state"
        starts = ["[0]".join(parts[:i + 1]) for i in range(len(parts))] # each array, the outermost first; the word last
        sizes = [f"sizeof ((struct {struct} *)0)->{start}[0]" for start in starts[:-1]]
        word = "[0]".join(parts)
        for start, length, is_bytes in zip(starts, member.shape, [False] * (len(member.shape) - 1) + [member.member.endswith("[:4]")]):
            checks += (f"static_assert(sizeof ((struct {struct} *)0)->{start} / sizeof ((struct {struct} *)0)->{start}[0] == "
                       f'{length * 4 if is_bytes else length}, "{member.name} of schemas/state.json");\n')
        width = f"sizeof ((struct {struct} *)0)->{word}"
        if member.member.endswith("[:4]"):
            width, sizes[-1] = "0", "4"
        rows += (f"    {{offsetof(struct {struct}, {word}), {width}, {{{', '.join(sizes) or '0'}}}, {int(struct == 'cores')}}}, "
                 f"/* {member.name} */\n")
    return ('#pragma once\n\n#include "tile/riscv/cores_internal.h"\n\n#include <stddef.h>\n\n'
            f"static const struct internal_member internal_members[STATE_INTERNAL_ROWS] = {{\n{rows}}};\n{checks}")


def is_in_group(path, group):
    """Whether the words of a group begin as its name says; numbers in the path that the name leaves out stand for all."""
    wanted = group.split(".")
    for word in path.split("."):
        if not wanted:
            break
        if word == wanted[0]:
            wanted.pop(0)
        elif not word.isdigit():
            return False
    return not wanted


def numbers_text(numbers):
    return "".join(f"{' ' if i % 16 else chr(10) + '    '}{number}," for i, number in enumerate(numbers))


def runs_of(groups, count):
    """Words of each group that stand together; a group has several where its words stand apart, as those of threads do."""
    runs, at = [[] for _ in range(count)], 0
    for group, words in groupby(groups):
        length = len(list(words))
        if group != NO_GROUP:
            runs[group].append((at, at + length))
        at += length
    return runs


def write_state_tables(tables):
    paths, names = paths_of(tables), [group.name for group in tables.effects.groups]
    groups = [next((len(SPACES) + i for i, name in enumerate(names) if is_in_group(path, name)), NO_GROUP) for path in paths]
    internal = [(member, len(SPACES) + names.index(member.group)) for member in tables.state.internal]
    runs, firsts = runs_of(groups, len(SPACES) + len(names)), [0]
    for member, what in internal:
        is_next = runs[what] and runs[what][-1][1] == member.first
        runs[what].append((runs[what].pop()[0] if is_next else member.first, member.first + member.length))
    for run in runs:
        firsts.append(firsts[-1] + len(run))
    by_path = sorted(range(len(paths)), key=paths.__getitem__)
    return ('#include "isa/tables.h"\n\nconst char *const isa_state_paths[STATE_WORDS] = {\n' + "".join(f'    "{path}",\n' for path in paths)
            + f"}};\n\nconst uint16_t isa_state_by_path[STATE_WORDS] = {{{numbers_text(by_path)}\n}};\n\n"
            f"const uint8_t isa_state_whats[STATE_WORDS] = {{{numbers_text(groups)}\n}};\n\n"
            "const struct isa_internal isa_internal[STATE_INTERNAL_ROWS] = {\n"
            + "".join(f'    {{"{member.name}", {member.first}, {member.length}, {shape_text(member.shape)}, {len(member.shape)}, {what}, '
                      f"0x{member.most:x}}},\n" for member, what in internal) + "};\n\n"
            "const struct isa_state_run isa_state_runs[] = {\n" + "".join(f"    {{{first}, {end}}},\n" for run in runs for first, end in run)
            + f"}};\n\nconst uint16_t isa_state_first_run[WHAT_OUTSIDE + 1] = {{{numbers_text(firsts)}\n}};\n")
