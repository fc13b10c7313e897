# SPDX-License-Identifier: Apache-2.0
"""commands.py PROJECT BUILD [--slow] [PAGE...]: runs every command that the pages show, and holds what they show of its output.

A page is a story: its commands run in order in one empty folder, which pages.toml fills first; there are also the
exit statuses other than 0, and what stands for a placeholder. What cannot be run is in exceptions.toml with the
reason. An entry of either that fits no command is a failure too, as is an option that a page names and its verb does
not have. Without a page: all of them. `help` is the examples of every verb's --help,
each a story of its own."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap

try:
    import tomllib
except ImportError:
    print("Python is older than 3.11")
    sys.exit(77)

PROGRAMS = "tt-replay sqlite3 zstd sh python3 cmake ninja ctest git cc export tt-exalens apt-get sudo xdg-open build/\\S*"
COMMAND = re.compile(r"\$ |([A-Z_]+=\S+ )*(%s)( |$)" % "|".join(PROGRAMS.split()))
LIMIT_SECONDS = 600

SLOW = "--slow" in sys.argv  # commands whole that are cut short elsewhere
WITHOUT = os.environ.get("DOCS_WITHOUT")  # a program that cannot run in this build

project, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
here = project / "tests/docs"
tool = build / "src/cli/tt-replay"
failures = []


def pages():
    found = ["README.md", "CONTRIBUTING.md", "traces/README.md", "docs/make/tt-replay.1.in", "help"]
    return found + sorted(str(path.relative_to(project)) for path in project.glob("docs/**/*.md"))


def verb_help():
    """The help of each verb, by its name; \"\" is that of the command."""
    def text_of(*words):
        return subprocess.run([tool, *words, "--help"], capture_output=True, text=True, check=True).stdout
    main = text_of()
    verbs = {verb: text_of(verb) for verb in re.findall(r"^  ([a-z]+)  ", main, re.M)}
    for verb, text in verbs.items():
        if text.startswith(f"Usage: tt-replay {verb} ACTION"):
            verbs[verb] += "".join(text_of(verb, action) for action in re.findall(r"^  ([a-z]+)  ", text, re.M))
    return {"": main} | verbs


def blocks_of(page):
    """Lists of lines, each what one code block of the page holds."""
    if page == "help":
        for verb, text in verb_help().items():
            part = re.search(r"Examples?:\n+((  .*\n|\n)+)", text)
            if verb and not part:
                failures.append(f"tt-replay {verb} --help: no example")
            if part:
                yield [line[2:] for line in part.group(1).splitlines()]
        return
    text = (project / page).read_text()
    if page.endswith(".1.in"):
        for block in re.findall(r"^\.EX\n(.*?)^\.EE", text, re.M | re.S):
            yield block.replace("\\-", "-").replace("\\e", "\\").replace("\\(aq", "'").splitlines()
        return
    block, blank = [], True
    for line in text.splitlines() + ["end"]:
        if line.startswith("    ") and (blank or block):
            block.append(line[4:])
        elif block and not line:
            block.append("")
        elif block:
            yield block
            block = []
        blank = not line
    for fenced in re.findall(r"^```.*?\n(.*?)^```", text, re.M | re.S):
        yield fenced.splitlines()


def is_open(line):
    """Whether a quote of LINE is not closed: the command goes on with the next line."""
    try:
        shlex.split(line, comments=True)
    except ValueError:
        return True
    return False


def commands_of(page):
    """Triples: a command, what is typed into it, what the page shows of its output."""
    for block in blocks_of(page):
        command = None
        lines = iter(textwrap.dedent("\n".join(block)).splitlines())
        for line in lines:
            if COMMAND.match(line):
                if command:
                    yield command
                line = line.removeprefix("$ ")
                while (line.endswith("\\") or is_open(line)) and (more := next(lines, None)) is not None:
                    line += "\n" + more
                command = (line, [], [])
            elif command and re.match("(sqlite)?> ", line):
                command[1].append(line.split("> ", 1)[1])
            elif command:
                command[2].append(line.rstrip())
        if command:
            yield command
    if page.endswith(".md"):
        for query in re.findall(r"`(SELECT [^`]*;)`", (project / page).read_text()):
            yield "sqlite3 run.db", [".load $BUILD/src/results/tt_values", query], []


def shown(wanted, got):
    """Whether GOT is what the page shows; a line of dots stands for any lines."""
    text = "\n".join(wanted).strip("\n")
    pattern = re.escape(text + "\n").replace("\\ ", " ")
    pattern = re.sub(r"(?m)^ *\\\.\\\.\\\.\\?\n", r"(.*\\n)*", pattern)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in got.splitlines())) is not None


def python_of():
    """The first Python that has numpy and pytest, as tests/python/run.sh has it; None where there is none, or the library has
    sanitizers, which it cannot load."""
    for one in ("/usr/bin/python3", sys.executable):
        if not WITHOUT and not subprocess.run([one, "-c", "import numpy, pytest"], capture_output=True).returncode:
            return one
    return None


