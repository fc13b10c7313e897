# SPDX-License-Identifier: Apache-2.0
"""Names of external functions and data: each stands in one file. Two of one name in two libraries link without a word, and
whichever comes first is called for both.

    external_names.py BUILD NM
"""

import collections
import json
import os
import pathlib
import subprocess
import sys


def objects(build):
    """{object: source} of src and capture, of those that are built."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        made = entry["command"].split(" -o ")[1].split()[0]
        if made.startswith(("src/", "capture/")) and (build / made).exists():
            yield str(build / made), entry["file"]


def main():
    build, nm = pathlib.Path(sys.argv[1]), sys.argv[2]
    source_of = dict(objects(build))
    if not source_of:
        sys.exit(f"{build}: no object of src or capture is built")
    said = subprocess.run([nm, "-A", "-g", "--defined-only", *source_of], check=True, capture_output=True, text=True).stdout
    sources = collections.defaultdict(set)
    for line in said.splitlines():
        where, kind, name = line.rsplit(maxsplit=2)
        if kind not in "VWvw":
            sources[name].add(source_of[where.rsplit(":", 1)[0]])
    twice = {name: files for name, files in sources.items() if len(files) > 1}
    for name, files in sorted(twice.items()):
        print(f"{name} is defined in {' and '.join(os.path.relpath(file) for file in sorted(files))}")
    return bool(twice)


if __name__ == "__main__":
    sys.exit(main())
