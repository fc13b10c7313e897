#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The man page: tt-replay.1.in is its frame, and each verb's --help becomes a section.

    man_page.py OUT TT-REPLAY...

More words than one run the program on a machine that is not its own. cmake/docs.cmake calls it."""

import os
import pathlib
import re
import subprocess
import sys

UNWRAPPED = "rmargin=30000"  # columns: each paragraph and each option of --help is one line then
GROUP_OF_LIMITS = "Limits;"  # the page has them once, under LIMITS
NO_NEWS = ("Mandatory or optional arguments", "`tt-replay farm ACTION --help`")
OPTION = re.compile(r"  (?:-(\S), )? *--(\S+)(.*)")
LISTED = re.compile(r"^  ([a-z]+)  +\S")


def help_of(program, *words):
    environment = os.environ | {"ARGP_HELP_FMT": UNWRAPPED}
    done = subprocess.run([*program, *words, "--help"], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def bold(text):
    return f"\\fB{roff(text)}\\fR"


def sentences(text):
    """A line for each, as roff wants it; what is `quoted` is bold."""
    parts = re.split(r"(?<=[.:;]) (?=[A-Z(])", text)
    return [re.sub(r"`([^`]+)`", r"\\fB\1\\fR", roff(part)) for part in parts]


def usage(verb, line):
    """One form of a verb: literal words bold, what stands for something in italics."""
    def word(text):
        return re.sub(r"[A-Z][A-Za-z0-9|.]*[A-Z0-9a-z]|[A-Z]\b", lambda name: f"\\fI{name[0]}\\fB", roff(text))
    rest = line.split(f"tt-replay {verb}", 1)[1].strip().replace("[OPTION...]", "").strip()
    return bold(verb) + (f" \\fB{word(rest)}\\fR" if rest else "")


def option(line):
    found = OPTION.match(line)
    if not found:
        raise SystemExit(f"no option: {line!r}")
    short, name, doc = found.groups()
    if name.startswith(("help", "usage")):
        return []
    name, equals, value = name.partition("=")
    shown = (f"\\fB\\-{short}\\fR, " if short else "") + f"\\fB\\-\\-{roff(name)}{equals}\\fI{roff(value)}\\fR"
    return [".TP", shown.replace("\\fI\\fR", "\\fR"), *sentences(doc.strip())]


def blocks(lines):
    """Lists of lines between empty ones."""
    block = []
    for line in [*lines, ""]:
        if line:
            block.append(line)
        elif block:
            yield block
            block = []


def block_as_roff(block):
    if block[0].startswith(NO_NEWS) or block[0].startswith(f" {GROUP_OF_LIMITS}"):
        return []
    if block[0].startswith("Example"):
        return [".PP", ".EX", *(roff(line[2:]) for line in block[1:]), ".EE"]
    out = []
    if re.match(r" \S", block[0]):
        out += [".PP", *sentences(block.pop(0).strip())]
    if block[0].lstrip().startswith("-"):
        block = re.sub(r"\n {20,}", "  ", "\n".join(block)).split("\n")  # beside a long name there is no room
        options = [line for one in block for line in option(one)]
        return [*out, ".RS", *options, ".RE"] if options else out
    return [*out, ".PP", *(line for paragraph in block for line in sentences(paragraph))]


def verb_as_roff(program, *words):
    text = help_of(program, *words).splitlines()
    name = " ".join(words)
    forms = [line for line in text if re.match(r"Usage: |  or:  ", line)]
    rest = [line for line in text if line not in forms]
    actions = [found[1] for found in map(LISTED.match, rest) if found] if "ACTION" in forms[0] else []
    out = [f".SS {roff(name)}", *(line for form in forms for line in (usage(name, form), ".br"))][:-1]
    for block in blocks(rest):
        if not actions or not LISTED.match(block[0]):
            out += block_as_roff(block)
    for action in actions:
        out += verb_as_roff(program, *words, action)
    return out


def page(program):
    verbs = [found[1] for found in map(LISTED.match, help_of(program).splitlines()) if found]
    made = [".SH VERBS", *(line for verb in verbs for line in verb_as_roff(program, verb))]
    frame = (pathlib.Path(__file__).parent / "tt-replay.1.in").read_text()
    return frame.replace("@VERBS@\n", "\n".join(made) + "\n")


def main():
    path, *program = sys.argv[1:]
    pathlib.Path(path).write_text(page(program))


if __name__ == "__main__":
    main()
