# SPDX-License-Identifier: Apache-2.0
# lane: change
"""census --kernel against a plain loop over a tile: the same results for the same inputs, and the same counts."""

import collections
import json
import struct
import subprocess
from xml.etree import ElementTree

import numpy as np
import pytest

import tt_replay as tt

# Kernel, function, format, population, cells of 32 bits. The loop takes 32 inputs at a time.
KERNELS = [
    ("exp_bf16", "exp", "bf16", "all", False),
    ("exp_bf16", "gelu", "bf16", "0x3F00-0x40FF", False),
    ("exp_fp32", "exp", "fp32", "0xC1200000-0xC1201FFF", True),
    ("recip_fp32", "recip", "fp32", "0x3F7FF000-0x3F800FFF", True),
    ("recip_fp32", "recip", "fp32", "0xBF7FF800-0xBF8007FF", True),
]
LANES = 32
MOST = 4096  # inputs of the loop; of more it takes a part


def census(tool, project, kernel, function, form, population, *more):
    words = project / "examples/kernels" / f"{kernel}.words"
    done = subprocess.run([tool, "census", "--kernel", words, "--function", function, "--format", form, "--population", population, *more],
                          capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def words_of(tool, path):
    lines = path.read_text()
    done = subprocess.run([tool, "asm"], input=lines, capture_output=True, text=True, check=True)
    return [int(word, 16) for word in done.stdout.split()]


def bf16_cell(pattern):
    return (pattern & 0x8000) | (pattern & 0x7F) << 8 | (pattern >> 7 & 0xFF)


def bf16_pattern(cell):
    return (cell & 0x8000) | (cell & 0xFF) << 7 | (cell >> 8 & 0x7F)


def run_loop(words, inputs, is_wide, chip="blackhole"):
    """One run of the words for each 32 inputs, on a tile that is new to it."""
    results = []
    for at in range(0, len(inputs), LANES):
        lanes = inputs[at:at + LANES]
        tile = tt.Tile(chip)
        dst, valid = np.zeros((1024, 16), np.uint16), np.zeros(1024, np.uint8)
        valid[:16] = 1
        for lane, pattern in enumerate(lanes):
            row, column = lane // 8, 2 * (lane % 8)
            dst[row, column] = bf16_cell(pattern >> 16 if is_wide else pattern)
            if is_wide:
                dst[row + 8, column] = pattern & 0xFFFF
        tile.write("dst", 0, dst.tobytes())
        tile.write("dst_valid", 0, valid.tobytes())
        for word in words:
            tile.push(1, word)
            assert tile.run(4) is not None
        after = tile.dst()
        for lane in range(len(lanes)):
            row, column = lane // 8, 2 * (lane % 8)
            high = bf16_pattern(int(after[row, column]))
            results.append(high << 16 | int(after[row + 8, column]) if is_wide else high)
    return results


def place(pattern, bits):
    magnitude = pattern & ((1 << (bits - 1)) - 1)
    return -magnitude if pattern >> (bits - 1) else magnitude


@pytest.mark.parametrize("kernel, function, form, population, is_wide", KERNELS)
def test_results_and_counts_are_those_of_a_loop(project, tool, kernel, function, form, population, is_wide):
    table = census(tool, project, kernel, function, form, population, "--csv").split("\n")
    assert table[0] == "input,result,exact,ulp" and table[-1] == ""
    rows = [line.split(",") for line in table[1:-1]]
    part = rows if len(rows) <= MOST else rows[::len(rows) // MOST]
    words = words_of(tool, project / "examples/kernels" / f"{kernel}.words")
    looped = run_loop(words, [int(row[0], 16) for row in part], is_wide)
    assert [int(row[1], 16) for row in part] == looped
    # The counts, again by a loop.
    counted = collections.Counter()
    for _, result, exact, ulp in rows:
        if ulp:
            away = abs(place(int(result, 16), 32 if is_wide else 16) - place(int(exact, 16), 32 if is_wide else 16))
            assert away == int(ulp)
            counted[away] += 1
    said = json.loads(census(tool, project, kernel, function, form, population, "--json"))
    assert said["total"] == len(rows) and said["ordinary"] == sum(counted.values())
    assert said["distances_sum"] == sum(away * count for away, count in counted.items())
    for row in said["distances"]:
        assert row["count"] == sum(count for away, count in counted.items() if row["from"] <= away <= row["to"])
    assert sum(row["count"] for row in said["distances"]) == said["ordinary"]
    apart = sum(row[key] for row in said["apart"] for key in ("exact", "zero", "finite", "infinite", "nan"))
    assert apart + said["ordinary"] == said["total"]
    worst = sorted((int(row[3]) for row in rows if row[3]), reverse=True)[:10]
    assert [row["ulp"] for row in said["worst"]] == [away for away in worst if away]


def test_shards_and_threads_add_up(project, tool):
    asked = ("exp_bf16", "tanh", "bf16", "finite")
    whole = json.loads(census(tool, project, *asked, "--json", "-j", "1"))
    assert whole == json.loads(census(tool, project, *asked, "--json", "-j", "3"))
    parts = [json.loads(census(tool, project, *asked, "--json", "--shard", f"{k}/5")) for k in range(1, 6)]
    for key in ("total", "ordinary", "distances_sum", "pairs", "unequal"):
        assert sum(part[key] for part in parts) == whole[key], key
    counts = collections.Counter()
    for part in parts:
        for row in part["distances"]:
            counts[row["from"]] += row["count"]
    assert counts == {row["from"]: row["count"] for row in whole["distances"]}
    # Steps from one part into the next belong to neither.
    assert whole["steps"] - 2 * 4 <= sum(part["steps"] for part in parts) <= whole["steps"]


PRODUCT = """SFPLOAD lreg_ind=0 instr_mod0=2 dest_reg_addr=0
SFPLOAD lreg_ind=1 instr_mod0=2 dest_reg_addr=64
SFPMUL lreg_src_a=0 lreg_src_b=1 lreg_src_c=9 lreg_dest=2
SFPNOP
SFPSTORE lreg_ind=2 instr_mod0=2 dest_reg_addr=0
"""


def of_bf16(pattern):
    return struct.unpack("<f", struct.pack("<I", pattern << 16))[0]


def nearest_bf16(value):
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return bits + 0x7FFF + (bits >> 16 & 1) >> 16


@pytest.mark.parametrize("chip", ["blackhole", "wormhole_b0"])
def test_pairs_of_operands(tool, tmp_path, chip):
    """Each pair once, by both operands; parts add up; each result is held against the function of both."""
    path = tmp_path / "product.words"
    path.write_text(PRODUCT)
    asked = [tool, "census", "--kernel", path, "--chip", chip, "--in", "dst:0-3", "--in2", "dst:64-67", "--function", "x*y",
             "--population", "0x3F80-0x3FFF", "--second", "0x4000-0x40BF"]
    lines = subprocess.run([*asked, "--csv"], capture_output=True, text=True, check=False).stdout.split("\n")[1:-1]
    pairs = [[int(text, 16) for text in line.split(",")[:3]] for line in lines]
    assert [(pair[0] & 0xFFFF, pair[0] >> 16) for pair in pairs] == [(x, y) for y in range(0x4000, 0x40C0) for x in range(0x3F80, 0x4000)]
    for pair, result, exact in pairs:
        product = of_bf16(pair & 0xFFFF) * of_bf16(pair >> 16)
        assert exact == nearest_bf16(product) and result == struct.unpack("<I", struct.pack("<f", product))[0] >> 16
    whole = json.loads(subprocess.run([*asked, "--json"], capture_output=True, text=True, check=False).stdout)
    assert whole["inputs"] == whole["ordinary"] == len(pairs) == 128 * 192
    off = sum(result != exact for _, result, exact in pairs)
    assert [row["count"] for row in whole["distances"]] == [len(pairs) - off, off]
    parts = [json.loads(subprocess.run([*asked, "--json", "--shard", f"{part}/3"], capture_output=True, text=True, check=False).stdout)
             for part in (1, 2, 3)]
    assert sum(part["total"] for part in parts) == len(pairs)
    assert sum(part["distances_sum"] for part in parts) == whole["distances_sum"] == off


def test_pairs_that_cannot_be(tool, tmp_path):
    path = tmp_path / "product.words"
    path.write_text(PRODUCT)
    for more, said in ((["--function", "x*x"], "expected an expression of x and y"),
                       (["--function", "x*y", "--format", "fp32"], "expected operands of 16 bits"),
                       (["--function", "x*y", "--budget"], "which is of one operand"),
                       (["--function", "x*y", "--in2", "lreg:3"], "does not read what stands there")):
        done = subprocess.run([tool, "census", "--kernel", path, "--in", "dst:0-3", "--in2", "dst:64-67", *more],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 2 and said in done.stderr, done.stderr
    done = subprocess.run([tool, "census", "--kernel", path, "--function", "x*y"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "--in2 PLACE, where y stands" in done.stderr


def test_a_picture(tool, project, tmp_path):
    """The largest distance of each column; a file that exists is refused."""
    picture = tmp_path / "exp.svg"
    said = json.loads(census(tool, project, "exp_bf16", "exp2", "bf16", "all", "--json", "--plot", picture))
    drawn = [int(one.text) for one in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}title")]
    assert max(drawn) == said["worst"][0]["ulp"] > 0 and len(drawn) <= 512
    done = subprocess.run([tool, "census", "--kernel", project / "examples/kernels/exp_bf16.words", "--function", "exp", "--plot", picture],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "exp.svg" in done.stderr
