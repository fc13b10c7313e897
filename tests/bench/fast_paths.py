# SPDX-License-Identifier: Apache-2.0
"""What each fast path is worth to a verb: tt-replay is built without it, and both are run in turn. docs/performance.md

    fast_paths.py PROJECT BUILDS [--vectors FOLDER] [--write FILE]

BUILDS is a folder for the builds, which are retained. A figure is the processor time without a path by that with all; the least
of a few runs each. Of single kernels the largest stands beside the sum, with its name. --write: the file that gets the
table, tests/bench/measured/fast_paths.md for the page. Exit status 1: a path makes no verb MOST times as quick, and ought to go."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import measure

PROGRAM = "fast_paths.py"
PATHS = re.compile(r"^\s+FAST_(\w+),", re.M)  # of src/tile/fast/fast.h, in the order of their bits
ROUNDS = 4
ENOUGH = 1.25
KERNEL_COPIES = 1000
LONG = ("datacopy_f16b_f16b_f16b_f16b_nice", 1360)
OPTION = {"FAST": "-DTILE_FAST_BUILT={}", "ONCE": "-DTTR_BUILT_ONCE"}


def builds(project):
    """{name: flags of the compiler}; the first has every path."""
    names = PATHS.findall((project / "src/tile/fast/fast.h").read_text().split("FAST_PATHS")[0])
    every = (1 << len(names)) - 1
    without = {name.lower(): OPTION["FAST"].format(every & ~(1 << bit)) for bit, name in enumerate(names)}
    return {"all": "", **without, "built_wide": OPTION["ONCE"]}


def make(project, folder, flags, targets):
    for command in (["cmake", "-S", project, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_C_FLAGS={flags}"],
                    ["cmake", "--build", folder, "-j2", "--target", *targets]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return str(folder / "src/cli/tt-replay")


def work(project, repeat, scratch, vectors):
    """(verb, name of a kernel or "", arguments); {o} is a file to make."""
    kernels = sorted((project / "traces/kernels").glob("*.ttcap"))
    for kernel in kernels:
        copies = f"{scratch}/{kernel.stem}.ttcap"
        measure.run([repeat, "-e", str(KERNEL_COPIES), str(kernel), copies])
        yield "replay", kernel.stem, ["replay", copies]
        yield "replay -o", kernel.stem, ["replay", copies, "-o", "{o}", "--force"]
    copies = f"{scratch}/long.ttcap"
    measure.run([repeat, "-e", str(LONG[1]), str(project / f"traces/kernels/{LONG[0]}.ttcap"), copies])
    yield "a million events", "", ["replay", copies]
    if vectors:
        yield "conform, vectors", "", ["conform", "-j1", vectors]
    for kernel, function, population in (("recip_fp32", "recip", "0x3F800000-0x3F9FFFFF"), ("exp_fp32", "exp", "0x3F800000-0x3F9FFFFF")):
        yield "census --kernel", kernel, ["census", "--kernel", str(project / f"examples/kernels/{kernel}.words"), "-j1",
                                          "--format", "fp32", "--function", function, "--population", population]
    for insn in ("ELWADD", "ELWMUL", "MOVA2D"):
        yield "census", insn, ["census", insn, "-j1", "--draws=2000000"]


def costs_of(tools, arguments, scratch):
    """{build: the least seconds}, run in turn, each round from another one on: what runs first finds the caches cold."""
    least = {}
    for first in range(ROUNDS):
        for name, tool in [*tools.items()][first:] + [*tools.items()][:first]:
            command = [tool, *(word.format(o=f"{scratch}/out.db") for word in arguments)]
            seconds = measure.run(command, expected=(0, 1)).seconds
            least[name] = min(seconds, least.get(name, seconds))
    return least


def cell(name, cases):
    """The ratio of the sums, and of single kernels the largest where it says more. Returns it as text, and the largest."""
    of_all = sum(least[name] for _, least in cases) / sum(least["all"] for _, least in cases)
    kernel, worst = max(((kernel, least[name] / least["all"]) for kernel, least in cases), key=lambda pair: pair[1])
    return f"{of_all:.2f}" + (f"; {worst:.2f} `{kernel}`" if worst >= 1.05 and len(cases) > 1 else ""), max(of_all, worst)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", metavar="PROJECT", type=pathlib.Path)
    parser.add_argument("builds", metavar="BUILDS", type=pathlib.Path)
    parser.add_argument("--vectors", metavar="FOLDER", help="recorded vectors, which are not shipped")
    parser.add_argument("--write", metavar="FILE", help="the file that gets the table")
    given = parser.parse_args()
    tools = {name: make(given.project, given.builds / name, flags, ["tt-replay"]) for name, flags in builds(given.project).items()}
    make(given.project, given.builds / "all", "", ["tt-repeat"])
    table = {}
    with tempfile.TemporaryDirectory() as scratch:
        for verb, kernel, arguments in work(given.project, str(given.builds / "all/tests/bench/tt-repeat"), scratch, given.vectors):
            table.setdefault(verb, []).append((kernel, costs_of(tools, arguments, scratch)))
            print(verb, kernel, {name: f"{seconds:.3f}" for name, seconds in table[verb][-1][1].items()}, file=sys.stderr)
    lines, idle = ["| without | " + " | ".join(table) + " |", "|---" * (len(table) + 1) + "|"], []
    for name in list(tools)[1:]:
        cells = [cell(name, cases) for cases in table.values()]
        lines.append(f"| {name} | " + " | ".join(text for text, _ in cells) + " |")
        if max(largest for _, largest in cells) < ENOUGH:
            idle.append(name)
    print("\n".join(lines))
    if given.write:
        pathlib.Path(given.write).write_text("\n".join(lines) + "\n")
    for name in idle:
        print(f"{PROGRAM}: {name} makes no verb {ENOUGH} times as quick", file=sys.stderr)
    return 1 if idle else 0


if __name__ == "__main__":
    sys.exit(main())
