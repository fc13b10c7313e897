# SPDX-License-Identifier: Apache-2.0
"""Makes docs/performance-peer.md: every operation and whole kernel beside what the quickest open simulator took, as
tt-bench prints them, with the machine that it ran on. docs/performance.md

    page.py TT-BENCH FOLDER OUT.md [--from SAVED --load N]

FOLDER holds captures. --from takes what `tt-bench FOLDER peer peer-kernels` printed on this machine instead of running it,
--load says what the machine's load was then. Exit status 1: tt-bench failed, or printed no tables."""

import argparse
import datetime
import os
import subprocess
import sys

HEAD = """# Beside the quickest open simulator

Made by `cmake --build BUILD --target performance_page` from what `tt-bench FOLDER peer peer-kernels` prints; not written by hand.
The operations and their recorded costs are those of `../shared/spec/peer-cases.jsonl`, the kernels those of `peer-kernels.csv`.
"Loops" are datums of the calibration loop ([performance.md](performance.md)). Operations say how many times as quick as the
simulator ours is: below 1 it is behind. Kernels say what part of its time, without a trace, ours takes: below 1 it is quicker.
"recorded" is what the same was when the simulator was measured.

"""
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", metavar="TT-BENCH")
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("out", metavar="OUT.md")
    parser.add_argument("--from", dest="saved", metavar="SAVED")
    parser.add_argument("--load", type=float, metavar="N")
    arguments = parser.parse_args()
    if (arguments.saved is None) != (arguments.load is None):
        parser.error("--from and --load go together")
    before = (arguments.load,) if arguments.saved else os.getloadavg()
    if arguments.saved:
        with open(arguments.saved, encoding="utf-8") as file:
            text = file.read()
    else:
        done = subprocess.run([arguments.bench, arguments.folder, "peer", "peer-kernels"], stdout=subprocess.PIPE,
                              check=False, text=True)
        if done.returncode:
            print(f"page.py: tt-bench failed ({done.returncode})", file=sys.stderr)
            return 1
        text = done.stdout
    tables = tables_of(text)
    if "| operation |" not in tables or "| kernel |" not in tables:
        print("page.py: no tables: are ../shared/spec/peer-cases.jsonl and peer-kernels.csv beside the project?",
              file=sys.stderr)
        return 1
    with open(arguments.out, "w", encoding="utf-8") as file:
        file.write(HEAD + circumstances(before, before if arguments.saved else os.getloadavg()) + "\n" + tables.replace("\n### ", "\n## ").replace(
            "### ", "## ", 1).rstrip() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
