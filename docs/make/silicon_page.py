# SPDX-License-Identifier: Apache-2.0
"""silicon_page.py PROJECT OUT TT-REPLAY...: the page of what chips were publicly reported to do and what tt-replay computes.

schemas/silicon.json has the facts (chip, citation, set-up, answer); `tt-replay conform` runs the vectors of traces/silicon that
stand for them, as a chip's and as a simulator's. More words than one run the program on a machine that is not its own.
cmake/docs.cmake calls it."""
import collections
import json
import pathlib
import re
import subprocess
import sys

project, out, tool = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
STATUS = {"dev": "measured", "rtl": "the maker's RTL or hardware team", "doc": "the maker's pages or models"}


def conform(*options):
    """How many vectors stand for each fact, and how many of them do not pass."""
    run = subprocess.run([*tool, "conform", "--json", *options, project / "traces/silicon"], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"tt-replay conform: {run.stderr}")
    count, not_passed = collections.Counter(), collections.Counter()
    for row in json.loads(run.stdout)["rows"]:
        failed = row["differed"] + row["unsupported"] + row["no_verdict"]
        count[row["name"]] += row["passed"] + failed
        not_passed[row["name"]] += failed
    return count, not_passed


def given(fact, count, silicon, simulator):
    if not count[fact]:
        return "not run: no values"
    total = count[fact]
    text = f"the same ({total} vector{'s' if total > 1 else ''})" if not silicon[fact] else f"{silicon[fact]} of {total} vectors differ"
    return text + (f"; as a simulator's {simulator[fact]} differ" if simulator[fact] != silicon[fact] else "")


def how(status):
    word = re.match(r"\w+", status)[0]
    return STATUS[word] + status[len(word):]


def rows(section, count, silicon, simulator):
    has_setup = "setup" in section["facts"][0]
    yield "| fact | chip | citation | source | set-up | the chip | here | grade |" if has_setup else "| fact | chip | citation | said |"
    yield "|---|---|---|---|---|---|---|---|" if has_setup else "|---|---|---|---|"
    for fact in section["facts"]:
        cells = [fact["id"], fact["chip"], fact["source"]]
        if has_setup:
            cells += [how(fact["status"]), fact["setup"]]
        cells.append(fact["answer"])
        if has_setup:
            cells += [given(fact["id"], count, silicon, simulator), fact["grade"]]
        yield "| " + " | ".join(cells) + " |"


def kernel_rows():
    """The public table of a card's largest distances, which examples/sfpi_trace/rows.py holds kernels against."""
    cards = json.loads((project / "examples/sfpi_trace/cards.json").read_text())
    yield f"{cards['about']} From {cards['source']}. `examples/sfpi_trace/rows.py` holds kernels by the source named here against"
    yield "them, from a checkout; `~` is an approximate kernel, `-` not measurable. Grade B: which words the card ran is not known."
    yield ""
    yield "| fact | kernel | " + " | ".join(f"{given} to {result}, Dst{bits}" for given, result, bits in cards["kinds"]) + " | other here |"
    yield "|---|---|" + "---|" * len(cards["kinds"]) + "---|"
    for row in cards["rows"]:
        cells = [f"{value:,}" if value is not None else "-" for value in row["largest"]]
        cells += [""] * (len(cards["kinds"]) - len(cells))
        others = ", ".join(f"{value} in column {int(at) + 1}" for at, value in row.get("differs", {}).items())
        yield f"| {row['id']} | {row['kernel']}, {row['source']} | " + " | ".join(cells) + f" | {others} |"


def page():
    (count, silicon), (_, simulator) = conform("--source", "silicon"), conform()
    sections = json.loads((project / "schemas/silicon.json").read_text())["sections"]
    listed = {fact["id"] for section in sections for fact in section["facts"]}
    if set(count) - listed:
        sys.exit(f"schemas/silicon.json lacks {sorted(set(count) - listed)}")
    total, differ, others = sum(count.values()), sum(silicon.values()), sum(simulator.values())
    yield "# What chips do"
    yield ""
    yield "What Wormhole and Blackhole chips were publicly reported to do in a Tensix tile, and what tt-replay computes for the same"
    yield "set-up. The build makes this page from `schemas/silicon.json` and from the result of this command:"
    yield ""
    yield "    tt-replay conform --source silicon traces/silicon"
    yield ""
    yield f"{total} vectors stand for {len(count)} of {len(listed)} facts: as a chip's {total - differ} are the same and {differ} differ, as a simulator's"
    yield f"{others} differ, by the readings that `tt-replay errata` lists. Where chip and simulator disagree, the chip is right."
    yield ""
    yield "Grade A: read off a device with its exact inputs and outputs. B: exact outputs, but a part of the set-up is inferred, or the"
    yield "statement is the maker's and no single reading is public. `#n` is an issue of tenstorrent/tt-metal, `PR#n` a pull request;"
    yield "formats are named by code: FP32 0, FP16 1, TF32 4, BF16 5, BFP8 6, INT16 9, INT8 14. SrcA is the first operand. Dst16 and Dst32:"
    yield "`ALU_ACC_CTRL_Fp32_enabled` 0 and 1. Facts that code rests on have rows in [facts/silicon.md](facts/silicon.md) too."
    for section in sections:
        yield ""
        yield f"## {section['title']}"
        yield ""
        yield from rows(section, count, silicon, simulator)
    yield ""
    yield "## Kernels of the vector unit over all inputs"
    yield ""
    yield from kernel_rows()


out.write_text("\n".join(page()) + "\n")
