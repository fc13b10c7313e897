# SPDX-License-Identifier: Apache-2.0
"""Everything that a tile and its cores remember can stand in a capture, or a row here says why it need not: the members of
struct tile_state and struct cores against the spaces and the words of internal state of schemas/state.json.
usage: state_census.py ROOT"""
import json
import pathlib
import re
import sys

HEADERS = ("tile/state.h", "tile/pack/pack_state.h", "tile/matrix/matrix_state.h", "tile/vector/vector_state.h", "tile/unpack/unpack_state.h",
           "tile/registers/register_state.h", "tile/riscv/core.h", "tile/riscv/cores_internal.h")
# Members of struct tile_state that are spaces of their own (tile/regions.c).
SPACES = {"l1[]", "cfg[][]", "dst[][]", "dst_valid[]", "srca[][][]", "srcb[][][]", "lreg[][]", "thread_cfg[][]", "gpr[][]", "small"}
# What no capture holds, and why.
NOT_HELD = {
    "matrix.dst_width[]": "how rows were written last, for a finding: what a recording does not say raises none",
    "pack.packer[].is_assumed": "says where a recording's word on an open tile comes from",
    "pack.histogram_is_cleared": "what the replay has set since the start",
    "registers.is_stored[][]": "what the replay has set since the start",
    "registers.is_debug_stored[]": "what the replay has set since the start",
    "vector.macro": "in flight for a few cycles behind SFPLOADMACRO: no dump is made there, since reading it takes words",
    "vector.turned": "for one word behind SFPCONFIG: likewise",
    "tile": "the machine", "host": "the machine", "mark[]": "a copy, to find cores that do not move", "changes": "counts for the order of the replay",
    "released": "not reported yet to the host", "port[].cores": "the machine", "port[].id": "the core's number", "port[].bus": "the machine",
    "port[].said_times": "findings that were raised", "port[].waiting": "what the core's next instruction finds again",
    "port[].core.retired": "a count since the replay's start; a load of it raises a finding",
    "port[].open[].request": "for a finding about writes of the replay that no barrier waits for", "port[].open[].is_flushed": "the same",
    "port[].open_count": "the same",
    **{f"port[].locals[].{name}": "for a finding about requests of the replay whose counter nobody looked at" for name in ("lo", "hi", "noc", "is_read")},
    "port[].local_count": "the same",
}


def body_at(text, at):
    """The text between the braces that open at `at`, and where it ends."""
    depth, end = 1, at + 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[at + 1:end - 1], end


def members_of(text):
    """[name with a [] an array, type or members]."""
    members, at = [], 0
    while match := re.compile(r"\s*(?:const\s+)?((?:struct|union|enum)\b\s*\w*|\w+)\s*").match(text, at):
        kind, at = match.group(1), match.end()
        if text[at:at + 1] == "{":
            internal, at = body_at(text, at)
            kind = members_of(internal)
        end = text.index(";", at)
        for name in text[at:end].split(","):
            name = name.split(":")[0].replace("*", " ").strip()
            members.append((re.sub(r"\[[^]]*\]", "[]", name), kind, "*" in text[at:end]))
        at = end + 1
    return members


def read_structs(root):
    structs = {}
    for header in HEADERS:
        text = re.sub(r"/\*.*?\*/|^#.*?$", "", (root / "src" / header).read_text(), flags=re.S | re.M)
        for match in re.finditer(r"^struct (\w+) \{", text, re.M):
            structs[match.group(1)] = members_of(body_at(text, match.end() - 1)[0])
    return structs


def leaves(structs, members, prefix=""):
    for name, kind, is_pointer in members:
        internal = kind if isinstance(kind, list) else structs.get(kind.removeprefix("struct ")) if not is_pointer else None
        path = prefix + name
        if path in NOT_HELD or path in SPACES or not internal:
            yield path
        else:
            yield from leaves(structs, internal, path + ".")


def main(root):
    structs = read_structs(root)
    held = {row[1].replace("[:4]", "[]") for row in json.loads((root / "schemas/state.json").read_text())["internal"]}
    there = [path for name in ("tile_state", "cores") for path in leaves(structs, structs[name])]
    missing = [path for path in there if path not in held and path not in NOT_HELD and path not in SPACES]
    gone = sorted((held | set(NOT_HELD) | SPACES) - set(there))
    for path in missing:
        print(f"{path}: no capture can hold it, and no row of {pathlib.Path(__file__).name} says why it need not")
    for path in gone:
        print(f"{path}: named, but no member of struct tile_state or struct cores")
    if len(there) < 100:
        print(f"only {len(there)} members were found")
    return 1 if missing or gone or len(there) < 100 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
