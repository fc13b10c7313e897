#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cases of order, each with its answer, against the hazards and ends of program order and against `schedules`.

    litmus.py TT_REPLAY FOLDER KNOWN   FOLDER: *.lit and the lit.py that makes bundles of them; KNOWN: cases known wrong

A line of KNOWN is CASE CHIP. Exit 1 where a case is wrong that is not in it, or right that is; 77 without cases."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True # the folder of cases stays as it is


def ask(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"error": done.stderr.strip()}


def answer(program, reader, case, chip, folder):
    """Of a case as a bundle: the replay and the schedules. None: it has an access that a bundle has no event for."""
    if not reader.bundle(case, chip, f"{folder}/b"):
        return None
    subprocess.run((program, "import", f"{folder}/b", "-o", f"{folder}/c.ttcap"), check=True, capture_output=True)
    return (ask(program, "replay", f"{folder}/c.ttcap", "--order", "program", "--json"),
            ask(program, "schedules", f"{folder}/c.ttcap", "--json"))


def is_right(keys, replay, schedules):
    """What must be reported is; what is ordered is not accused, and ends. Of a window that is more than a note the
    hazard says its rank, its unit and its number of cycles."""
    wanted = keys["answer"][0].split()
    rank = keys["rank"][0]
    if "error" in replay or "error" in schedules:
        return False
    found = [(hazard["rank"], hazard["unit"], hazard["cycles"]) for hazard in replay.get("hazards", [])]
    if wanted[0] == "window" and rank != "note":
        return found == [(rank, wanted[1], int(wanted[2]))]
    is_accused = bool(found) or bool(schedules.get("difference")) or schedules.get("stuck", 0) > 0
    if wanted[0] == "race":
        return is_accused
    if wanted[0] == "open" and rank != "note":
        return False
    return not is_accused and replay["verdict"] != "hung"


def main(program, folder, known):
    cases = sorted(pathlib.Path(folder).glob("*.lit"))
    if not cases:
        print(f"skipped: there are no cases at {folder}")
        return 77
    os.environ["TT_REPLAY"] = str(pathlib.Path(__file__).parents[2])
    spec = importlib.util.spec_from_file_location("lit", f"{folder}/lit.py")
    reader = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reader)
    known = {tuple(line.split()[:2]) for line in open(known) if line.strip() and line[0] != "#"}
    right, wrong, unsaid, bad = 0, 0, 0, 0
    for path in cases:
        case = reader.parse(path)
        for chip in case["keys"]["chip"][0].split():
            with tempfile.TemporaryDirectory() as scratch:
                found = answer(program, reader, case, chip, scratch)
            if not found:
                unsaid += 1
                continue
            holds = is_right(case["keys"], *found)
            right, wrong = right + holds, wrong + (not holds)
            if holds == ((path.stem, chip) in known):
                bad += 1
                print(f"{path.stem} {chip}: {'right, but said to be wrong' if holds else 'wrong'}")
    print(f"{right} right, {wrong} wrong, {unsaid} with accesses that a bundle has no event for")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
