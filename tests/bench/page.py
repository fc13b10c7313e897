# SPDX-License-Identifier: Apache-2.0
"""Makes the page performance-peer.md: every operation and whole kernel beside what the quickest open simulator took, as
tt-bench prints them, with the machine that it ran on. docs/performance.md

    page.py TT-BENCH FOLDER OUT.md [--control TT-BENCH] [--from SAVED [--control-from SAVED] --load N]

FOLDER holds captures. --control is the bench of the project as it was when the simulator's costs were recorded (control.sh):
with it the tables say how ours stands by it, too. --from takes what `tt-bench FOLDER peer peer-kernels` printed on this
machine instead of running it, --control-from the same of the control, --load says what the machine's load was then. Exit
status 1: a bench failed, or printed no tables."""

import argparse
import datetime
import json
import math
import os
import pathlib
import subprocess
import sys

HEAD = """# Beside the quickest open simulator

`cmake --build BUILD --target performance_page` makes this page from the output of `tt-bench FOLDER peer peer-kernels`.
The operations and their recorded costs are those of `../shared/spec/peer-cases.jsonl`, the kernels those of `peer-kernels.csv`.
"Loops" are datums of the calibration loop ([performance.md](performance.md)). Operations say how many times as quick as the
simulator ours is: below 1 it is behind. Kernels say what part of its time, without a trace, ours takes: below 1 it is quicker.
"recorded" is what the same was when the simulator was measured.
"""
WITHOUT = """
There was no control here, so that the loop alone says how this machine compares with the one of the recording; it has been wrong
by a factor of 2 ([performance.md](performance.md)).
"""
SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared" / "spec"
WAYS = (("executed order", 0.5), ("program order", 1), ("traced, processor", 3), ("traced, clock", 2))
BUSY_LOAD = 0.5  # a processor, by others
BUSY = """ **The machine was busy**, so that these
figures are no measure of the goals: what else ran slows down ours and the calibration loop by different amounts, which nobody
measured, and times by the clock have in them how long a process waited for a processor. "recorded" was not taken on such a
machine; the two cannot be compared."""


def machine():
    """Name of the processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return os.uname().machine


def circumstances(before, after):
    """A sentence on when and where, and what the figures are worth."""
    count = os.cpu_count() or 1
    least, most = min(before[0], after[0]), max(before[0], after[0])
    when = datetime.date.today().isoformat()
    load = f"{least:.1f}" if least == most else f"{least:.1f} to {most:.1f}"
    text = f"Measured on {when}, {machine()}, {count} processors, load {load}."
    if before[0] > BUSY_LOAD * count:
        text += BUSY
    return text + "\n"


def tables_of(text):
    """From the first heading on."""
    at = text.find("\n### ")
    return text[at + 1:] if at >= 0 else ""


def rows_of(text, columns):
    """{first cells: numbers behind them} of the tables with so many columns. Of operations the control's have one more."""
    rows = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        names = 2 if columns == 5 else 1
        if len(cells) == columns or (columns == 5 and len(cells) == 6):
            try:
                rows[tuple(cells[:names])] = [float(cell) for cell in cells[names:]]
            except ValueError:
                pass  # a heading
    return rows


def mean(values):
    """Geometric."""
    values = list(values)
    return math.exp(sum(math.log(value) for value in values) / len(values)) if values else 0


