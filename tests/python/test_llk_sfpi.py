# SPDX-License-Identifier: Apache-2.0
# lane: change
"""tests/llk/include/sfpi.h, whose registers a stock compiler gives, against examples/sfpi_trace, which gives its own: the same
kernel by both has the same results over all BF16 inputs. What lacks registers, or has floats at run time, is refused by name."""

import os
import shutil
import subprocess

import pytest

CHIPS = {"blackhole": ("bh", "BLACKHOLE"), "wormhole_b0": ("wh", "WORMHOLE")}
KERNELS = {
    "branches": """
        vFloat y = x;
        vConstFloatPrgm0 = 0.5f;
        vConstIntPrgm1 = 130;
        v_if (x < -2.0f || x > 3.0f) {
            y = 5.0f;
            v_if (x >= 0.0f && !(x == 4.0f || x <= 0.0f)) { y = y + x; }
            v_else { y = y - x; }
            v_endif;
        }
        v_elseif (x <= 0.0f) { y = x * vConstFloatPrgm0; }
        v_elseif (x != 1.0f) {
            vInt e = exexp(x);
            y = setexp(x, e + vConstIntPrgm1);
            v_and(x <= 1.5f || x == 2.0f);
            y = -y;
        }
        v_else { y = -7.0f; }
        v_endif;
        return y;""",
    "narrowing": """
        vFloat y = setsgn(x, 0);
        vInt e = exexp(x);
        v_if (e >= 0) {
            for (int i = 0; i < 4; i++) {
                e = e - 1;
                y = y * 0.75f + x;
                v_and(e >= 0);
            }
        }
        v_endif;
        return y;""",
    "sums": """
        vFloat a = x + 1.25f, b = 3.0f;
        b = a * x + b;
        a = vConst1 + b * a;
        b -= a;
        b *= 0.5f;
        b += 0.3f;
        a = 3.0f - b;
        return a * sFloat16b(2.0f) - b;""",
    "bits": """
        vInt i = reinterpret<vInt>(x);
        vInt j = (i & 0x7F0000) | 0x1234;
        j ^= i << 3;
        j = ~j + 77;
        j -= i;
        vUInt u = reinterpret<vUInt>(j);
        u = (u >> 5) + 0x3F000000;
        v_if (i < j) { u = u & 0x3FFFFFFF; }
        v_endif;
        return reinterpret<vFloat>(u);""",
    "parts": """
        vFloat y = setman(x, exman9(x) + 3);
        y = setexp(y, exexp_nodebias(x) - 2);
        y = setsgn(addexp(y, 1), -x);
        vFloat low = -2.0f, high = 6.0f;
        vec_min_max(low, y);
        vec_min_max(y, high);
        vInt whole = float_to_int16(y, 0);
        y = y + int32_to_float(whole, 0);
        v_if (shft(vInt(exman8(x)), vInt(-16)) == 0x80) { y = sfpi::abs(y); }
        v_endif;
        return y;""",
    "six lines": """
        const vInt both(0x3C003C00), parts(0x34003800);
        return lut2_sign(x, both, parts, both, parts, both, parts);""",
    "three lines": """
        const vInt half_x(0x10FF), more(0x2034);
        return lut(x, more, half_x, more);""",
}
SOURCE = """
#include "sfpi.h"
using namespace sfpi;
static inline vFloat kernel(vFloat x) { %s }
"""
ON_THE_HOST = SOURCE + """
int main(int, char **v)
{
    now().is_wormhole = v[1][0] == 'w';
    now().format = 2;
    dst_reg[0] = kernel(dst_reg[0]);
    now().write(stdout);
}
"""
ON_THE_CORE = SOURCE + """
extern "C" __attribute__((section(".kernel"))) void _start()
{
    dst_reg[0] = kernel(dst_reg[0]);
}
"""


def by_the_core(project, folder, chip, source):
    """As the suite compiles the math thread's kernels."""
    core, define = CHIPS[chip]
    elf = folder / "kernel.elf"
    return elf, subprocess.run([project / "tests/llk/toolchain/g++", f"-mcpu=tt-{core}-tensix", "-O3", "-std=c++17", "-ffast-math", "-nostdlib",
                                "-nostartfiles", "-Wl,--defsym,__instrn_buffer=0xFFE40000", f"-DARCH_{define}", "-DLLK_TRISC_MATH", "-x", "c++",
                                "-", "-lc", "-o", elf], input=source, capture_output=True, text=True, check=False)


def words_of(elf):
    """The words as asm has them: a word of the core ends in two ones, those of the vector unit are rotated by two."""
    code = elf.with_suffix(".bin")
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", "-j", ".kernel", elf, code], check=True)
    data = code.read_bytes()
    words = [int.from_bytes(data[i:i + 4], "little") for i in range(0, len(data), 4)]
    assert [word for word in words if word & 3 == 3] == [0x00008067], "straight on, to one return"
    return "".join(f".word 0x{(word >> 2 | word << 30) & 0xFFFFFFFF:08x}\n" for word in words if word & 3 != 3)


def census(tool, path, chip, text):
    path.write_text(text)
    done = subprocess.run([tool, "census", "--kernel", path, "--chip", chip, "--function", "x", "--format", "bf16", "--csv"],
                          capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return [line.split(",")[:2] for line in done.stdout.split("\n")[1:-1]]


@pytest.fixture(autouse=True)
def compilers():
    for name in ("riscv64-unknown-elf-g++", "c++"):
        if not shutil.which(name):
            pytest.skip(f"no {name} here")


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("name", KERNELS)
def test_two_compilers_agree(tool, project, tmp_path, name, chip):
    (tmp_path / "host.cpp").write_text(ON_THE_HOST % KERNELS[name])
    subprocess.run([os.environ.get("CXX", "g++"), "-std=c++17", "-I", project / "examples/sfpi_trace", "-o", tmp_path / "host", tmp_path / "host.cpp"],
                   check=True)
    traced = subprocess.run([tmp_path / "host", chip], capture_output=True, text=True, check=True).stdout
    elf, done = by_the_core(project, tmp_path, chip, ON_THE_CORE % KERNELS[name])
    assert done.returncode == 0, done.stderr
    expected = census(tool, tmp_path / "traced", chip, traced)
    assert len(expected) == 65536 and len({result for _, result in expected}) > 100
    assert census(tool, tmp_path / "compiled", chip, words_of(elf)) == expected


@pytest.mark.parametrize("body, said", [
    ("".join(f"vFloat v{i} = dst_reg[{i}]; " for i in range(9)) + "return " + " + ".join(f"v{i} * v{8 - i}" for i in range(9)) + ";",
     "(sp)"),
    ("volatile float f = 1; f = f * 3; return x;", "f"),
])
def test_what_is_refused(project, tmp_path, body, said):
    elf, done = by_the_core(project, tmp_path, "blackhole", ON_THE_CORE % body)
    assert done.returncode != 0 and not elf.exists()
    assert "error: more than eight vector registers, or floats at run time: _start: f" in done.stderr and said in done.stderr
