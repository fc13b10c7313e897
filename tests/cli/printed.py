#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""printed.py TT-REPLAY CASES [CASE.sh...]: runs each command that a verb prints, where it was printed.

A case of tests/cli runs in a folder of its own; the lines of its output that begin with spaces and "tt-replay VERB" are
commands for whoever reads them (a backslash at the end goes on), and run in the same folder, one after the other. None
may end with 2. FILE.ttcap stands for the reader's capture: the case's. A case that is skipped, since recordings are
not here, prints none. Without a case: those whose golden has any."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

COMMAND = re.compile(r"^ {2,}tt-replay ([a-z]+) .*$", re.M)
# Lines of a job's shards hold variables of the job's system; `fuzz` prints what follows a failure that stays.
LEFT_OUT = {"farm"}


def commands(text):
    """Each once, as they come."""
    found, lines = [], text.split("\n")
    for number, line in enumerate(lines):
        match = COMMAND.match(line)
        if not match or match.group(1) in LEFT_OUT:
            continue
        command = line.strip()
        while command.endswith("\\"):
            number += 1
            command = command[:-1] + lines[number].strip()
        if command not in found:
            found.append(command)
    return found


def run(tool, folder, command):
    own = sorted(folder.glob("*.ttcap"))
    if "FILE.ttcap" in command and not own:
        return None
    if command.startswith("tt-replay replay"):
        for name in re.findall(r"-o (\S+)", command):
            (folder / name).unlink(missing_ok=True)
    command = command.replace("FILE.ttcap", own[0].name if own else "", 1)
    line = re.sub(r"^tt-replay", tool, command)
    return subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, text=True, timeout=300)


def case_of(tool, case, environment):
    """How many commands it printed; what is wrong with each that fails."""
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ended = subprocess.run(["sh", "-u", str(case)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, errors="replace")
        found = commands(ended.stdout)
        for command in found:
            result = run(tool, folder, command)
            if result and result.returncode not in (0, 1, 3):
                wrong.append(f"{case.parent.name}/{case.stem}: {command}\n    exit {result.returncode}: {result.stderr.strip()}")
    return len(found), wrong


def main():
    tool, root = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    cases = [pathlib.Path(case).resolve() for case in sys.argv[3:]] or [
        out.with_suffix(".sh") for out in sorted(root.glob("*/*.out"))
        if out.stem != "help" and out.with_suffix(".sh").exists() and commands(out.read_text(errors="replace"))]
    environment = os.environ | {"TT_REPLAY": tool, "FIXTURES": str(root / "fixtures"), "TRACES": str(root / "../../traces"),
                                "SCHEMAS": str(root / "../../schemas"), "ORACLE": str(root / "../../../shared/oracle"),
                                "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    environment.setdefault("SCHEMA_CHECK", str(pathlib.Path(tool).parent / "../../tests/cli/schema_check"))
    environment.setdefault("FAULTS", str(pathlib.Path(tool).parent / "../../tests/faults/libttr_faults.so"))
    count, wrong = 0, []
    for case in cases:
        printed, bad = case_of(tool, case, environment)
        print(f"{case.parent.name}/{case.stem}: {printed} commands{', ' + str(len(bad)) + ' fail' if bad else ''}", flush=True)
        count += printed
        wrong += bad
    print("\n".join(wrong))
    print(f"{len(cases)} cases, {count} commands, {len(wrong)} fail")
    return 1 if wrong or not count else 0


sys.exit(main())
