# SPDX-License-Identifier: Apache-2.0
"""How cost grows with events, pages and mismatches: every verb over captures 1, 10, 100 and 1,000 times as large,
as tables. docs/performance.md

    linear.py TT-REPLAY TT-REPEAT CAPTURE [--most 1000] [--write FILE]

--write: the file that gets the tables, tests/bench/measured/costs.md for the page.
Exit status 1: something grew faster than the work."""

import argparse
import math
import os
import sys
import tempfile

import measure

# What stands at 1x, of each axis, in words and as arguments of tt-repeat.
AXES = {
    "events": (735, "events", lambda times: ["--events", str(times), "--mismatches", "1"]),
    "pages": (4, "pages and snapshots", lambda times: ["--pages", str(4 * times)]),
    "mismatches": (32, "differing words", lambda times: ["--mismatches", str(32 * times)]),
}
# Verb, axes, the largest size of the first axis, arguments; {c} is a capture, {b} a bundle, {d} its database, {o} a file
# to make, {e} the last event.
VERBS = [
    ("import", "events pages", 1000, "import {b} -o {o} --force"),
    ("info", "events", 1000, "info {c}"),
    ("verify", "events pages mismatches", 1000, "verify {c}"),
    ("dump", "events pages", 1000, "dump {c}"),
    ("replay, the verdict alone", "events pages mismatches", 1000, "replay {c}"),
    ("replay, with a database", "events pages mismatches", 1000, "replay {c} -o {d} --force"),
    ("replay, program order, with a database", "events", 1000, "replay {c} --order program -o {o} --force"),
    ("replay --record", "events pages mismatches", 1000, "replay {c} --record {o} --force"),
    ("replay --plain", "events", 10, "replay {c} --plain -o {o} --force"),
    ("diff", "events pages mismatches", 1000, "diff {d}"),
    ("explain", "events", 10, "explain {c}"),
    ("why, a store", "events pages mismatches", 1000, "why {d} l1:0x80000"),
    ("why, a packed byte", "events", 1000, "why {d} l1:0x60010"),
    ("audit", "events mismatches", 1000, "audit {d}"),
    ("audit --lint", "events", 1000, "audit {d} --lint"),
    ("sql, stages of the last packed datums", "events", 1000,
     "sql {d} SELECT+stage,bits+FROM+v_datum+WHERE+seq+BETWEEN+{e}-60+AND+{e}+AND+unit='pack'"),
    ("sql, the sum of all values of all stages", "events", 100, "sql {d} SELECT+count(*),sum(bits)+FROM+v_datum"),
    ("sql, all accesses", "events", 100, "sql {d} SELECT+count(*),sum(lo)+FROM+v_access"),
    ("report", "events pages mismatches", 1000, "report {d} -o {o} --force"),
    ("export --timeline", "events", 1000, "export {d} --timeline -o {o}.json --force"),
    ("bisect", "events pages mismatches", 10, "bisect {c}"),
    ("residue", "events", 100, "residue {c}"),
    ("schedules, 8 orders", "events", 100, "schedules {c} --budget 8"),
]
# Ten times the work may cost so many times the time, where it takes long enough to be measured.
MOST_GROWTH = 12.5
LEAST_SECONDS = 0.1
# What is short is measured again, and the least counts.
SHORT_SECONDS, AGAIN = 0.5, 4
# The exponent of growth is that of the last two sizes, of which the smaller takes so long at least.
LEAST_FOR_GROWTH = 0.01


def least_of(command, made):
    """The least cost of a few runs, and the bytes of the file that it made, or None."""
    cost = measure.run(command, expected=(0, 1))
    for _ in range(AGAIN if cost.seconds < SHORT_SECONDS else 0):
        again = measure.run(command, expected=(0, 1))
        cost.seconds = min(cost.seconds, again.seconds)
    cost.bytes = os.path.getsize(made) if made and os.path.exists(made) else None
    return cost


