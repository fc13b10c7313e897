# SPDX-License-Identifier: Apache-2.0
"""Small rooms: no folder of the sources has more than twenty files of one kind, and inside of a room, too, arrows point one way: of two
folders one includes headers of the other, never both, not even through a third.

    python3 tests/style/small_rooms.py PROJECT"""
import collections
import pathlib
import re
import sys

MOST = 20
# What is still larger, with the number of its files.
LARGER = {("src/ask/bisect", "c"): 21, ("src/observe", "c"): 28, ("src/order", "c"): 34,
          ("src/results", "c"): 38, ("src/tile/matrix", "c"): 21, ("src/tile/pack", "c"): 30, ("src/tile/unpack", "c"): 23,
          ("schemas/generator", "py"): 28, ("schemas", "json"): 50}
# Two units that still know each other: TDMA_SETREG of the packers hands a word on to the mover, which loads their settings.
KNOWN = {("tile/mover", "tile/pack")}

project = pathlib.Path(sys.argv[1])
failed = False


def complain(sentence):
    global failed
    print(sentence)
    failed = True


def count_files():
    kinds = collections.Counter()
    for room in ("src", "capture", "schemas"):
        for path in (project / room).rglob("*.*"):
            kinds[str(path.parent.relative_to(project)), path.suffix[1:]] += 1
    for (folder, kind), count in sorted(kinds.items()):
        most = LARGER.get((folder, kind), MOST)
        if count > most:
            complain(f"{folder}: {count} files .{kind}, expected at most {most}: put those that belong together into a folder")


def includes():
    """For each folder the folders whose headers it includes, each with one example."""
    graph = collections.defaultdict(dict)
    for room in ("src", "capture"):
        for path in sorted((project / room).rglob("*.[ch]")):
            name = path.relative_to(project).as_posix().removeprefix("src/")
            for header in re.findall(r'^#include "([^"]+/[^"]+)"', path.read_text(), re.M):
                source, target = name.rpartition("/")[0], header.rpartition("/")[0]
                # A unit of the tile and what makes it quick know each other: src/tile/fast/fast.h, style_fast_apart.
                # tile.c stands above the units, tile_internal.h and state.h below them.
                if source in (target, "tile") or "/fast" in source + target or source.split("/")[0] != target.split("/")[0]:
                    continue
                if (source, target) not in KNOWN:
                    graph[source].setdefault(target, f"{name} includes {header}")
    return graph


def find_circle(graph, start):
    """The shortest way from a folder back to itself; null: there is none."""
    ways, seen = collections.deque([(start,)]), set()
    while ways:
        way = ways.popleft()
        for folder in graph.get(way[-1], ()):
            if folder == start:
                return way
            if folder not in seen:
                seen.add(folder)
                ways.append((*way, folder))
    return None


graph = includes()
if len(graph) < 20:
    complain(f"only {len(graph)} folders include headers of another one of their room: are the includes written otherwise now?")
for folder in sorted(graph):
    circle = find_circle(graph, folder)
    if circle and folder == min(circle):
        complain(f"{folder} stands above and below itself:")
        for source, target in zip(circle, (*circle[1:], folder)):
            complain(f"    {graph[source][target]}")
count_files()
sys.exit(failed)
