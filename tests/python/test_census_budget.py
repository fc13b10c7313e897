# SPDX-License-Identifier: Apache-2.0
# lane: change
"""census --kernel --budget: shares add up to the whole, and a constant that was made coarse is named by its line."""

import json
import math
import random
import struct
import subprocess

import pytest

PLANTS = 50
FUNCTIONS = {
    "exp": math.exp, "exp2": lambda x: 2.0**x, "sin": math.sin, "cos": math.cos, "tanh": math.tanh, "log1p": math.log1p, "erf": math.erf,
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)), "asinh": math.asinh, "sqrt": math.sqrt, "recip": lambda x: 1 / x,
    "silu": lambda x: x / (1 + math.exp(-x)), "softplus": lambda x: math.log1p(math.exp(x)), "atan": math.atan,
}
# Inputs from 0.5 to 2, where every one of these is a polynomial of moderate degree.
FIRST, LAST = 0x3F000000, 0x3FFFFFFF
INPUTS = 2000


def bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def number(pattern):
    return struct.unpack("<f", struct.pack("<I", pattern))[0]


def solve(rows):
    """Gauss with the largest pivot: rows of coefficients and a right side."""
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(size):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def coefficients(function, degree, low=0.5, high=2.0):
    """By Chebyshev's nodes, in powers of x."""
    nodes = [(low + high) / 2 + (high - low) / 2 * math.cos(math.pi * (k + 0.5) / (degree + 1)) for k in range(degree + 1)]
    return solve([[x**p for p in range(degree + 1)] + [function(x)] for x in nodes])


class Kernel:
    """Words, an instruction a line; which lines hold which constant."""

    def __init__(self):
        self.lines, self.constants = [], []

    def add(self, text):
        self.lines.append(text)
        return len(self.lines)

    def load(self, register, value):
        pattern = bits(value)
        at = self.add(f"SFPLOADI lreg_ind={register} instr_mod0=8 imm16=0x{pattern >> 16:x}")
        self.add(f"SFPLOADI lreg_ind={register} instr_mod0=10 imm16=0x{pattern & 0xFFFF:x}")
        self.constants.append((at, register, pattern))

    def plant(self, which, digits):
        """That constant with so many digits of its mantissa, cut."""
        at, register, pattern = self.constants[which]
        coarse = pattern & ~((1 << (23 - digits)) - 1)
        self.lines[at - 1] = f"SFPLOADI lreg_ind={register} instr_mod0=8 imm16=0x{coarse >> 16:x}"
        self.lines[at] = f"SFPLOADI lreg_ind={register} instr_mod0=10 imm16=0x{coarse & 0xFFFF:x}"
        return {at, at + 1}


def horner(kernel, drawn, factors):
    """c[n] x^n + ... with x in register 0, into register 1."""
    kernel.load(1, factors[-1])
    for factor in reversed(factors[:-1]):
        form = drawn.randrange(3)
        kernel.load(2, factor)
        if form == 2:  # by a constant that SFPCONFIG sets, which it takes from L0
            kernel.add("SFPMOV lreg_dest=5 lreg_c=0")
            kernel.add("SFPMOV lreg_dest=0 lreg_c=2")
            kernel.add("SFPCONFIG config_dest=12")
            kernel.add("SFPMOV lreg_dest=0 lreg_c=5")
            kernel.add("SFPMAD lreg_dest=1 lreg_src_a=1 lreg_src_b=0 lreg_src_c=12")
        elif form == 1:
            kernel.add("SFPMUL lreg_dest=1 lreg_src_a=1 lreg_src_b=0 lreg_src_c=9")
            kernel.add("SFPADD lreg_dest=1 lreg_src_a=10 lreg_src_b=1 lreg_src_c=2")
        else:
            kernel.add("SFPMAD lreg_dest=1 lreg_src_a=1 lreg_src_b=0 lreg_src_c=2")


