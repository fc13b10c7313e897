#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of functions: each kernel of kernels.cpp over its population, on both chips, by `tt-replay census`.

    ./table.py --tool tt-replay --out results                    # all BF16 and FP16 inputs, 45 functions, two chips
    ./table.py --tool tt-replay --out results --fp32 1/1000      # and a part of all FP32 inputs of ten of them
    ./table.py --tool tt-replay --out results --fp32 1000        # and all thousand parts; several machines share them
    sbatch --array=1-1000 --wrap './table.py --out results --fp32 $SLURM_ARRAY_TASK_ID/1000'
    ./table.py --out results --print                             # what is there so far

A row is a file in the folder: what is there is not run again, so an interrupted run goes on, and machines that share the
folder add to one table. Parts of FP32 add up."""

import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
CHIPS = ("blackhole", "wormhole_b0")
OF_FP32 = ("exp", "exp2", "log", "recip", "rsqrt", "sqrt", "sin", "tanh", "sigmoid", "gelu")


def build(folder):
    """The program that writes kernels as words, and their names."""
    tool = pathlib.Path(folder) / "kernels"
    subprocess.run([os.environ.get("CXX", "g++"), "-std=c++17", "-O1", "-o", tool, HERE / "kernels.cpp"], check=True)
    return tool, subprocess.run([tool], capture_output=True, text=True, check=True).stdout.split()


def census(tool, kernels, folder, row, threads):
    words = pathlib.Path(folder) / "kernel.words"
    with open(words, "wb") as out:
        subprocess.run([kernels, row["function"], row["chip"], row["format"]], stdout=out, check=True)
    asked = [tool, "census", "--kernel", words, "--chip", row["chip"], "--function", row["function"], "--format", row["format"],
             "--shard", row["shard"], "--worst", "1", "--json"]
    if threads:
        asked += ["-j", str(threads)]
    begin = time.monotonic()
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        return {"refused": done.stderr.strip()}
    return {"seconds": round(time.monotonic() - begin, 2), "census": json.loads(done.stdout)}


def name_of(row):
    return "{function}.{chip}.{format}.{shard}.json".format(**{**row, "shard": row["shard"].replace("/", "of")})


def parts_of(asked):
    """One part, or all of them, in an order of this process's own, so that machines which share a folder meet seldom."""
    if "/" in asked:
        return [asked]
    parts = [f"{part}/{asked}" for part in range(1, int(asked) + 1)]
    random.shuffle(parts)
    return parts


def rows_asked(arguments, functions):
    asked = arguments.functions.split(",") if arguments.functions else functions
    for function in asked:
        for chip in arguments.chips.split(","):
            for form in arguments.formats.split(","):
                yield {"function": function, "chip": chip, "format": form, "shard": "1/1"}
            if arguments.fp32 and (arguments.functions or function in OF_FP32):
                for shard in parts_of(arguments.fp32):
                    yield {"function": function, "chip": chip, "format": "fp32", "shard": shard}


def add(total, part):
    """Counts of two parts of a population."""
    census_of = part["census"]
    total["seconds"] += part["seconds"]
    total["words"] = census_of["words"]
    total["inputs"] = census_of["inputs"]
    total["level"] = census_of.get("evidence", {}).get("level", "")
    for key in ("total", "ordinary"):
        total[key] += census_of[key]
    for row in census_of["distances"]:
        total["exact"] += row["count"] if row["to"] == 0 else 0
        total["near"] += row["count"] if row["to"] <= 1 else 0
    for row in census_of["apart"]:
        total["apart"] += sum(row[key] for key in ("zero", "finite", "infinite", "nan"))
    for worst in census_of["worst"]:
        if worst["ulp"] > total["largest"]:
            total["largest"], total["input"] = worst["ulp"], worst["input"]


def show(folder, out):
    lines = collections.OrderedDict()
    refused = []
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        row = json.loads(path.read_text())
        if "refused" in row:
            refused.append(f"{row['function']} {row['chip']} {row['format']}: {row['refused']}")
            continue
        key = (row["function"], row["chip"], row["format"])
        if key not in lines:
            lines[key] = {**dict.fromkeys(("total", "ordinary", "exact", "near", "apart", "largest"), 0), "seconds": 0.0, "input": "", "level": ""}
        add(lines[key], row)
    out.write("| function | chip | format | words | inputs | ordinary | exact % | within 1 % | largest ulp | at | apart, not as exact | rests on | s |\n")
    out.write("|---" * 13 + "|\n")
    for (function, chip, form), line in lines.items():
        whole = "" if line["total"] == line["inputs"] else f" of {line['inputs']}"
        share = 100 / line["ordinary"] if line["ordinary"] else 0
        out.write(f"| {function} | {chip} | {form} | {line['words']} | {line['total']}{whole} | {line['ordinary']} | "
                  f"{line['exact'] * share:.3f} | {line['near'] * share:.3f} | {line['largest']} | {line['input']} | {line['apart']} | "
                  f"{line['level']} | "
                  f"{line['seconds']:.2f} |\n")
    for text in refused:
        out.write(f"\nrefused: {text}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="tt-replay")
    parser.add_argument("--out", required=True, help="folder of the rows")
    parser.add_argument("--functions", help="these alone, by comma; then --fp32 is of all of them")
    parser.add_argument("--chips", default=",".join(CHIPS))
    parser.add_argument("--formats", default="bf16,fp16")
    parser.add_argument("--fp32", metavar="K/N|N", help="and a part of all FP32 inputs of ten functions, or all of N parts")
    parser.add_argument("-j", "--threads", type=int)
    parser.add_argument("--print", action="store_true", help="run nothing")
    arguments = parser.parse_args()
    folder = pathlib.Path(arguments.out)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        if not arguments.print:
            kernels, functions = build(scratch)
            for row in rows_asked(arguments, functions):
                path = folder / name_of(row)
                if path.exists():
                    continue
                done = {**row, **census(arguments.tool, kernels, scratch, row, arguments.threads)}
                part = path.with_suffix(".part")
                part.write_text(json.dumps(done) + "\n")
                part.rename(path)
    show(folder, sys.stdout)


if __name__ == "__main__":
    main()
