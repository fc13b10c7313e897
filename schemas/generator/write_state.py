# SPDX-License-Identifier: Apache-2.0
"""state_words.h and state_tables.c: the small state as numbered words with paths."""
from itertools import groupby

from generator.names import SPACES, upper

NO_GROUP = 255 # of a word that is in none, which a test finds


def paths_of(tables):
    return [path for member in tables.state.members for path in member.paths]


def write_state_words(tables):
    text, first = "#pragma once\n\n/* First word of each group, and how many words it has. */\nenum {\n", 0
    for member in tables.state.members:
        name = upper(member.name)
        text += f"    STATE_{name} = {first}, /* {member.doc} */\n    STATE_{name}_WORDS = {len(member.paths)},\n"
        first += len(member.paths)
    return f"{text}    STATE_WORDS = {first}\n}};\n"


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
    runs, firsts = runs_of(groups, len(SPACES) + len(names)), [0]
    for run in runs:
        firsts.append(firsts[-1] + len(run))
    by_path = sorted(range(len(paths)), key=paths.__getitem__)
    return ('#include "isa/tables.h"\n\nconst char *const isa_state_paths[STATE_WORDS] = {\n' + "".join(f'    "{path}",\n' for path in paths)
            + f"}};\n\nconst uint16_t isa_state_by_path[STATE_WORDS] = {{{numbers_text(by_path)}\n}};\n\n"
            f"const uint8_t isa_state_whats[STATE_WORDS] = {{{numbers_text(groups)}\n}};\n\n"
            "const struct isa_state_run isa_state_runs[] = {\n" + "".join(f"    {{{first}, {end}}},\n" for run in runs for first, end in run)
            + f"}};\n\nconst uint16_t isa_state_first_run[WHAT_OUTSIDE + 1] = {{{numbers_text(firsts)}\n}};\n")