def measure_all(arguments, folder, axis, times):
    """{verb: Cost} for one capture."""
    names = {key: os.path.join(folder, f"{axis}{times}.{key}") for key in "cbdo"}
    made = AXES[axis][2](times)
    measure.run([arguments.repeat, *made, arguments.capture, names["c"]])
    if axis != "mismatches":
        measure.run([arguments.repeat, "--bundle", *made, arguments.capture, names["b"]])
    costs = {}
    last = 735 * times - 1 if axis == "events" else 734
    for verb, axes, most, command in VERBS:
        if axis not in axes.split() or times > most:
            continue
        words = [word.format(**names, e=last).replace("+", " ") for word in command.split()]
        made = next((words[i + 1] for i, word in enumerate(words) if word in ("-o", "--record")), None)
        costs[verb] = least_of([arguments.tool, *words], made)
    return costs


def text_of(cost):
    if cost is None:
        return "-"
    return f"{cost.seconds:.1f} s" if cost.seconds >= 1 else f"{cost.seconds * 1e3:.0f} ms"


def size_of(cost):
    if cost.bytes is None:
        return "-"
    return f"{cost.bytes / 1e6:.1f} MB" if cost.bytes >= 1e6 else f"{cost.bytes / 1e3:.0f} KB"


def growth(costs):
    """The exponent by which time grows with size, of the last two sizes; "-": too short to say."""
    sizes = sorted(costs)
    if len(sizes) < 2 or costs[sizes[-2]].seconds < LEAST_FOR_GROWTH:
        return "-"
    times = costs[sizes[-1]].seconds / costs[sizes[-2]].seconds
    return f"{math.log(times) / math.log(sizes[-1] / sizes[-2]):.2f}"


def rows_of(axis, table):
    unit, words, _ = AXES[axis]
    sizes = sorted(table)
    yield ""
    yield f"1x is {unit} {words}."
    yield ""
    yield "| verb | " + " | ".join(f"{size:,}x" for size in sizes) + " | growth | MiB at most | writes |"
    yield "|---" * (len(sizes) + 4) + "|"
    for verb in table[sizes[0]]:
        costs = {size: table[size][verb] for size in sizes if verb in table[size]}
        largest = costs[max(costs)]
        yield (f"| {verb} | " + " | ".join(text_of(costs.get(size)) for size in sizes) +
               f" | {growth(costs)} | {max(cost.mebibytes for cost in costs.values()):.0f} | {size_of(largest)} |")


def too_steep(axis, table):
    """Sentences about what grew faster than the work."""
    sizes = sorted(table)
    for smaller, larger in zip(sizes, sizes[1:]):
        for verb in table[smaller]:
            if verb not in table[larger]:
                continue
            before, after = table[smaller][verb].seconds, table[larger][verb].seconds
            limit = MOST_GROWTH * larger / smaller / 10
            if after > LEAST_SECONDS and after > limit * max(before, 0.01):
                yield f"{verb}: {larger}x the {axis} take {after / before:.1f} times as long as {smaller}x"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="TT-REPLAY")
    parser.add_argument("repeat", metavar="TT-REPEAT")
    parser.add_argument("capture", metavar="CAPTURE")
    parser.add_argument("--most", type=int, default=1000, help="the largest size (1000)")
    parser.add_argument("--write", metavar="FILE", help="the file that gets the tables")
    arguments = parser.parse_args()
    sizes = [size for size in (1, 10, 100, 1000) if size <= arguments.most]
    steep, lines = [], []
    for axis in AXES:
        table = {}
        for times in sizes:
            with tempfile.TemporaryDirectory() as folder:
                table[times] = measure_all(arguments, folder, axis, times)
        lines += rows_of(axis, table)
        print("\n".join(rows_of(axis, table)), flush=True)
        steep += too_steep(axis, table)
    if arguments.write:
        with open(arguments.write, "w", encoding="utf-8") as file:
            file.write("\n".join(lines[1:]) + "\n")
    for sentence in steep:
        print(f"linear.py: {sentence}", file=sys.stderr)
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
