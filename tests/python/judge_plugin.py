# SPDX-License-Identifier: Apache-2.0
"""judge_plugin.py COUNT SEED LEAST: runs the stand-in suite with so many planted faults under the plugin, and counts how often the
JUnit file names the wrong instruction and the stage; fails below LEAST of them. Line a fault that is not named."""

import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
from pathlib import Path

HERE = Path(__file__).resolve().parent


def run(count, seed, folder, *options, **environment):
    """Reports by test: the properties of the JUnit file, and what was planted."""
    folder = Path(folder)
    env = dict(os.environ, PLANTED=f"{count},{seed}", TRUTH=str(folder / "truth"), PYTHONPATH=os.pathsep.join(
        [str(HERE / "stand_in"), os.environ["PYTHONPATH"]]), KERNELS=str(HERE.parents[1] / "traces/kernels"), **environment)
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "tt_replay.pytest", "-p", "no:cacheprovider",
                           f"--junitxml={folder / 'junit.xml'}", f"--tt-replay-dir={folder / 'left'}", *options,
                           str(HERE / "stand_in/test_kernels.py")], env=env, cwd=folder, capture_output=True, text=True,
                          check=False)
    if done.returncode != 1:
        raise SystemExit(f"the suite ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    truths = {one["test"]: one for one in map(json.loads, (folder / "truth").read_text().splitlines())}
    reports = {}
    for case in tree.parse(folder / "junit.xml").iter("testcase"):
        reports[case.get("name")] = {one.get("name"): one.get("value") for one in case.iter("property")}
    return truths, reports, done.stdout


def _is_planted(truth, cause):
    """Whether a cause is the planted one: at its event or one that comes to the same; of a field that was set wrong, the field
    too."""
    spans = re.findall(r"events? (-?\d+)(?: to (-?\d+))?", cause)
    return (any(int(lo) <= truth["last"] and truth["first"] <= int(hi or lo) for lo, hi in spans)
            or bool(truth["field"] and truth["field"] in cause))


def names_instruction(truth, report):
    """Whether one of the causes that it names is the planted one."""
    return any(_is_planted(truth, cause) for cause in report.get("tt-replay.cause", "").split("; or "))


def names_stage(truth, report):
    """Whether the stage that it names with the planted cause, or with the first where none is, is that at which the two
    replays first part."""
    causes, stages = (report.get(f"tt-replay.{name}", "").split("; or ") for name in ("cause", "stage"))
    stages = stages if len(stages) == len(causes) else stages[:1] * len(causes)
    planted = [stage for cause, stage in zip(causes, stages) if _is_planted(truth, cause)]
    return any(_is_stage(truth, stage) for stage in planted or stages[:1])


def _is_stage(truth, said):
    """The unit and stage, or that the word was not carried out. Of a word that is not there, or should not be, all stages are
    wrong, and its unit is what there is to name."""
    if truth["kind"] in ("changed", "field"):
        return said == "not carried out" or said in [" ".join(place[:2]) for place in truth["apart"]]
    return said == "not carried out" or said.split(" ")[0] in [place[0] for place in truth["apart"]]


def main():
    count, seed, least = map(int, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        truths, reports, _ = run(count, seed, folder)
    both = instructions = stages = 0
    for name, truth in truths.items():
        report = reports[name]
        one, other = names_instruction(truth, report), names_stage(truth, report)
        instructions, stages, both = instructions + one, stages + other, both + (one and other)
        if not (one and other):
            print(f"{name}: planted {truth}; cause {report.get('tt-replay.cause')}; stage {report.get('tt-replay.stage')}")
    print(f"{len(truths)} planted: instruction named of {instructions}, stage of {stages}, both of {both}")
    return 0 if len(truths) == count and both >= least else 1


if __name__ == "__main__":
    sys.exit(main())
