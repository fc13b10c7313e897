# SPDX-License-Identifier: Apache-2.0
"""One mutant beside a finished build: compiles what the changed file is in, and links a test with it.

Nothing of the source tree or of the build is written. The objects of the mutant stand before the archives of the build
on the linker's line, and so in their place.
"""

import collections
import json
import os
import shlex
import shutil
import subprocess
import threading

# What is undefined ends the program, as in the builds with sanitizers, which the tests pass too.
CODE = ["-O1", "-g0", "-w", "-fno-lto", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
BUILT_ONCE = "-DTTR_BUILT_ONCE"
BOUNDS = "-fsanitize=address"
DROPPED = ("-O", "-g", "-flto", "-ffat-lto", "-fsanitize", "-Werror", "-W")


class Form(collections.namedtuple("Form", "portable bounds", defaults=(False, False))):
    """How objects are compiled. `portable` stands for a processor without AVX2: whatever is built for wide ones
    (base/guard/built_wide.h) is compiled once more with one build alone. With `bounds` the changed objects end the program where
    they read or write beside an array."""

    def folder(self):
        return ("portable" if self.portable else "best") + ("-bounds" if self.bounds else "")


class NotC(Exception):
    """The mutant does not compile, or names a function that is nowhere."""


class Build:
    def __init__(self, source, folder, scratch):
        self.source, self.folder, self.scratch = source, folder, scratch
        self.lock, self.locks, self.links = threading.Lock(), {}, {}
        self.linker = ["-fuse-ld=gold"] if shutil.which("ld.gold") else []  # in half the time
        with open(f"{folder}/compile_commands.json", encoding="utf-8") as file:
            entries = json.load(file)
        self.compiles = {}  # object: command
        for entry in entries:
            words = shlex.split(entry["command"])
            self.compiles[words[words.index("-o") + 1]] = words
        self.needs = self.read_needs()
        self.asks = {
            object for object, files in self.needs.items() if any(self.asks_processor(file) for file in files)
        }

    def read_needs(self):
        """Object: the files of the source tree that it is made of, as Ninja has it."""
        needs, object = {}, None
        for line in self.output(["ninja", "-C", self.folder, "-t", "deps"]).splitlines():
            if line and not line.startswith(" "):
                object = line.split(":")[0]
                needs[object] = set()
            elif line.strip():
                path = os.path.relpath(os.path.join(self.folder, line.strip()), self.source)
                if not path.startswith(("..", "build")):
                    needs[object].add(path)
        return needs

    known = {}

    def asks_processor(self, path):
        if path not in self.known:
            with open(os.path.join(self.source, path), encoding="utf-8") as file:
                self.known[path] = path.startswith("src/") and "BUILT_WIDE" in file.read()
        return self.known[path]

    @staticmethod
    def output(command):
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def once(self, path):
        with self.lock:
            return self.locks.setdefault(path, threading.Lock())

    def compiled(self, object, to, overlay, form):
        """The object with `overlay` (a folder like the source tree, of one file) before the tree; false: no C."""
        words = self.compiles[object]
        plain = [w for w in words[1:] if not w.startswith(DROPPED)]
        source = plain[plain.index("-c") + 1]
        at = plain.index("-o")
        del plain[at : at + 2]
        changed = os.path.join(overlay, os.path.relpath(source, self.source))
        if os.path.exists(changed):
            plain[plain.index("-c") + 1] = changed
        first = [f"-I{overlay}{sub}" for sub in ("", "/src", "/tests")]
        same = [f"-fmacro-prefix-map={overlay}={self.source}"]
        os.makedirs(os.path.dirname(to), exist_ok=True)
        command = [words[0], *first, *plain, *CODE, *same, "-o", to]
        command += ([BUILT_ONCE] if form.portable else []) + ([BOUNDS] if form.bounds else [])
        done = subprocess.run(command, cwd=self.folder, stderr=subprocess.DEVNULL, check=False)
        return done.returncode == 0

    def object(self, mutant, object, form):
        """Compiled once; raises NotC."""
        form = form._replace(portable=form.portable and object in self.asks)
        to = os.path.join(mutant or f"{self.scratch}/base", form.folder(), object)
        with self.once(to):
            if os.path.exists(to):
                return to
            if not self.compiled(object, to, mutant or "/nowhere", form):
                raise NotC
            return to

    def is_same_code(self, mutant, changed):
        """Whether the compiler makes of the mutant what it makes of the source."""
        for object in (o for o in changed if o.startswith("src/")):
            for form in (Form(), Form(portable=True)) if object in self.asks else (Form(),):
                with open(self.object(mutant, object, form), "rb") as a, open(self.object(None, object, form), "rb") as b:
                    if a.read() != b.read():
                        return False
        return True

    def objects_with(self, path):
        found = sorted(object for object, files in self.needs.items() if path in files and object in self.compiles)
        if not found and path.endswith(".c"):
            raise SystemExit(f"{self.folder} has no object of {path}: is the build finished?")
        return found

    def link_line(self, program):
        with self.lock:
            if program not in self.links:
                if not program.startswith(self.folder):
                    raise SystemExit(f"{program} is no program of the build: rooms.txt")
                text = self.output(["ninja", "-C", self.folder, "-t", "commands", "-s", os.path.relpath(program, self.folder)])
                line = [l for l in text.splitlines() if l.startswith(": &&")][-1]
                self.links[program] = shlex.split(line.split("&&")[1])
            return self.links[program]

    def is_part(self, object, program):
        """Whether the object is named on the program's line, or by an archive on it."""
        line = self.link_line(program)
        archives = {os.path.basename(word)[3:-2] for word in line if word.endswith(".a")}
        return object in line or object.split("CMakeFiles/")[1].split(".dir")[0] in archives

    def has_forms(self, program):
        """Whether it runs other code on another processor."""
        return any(self.is_part(object, program) for object in self.asks)

    def replaced(self, program, mutant, changed, form):
        """The objects of a program that are not the build's: the mutant's, and those that ask the processor."""
        wanted = {object: (mutant, form) for object in changed}
        if form.portable:
            wanted = {**{object: (None, Form(portable=True)) for object in self.asks}, **wanted}
        return {o: self.object(owner, o, as_) for o, (owner, as_) in wanted.items() if self.is_part(o, program)}

    def program(self, program, mutant, changed, form):
        """The program linked with them: its path; the build's own where nothing is replaced."""
        replaced = self.replaced(program, mutant, changed, form)
        if not replaced:
            return program
        to = os.path.join(mutant or f"{self.scratch}/base", form.folder(), os.path.basename(program))
        with self.once(to):
            if not os.path.exists(to):
                linked = self.link(program, to, replaced, [BOUNDS] if form.bounds else [])
                if linked.returncode and mutant:
                    raise NotC
                if linked.returncode:
                    raise SystemExit(f"{os.path.basename(program)} does not link without any mutant:\n{linked.stderr}")
        return to

    def link(self, program, to, replaced, options):
        line = [w for w in self.link_line(program) if not w.startswith("-flto")]
        line[line.index("-o") + 1] = to
        first = next((i for i, w in enumerate(line) if w.endswith(".a")), len(line))
        more = [path for object, path in replaced.items() if object not in line]
        line = line[:first] + more + line[first:]
        line = [replaced.get(word, word) for word in line] + ["-fno-lto", *self.linker, *options]
        os.makedirs(os.path.dirname(to), exist_ok=True)
        return subprocess.run(line, cwd=self.folder, check=False, stderr=subprocess.PIPE, text=True)