def table(kernel, drawn, function):
    """SFPLUTFP32's three lines with coefficients in FP32, over 0.5 to 1 and 1 to 2; the argument in register 3."""
    spans = ((0.5, 1.0), (1.0, 2.0), (2.0, 4.0))
    for i, (low, high) in enumerate(spans):
        c, a = coefficients(function, 1, low, high)
        kernel.load(i, a)
        kernel.load(4 + i, c)
    kernel.add("SFPMOV lreg_dest=3 lreg_c=7")
    kernel.add("SFPLUTFP32 lreg_dest=1")


def drawn_kernel(drawn):
    name = drawn.choice(sorted(FUNCTIONS))
    kernel = Kernel()
    is_table = drawn.randrange(5) == 0
    kernel.add(f"SFPLOAD lreg_ind={7 if is_table else 0} instr_mod0=3")
    if is_table:
        table(kernel, drawn, FUNCTIONS[name])
        kernel.constants = kernel.constants[:4]  # of the third span no input is taken
    else:
        horner(kernel, drawn, coefficients(FUNCTIONS[name], drawn.randrange(7, 10)))
    kernel.add("SFPSTORE lreg_ind=1 instr_mod0=3")
    return name, kernel, is_table


def budget(tool, path, kernel, function, chip):
    path.write_text("\n".join(kernel.lines) + "\n")
    inputs = path.with_suffix(".inputs")
    inputs.write_text("".join(f"0x{pattern:X}\n" for pattern in range(FIRST, LAST, (LAST - FIRST) // INPUTS)))
    done = subprocess.run([tool, "census", "--kernel", path, "--function", function, "--format", "fp32", "--chip", chip, "--inputs", inputs,
                           "--budget", "--json"], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


def lines_of(place):
    return {int(part.split()[-1]) for part in place.split(", ")}


def check_whole(said):
    for key in ("budget", "budget_worst"):
        if said[key]["squared"]:
            total = sum(row["share"] for row in said[key]["sources"])
            assert 90 <= total <= 110, (key, total)


@pytest.mark.parametrize("chip", ["blackhole", "wormhole_b0"])
def test_coarse_constants_are_named(tool, tmp_path, chip):
    drawn = random.Random(46 + len(chip))
    done = 0
    while done < PLANTS // 2:
        name, kernel, is_table = drawn_kernel(drawn)
        which = drawn.randrange(len(kernel.constants))
        _, _, pattern = kernel.constants[which]
        digits = drawn.randrange(2, 4) if is_table else drawn.randrange(3, 8)
        coarse = pattern & ~((1 << (23 - digits)) - 1)
        if abs(number(coarse) - number(pattern)) < abs(number(pattern)) / 2**(digits + 2):
            continue  # hardly another one
        sound = budget(tool, tmp_path / "case.words", kernel, name, chip)
        planted = kernel.plant(which, digits)
        said = budget(tool, tmp_path / "case.words", kernel, name, chip)
        check_whole(said)
        if said["budget"]["squared"] < 4 * sound["budget"]["squared"]:
            continue  # the kernel's own error is as large
        first = said["budget"]["constants"][0]
        assert lines_of(first["place"]) == planted, (done, name, kernel.lines, said["budget"]["constants"][:3])
        done += 1


@pytest.mark.parametrize("words, function", [("exp_bf16", "exp"), ("exp_fp32", "exp"), ("recip_fp32", "recip")])
def test_shares_add_up(project, tool, words, function):
    path = project / "examples/kernels" / f"{words}.words"
    form = words.split("_")[1]
    more = [] if form == "bf16" else ["--population", "finite", "--shard", "5000/10000"]
    done = subprocess.run([tool, "census", "--kernel", path, "--function", function, "--format", form, *more, "--budget", "--json"],
                          capture_output=True, text=True, check=False)
    said = json.loads(done.stdout)
    check_whole(said)
    assert said["budget"]["results"] and said["budget"]["unfollowed"] == []
