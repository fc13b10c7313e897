# SPDX-License-Identifier: Apache-2.0
"""coverage.py LINES.json UNCOVERED.txt: gcovr's lines as a table by room, and as a list of those that nothing ran."""
import collections
import json
import sys


def room_of(path):
    """src/tile and capture are taken apart by unit; of other rooms, the folder is the room."""
    parts = path.split("/")[:-1]
    return "/".join(parts[:3] if parts[:2] == ["src", "tile"] else parts[:2])


def main(lines_json, uncovered_txt):
    rooms = collections.defaultdict(lambda: [0, 0])
    with open(lines_json, encoding="utf-8") as at:
        files = json.load(at)["files"]
    with open(uncovered_txt, "w", encoding="utf-8") as to:
        for entry in sorted(files, key=lambda entry: entry["file"]):
            with open(entry["file"], encoding="utf-8") as at:
                text = at.read().split("\n")
            for line in entry["lines"]:
                if line.get("gcovr/noncode"):
                    continue
                count = rooms[room_of(entry["file"])]
                count[0] += 1
                count[1] += line["count"] > 0
                if line["count"] == 0:
                    number = line["line_number"]
                    to.write(f"{entry['file']}:{number}: {text[number - 1].strip()}\n")
    print(f"{'room':24} {'lines':>7} {'run':>7} {'per cent':>9}")
    rooms["all"] = [sum(count[i] for count in rooms.values()) for i in range(2)]
    for room, (lines, run) in rooms.items():
        print(f"{room:24} {lines:7} {run:7} {100 * run / lines:9.1f}")
    return 0


sys.exit(main(*sys.argv[1:]))
