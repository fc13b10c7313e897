# SPDX-License-Identifier: Apache-2.0
"""A hundred captures that fail for ten planted causes: ten lines, each with the cause and its ten captures.

    python3 tests/batch/causes.py TT_REPLAY KERNELS [EACH]

Ten kernels each are recorded with another reading of a step, or another value of a field. The batch names the ten causes; its
database and page are the same bytes for one thread, for two, and from a farm of three shards."""
import json
import pathlib
import subprocess
import sys
import tempfile

tool, kernels = sys.argv[1], sorted(pathlib.Path(sys.argv[2]).glob("*.ttcap"))
CAUSES = [
    ("--variant", "pack.bfp.round=truncate"),
    ("--variant", "pack.bfp.round=rne"),
    ("--variant", "pack.bfp.zero_sign=keep"),
    ("--set", "STACC_RELU_ApplyRelu=1"),
    ("--set", "STACC_RELU_ApplyRelu=3"),
    ("--set", "PCK_EDGE_OFFSET_SEC0_mask=255"),
    ("--set", "ALU_ACC_CTRL_Zero_Flag_disabled_src=1"),
    ("--variant", "matrix.align.round=truncate"),
    ("--set", "THCON_SEC0_REG1_Pack_L1_Acc=1"),
    ("--set", "THCON_SEC0_REG1_Out_data_format=7"),
]
EACH = int(sys.argv[3]) if len(sys.argv) > 3 else 10
BUDGET = 150


def run(*words):
    return subprocess.run([tool, *map(str, words)], capture_output=True, text=True)


def plant(folder, number):
    """EACH captures of one cause; their names."""
    option, text = CAUSES[number]
    names = []
    for step, kernel in enumerate(kernels[number:] + kernels[:number]):
        if len(names) == EACH:
            break
        name = folder / f"cause{number}_{step}.ttcap"
        run("replay", kernel, "-o", folder.parent / "run.db", "--force", option, text, "--record", name)
        # A field that no instruction writes is set in the recording from the start: nothing is wrong then.
        if run("replay", name, "-o", folder.parent / "run.db", "--force").returncode == 1:
            names.append(name.name)
        else:
            name.unlink(missing_ok=True)
    return names


def main():
    with tempfile.TemporaryDirectory(prefix="tt-replay-causes.") as scratch:
        folder = pathlib.Path(scratch) / "captures"
        folder.mkdir()
        wanted = {text: sorted(plant(folder, i)) for i, (_, text) in enumerate(CAUSES)}
        for text, names in wanted.items():
            if len(names) < EACH:
                sys.exit(f"{text}: only {len(names)} kernels differ")
        made = []
        for jobs in 1, 2:
            out = pathlib.Path(scratch) / f"jobs{jobs}.db"
            page = pathlib.Path(scratch) / f"jobs{jobs}.html"
            batch = run("batch", folder, "-o", out, "--report", page, "--jobs", jobs, "--causes", BUDGET, "--json")
            if batch.returncode != 1:
                sys.exit(f"batch: exit {batch.returncode}, {batch.stderr}")
            made.append((out.read_bytes(), batch.stdout))
        farm, out = pathlib.Path(scratch) / "farm", pathlib.Path(scratch) / "farm.db"
        run("farm", "plan", folder, "-o", farm, "--shards", 3, "--causes", BUDGET)
        for shard in 1, 2, 3:
            run("farm", "run", farm, "--shard", f"{shard}/3")
        run("farm", "merge", farm, "-o", out)
        if len({data for data, _ in made} | {out.read_bytes()}) != 1:
            sys.exit("the databases of one thread, of two and of a farm are not the same bytes")
        said = json.loads(made[0][1])
        found = {}
        for capture in said["captures"]:
            found.setdefault(said["causes"][capture["cause"]]["cause"], []).append(capture["name"])
        for cause, names in found.items():
            print(f"{len(names):3}  {cause}")
        if {cause: sorted(names) for cause, names in found.items()} != wanted:
            for text, names in wanted.items():
                print("wanted", text, sorted(names), "found", sorted(found.get(text, [])), file=sys.stderr)
            sys.exit(1)


main()
