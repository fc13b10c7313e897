# SPDX-License-Identifier: Apache-2.0
# lane: change
"""examples/sfpi_trace: kernels with SFPI's names as words. Each runs; census counts as a plain loop over a tile does, for
ten of them and both chips; its table is made in parts."""

import collections
import json
import os
import random
import shutil
import struct
import subprocess
import sys

import pytest

from test_census_kernel import LANES, place, run_loop

TEN = ("exp", "recip", "log", "sqrt", "tanh", "sigmoid", "gelu", "sin", "atan", "round")
LOOPED = 1024  # inputs of the loop
FOLDER = "examples/sfpi_trace"


@pytest.fixture(name="built", scope="session")
def build(tmp_path_factory):
    return tmp_path_factory.mktemp("kernels") / "kernels"


@pytest.fixture
def kernels(project, built):
    compiler = os.environ.get("CXX", "g++")
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler} here")
    if not built.exists():
        subprocess.run([compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-O1", "-o", built, project / FOLDER / "kernels.cpp"],
                       check=True)
    return built


def words_text(kernels, *asked):
    return subprocess.run([kernels, *asked], capture_output=True, text=True, check=True).stdout


def census(tool, path, chip, function, form, *more):
    done = subprocess.run([tool, "census", "--kernel", path, "--chip", chip, "--function", function, "--format", form, *more],
                          capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), (function, chip, done.stderr)
    return done.stdout


@pytest.mark.parametrize("chip", ["blackhole", "wormhole_b0"])
@pytest.mark.parametrize("function", TEN)
def test_counts_are_those_of_a_loop(tool, tmp_path, kernels, function, chip):
    path = tmp_path / "kernel.words"
    path.write_text(words_text(kernels, function, chip, "bf16"))
    assembled = subprocess.run([tool, "asm", "--chip", chip], input=path.read_text(), capture_output=True, text=True, check=True)
    words = [int(word, 16) for word in assembled.stdout.split()]
    rows = [line.split(",") for line in census(tool, path, chip, function, "bf16", "--csv").split("\n")[1:-1]]
    assert len(rows) == 1 << 16
    drawn = random.Random(function).sample(rows, LOOPED)
    assert [int(row[1], 16) for row in drawn] == run_loop(words, [int(row[0], 16) for row in drawn], False, chip)
    counted = collections.Counter(abs(place(int(row[1], 16), 16) - place(int(row[2], 16), 16)) for row in rows if row[3])
    said = json.loads(census(tool, path, chip, function, "bf16", "--json"))
    assert said["ordinary"] == sum(counted.values()) and said["distances_sum"] == sum(away * count for away, count in counted.items())
    for row in said["distances"]:
        assert row["count"] == sum(count for away, count in counted.items() if row["from"] <= away <= row["to"])


def test_every_kernel_is_taken(tool, tmp_path, kernels):
    """All of them, both chips, and none far away at ordinary magnitudes."""
    functions = subprocess.run([kernels], capture_output=True, text=True, check=True).stdout.split()
    assert len(functions) >= 40
    inputs = tmp_path / "inputs"
    # From 0.25 to 0.96: within the domain of all but acosh.
    inputs.write_text("".join(f"0x{pattern:X}\n" for pattern in range(0x3E80, 0x3F76)))
    above = tmp_path / "above"
    above.write_text("".join(f"0x{pattern:X}\n" for pattern in range(0x3FC0, 0x4080)))
    for function in functions:
        for chip in ("blackhole", "wormhole_b0"):
            path = tmp_path / "kernel.words"
            path.write_text(words_text(kernels, function, chip, "bf16"))
            said = json.loads(census(tool, path, chip, function, "bf16", "--inputs", above if function == "acosh" else inputs, "--json"))
            assert said["ordinary"] == said["total"], (function, chip)
            assert all(row["ulp"] <= 2 for row in said["worst"]), (function, chip, said["worst"][:2])


def test_table_in_parts(project, tool, tmp_path, kernels):
    asked = [sys.executable, project / FOLDER / "table.py", "--tool", tool, "--out", tmp_path / "rows", "--functions", "relu,exp2", "--formats",
             "bf16"]
    for part in ("500/100000", "501/100000"):
        subprocess.run([*asked, "--fp32", part], capture_output=True, text=True, check=True)
    names = sorted(path.name for path in (tmp_path / "rows").iterdir())
    assert len(names) == 2 * 2 * 3
    before = {name: (tmp_path / "rows" / name).stat().st_mtime_ns for name in names}
    done = subprocess.run([*asked, "--fp32", "501/100000"], capture_output=True, text=True, check=True)
    assert before == {name: (tmp_path / "rows" / name).stat().st_mtime_ns for name in names}, "what is there is not run again"
    rows = [line for line in done.stdout.split("\n") if line.startswith("| relu | blackhole | fp32")]
    assert len(rows) == 1 and "of 4294967296" in rows[0]
    single = json.loads((tmp_path / "rows" / "relu.blackhole.fp32.500of100000.json").read_text())["census"]["total"]
    assert f"| {2 * single} of" in rows[0] or f"| {single + 4096} of" in rows[0] or f"| {single - 4096} of" in rows[0]


def test_all_parts(project):
    asked = "import table; print(sorted(table.parts_of('3')), table.parts_of('2/3'))"
    done = subprocess.run([sys.executable, "-c", asked], cwd=project / FOLDER, capture_output=True, text=True, check=True)
    assert done.stdout == "['1/3', '2/3', '3/3'] ['2/3']\n"


FLAGS = """
#include "sfpi.h"
using namespace sfpi;
int main(int, char **argv)
{
    now().is_wormhole = argv[1][0] == 'w';
    vConstFloatPrgm0 = 0.5f;
    vConstIntPrgm1 = 130;
    vFloat x = dst_reg[0], y = x;
    v_if (x < -2.0f || x > 3.0f) {
        y = 5.0f;
        v_if (x >= 0.0f && !(x == 4.0f)) {
            y = y + x;
        }
        v_else {
            y = y - x;
        }
        v_endif;
    }
    v_elseif (x <= 0.0f) {
        y = x * vConstFloatPrgm0;
    }
    v_elseif (x != 1.0f) {
        vInt e = exexp(x);
        y = setexp(x, e + vConstIntPrgm1);
    }
    v_else {
        y = -7.0f;
    }
    v_endif;
    vFloat a = y, b = 100.0f;
    vec_min_max(a, b);
    y = a * sFloat16b(2.0f) - b;
    y = reinterpret<vFloat>(((reinterpret<vUInt>(y) >> 1) << 1) | 0);
    dst_reg[0] = y;
    now().write(stdout);
}
"""


def flags_by_hand(x):
    if x < -2 or x > 3:
        y = 5 + x if x >= 0 and x != 4 else 5 - x
    elif x <= 0:
        y = x * 0.5
    elif x != 1:
        y = x * 8
    else:
        y = -7
    return 2 * min(y, 100) - max(y, 100)


@pytest.mark.parametrize("chip", ["blackhole", "wormhole_b0"])
def test_branches_nest(project, tool, tmp_path, kernels, chip):
    (tmp_path / "flags.cpp").write_text(FLAGS)
    subprocess.run([os.environ.get("CXX", "g++"), "-std=c++17", "-I", project / FOLDER, "-o", tmp_path / "flags", tmp_path / "flags.cpp"],
                   check=True)
    text = subprocess.run([tmp_path / "flags", chip], capture_output=True, text=True, check=True).stdout
    assembled = subprocess.run([tool, "asm", "--chip", chip], input=text, capture_output=True, text=True, check=True)
    words = [int(word, 16) for word in assembled.stdout.split()]
    inputs = [-8.0, -2.0, -2.5, -1.0, -0.0, 0.0, 0.5, 1.0, 1.5, 3.0, 3.5, 4.0, 64.0, 200.0]
    patterns = [struct.unpack("<I", struct.pack("<f", value))[0] for value in inputs]
    results = run_loop(words, patterns, True, chip)
    assert [struct.unpack("<f", struct.pack("<I", result))[0] for result in results] == [flags_by_hand(value) for value in inputs]
    assert LANES >= len(inputs)


def test_too_many_values_are_refused(project, tmp_path, kernels):
    text = "#include \"sfpi.h\"\nusing namespace sfpi;\nint main()\n{\n"
    text += "".join(f"    vFloat v{i} = dst_reg[{i}];\n" for i in range(9))
    text += "    dst_reg[0] = " + " + ".join(f"v{i}" for i in range(9)) + ";\n    now().write(stdout);\n}\n"
    (tmp_path / "many.cpp").write_text(text)
    subprocess.run([os.environ.get("CXX", "g++"), "-std=c++17", "-I", project / FOLDER, "-o", tmp_path / "many", tmp_path / "many.cpp"],
                   check=True)
    done = subprocess.run([tmp_path / "many"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "vector registers" in done.stderr


NAMES = r"""
#include "sfpi.h"
#include <cstdlib>
using namespace sfpi;
static vInt is_small(vFloat x) { return x < 1.0f; }
int main(int, char **v)
{
    now().is_wormhole = v[2][0] == 'w';
    now().format = 2;
    vFloat x = dst_reg[0], r = x;
    const vInt half_x(0x10FF), x_of_fp16(0x3C000000), both(0x3C003C00), zeros(0x7C007C00);
    switch (atoi(v[1])) {
    case 0: r = convert<vFloat16b>(__builtin_rvtt_sfpmad(x.get(), x.get(), vConst1.get(), SFPMAD_MOD1_OFFSET_NONE), RoundMode::Nearest); break;
    case 1: r = lut(x, half_x, half_x, half_x); break;
    case 2: r = lut_sign(x, half_x, half_x, half_x); break;
    case 3: r = lut2(x, x_of_fp16, x_of_fp16, x_of_fp16); break;
    case 4: r = lut2_sign(x, both, both, both, zeros, zeros, zeros, 2); break;
    case 5: r = lut2(x, vFloat(1.0f), vFloat(1.0f), vFloat(1.0f), vFloat(0.0f), vFloat(0.0f), vFloat(0.0f)); break;
    case 6: r = copysgn(copyexp(copyman(vFloat(1.0f), x), x), x); break;
    case 7: v_if (is_small(x)) { r = x * 2.0f; } v_endif; break;
    case 8: r = setexp(as<vFloat>(exman(x)), exexp(x, ExponentMode::NoDebias)); r = copysgn(r, x); break;
    }
    dst_reg[0] = r;
    now().write(stdout);
}
"""
MEANT = ("x*x+1", "x/2", "max(x,-x)/2", "x", "max(x,-x)", "x", "x", None, "x")


@pytest.mark.parametrize("chip", ["blackhole", "wormhole_b0"])
def test_names_are_what_they_stand_for(tool, project, tmp_path, chip):
    """One word each, or a few: over all BF16 inputs at most the rounding of the result is between."""
    compiler = os.environ.get("CXX", "g++")
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler} here")
    (tmp_path / "names.cpp").write_text(NAMES)
    subprocess.run([compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", project / FOLDER, "-o", tmp_path / "names",
                    tmp_path / "names.cpp"], check=True)
    for number, meant in enumerate(MEANT):
        path = tmp_path / "kernel.words"
        path.write_text(words_text(tmp_path / "names", str(number), chip))
        rows = [line.split(",") for line in census(tool, path, chip, meant or "x", "bf16", "--csv").split("\n")[1:-1]]
        ordinary = [(int(row[0], 16), int(row[1], 16), int(row[2], 16), int(row[3])) for row in rows if row[3]]
        ordinary = [row for row in ordinary if 32 < row[0] >> 7 & 0xFF < 224]  # what does not leave the format's ends
        assert len(ordinary) > 20000
        if meant:
            assert max(away for *_, away in ordinary) <= 1 and sum(away == 0 for *_, away in ordinary) > 0.99 * len(ordinary)
        else:  # twice of what lies below 1, and the rest as it is
            below = [result for pattern, result, *_ in ordinary if pattern == 0x3F00]
            above = [result for pattern, result, *_ in ordinary if pattern == 0x4000]
            assert (below, above) == ([0x3F80], [0x4000])


def sweep(project, *asked, given=""):
    done = subprocess.run([sys.executable, project / FOLDER / "sweep.py", *asked], input=given, capture_output=True, text=True, check=True)
    return done.stdout


def test_a_census_counted_as_the_table_of_cards_does(tool, project, tmp_path, kernels):
    """Its inputs; a step over subnormal numbers; a function rounded to the format of the inputs."""
    sample = sweep(project, "inputs", "fp32").split()
    assert len(sample) == 65279 and sample[0] == "0xFF7EFFFF" and "0x3F800000" not in sample
    assert len(sweep(project, "inputs", "bf16").split()) == 65280 and len(sweep(project, "inputs", "fp16").split()) == 63488
    head = "input,result,exact,ulp\n"
    assert sweep(project, "count", given=head + "0x3F80,0x0080,0x8080,256\n0x0001,0x3F80,0x0000,\n0x3F80,0x7F80,0x3F80,\n") == "2 at 0x3F80, of 1\n"
    assert sweep(project, "count", "--format", "fp32", "--golden", "bf16", given=head + "0x3F800000,0x3F800000,0x3F80FFFF,65535\n") == \
        "65536 at 0x3F800000, of 1\n"
    assert sweep(project, "count", "--format", "fp16", given=head + "0x3C00,0x3C01,0x3C00,1\n") == "1 at 0x3C00, of 1\n"
    packed = ["count", "--format", "fp32", "--pack", "fp16", "--golden"]
    rows = head + "0x3F800000,0x3C02,0x3C00,2\n0x38000000,0x0400,0x3C00,9\n"
    assert sweep(project, *packed, "fp16", given=rows) == "2 at 0x3F800000, of 1\n"
    assert sweep(project, *packed, "fp32", given=rows) == "14336 at 0x38000000, of 2\n"
    (tmp_path / "inputs").write_text("\n".join(sweep(project, "inputs", "bf16").split()))
    (tmp_path / "kernel.words").write_text(words_text(kernels, "recip", "wormhole_b0", "fp32"))
    rows = census(tool, tmp_path / "kernel.words", "wormhole_b0", "recip", "fp32", "--inputs", tmp_path / "inputs", "--csv")
    largest, lanes = sweep(project, "count", "--format", "fp32", "--golden", "bf16", given=rows).split(" at ")
    assert int(largest) > 0 and 60000 < int(lanes.split(" of ")[1]) <= 65024


ROUNDED = """if constexpr (!is_wide) {
    vUInt bits = reinterpret<vUInt>(product);
    const vUInt last = (bits >> 16) & 1;
    bits = bits + 0x7FFFU + last;
    bits = bits & 0xFFFF0000U;
    product = reinterpret<vFloat>(bits);
}"""


@pytest.mark.parametrize("between, said, status", [(ROUNDED, "8 of 8 rows agree", 0), ("", "6 of 8 rows agree", 1),
                                                   ("word(0);", "a plain instruction word", 2)])
def test_rows_of_the_table_of_cards(tool, project, tmp_path, kernels, between, said, status):
    """The square that rounds in software to BF16, ties to even, has the card's distances; a kernel of words has none."""
    assert kernels
    names = ("tt_metal/hw/inc/internal/tt-1xx/wormhole/wormhole_b0_defines/cfg_defines.h", "tt_llk_wormhole_b0/common/inc/ckernel_ops.h",
             "tt_llk_wormhole_b0/common/inc/ckernel_instr_params.h")
    folder = "tt_metal/hw/ckernels/wormhole_b0/metal/llk_api/llk_sfpu"
    for name in (*names, *(f"{folder}/ckernel_sfpu_{kernel}.h" for kernel in ("recip", "exp", "square"))):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / folder / "ckernel_sfpu_square.h").write_text(
        "namespace ckernel::sfpu { using namespace sfpi; template <bool, bool is_wide, int> void calculate_square() {"
        "vFloat x = dst_reg[0]; vFloat product = x * x;\n" + between + "\ndst_reg[0] = product; } }\n")
    done = subprocess.run([sys.executable, project / FOLDER / "rows.py", "--tool", tool, "--metal", tmp_path, "--llk", tmp_path,
                           "square"], capture_output=True, text=True, check=False)
    assert said in done.stdout and done.returncode == status, done.stdout + done.stderr


@pytest.mark.skipif("TT_LLK" not in os.environ, reason="TT_LLK names no checkout of tt-llk")
def test_rows_of_tt_llk(tool, project, kernels):
    """A card's largest distances are those of the kernels by tt-llk's source of April, but for one that is known."""
    assert kernels
    done = subprocess.run([sys.executable, project / FOLDER / "rows.py", "--tool", tool, "--llk", os.environ["TT_LLK"]],
                          capture_output=True, text=True, check=False)
    assert "62 of 63 rows agree, 1 differ as is known" in done.stdout and not done.returncode, done.stdout + done.stderr
