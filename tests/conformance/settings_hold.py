#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which settings a word of the matrix and the vector unit depends on ("for" of schemas/registers/fields.json, and the
extents of schemas/isa), held to recordings: other values of all fields of the unit on which no word of a vector depends
change nothing of what it leaves.

    settings_hold.py TT_REPLAY VECTORS    VECTORS: *.jsonl.zst, and wormhole_b0/ with the same

Prints how many vectors ran so. Exit 1 where one ends otherwise; 77 without vectors."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

SCHEMAS = pathlib.Path(__file__).parents[2] / "schemas"
EACH = 40 # vectors of a file
THREAD_WORDS, STATES, THREADS = 64, 2, 3


def load(name):
    return json.load(open(SCHEMAS / name))


def holds(condition, fields, word):
    """"if FIELD", "if FIELD=N", "if FIELD&N", "if FIELD&N=N" """
    text, _, value = condition.removeprefix("if ").partition("=")
    name, _, mask = text.partition("&")
    low, bits = fields[name]
    found = word >> low & (1 << bits) - 1 & (int(mask) if mask else -1)
    return found == int(value) if value else found != 0


class Chip:
    def __init__(self, name):
        common, own = load("isa/common.json"), load(f"isa/{name}.json")
        self.effects, self.rows, layouts = common["effects"], {}, common["layouts"]
        for row in common["instructions"] + own["instructions"]:
            self.rows[row["name"]] = self.rows.get(row["name"], {}) | row
        self.by_opcode = {int(row["opcode"], 16): row for row in self.rows.values()}
        for row in self.rows.values():
            listed = row.get("fields", [])
            listed = layouts[listed]["fields"] if isinstance(listed, str) else listed
            row["places"] = {name: own["fields"][name] if at[0] == "by chip" else at[:2] for name, *at in listed}
        self.fields = load(f"registers/{name}.json")["fields"]
        self.meanings = {field["name"]: field for field in load("registers/fields.json")["fields"]}
        self.cfg_words = 224 if name == "blackhole" else 188

    def groups(self, word):
        """The unit of a word, and the groups of settings that it reads."""
        row, found = self.by_opcode.get(word >> 24), set()
        if not row:
            return "none", found

        def take(node):
            for name in node.get("uses", []):
                take(self.effects[name])
            for what, extent, _, *conditions in node.get("reads", []):
                if what == "cfg" and all(holds(condition, row["places"], word) for condition in conditions):
                    found.add(extent)
        take(row)
        return str(row.get("unit")), found

    def idle(self, words):
        """Fields of the unit of all words that none of them depends on."""
        of_words = [self.groups(word) for word in words]
        units, groups = {unit for unit, _ in of_words if unit != "frontend"}, set().union(*(group for _, group in of_words))
        unit = units.pop() if len(units) == 1 else None
        if unit not in ("matrix", "vector"):
            return []
        return [field for field in self.fields if any(reader[0] == unit for reader in self.meanings[field[4]]["read_by"])
                and self.meanings[field[4]].get("for", "fields") not in groups
                and (field[0] == "cfg" or "for" in self.meanings[field[4]])]


def elements(runs, width):
    out = {}
    for index, text in runs or []:
        for at in range(0, len(text), 2 * width):
            out[index + at // (2 * width)] = int.from_bytes(bytes.fromhex(text[at:at + 2 * width]), "little")
    return out


def disturb(chip, vector, fields, draw):
    cfg, own = elements(vector["pre"].get("cfg"), 4), elements(vector["pre"].get("thread_cfg"), 2)
    for space, word, shift, bits, *_ in fields:
        value = draw.getrandbits(bits) << shift
        mask = ((1 << bits) - 1) << shift
        for copy in range(STATES if space == "cfg" else THREADS):
            at = copy * (chip.cfg_words if space == "cfg" else THREAD_WORDS) + word
            cells = cfg if space == "cfg" else own
            cells[at] = cells.get(at, 0) & ~mask | value
    vector["pre"]["cfg"] = [[at, value.to_bytes(4, "little").hex()] for at, value in sorted(cfg.items())]
    vector["pre"]["thread_cfg"] = [[at, value.to_bytes(2, "little").hex()] for at, value in sorted(own.items())]


def main(program, folder):
    draw, changed, bad = random.Random(1), 0, 0
    paths = sorted(pathlib.Path(folder).glob("**/*.jsonl.zst"))
    if not paths:
        print(f"skipped: there are no vectors at {folder}")
        return 77
    chips = {name: Chip(name) for name in ("blackhole", "wormhole_b0")}
    with tempfile.TemporaryDirectory() as scratch:
        for path in paths:
            lines = subprocess.run(("zstd", "-dc", path), capture_output=True, check=True).stdout.splitlines()
            chosen = []
            for line in draw.sample(lines, min(EACH, len(lines))):
                vector = json.loads(line)
                chip = chips[vector["arch"]]
                idle = chip.idle([word for _, word in vector["ops"]]) if vector["mode"] == "exec" else []
                if idle and not any("cfg" in space for space in vector["post"]):
                    disturb(chip, vector, idle, draw)
                    chosen.append(vector)
            if not chosen:
                continue
            file = pathlib.Path(scratch, path.name.removesuffix(".zst"))
            file.write_text("".join(json.dumps(vector) + "\n" for vector in chosen))
            done = subprocess.run((program, "conform", file), capture_output=True, text=True)
            changed += len(chosen)
            if done.returncode:
                bad += 1
                print(path.name, done.stdout[:3000], done.stderr[:500])
    print(f"{changed} vectors with other settings on which their words do not depend")
    return bad > 0 or not changed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
