# SPDX-License-Identifier: Apache-2.0
"""The tests that hold a room, as ctest has them, run against a mutant: the quickest first, the last killer before all."""

import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time

from build import Form

FILE_MAX = 1 << 28
FIRST = 60  # seconds for a test that nothing is known of


class Test:
    """One test of ctest in one flavour: which program of the build it runs, and how."""

    def __init__(self, entry, portable, costs, folder):
        properties = {p["name"]: p["value"] for p in entry["properties"]}
        self.name, self.command, self.portable = entry["name"], entry["command"], portable
        self.environment = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))
        self.folder = properties["WORKING_DIRECTORY"]
        self.labels = properties.get("LABELS", [])
        own = self.command[0].startswith(f"{folder}/")  # a unit test is a program itself; others run tt-replay
        self.program = self.command[0] if own else self.environment.get("TT_REPLAY", self.command[0])
        self.expected = costs.get(self.name, 20.0 if "night" in self.labels else 0.5)
        self.seconds, self.is_sound, self.lock = None, False, threading.Lock()

    def title(self):
        return f"{self.name}, portable" if self.portable else self.name

    def cost(self):
        return self.seconds if self.seconds is not None else self.expected

    def run(self, program, scratch, limit, output=subprocess.DEVNULL):
        """True where it passes. An endless loop ends with the limit, and is none."""
        put = lambda word: program if word == self.program else word
        environment = {**os.environ, **{k: put(v) for k, v in self.environment.items()}, "TMPDIR": scratch}
        environment["ASAN_OPTIONS"] = "detect_leaks=0"
        child = subprocess.Popen(
            [put(word) for word in self.command], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=output, stderr=output, start_new_session=True,
            preexec_fn=lambda: limits(limit),
        )  # fmt: skip
        try:
            return child.wait(limit) == 0
        except subprocess.TimeoutExpired:
            end(child)
            return False


def limits(seconds):
    """Of each process that a test starts: what a mutant does must not take the machine along."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_MAX, FILE_MAX))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 2, int(seconds) + 4))


def end(child):
    """Check puts its children into groups of their own, and ends them when it is asked to."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(child.pid, number)
            child.wait(2)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass


def costs_of(folder):
    """Seconds of each test that ctest has run in the build, as it keeps them: name, runs, seconds; then what failed."""
    costs = {}
    try:
        with open(f"{folder}/Testing/Temporary/CTestCostData.txt", encoding="utf-8") as file:
            for line in file:
                words = line.split()
                if len(words) != 3:
                    break
                costs[words[0]] = float(words[2])
    except FileNotFoundError:
        pass
    return costs


class Suite:
    def __init__(self, build, rooms, scratch, has_slow):
        self.build, self.scratch, self.has_slow = build, scratch, has_slow
        self.lock, self.last, self.found = threading.Lock(), {}, {}
        text = build.output(["ctest", "--test-dir", build.folder, "--show-only=json-v1"])
        entries = [e for e in json.loads(text)["tests"] if "command" in e]
        costs = costs_of(build.folder)
        self.tests = {p: [Test(e, p, costs, build.folder) for e in entries] for p in (False, True)}
        self.rooms = self.read_rooms(rooms)

    def takes(self, test):
        if test.portable and not self.build.has_forms(test.program):
            return False
        return "long" not in test.labels and (self.has_slow or "night" not in test.labels)

    def read_rooms(self, path):
        """Unit: its words. A unit without a line has the tests that are called after it, and what is common."""
        with open(path, encoding="utf-8") as file:
            lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
        return {unit: words for unit, *words in lines}

    def tests_of(self, unit):
        with self.lock:
            if unit not in self.found:
                words = self.rooms.get(unit, [f"unit_{unit}_.*", "@"])
                patterns = [p for w in words if w != "portable" for p in (self.rooms["@"] if w == "@" else [w])]
                matched = re.compile("|".join(patterns))
                flavours = (False, True) if "portable" in words else (False,)
                found = [t for f in flavours for t in self.tests[f] if matched.fullmatch(t.name)]
                self.found[unit] = [t for t in found if self.takes(t)]
            return self.found[unit]

    def passes(self, test, folder, changed, bounds):
        """Whether it passes with the mutant. Where it fails for the first time it has to pass without one."""
        form = Form(test.portable, bounds)
        if not any(self.build.is_part(object, test.program) for object in changed):
            return True
        program = self.build.program(test.program, folder, changed, form)
        if self.run(test, program, FIRST if test.seconds is None else 5 + 10 * test.seconds):
            return True
        with test.lock:
            if bounds or not test.is_sound:
                with tempfile.TemporaryFile("w+", dir=self.scratch) as output:
                    program = self.build.program(test.program, None, changed if bounds else [], form)
                    if not self.run(test, program, 10 * FIRST, output):
                        output.seek(0)
                        raise SystemExit(f"{test.title()} fails without any mutant:\n{output.read()}")
                test.is_sound = True
        return False

    def run(self, test, program, limit, output=subprocess.DEVNULL):
        begun = time.monotonic()
        with tempfile.TemporaryDirectory(dir=self.scratch) as scratch:
            passed = test.run(program, scratch, limit, output)
        if passed:
            seconds = time.monotonic() - begun
            test.seconds = max(seconds, test.seconds or 0)
        return passed

    def in_order(self, mutant):
        tests = sorted(self.tests_of(mutant.unit), key=lambda t: (t.cost(), t.name, t.portable))
        last = self.last.get(mutant.file)
        return sorted(tests, key=lambda t: t is not last)

    def killer(self, mutant, folder, changed):
        """The title of the first test that fails, or None. Arrays have bounds in a second round, for the few that it
        comes to: the tests pass under such a sanitizer too. The command itself limits its memory, which the sanitizer
        needs."""
        for bounds in (False, True):
            for test in self.in_order(mutant):
                if bounds and os.path.basename(test.program) == "tt-replay":
                    continue
                if not self.passes(test, folder, changed, bounds):
                    self.last[mutant.file] = test
                    return test.title() + (", array bounds" if bounds else "")
        return None
