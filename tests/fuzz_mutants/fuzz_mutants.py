#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Changes the tile one token at a time, and lets `tt-replay fuzz` look for what each change does: tests/mutation/README.md.

    python3 tests/fuzz_mutants/fuzz_mutants.py --build build/release --seed 1 --count 100

Each mutant becomes a tt-replay of its own, and `fuzz --against exe:MUTANT` runs drawn programs on both, a few hundred a
chip at first, then more, until one differs or the time is over. What tests/mutation lists as equivalent, as slower or
as other words is left out, and so is what unseen.txt lists, and what the compiler makes the same object code of. Exit 0:
at least --least percent were found.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing of the source tree is written
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "mutation"))

import survivors  # noqa: E402
from build import Build, Form, NotC  # noqa: E402
from mutate import ROOMS, SOURCE, all_mutants  # noqa: E402

# Numbers as other rooms show and compare them; the tile asks none of it.
NOT_OF_THE_TILE = ("src/numeric/format.c", "src/numeric/host_page.c", "src/numeric/nearest.c")
UNSEEN = f"{HERE}/unseen.txt"
CHIPS = ("blackhole", "wormhole_b0")
ROUNDS = (150, 1500, 6000, 20000, 60000)  # programs on each chip; each round with another seed, while there is time


def arguments():
    parser = argparse.ArgumentParser(description="Mutants of the tile that drawn programs find.")
    parser.add_argument("--build", required=True, help="a finished build (Ninja)")
    parser.add_argument("--seed", type=int, default=1, help="of the mutants")
    parser.add_argument("--count", type=int, default=100, help="mutants that compute something else")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of the first")
    parser.add_argument("--share", default="0/1", help="K/N: every Nth mutant from the Kth on, for several at once")
    parser.add_argument("--seconds", type=int, default=600, help="of processor time for each (default: 600)")
    parser.add_argument("--least", type=float, default=98, help="percent to be found (default: 98)")
    parser.add_argument("--save", help="a file: a line for each mutant as it ends; with it the next run goes on from there")
    parser.add_argument("--only", help="FILE:LINE, all mutants of that line")
    return parser.parse_args()


def processor_seconds():
    of = resource.getrusage(resource.RUSAGE_CHILDREN)
    return of.ru_utime + of.ru_stime


class Hunt:
    def __init__(self, options, scratch):
        self.options, self.scratch = options, scratch
        self.build = Build(SOURCE, os.path.abspath(options.build), scratch)
        self.program = f"{self.build.folder}/src/cli/tt-replay"
        self.list = survivors.read(f"{HERE}/../mutation/survivors.txt") | survivors.read(UNSEEN)
        self.found, self.missed = [], []
        self.saved = self.read_saved()

    def read_saved(self):
        """Mutant.name(): what became of it, None where it does not count. A line cut short is no line."""
        path = self.options.save
        if not path or not os.path.exists(path):
            return {}
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.endswith("\n")]
        return {tuple(line["mutant"]): line["outcome"] for line in lines}

    def save(self, mutant, outcome):
        if self.options.save:
            with open(self.options.save, "a", encoding="utf-8") as file:
                file.write(json.dumps({"mutant": mutant.name(), "outcome": outcome}) + "\n")

    def fuzz(self, mutated, chip, count, seed):
        """The line that says what differs first; None: nothing does."""
        command = [self.program, "fuzz", "--reports", "--undefined", "--against", f"exe:{mutated}", "--chip", chip]
        command += ["--seed", str(seed), "--count", str(count)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
        lines = [line for line in done.stdout.splitlines() if line.startswith("  first")]
        return lines[0].split("first", 1)[1].strip() if done.returncode == 1 else None

    def hunt(self, folder, changed):
        """(what was found first, seconds of processor time): as it is here, and as on a processor without AVX2."""
        spent = 0
        for seed, count in enumerate(ROUNDS, 1):
            for portable in (False, True):
                program = self.build.program(self.program, folder, changed, Form(portable))
                for chip in CHIPS:
                    begun = processor_seconds()
                    said = self.fuzz(program, chip, count, seed)
                    spent += processor_seconds() - begun
                    if said:
                        return f"{chip}, {said}", spent
                    if spent > self.options.seconds:
                        return None, spent
        return None, spent

    def outcome(self, number, mutant, source):
        """[what was found first or None, seconds]; None: it does not count."""
        if mutant.path in NOT_OF_THE_TILE:
            return None
        if len(self.build.objects_with(mutant.path)) > 100:
            return None
        folder = f"{self.scratch}/{number}"
        os.makedirs(os.path.dirname(f"{folder}/{mutant.path}"))
        with open(f"{folder}/{mutant.path}", "w", encoding="utf-8") as file:
            file.write(mutant.applied(source))
        try:
            # The tests' objects are not on the program's line: a mutant of a .c compiles that file alone.
            changed = [o for o in self.build.objects_with(mutant.path) if self.build.is_part(o, self.program)]
            if self.build.is_same_code(folder, changed):
                return None
            return self.hunt(folder, changed)
        except NotC:
            return None
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def run_one(self, number, mutant, source):
        """Whether it counts."""
        listed = self.list.get(mutant.name())
        if listed and listed.kind != "open":
            outcome = None
        elif mutant.name() in self.saved:
            outcome = self.saved[mutant.name()]
        else:
            outcome = self.outcome(number, mutant, source)
            self.save(mutant, outcome)
        if not outcome:
            return False
        said, spent = outcome
        (self.found if said else self.missed).append((mutant, spent))
        print(f"{mutant.path}:{mutant.line}: {mutant.change}  {said or 'NOT FOUND'}  ({spent:.1f} s)", flush=True)
        return True

    def run(self, chosen):
        counted = 0
        share, shares = (int(part) for part in self.options.share.split("/"))
        for number, pair in enumerate(chosen):
            if number % shares != share:
                continue
            if counted == self.options.count:
                break
            counted += self.run_one(number, *pair)

    def summary(self):
        counted = len(self.found) + len(self.missed)
        percent = 100 * len(self.found) / counted if counted else 0
        longest = max((spent for _, spent in self.found), default=0)
        print(f"\n{len(self.found)} of {counted} mutants were found: {percent:.1f} %, the slowest in {longest:.0f} s")
        for mutant, _ in self.missed:
            print(f"\nnot found, {mutant.path}:{mutant.line} {mutant.function}\n    {mutant.text}\n    {mutant.change}")
        return percent >= self.options.least


def main():
    options = arguments()
    stale = survivors.stale(UNSEEN, {mutant.site() for mutant, _ in all_mutants(ROOMS, options.seed)})
    if stale:
        raise SystemExit("\n".join(stale))
    chosen = all_mutants([options.only.split(":")[0]] if options.only else ROOMS, options.seed)
    if options.only:
        chosen = [pair for pair in chosen if f"{pair[0].path}:{pair[0].line}" == options.only]
    with tempfile.TemporaryDirectory(prefix="tt-replay-hunt.") as scratch:
        hunt = Hunt(options, scratch)
        hunt.run(chosen[options.skip :])
        return 0 if hunt.summary() else 1


if __name__ == "__main__":
    sys.exit(main())
