#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Files are written by base/new_file.c, which guards inputs and taken names and leaves a file whole or absent; nothing else
opens one for writing, gives one a name, or lets SQLite make one. The same of the Python package. What is left stands in
ALLOWED with its number and its reason, and an entry too many is a failure as well.

    one_writer.py PROJECT
"""

import ast
import collections
import pathlib
import re
import sys

ALLOWED = {
    ("src/base/new_file.c", "O_RDWR"): (3, "the writer"),
    ("src/base/new_file.c", "O_TMPFILE"): (1, "the writer"),
    ("src/base/new_file.c", "O_CREAT"): (1, "the writer"),
    ("src/base/new_file.c", "O_TRUNC"): (1, "the writer"),
    ("src/base/new_file.c", "linkat"): (1, "the writer"),
    ("src/base/new_file.c", "link"): (1, "the writer"),
    ("src/base/new_file.c", "SYS_renameat2"): (1, "the writer"),
    ("src/base/new_file.c", "rename"): (3, "the writer"),
    ("src/results/unnamed.c", "O_RDWR"): (1, "a file without a name, of the writer's"),
    ("src/base/scratch.c", "O_RDWR"): (1, "a file without a name"),
    ("src/base/scratch.c", "O_TMPFILE"): (1, "a file without a name"),
    ("src/base/guard/apart.c", "tmpfile"): (1, "a file without a name"),
    **{("src/base/guard/sandbox.c", f"SYS_{name}"): (count, "a list of calls")
       for name, count in (("link", 1), ("linkat", 1), ("rename", 1), ("renameat", 2), ("renameat2", 1))},
    ("src/fuzz/find.c", "rename"): (1, "within its own temporary folder"),
    ("src/cli/run/record.c", "symlink"): (3, "in a temporary folder of its own"),
    ("capture/record/tt_record.h", 'fopen "wb"'): (2, "a header for other programs, which has nothing of this one"),
    ("capture/record/tt_record.h", "rename"): (1, "the same"),
    ("python/tt_replay/probe.py", "tempfile.NamedTemporaryFile"): (1, "the package's writer: whole or not at all"),
    ("python/tt_replay/probe.py", "os.replace"): (2, "the same"),
    ("python/tt_replay/probe.py", "open"): (1, "the same, without a name until it is whole"),
    ("python/tt_replay/probe.py", "os.O_TMPFILE"): (1, "the same"),
    ("python/tt_replay/probe.py", "os.O_WRONLY"): (1, "the same"),
    ("python/tt_replay/probe.py", "os.link"): (2, "the same"),
}

COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
C_FLAGS = re.compile(r"\b(O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)|SQLITE_OPEN_CREATE|SYS_(?:rename|link|symlink|creat)\w*)\b")
C_CALLS = re.compile(
    r"(?<![\w.>])(creat|rename|renameat2?|link|linkat|symlink|symlinkat|truncate|mkstemps?|mkostemps?|tmpfile|tmpnam|"
    r"freopen|mknod|mkfifo|sqlite3_open|sqlite3_open16)\("
)
C_FOPEN = re.compile(r'\bfopen\([^;]*?"([rwa][^"]*)"\)')
NOWHERE = '"/dev/null"'

PY_MODULES = {
    "os": "rename replace renames link symlink truncate mkfifo",
    "tempfile": "NamedTemporaryFile mkstemp mktemp",
    "shutil": "copy copy2 copyfile copytree move",
    "sqlite3": "connect",
}
PY_METHODS = "write_text write_bytes touch symlink_to hardlink_to tofile".split()
PY_OS_FLAGS = "O_WRONLY O_RDWR O_CREAT O_TRUNC O_APPEND O_TMPFILE".split()


def code_of(text):
    """TEXT without comments; its strings stay."""
    return COMMENT.sub(lambda found: found.group() if found.group().startswith('"') else " ", text)


def ways_in_c(text):
    text = code_of(text)
    for line in text.splitlines():
        if NOWHERE not in line:
            yield from C_FLAGS.findall(line)
        yield from C_CALLS.findall(line)
    for mode in C_FOPEN.findall(text):
        if set(mode) & set("wa+"):
            yield f'fopen "{mode}"'


def is_for_writing(call, position):
    """Whether the mode of an open() is one that writes, or one that is not known here."""
    mode = next((one.value for one in call.keywords if one.arg == "mode"), None)
    if mode is None and len(call.args) > position:
        mode = call.args[position]
    if mode is None:
        return False
    return not isinstance(mode, ast.Constant) or (isinstance(mode.value, str) and bool(set(mode.value) & set("wax+")))


def ways_in_python(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and node.attr in PY_OS_FLAGS:
            yield f"os.{node.attr}"
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id == "open" and is_for_writing(node, 1):
            yield "open"
        if not isinstance(called, ast.Attribute):
            continue
        module = called.value.id if isinstance(called.value, ast.Name) else ""
        if called.attr in PY_MODULES.get(module, "").split():
            yield f"{module}.{called.attr}"
        elif called.attr in PY_METHODS:
            yield called.attr
        elif called.attr == "open" and module != "os" and is_for_writing(node, 1 if module in ("io", "builtins") else 0) \
                and isinstance(node.args[0], ast.Constant):
            yield "open"


def found_in(project):
    found = collections.Counter()
    for folder, pattern, ways in (("src", "**/*.[ch]", ways_in_c), ("capture", "**/*.[ch]", ways_in_c),
                                  ("python/tt_replay", "**/*.py", ways_in_python)):
        for path in sorted((project / folder).glob(pattern)):
            for way in ways(path.read_text()):
                found[str(path.relative_to(project)), way] += 1
    return found


def knows_its_ways():
    """A way that the patterns no longer see would make the rest of this test say nothing."""
    c = ('f = fopen(path, "we");\n', "open(path, O_WRONLY | O_CREAT, 0666);\n", "rename(a, b);\n", "creat(path, 0666);\n",
         'fopen(name(x), "r+");\n', "sqlite3_open(path, &db);\n")
    python = ("open(p, 'w')", "open(p, mode='ab')", "p.open('x')", "p.write_text(t)", "os.replace(a, b)", "open(p, mode)",
              "os.open(p, os.O_CREAT)", "sqlite3.connect(p)")
    silent = ('fopen(path, "re");\n', "/* rename(a, b) */\n", "host->open(path);\n", 'open("/dev/null", O_RDWR);\n')
    return ([line for line in c if not list(ways_in_c(line))] + [line for line in python if not list(ways_in_python(line))] +
            [line for line in silent if list(ways_in_c(line))])


def main():
    found = found_in(pathlib.Path(sys.argv[1]))
    wrong = [f"tests/style/one_writer.py: taken wrongly: {line.strip()}" for line in knows_its_ways()]
    for place in sorted(found.keys() | ALLOWED.keys()):
        allowed = ALLOWED.get(place, (0, ""))[0]
        if found[place] != allowed:
            wrong.append(f"{place[0]}: {found[place]} times {place[1]}, allowed {allowed}: write through base/new_file.h")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
