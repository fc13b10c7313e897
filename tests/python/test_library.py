# SPDX-License-Identifier: Apache-2.0
"""The package's table of functions and structures against src/api/ttreplay.h, and its modules: none imports itself by others."""
import ast
import ctypes
import pathlib
import re

import tt_replay
from tt_replay import _library as lib

PROJECT = pathlib.Path(__file__).resolve().parents[2]
HEADER = re.sub(r"/\*.*?\*/", "", (PROJECT / "src/api/ttreplay.h").read_text(), flags=re.S)
P = ctypes.POINTER
STRUCTS = {"core": lib.CoreState, "format": lib.FormatInfo, "expected": lib.Expected, "options": lib.Options,
           "capture_info": lib.CaptureInfo, "symbol": lib.Symbol, "signal": lib.Signal, "meta": lib.Meta,
           "window": lib.Window}
NUMBERS = {"int": ctypes.c_int, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64, "int64_t": ctypes.c_int64, "int32_t": ctypes.c_int32,
           "size_t": ctypes.c_size_t, "double": ctypes.c_double, "uint8_t": ctypes.c_uint8, "void": None}


def kinds(text):
    """What may stand for a C type in the table."""
    words = text.replace("const", " ").replace("volatile", " ").replace("*", " * ").split()
    name, stars = next(word for word in words if word not in ("struct", "*")), words.count("*")
    if "struct" in words:
        struct = STRUCTS.get(name.removeprefix("ttreplay_"))
        return {P(struct)} if struct and stars == 1 else {ctypes.c_void_p} if stars == 1 else {P(ctypes.c_void_p)}
    if name == "char":
        return {ctypes.c_char_p, ctypes.c_void_p} if stars == 1 else {P(ctypes.c_char_p), P(ctypes.c_void_p)}
    if stars == 0:
        return {NUMBERS[name]}
    return {ctypes.c_void_p, ctypes.c_char_p} if name == "void" else {P(NUMBERS[name]), ctypes.c_void_p} | (
        {ctypes.c_char_p} if name == "uint8_t" else set())


def declared():
    for result, name, arguments in re.findall(r"^([a-z][\w ]*[ *]+)ttreplay_(\w+)\(([^)]*)\);", HEADER, re.M):
        parts = [] if arguments.strip() == "void" else [re.sub(r"\w+(\[\])?$", "", part.strip()) for part in arguments.split(",")]
        yield name, result, parts


def test_functions_are_those_of_the_header():
    wrong, names = [], []
    for name, result, arguments in declared():
        names.append(name)
        have = lib._FUNCTIONS.get(name)
        if have is None:
            wrong.append(f"{name} is not in the table")
        elif have[0] not in kinds(result) or len(have[1]) != len(arguments) or any(
                one not in kinds(text) for one, text in zip(have[1], arguments)):
            wrong.append(f"{name}: the header has {result.strip()} of {arguments}, the table {have}")
    assert wrong == []
    assert sorted(names) == sorted(lib._FUNCTIONS)


def members(body):
    for line in body.split(";"):
        found = re.match(r"\s*((?:const |volatile |struct )*\w+)\s+(.*)", line, re.S)
        for part in found[2].split(",") if found else ():
            name, length = re.match(r"[\s*]*(?:const\s*\*?)?\s*(\w+)(?:\[(\w+)\])?", part).groups()
            yield name, kinds(found[1] + "*" * part.count("*")), length


def length_of(text):
    """A length as the header has it: a number, or the name of one."""
    return int(text) if text.isdigit() else int(re.search(rf"\b{text} = (\d+)", HEADER)[1])


def test_structures_are_those_of_the_header():
    for name, struct in STRUCTS.items():
        body = re.search(rf"^struct ttreplay_{name} {{(.*?)^}};", HEADER, re.M | re.S)
        wanted = list(members(body[1]))
        assert [field[0] for field in struct._fields_] == [member[0] for member in wanted], name
        for field, (_, types, length) in zip(struct._fields_, wanted):
            assert field[1] in types or length and field[1]._length_ == length_of(length) and field[1]._type_ in types, (name, field)


def test_no_module_imports_itself_by_others():
    folder = pathlib.Path(tt_replay.__file__).parent
    imports = {}
    for path in folder.glob("*.py"):
        found = set()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tt_replay"):
                module = node.module.partition(".")[2]
                found |= {module} if module else {name.name for name in node.names if (folder / f"{name.name}.py").exists()}
        imports[path.stem] = found
    done = {"__init__"}
    while any(left := [name for name in imports if name not in done]):
        ready = [name for name in left if imports[name] <= done]
        assert ready, {name: sorted(imports[name] - done) for name in left}
        done |= set(ready)
