# SPDX-License-Identifier: Apache-2.0
"""How cost grows with events, pages and mismatches: every verb over captures 1, 10, 100 and 1,000 times as large,
as a table. docs/performance.md

    linear.py TT-REPLAY TT-REPEAT CAPTURE [--most 1000]

Exit status 1: something grew faster than the work."""

import argparse
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
# Verb, axes, arguments; {c} is a capture, {b} a bundle, {d} its database, {o} a file to make.
VERBS = [
    ("import", "events pages", "import {b} -o {o} --force"),
    ("verify", "events pages mismatches", "verify {c}"),
    ("dump", "events pages", "dump {c}"),
    ("replay --record", "events pages mismatches", "replay {c} --record {o} --force"),
    ("replay, traced", "events pages mismatches", "replay {c} -o {d} --force"),
    ("replay, the verdict alone", "events pages mismatches", "replay {c} -o {o} --stages none --force"),
    ("replay, program order, traced", "events", "replay {c} --order program -o {o} --force"),
    ("diff", "events pages mismatches", "diff {d}"),
    ("audit", "events mismatches", "audit {d}"),
    ("audit --lint", "events", "audit {d} --lint"),
    ("why, a store", "events pages mismatches", "why {d} l1:0x80000"),
    ("why, a packed byte", "events", "why {d} l1:0x60010"),
    ("report", "events pages mismatches", "report {d} -o {o} --force"),
    ("export --timeline", "events", "export {d} --timeline -o {o}.json --force"),
    ("bisect", "events pages mismatches", "bisect {c}"),
    ("schedules, 8 orders", "events", "schedules {c} --budget 8"),
]
# Ten times the work may cost so many times the time, where it takes long enough to be measured.
MOST_GROWTH = 12.5
LEAST_SECONDS = 0.1


def measure_all(arguments, folder, axis, times):
    """{verb: Cost} for one capture."""
    names = {key: os.path.join(folder, f"{axis}{times}.{key}") for key in "cbdo"}
    made = AXES[axis][2](times)
    measure.run([arguments.repeat, *made, arguments.capture, names["c"]])
    if axis != "mismatches":
        measure.run([arguments.repeat, "--bundle", *made, arguments.capture, names["b"]])
    costs = {}
    for verb, axes, command in VERBS:
        if axis in axes.split():
            words = [word.format(**names) for word in command.split()]
            costs[verb] = measure.run([arguments.tool, *words], expected=(0, 1))
    return costs


def print_axis(axis, table):
    unit, words, _ = AXES[axis]
    sizes = sorted(table)
    print(f"\n### {axis}: 1x is {unit} {words}\n")
    print("| verb | " + " | ".join(f"{size:,}x" for size in sizes) + f" | us for each of the last | MiB at most |")
    print("|---" * (len(sizes) + 3) + "|")
    for verb in table[sizes[0]]:
        costs = [table[size][verb] for size in sizes]
        each = costs[-1].seconds / (unit * sizes[-1]) * 1e6
        print(f"| {verb} | " + " | ".join(f"{cost.seconds * 1e3:.0f} ms" for cost in costs) +
              f" | {each:.3g} | {max(cost.mebibytes for cost in costs):.0f} |", flush=True)


def too_steep(axis, table):
    """Sentences about what grew faster than the work."""
    sizes = sorted(table)
    for smaller, larger in zip(sizes, sizes[1:]):
        for verb in table[smaller]:
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
    arguments = parser.parse_args()
    sizes = [size for size in (1, 10, 100, 1000) if size <= arguments.most]
    steep = []
    for axis in AXES:
        table = {}
        for times in sizes:
            with tempfile.TemporaryDirectory() as folder:
                table[times] = measure_all(arguments, folder, axis, times)
        print_axis(axis, table)
        steep += too_steep(axis, table)
    for sentence in steep:
        print(f"linear.py: {sentence}", file=sys.stderr)
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
