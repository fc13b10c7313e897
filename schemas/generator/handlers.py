# SPDX-License-Identifier: Apache-2.0
"""Rows against src/tile: what a row runs is defined there, and a space that the handler writes, by its own text or by that of
functions beside it, is among the row's writes. What it writes by functions of other files, recordings show
(tests/conformance/rows_hold)."""
import pathlib
import re

TILE = pathlib.Path(__file__).resolve().parents[2] / "src/tile"
# A function, or a macro that defines one; its first argument may be the name without what stands before its first _.
BEGIN = re.compile(r"^(?:[a-z][a-z_ ]* (\w+)|[A-Z_]+\((\w+))[^;\n]*\n(?: [^;\n]*\n)*(?=\{|[A-Z}\n]|\Z)", re.M)
WRITE = re.compile(r"\btile_(?:write|merge)_(?:any_)?(gpr|cfg|thread_cfg|l1)\(")


def read_file(path):
    """Of each function of a file what it writes, in the end."""
    text, bodies = path.read_text(), {}
    for begin in BEGIN.finditer(text):
        end = text.find("\n}", begin.end()) if text.startswith("{", begin.end()) else begin.end()
        bodies[begin[1] or begin[2]] = text[begin.end():end]
    writes = {name: set(WRITE.findall(body)) for name, body in bodies.items()}
    calls = {name: [other for other in bodies if other + "(" in body] for name, body in bodies.items() if any(writes.values())}
    for _ in range(3):
        for name, others in calls.items():
            writes[name].update(*(writes[other] for other in others))
    return writes


def check_handlers(tables):
    handlers = {}
    for path in sorted(TILE.rglob("*.c")):
        handlers |= {name: (path, writes) for name, writes in read_file(path).items()}
    for insn in (insn for insns in tables.isa for insn in insns if insn.run):
        path, writes = handlers.get(insn.run) or handlers.get(insn.run.partition("_")[2]) or (None, None)
        if not path:
            insn.at.refuse(f"no file of src/tile defines its handler {insn.run}")
        for space in sorted(writes - {tables.effects.names[effect.what] for effect in insn.writes}):
            insn.at.refuse(f"{insn.run} ({path.name}) writes {space}, which is none of its writes")
