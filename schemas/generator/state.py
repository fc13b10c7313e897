# SPDX-License-Identifier: Apache-2.0
"""schemas/state.json: the small state as types made of words, a type of those above it only, the last one the state; and
schemas/effects.json: the words for what an instruction reads and writes."""
import math
from types import SimpleNamespace

from generator.names import NOBODY, SPACES, STATE, UNITS, lower_names
from generator.rows import fits, items, listing, number, one_of, row, text

WORDS_MAX, PATH_BYTES = 65535, 48 # words are numbered in 16 bits, paths fit STATE_PATH_MAX of isa/spaces.h
EXPANDERS, CORES = 1 << 30, 1 << 29
INTERNAL = 1024 # where the words of internal state begin: captures hold pages of so many words


# ---- types ----

def check_shape(at, member):
    if not isinstance(member.shape, list) or len(member.shape) > 3:
        at.refuse(f"member {member.name}: a shape is a list of at most 3 lengths")
    if 0 in listing(number(4096))(at, "shape", member.shape):
        at.refuse(f"member {member.name}: a length cannot be 0")


def read_members(at, kinds, nodes):
    """[name, type, shape, meaning]. `paths` of a type: its words in their order."""
    column = items({"name": fits("[a-z0-9_]*", 'member "{}" must be named in snake case'),
                    "paths": one_of(kinds, 'type "{}" is not known above this line'), "shape": lambda at, what, node: node, "doc": text},
                   "a member must be [name, type, shape, meaning]")
    members, words, names = [], 0, set()
    for node in nodes:
        member = column(at, "member", node)
        check_shape(at, member)
        words += math.prod(member.shape) * len(member.paths)
        if words > WORDS_MAX:
            at.refuse(f"member {member.name}: more than {WORDS_MAX} words in all")
        member.paths = flatten(member.name, member.shape, member.paths)
        longest = 1 + max(map(len, member.paths))
        if longest > PATH_BYTES:
            at.refuse(f"member {member.name}: a path of {longest} bytes, of which {PATH_BYTES} fit")
        if member.name in names:
            at.refuse(f"two members are named {member.name}")
        names.add(member.name)
        members.append(member)
    return members


def flatten(prefix, shape, paths):
    """Walks the lengths of a shape, the last one fastest."""
    if shape:
        return [path for i in range(shape[0]) for path in flatten(f"{prefix}.{i}", shape[1:], paths)]
    return [f"{prefix}.{path}" if path else prefix for path in paths]


def read_state(load):
    """The members of the state, and the groups of its words with who produces them, as they stand."""
    root, file = load("state.json")
    kinds, members = {"word": [""]}, None
    for node in listing()(file, "types", root.get("types")):
        kind, at = row(file, node, {"type": text, "members": listing()}, "type")
        if kind.type in kinds:
            at.refuse("there are two types of this name")
        members = read_members(at, kinds, kind.members)
        kinds[kind.type] = [path for member in members for path in member.paths]
    if members is None:
        file.refuse("there is no type")
    names = items({"name": fits("[a-z0-9_.]*", 'words of internal state "{}" must be named in snake case'), "member": text, "shape": lambda at, what, node: node,
                   "group": text, "most": number(0xFFFFFFFF)}, "words of internal state must be [name, member, shape, group, largest value]")
    internal, first = [names(file, "internal", node) for node in root.get("internal")], INTERNAL
    for member in internal:
        check_shape(file, member)
        member.first, member.length = first, math.prod(member.shape)
        first += member.length
    if first > WORDS_MAX:
        file.refuse(f"internal: more than {WORDS_MAX} words")
    return SimpleNamespace(members=members, internal=internal, groups=root.get("groups"), file=file)


# ---- effects ----

def read_producers(units):
    """[name, [unit, ...]]: a bit a unit."""
    bits = {unit: 1 << i for i, unit in enumerate(units)} | {"expanders": EXPANDERS, "cores": CORES, "nobody": NOBODY}
    unit = one_of(bits, 'unit "{}" does not exist')

    def read(at, what, node):
        name = text(at, "element 0", node[0] if isinstance(node, list) and node else None)
        if len(node) < 2 or not isinstance(node[1], list):
            at.refuse(f"{name} must have a list of the units that produce it")
        producers = 0
        for bit in listing(unit)(at, "units", node[1]):
            producers |= bit
        return SimpleNamespace(name=name, producers=producers)
    return read


def read_effects(load, units, state):
    """The words for effects. whats: the number that enum isa_what gives to a space, a group of the state, or what stands outside."""
    root, file = load("effects.json")
    term = items({"name": fits("[a-z][A-Za-z0-9_]*", '"{}" must be named in snake case'), "doc": text}, "a term must be [name, meaning]")
    columns = {key: listing(term, 64, "more than 64") for key in ("extents", "outside", "wirings")} | {"spaces": listing()}
    effects, _ = row(file, root, {key: within(key, column) for key, column in columns.items()})
    effects.spaces = within("spaces", listing(read_producers(units)))(file, "spaces", effects.spaces)
    effects.groups = within("groups", listing(read_producers(units)))(state.file, "groups", state.groups)
    for i, name in enumerate(lower_names(SPACES[:STATE], "TT_SPACE_")):
        if i >= len(effects.spaces) or effects.spaces[i].name != name:
            file.refuse(f"spaces: {name} must stand in place {i}")
    if len(effects.spaces) != STATE:
        file.refuse(f"spaces: there are {STATE}")
    names = [space.name for space in effects.spaces] + [None] + [group.name for group in effects.groups + effects.outside]
    effects.whats = {name: i for i, name in reversed(list(enumerate(names))) if name}
    effects.names = names
    return effects


def within(item, column):
    return lambda at, what, node: column(at.of(item), what, node)
