# SPDX-License-Identifier: Apache-2.0
"""silicon_page.py PROJECT TT-REPLAY [--write]: docs/silicon.md, what chips were publicly reported to do and what is given here.

Made of schemas/silicon.json (the facts: chip, citation, set-up, answer) and of what `tt-replay conform` makes of the vectors that
stand for them (traces/silicon), as a chip's and as a simulator's. Without --write the page is held against that. Exit 77 (skipped)
without zstd."""
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys

project, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
LEDGER = project / "traces/silicon/ledger.jsonl.zst"
STATUS = {"dev": "measured", "rtl": "the maker's RTL or hardware team", "doc": "the maker's pages or models"}


def vectors():
    """How many stand for each fact."""
    lines = subprocess.run(["zstd", "-dcq", LEDGER], check=True, capture_output=True, text=True).stdout.splitlines()
    return collections.Counter(json.loads(line)["name"].split("/")[0] for line in lines)


def not_passed(*options):
    """How many of each fact's vectors do not pass."""
    run = subprocess.run([tool, "conform", "--verbose", *options, LEDGER.parent], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"tt-replay conform: {run.stderr}")
    return collections.Counter(re.findall(r"^(?:.*:)?(SL-\d+)/\S+ (?!passed)", run.stdout, re.M))


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


def page():
    count, silicon, simulator = vectors(), not_passed("--source", "silicon"), not_passed()
    sections = json.loads((project / "schemas/silicon.json").read_text())["sections"]
    listed = {fact["id"] for section in sections for fact in section["facts"]}
    if set(count) - listed:
        sys.exit(f"schemas/silicon.json lacks {sorted(set(count) - listed)}")
    total, differ, others = sum(count.values()), sum(silicon.values()), sum(simulator.values())
    yield "# What chips do"
    yield ""
    yield "What Wormhole and Blackhole chips were publicly reported to do in a Tensix tile, and what is given here for it. Made from"
    yield "`schemas/silicon.json` and from what `tt-replay conform` makes of `traces/silicon` (`silicon_page`; a test holds it against them):"
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


if not shutil.which("zstd"):
    print("skipped: no zstd")
    sys.exit(77)
text, path = "\n".join(page()) + "\n", project / "docs/silicon.md"
if "--write" in sys.argv[3:]:
    path.write_text(text)
elif not path.is_file() or path.read_text() != text:
    sys.exit("docs/silicon.md is not what its sources say: cmake --build BUILD --target silicon_page")
