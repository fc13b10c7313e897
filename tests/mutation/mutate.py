#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Changes the code one token at a time and runs the tests of the room that hold it: README.md.

    python3 tests/mutation/mutate.py --build build/release --seed 1 --count 40
    python3 tests/mutation/mutate.py --build build/release --room src/tile/pack --count 100

Exit 0: at least --least percent were killed, and every survivor stands in survivors.txt.
"""

import argparse
import collections
import concurrent.futures
import glob
import os
import shutil
import sys
import tempfile
import threading

sys.dont_write_bytecode = True  # nothing of the source tree is written

import mutants  # noqa: E402
import survivors  # noqa: E402
from build import Build, NotC  # noqa: E402
from suite import Suite  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
ROOMS = ["src/numeric", "src/tile"]


def arguments():
    parser = argparse.ArgumentParser(description="Mutants of the code, and which test kills them.")
    parser.add_argument("--build", required=True, help="a finished build (Ninja) with its tests")
    parser.add_argument("--room", action="append", help=f"a folder or file to change; default {' and '.join(ROOMS)}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40, help="mutants that are code and other code (default: 40)")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of the first")
    parser.add_argument("--jobs", "-j", type=int, default=2)
    parser.add_argument("--least", type=float, default=95, help="percent to be killed (default: 95)")
    parser.add_argument("--listed", action="store_true", help="run those of survivors.txt too, and say who kills them")
    parser.add_argument("--slow", action="store_true", help="with the tests of the night")
    parser.add_argument("--only", help="FILE:LINE, all mutants of that line")
    parser.add_argument("--everything", action="store_true", help="headers too that a hundred objects are made of")
    return parser.parse_args()


def all_mutants(rooms, seed):
    result = []
    for room in rooms:
        path = os.path.join(SOURCE, room)
        found = [path] if os.path.isfile(path) else glob.glob(f"{path}/**/*.[ch]", recursive=True)
        for file in sorted(found):
            with open(file, encoding="utf-8") as text:
                source = text.read()
            result += [(m, source) for m in mutants.mutants_of(os.path.relpath(file, SOURCE), source, seed)]
    return sorted(result, key=lambda pair: mutants.rank(seed, pair[0].site()))


class Gate:
    """Runs mutants, prints what becomes of them."""

    def __init__(self, options, scratch):
        self.options, self.scratch = options, scratch
        self.build = Build(SOURCE, os.path.abspath(options.build), scratch)
        self.suite = Suite(self.build, f"{HERE}/rooms.txt", scratch, options.slow)
        self.list = survivors.read(f"{HERE}/survivors.txt")
        self.lock, self.counts, self.unlisted = threading.Lock(), collections.Counter(), []

    def is_too_wide(self, mutant):
        """A header of the whole tile costs a build of the tile; those few mutants are for runs by hand."""
        return not self.options.everything and len(self.build.objects_with(mutant.path)) > 100

    def verdict(self, number, mutant, source):
        """("killed", test), ("survived", ""), ("invalid", why) or ("listed", kind)."""
        listed = self.list.get(mutant.name())
        if listed and not self.options.listed:
            listed.is_used = True
            return "listed", listed.kind
        if self.is_too_wide(mutant):
            return "invalid", "not run: a header of everything"
        folder = f"{self.scratch}/{number}"
        os.makedirs(os.path.dirname(f"{folder}/{mutant.path}"))
        with open(f"{folder}/{mutant.path}", "w", encoding="utf-8") as file:
            file.write(mutant.applied(source))
        try:
            changed = self.build.objects_with(mutant.path)
            if self.build.is_same_code(folder, changed):
                return "invalid", "equivalent: the same object code"
            killer = self.suite.killer(mutant, folder, changed)
        except NotC:
            return "invalid", "did not compile"
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return ("killed", killer) if killer else ("survived", "")

    def run_one(self, number, mutant, source):
        verdict, what = self.verdict(number, mutant, source)
        with self.lock:
            self.counts[mutant.unit, verdict if verdict != "listed" else what] += 1
            if verdict == "survived":
                self.unlisted.append(mutant)
            text = {"killed": f"killed by {what}", "invalid": what, "listed": f"listed: {what}"}.get(verdict, "SURVIVED")
            print(f"{mutant.path}:{mutant.line}: {mutant.change}  {text}", flush=True)
        return verdict != "invalid"

    def run(self, chosen):
        """In their order, until `count` were code: the same set for any number of jobs."""
        waiting, valid, at = {}, 0, iter(enumerate(chosen))
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            while True:
                while valid + len(waiting) < self.options.count and len(waiting) < self.options.jobs:
                    number, pair = next(at, (None, None))
                    if pair is None:
                        break
                    waiting[pool.submit(self.run_one, number, *pair)] = number
                if not waiting:
                    return
                done, _ = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                for one in done:
                    waiting.pop(one)
                    valid += one.result()

    def summary(self):
        """The table by unit; true where the gate is passed."""
        kinds = ("killed", "survived", *survivors.KINDS[::-1], "invalid")
        print(f"\n{'unit':<10}" + "".join(f"{k:>12}" for k in kinds))
        for unit in sorted({unit for unit, _ in self.counts}):
            print(f"{unit:<10}" + "".join(f"{self.counts[unit, k]:>12}" for k in kinds))
        total = {k: sum(n for (_, kind), n in self.counts.items() if kind == k) for k in kinds}
        print(f"{'all':<10}" + "".join(f"{total[k]:>12}" for k in kinds))
        counted = total["killed"] + total["survived"] + total["open"]
        percent = 100 * total["killed"] / counted if counted else 0
        print(f"\n{total['killed']} of {counted} mutants that change what is computed were killed: {percent:.1f} %")
        for mutant in self.unlisted:
            print(f"\nsurvived, {mutant.path}:{mutant.line}; a test is missing, or survivors.txt says why not:\n")
            print(survivors.text_of(mutant))
        return percent >= self.options.least and not self.unlisted


def main():
    options = arguments()
    rooms = options.room or ROOMS
    chosen = all_mutants([options.only.split(":")[0]] if options.only else rooms, options.seed)
    stale = survivors.stale(f"{HERE}/survivors.txt", {m.site() for m, _ in all_mutants(ROOMS, options.seed)})
    if stale:
        print("\n".join(stale))
        return 1
    if options.only:
        chosen = [pair for pair in chosen if f"{pair[0].path}:{pair[0].line}" == options.only]
    with tempfile.TemporaryDirectory(prefix="tt-replay-mutation.") as scratch:
        gate = Gate(options, scratch)
        gate.run(chosen[options.skip :])
        return 0 if gate.summary() else 1


if __name__ == "__main__":
    sys.exit(main())
