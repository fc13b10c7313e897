#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Names of static functions, as a backtrace and a profile show them: a name that stands in more than one file carries the
stem of its file or the name of its folder. Names of a page's scripts, which share one scope: each stands in one file.

    static_names.py PROJECT
"""

import collections
import pathlib
import re
import sys

FOLDERS = ("src", "capture")
OTHERS = "capture/record"  # a header for other programs
# As clang-format lays a definition or a declaration out: from the first column, its type on the same line.
STATIC = re.compile(r"^static (?:\w+ )*(?:__attribute__\(\(.*?\)\)\s+)?[\w \t\n*]*?\b(\w+)\((?![*(])", re.M)

SCRIPTS = "src/show/html"
NAMED = re.compile(r"^(?:async )?(?:function|const|let|class) (\w+)", re.M)


def shared_in_scripts(project):
    """Name: the scripts of the page that have it, where more than one does: the last would silently replace the others."""
    files_of = collections.defaultdict(set)
    for path in sorted((project / SCRIPTS).glob("*.js")):
        for name in NAMED.findall(path.read_text()):
            files_of[name].add(path.name)
    return {name: files for name, files in files_of.items() if len(files) > 1}


def static_functions(project):
    """Name: the files that have a static function of this name."""
    files_of = collections.defaultdict(set)
    for folder in FOLDERS:
        for path in sorted((project / folder).glob("**/*.[ch]")):
            name = path.relative_to(project)
            if not str(name).startswith(OTHERS):
                for function in STATIC.findall(path.read_text()):
                    files_of[function].add(name)
    return files_of


def carries(function, path):
    """Whether words of the name begin with those of the file's stem, or one of them is the folder."""
    return function == path.stem or function.startswith(path.stem + "_") or function.startswith(path.parent.name + "_")


def main():
    project = pathlib.Path(sys.argv[1])
    failed = 0
    for function, paths in sorted(static_functions(project).items()):
        for path in sorted(paths) if len(paths) > 1 else ():
            if not carries(function, path):
                print(f"{path}: {function}() is in {len(paths)} files: name it {path.stem}_{function}")
                failed += 1
    for name, files in sorted(shared_in_scripts(project).items()):
        print(f"{SCRIPTS}: {name} is in {' and '.join(sorted(files))}, which share one scope")
    if failed:
        print(f"{failed} static functions share their name with another file and do not say whose they are")
    return failed > 0 or bool(shared_in_scripts(project))


if __name__ == "__main__":
    sys.exit(main())