def environment(folder):
    return os.environ | {
        "PATH": f"{tool.parent}:{pathlib.Path(python_of() or sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(project / "python"), "TT_REPLAY_LIBRARY": str(build / "src/api/libttreplay.so"), "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "PROJECT": str(project),
        "TRACES": str(project / "traces"), "FIXTURES": str(project / "tests/cli/fixtures"), "BUILD": str(build),
        "HOME": str(folder)}


def run(folder, command, typed):
    """Exit status and output; None for the status where it took too long."""
    try:
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment(folder), input=typed, text=True,
                              timeout=LIMIT_SECONDS, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as stopped:
        return None, str(stopped)


def key_of(command, table):
    """The entry of TABLE that stands for COMMAND: its text, or the longest beginning of it."""
    line = " ".join(command.replace("\\\n", " ").split())
    return max((key for key in table if line.startswith(key)), key=len, default=None)


class Page:
    """One page, its entries, and which of them fitted a command."""

    def __init__(self, name, entries, exceptions):
        self.name, self.exits, self.prepare = name, entries.get("exit", {}), entries.get("prepare", "")
        self.slow = {} if SLOW else entries.get("slow", {})
        self.instead = entries.get("instead", {}) | self.slow
        self.wants_python = entries.get("python", False)
        self.exceptions, self.used = exceptions, set()

    def fail(self, sentence):
        failures.append(f"{self.name}: {sentence}")

    def put_in(self, text):
        for placeholder, value in self.instead.items():
            if placeholder in text:
                self.used.add(placeholder)
                text = text.replace(placeholder, value)
        return text.replace("$BUILD", str(build))

    def run_one(self, folder, command, typed, wanted):
        key = key_of(command, self.exceptions)
        if key:
            self.used.add(key)
            return
        if WITHOUT and WITHOUT in command:
            self.used.update(key for key in self.instead if key in command or any(key in line for line in typed))
            return
        key = key_of(command, self.exits)
        self.used.add(key)
        status, got = run(folder, self.put_in(command), self.put_in("\n".join(typed)) + "\n")
        where = f"`{command}`" + (f" <- {typed[-1]}" if typed else "")
        if status != self.exits.get(key, 0) or (typed and "Error" in got):
            self.fail(f"{where}: exit {status}, not {self.exits.get(key, 0)}:\n{got}")
        elif any(wanted) and not any(part in command for part in self.slow) and not shown(wanted, got):
            self.fail(f"{where}: the page shows other output than this:\n{got}")

    def run_stories(self, stories):
        with tempfile.TemporaryDirectory(prefix="tt-replay-docs.") as folder:
            start = pathlib.Path(folder, "start")
            start.mkdir()
            status, got = run(start, "set -eu\n" + '. "$FIXTURES/lib.sh"\nTT_REPLAY=tt-replay\n' + self.prepare, "")
            if status != 0:
                self.fail(f"pages.toml: prepare: exit {status}:\n{got}")
                return
            for number, story in enumerate(stories):
                here = shutil.copytree(start, pathlib.Path(folder, str(number)))
                for command in story:
                    self.run_one(here, *command)

    def run_all(self):
        if self.wants_python and not python_of():
            print(f"skipped: {self.name}: no Python here has numpy and pytest and can load the library")
            return
        commands = list(commands_of(self.name))
        if commands:
            self.run_stories([[command] for command in commands] if self.name == "help" else [commands])
        for entry in [*self.exits, *self.instead, *self.exceptions]:
            if entry not in self.used:
                self.fail(f"an entry of tests/docs fits no command: {entry}")


def check_options(page, helps):
    """Options of a verb named in running text are in its --help."""
    if not page.endswith(".md"):
        return
    for span in re.findall(r"`([^`\n]+)`", (project / page).read_text()):
        words = span.removeprefix("tt-replay ").split()
        if span.startswith("tt-replay help "):
            done = subprocess.run([tool, "help", words[1]], capture_output=True, text=True)
            if done.returncode and words[1] not in ("PAGE", "VERB"):
                failures.append(f"{page}: `{span}`: {done.stderr.strip()}")
        elif span.startswith("tt-replay ") and words[0] not in helps and not words[0].startswith(("-", "VERB")):
            failures.append(f"{page}: `{span}`: no such verb")
        if words and words[0] in helps:
            for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", span.split("'")[0]):
                if not re.search(re.escape(option) + r"(?![a-z-])", helps[words[0]]):
                    failures.append(f"{page}: `{span}`: {words[0]} has no option {option}")


def main():
    for program in ("sqlite3", "zstd"):
        if not shutil.which(program):
            print(f"skipped: there is no {program}")
            return 77
    entries = tomllib.loads((here / "pages.toml").read_text())
    exceptions = tomllib.loads((here / "exceptions.toml").read_text())
    helps = verb_help()
    for name in (entries.keys() | exceptions.keys()) - set(pages()):
        failures.append(f"tests/docs: no such page: {name}")
    for name in [page for page in sys.argv[3:] if page != "--slow"] or pages():
        Page(name, entries.get(name, {}), exceptions.get(name, {})).run_all()
        check_options(name, helps)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


sys.exit(main())