def recorded_operations():
    """{(group, operation): (the simulator's loops, ours then)}"""
    with open(SHARED / "peer-cases.jsonl", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    return {(case["group"], case["operation"]): (case["peer_loops"], case["ours_loops_2026_11_22"]) for case in cases}


def operations_by_control(ours, control):
    """The table of operations and its summary: two ratios, each of one run, chained."""
    recorded = recorded_operations()
    lines = []
    for name, (peer, loops, _) in ours.items():
        if name in recorded and name in control:
            of_control = recorded[name][0] / recorded[name][1] * control[name][1]
            lines.append((of_control / loops, name, peer, loops, peer / loops))
    lines.sort()
    text = ["### Operations beside the simulator, worst first", "",
            "| group | operation | the simulator, loops | ours, loops | by the loop | by the control |",
            "|---|---|---|---|---|---|"]
    text += [f"| {name[0]} | {name[1]} | {peer:.1f} | {loops:.1f} | {by_loop:.2f} | {by_control:.2f} |"
             for by_control, name, peer, loops, by_loop in lines]
    text += ["", "| group | operations | below 1 by the loop | below 1 by the control | geometric mean by the loop | by the control |",
             "|---|---|---|---|---|---|"]
    for group in dict.fromkeys(line[1][0] for line in lines):
        of_group = [line for line in lines if line[1][0] == group]
        text.append(f"| {group} | {len(of_group)} | {sum(line[4] < 1 for line in of_group)} | {sum(line[0] < 1 for line in of_group)} "
                    f"| {mean(line[4] for line in of_group):.2f} | {mean(line[0] for line in of_group):.2f} |")
    return text


def kernels_by_control(ours, control):
    """The same of whole kernels: what was recorded, times ours of today over the control's of today."""
    lines = {name[0]: [row[2 * way + 1] * row[2 * way] / control[name][2 * way] for way in range(len(WAYS))]
             for name, row in ours.items() if name in control}
    text = ["### Whole kernels, of the simulator's time without a trace, worst first", "",
            "| kernel | " + " | ".join(f"{name} | by the loop" for name, _ in WAYS) + " |", "|---" * 9 + "|"]
    for name, row in sorted(lines.items(), key=lambda line: -line[1][2]):
        cells = " | ".join(f"{row[way]:.2f} | {ours[(name,)][2 * way]:.2f}" for way in range(len(WAYS)))
        text.append(f"| {name} | {cells} |")
    text += ["", "| what | kernels | at most the goal | goal | geometric mean | by the loop | recorded |", "|---" * 7 + "|"]
    for way, (name, goal) in enumerate(WAYS):
        values = [row[way] for row in lines.values()]
        text.append(f"| {name} | {len(values)} | {sum(value <= goal for value in values)} | {goal} | {mean(values):.2f} "
                    f"| {mean(row[2 * way] for row in ours.values()):.2f} | {mean(row[2 * way + 1] for row in ours.values()):.2f} |")
    return text


def by_control(ours, control):
    """The tables of both benches as one text."""
    then = recorded_operations()
    today = rows_of(control, 5)
    factors = sorted(today[name][1] / then[name][1] for name in then if name in today)
    lowest, middle, highest = (factors[len(factors) * tenth // 10] for tenth in (1, 5, 9))
    text = ["", "\"By the control\" goes by this project's own code of the day of the recording, built and timed here again: what it was",
            "of the simulator then, times what today's is of it now. That code takes "
            f"{middle:.2f} times the loops recorded for it (median", f"of {len(factors)} operations; nine tenths are above "
            f"{lowest:.2f}, nine below {highest:.2f}): by so much the loop flatters the simulator here.", ""]
    text += operations_by_control(rows_of(ours, 5), today) + [""]
    return "\n".join(text + kernels_by_control(rows_of(ours, 9), rows_of(control, 9)))


def bench_text(bench, folder, saved):
    """What a bench prints, or printed; None: it failed."""
    if saved:
        with open(saved, encoding="utf-8") as file:
            return file.read()
    done = subprocess.run([bench, folder, "peer", "peer-kernels"], stdout=subprocess.PIPE, check=False, text=True)
    if done.returncode:
        print(f"page.py: {bench} failed ({done.returncode})", file=sys.stderr)
        return None
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", metavar="TT-BENCH")
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("out", metavar="OUT.md")
    parser.add_argument("--control", metavar="TT-BENCH", help="left out where it has not been built")
    parser.add_argument("--from", dest="saved", metavar="SAVED")
    parser.add_argument("--control-from", dest="control_saved", metavar="SAVED")
    parser.add_argument("--load", type=float, metavar="N")
    arguments = parser.parse_args()
    if (arguments.saved is None) != (arguments.load is None):
        parser.error("--from and --load go together")
    before = (arguments.load,) if arguments.saved else os.getloadavg()
    has_control = arguments.control_saved or (arguments.control and os.path.exists(arguments.control))
    control = bench_text(arguments.control, arguments.folder, arguments.control_saved) if has_control else ""
    text = bench_text(arguments.bench, arguments.folder, arguments.saved)
    if text is None or control is None:
        return 1
    tables = tables_of(text)
    if "| operation |" not in tables or "| kernel |" not in tables:
        print("page.py: no tables: are ../shared/spec/peer-cases.jsonl and peer-kernels.csv beside the project?",
              file=sys.stderr)
        return 1
    tables = by_control(tables, control) if control else WITHOUT + "\n" + tables
    with open(arguments.out, "w", encoding="utf-8") as file:
        file.write(HEAD + "\n" + circumstances(before, before if arguments.saved else os.getloadavg()) +
                   tables.replace("\n### ", "\n## ").rstrip() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
