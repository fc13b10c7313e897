#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cases of order, each with its answer, against the hazards and ends of program order and against `schedules`.

    litmus.py TT_REPLAY FOLDER KNOWN   FOLDER: *.lit and the lit.py that makes bundles of them; KNOWN: cases known wrong

A line of KNOWN is CASE CHIP, known to be wrong, or CASE CHIP RANK: a case that is reported with another rank. Exit 1 where a case is wrong that is not in it, or right that is; 77 without cases."""
import importlib.util
import json
import os
import pathlib
import re
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


WHAT = {"l1": "L1 ", "dst": "Dst ", "srca": "of SrcA", "srcb": "of SrcB", "mop_cfg": "macro-op configuration",
        "lreg": "LReg"}
AWAITED = {"THCON": ("scalar", "THCON"), "UNPACK": ("unpack",), "PACK": ("pack",), "MATH": ("matrix",),
           "SFPU": ("vector",), "SRCA_VLD": ("bank of SrcA",), "SRCB_VLD": ("bank of SrcB",),
           "TRISC_CFG": ("TRISC_CFG",)}


def named(case, label):
    """How a hazard names a word of a case by its label, or a core's access by its kind and count."""
    if "#" in label:
        return "a store of thread"
    for thread, text in case["events"]:
        if text.startswith(label + ":"):
            word = re.sub(r"_CLEAR$", "", text.split()[1])
            return f"thread {thread[1]}'s {word}"
    return label


def says_it(case, rank, hazard):
    """The hazard has the rank, names both words and what they share, and the wait that the case is mended by."""
    said = (hazard["writer"], hazard["user"])
    first, second = said if hazard["is_read"] else said[::-1]
    is_turned = False
    for x, y, what in case["asked"][:1]:
        kinds = [named(case, x), named(case, y)]
        is_turned = not first.startswith(kinds[0])
        register = re.fullmatch(r"gpr\.T(\d)\.(\d+)", what)
        what = f"scalar register {register[2]} of thread {register[1]}" if register else WHAT.get(what, what)
        if what not in hazard["rewritten"]:
            return False
        if not all(map(str.startswith, (first, second), kinds[::-1] if is_turned else kinds)):
            return False
    mend = re.search(r"wait=([A-Z_|]+)", case["keys"].get("mend", [""])[0])
    awaited = mend[1].split("|") if mend and not is_turned else []
    return hazard["rank"] == rank and all(any(word in hazard["missing"] for word in AWAITED[wait]) for wait in awaited)


def is_right(case, rank, replay, schedules):
    """What must be reported is, by the words, the state and the wait that the case names; what is ordered is not
    accused, and ends. Of a window that is more than a note the hazard says its rank, its unit and its number of
    cycles. rank: what stands instead of the case's own, or null."""
    keys = case["keys"]
    wanted = keys["answer"][0].split()
    rank = rank or keys["rank"][0]
    if "error" in replay or "error" in schedules:
        return False
    found = [(hazard["rank"], hazard["unit"], hazard["cycles"]) for hazard in replay.get("hazards", [])]
    if wanted[0] == "window" and rank != "note":
        return found == [(rank, wanted[1], int(wanted[2]))]
    is_accused = bool(found) or bool(schedules.get("difference")) or schedules.get("stuck", 0) > 0
    if wanted[0] == "race":
        hazards = replay.get("hazards", [])
        return is_accused and (not hazards or any(says_it(case, rank, hazard) for hazard in hazards))
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
    lines = [line.split() for line in open(known) if line.strip() and line[0] != "#"]
    ranks = {tuple(line[:2]): line[2] for line in lines if len(line) > 2}
    known = {tuple(line) for line in lines if len(line) == 2}
    right, wrong, unsaid, bad = 0, 0, 0, 0
    for path in cases:
        case = reader.parse(path) # takes the number of an access for a comment
        case["asked"] = re.findall(r"^ask: order (\S+) (\S+) ?(\S*)", path.read_text(), re.M)
        for chip in case["keys"]["chip"][0].split():
            with tempfile.TemporaryDirectory() as scratch:
                found = answer(program, reader, case, chip, scratch)
            if not found:
                unsaid += 1
                continue
            holds = is_right(case, ranks.get((path.stem, chip)), *found)
            right, wrong = right + holds, wrong + (not holds)
            if holds == ((path.stem, chip) in known):
                bad += 1
                print(f"{path.stem} {chip}: {'right, but said to be wrong' if holds else 'wrong'}")
    print(f"{right} right, {wrong} wrong, {unsaid} with accesses that a bundle has no event for")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
