#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A variable that is declared OWNED (base/error.h) is given up where the function is left: nothing else frees it, returns it or
stores it away, unless it is emptied at once.

    owned.py PROJECT
"""

import pathlib
import re
import sys

DECLARED = re.compile(r"(\w+)\s+OWNED\((\w+)\)")
EMPTIED = r"(?:[^;{}]*;){0,3}?\s*%s = (?:NULL|\(struct \w+\)\{)"


def twice(text):
    """Variable, line, and how it is given up a second time."""
    for declared in DECLARED.finditer(text):
        name, gives_up = declared.groups()
        body = text[declared.end():text.find("\n}\n", declared.end())]
        called = "|".join({re.escape(gives_up.removesuffix("_at")), re.escape(gives_up), "mem_free"})
        ways = rf"\b(?:{called})\(&?{name}\);|\breturn {name};|(?:^\s*\*\w+|(?:->|\.)\w+) = {name};"
        for way in re.finditer(ways, body, re.M):
            if not re.match(EMPTIED % name, body[way.end():]):
                yield name, text.count("\n", 0, declared.end() + way.start()) + 1, way.group().strip()


def knows_its_ways():
    """A way that the patterns no longer see would make the rest of this test say nothing."""
    head, end = "f(void)\n{\n    char *a OWNED(mem_free_at) = make();\n", "}\n"
    wrong = ("    mem_free(a);\n", "    mem_free_at(&a);\n", "    return a;\n", "    *out = a;\n", "    to->a = a;\n",
             "    to.a = a;\n")
    right = ("    mem_free(a);\n    a = NULL;\n", "    *out = a;\n    *count = n;\n    a = NULL;\n", "    use(a);\n",
             "    const char *b = a;\n")
    return [way for way in wrong if not list(twice(head + way + end))] + [way for way in right if list(twice(head + way + end))]


def main():
    project = pathlib.Path(sys.argv[1])
    wrong = [f"tests/style/owned.py: taken wrongly: {way.strip()}" for way in knows_its_ways()]
    found = 0
    for folder in ("src", "capture"):
        for path in sorted((project / folder).glob("**/*.c")):
            text = path.read_text()
            found += len(DECLARED.findall(text))
            wrong += [f"{path.relative_to(project)}:{line}: {name} is OWNED, and '{way}' gives it up too: set it to NULL "
                      "behind that" for name, line, way in twice(text)]
    if not found:
        wrong.append("nothing is declared OWNED: this test looks for the wrong word")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
