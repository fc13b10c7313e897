#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Vector kernels of a checkout of tt-metal or tt-llk, traced on the host, beside the public table of cards (sfpu_accuracy_budget.yaml):

    ./rows.py --tool tt-replay --metal tt-metal [--llk tt-llk] [FUNCTION ...]
    ./rows.py --tool tt-replay --llk tt-llk                    # those that tt-llk has

A line is a row of the table (cards.json): formats of inputs and results, bits of Dst, the largest distance that the card had,
and the kernel's here, counted as sweep.py does. Kernels of plain instruction words, and those with more values than registers,
are said to be none. The table is of 30 September 2026; a kernel that has changed since, or before, has other rows: those that
the sources named in cards.json differ by stand there ("known").
Exit status: 0 all agree or differ as is known, 1 some do not, 2 none was held."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
WORMHOLE = "tt_metal/hw/ckernels/wormhole_b0/metal/llk_api/llk_sfpu"
CARDS = json.loads((HERE / "cards.json").read_text())
CARD = {row["kernel"]: row for row in CARDS["rows"]}
# Header, and calls; {}: whether Dst has 32 bits.
KERNELS = {
    "cbrt": ("cbrt", "cube_root_init<false>(); calculate_cube_root<false, {}, 1>();"),
    "exp": ("exp", "calculate_exponential<false, false, {}, false, 1>();"),
    "exp2": ("exp2", "exp2_init<false>(); calculate_exp2<false, {}, 1>();"),
    "sigmoid": ("sigmoid", "sigmoid_init<false>(); calculate_sigmoid<false, {}, 1>();"),
    "silu": ("silu", "silu_init<false>(); calculate_silu<{}, 1>();"),
    "sin": ("trigonometry", "sine_init<false>(); calculate_sine<false, {}, 1>();"),
    "square": ("square", "calculate_square<false, {}, 1>();"),
    "tanh": ("tanh", "tanh_init<false, {0}>(); calculate_tanh<false, {0}, 1>();"),
}
# Those of tt-llk; "sqrt~" is the approximate one.
OF_LLK = {
    "abs": ("abs", "_calculate_abs_<false, 1>(1);"),
    "recip": ("recip", "_init_reciprocal_<false, {0}>(); _calculate_reciprocal_<false, 1, {0}>(1);"),
    "recip~": ("recip", "_init_reciprocal_<true, {0}>(); _calculate_reciprocal_<true, 1, {0}>(1);"),
    "rsqrt": ("rsqrt", "_init_rsqrt_<false>(); _calculate_rsqrt_<false, 1, {}, false>(1);"),
    "rsqrt~": ("rsqrt", "_init_rsqrt_<true>(); _calculate_rsqrt_<true, 1, {}, false>(1);"),
    "sqrt": ("sqrt", "_init_sqrt_<false>(); _calculate_sqrt_<false, 1, {}, false>(1);"),
    "sqrt~": ("sqrt", "_init_sqrt_<true>(); _calculate_sqrt_<true, 1, {}, false>(1);"),
}
LOADS = {"fp16": 1, "bf16": 2, "fp32": 3}
# What kernels name besides SFPI. A plain word ends the program: it is not traced.
AROUND = """#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include "sfpi.h"
#define sfpi_inline inline
typedef unsigned uint;
namespace ckernel {
inline unsigned instrn_buffer[1];
inline bool is_valid(unsigned, unsigned) { return true; }
inline void word(unsigned) { sfpi_trace::trace::fail("a plain instruction word"); }
enum { ADDR_MOD_0, ADDR_MOD_1, ADDR_MOD_2, ADDR_MOD_3, ADDR_MOD_4, ADDR_MOD_5, ADDR_MOD_6, ADDR_MOD_7 };
struct addr_mod_t { struct part { int incr, clr, cr, c_to_cr; } srca, srcb, dest; void set(int) const { word(0); } };
enum class ApproximationMode { Precise, Fast };
namespace sfpu {}
namespace math { template <class... A> void reset_counters(A...) {} }
}
using namespace ckernel;
namespace lltt {
enum mode { Exec, NoExec };
template <class... A> void replay(A...) { word(0); }
template <class... A> void record(A...) { word(0); }
template <mode> void record(int, int) { word(0); }
template <class... A> unsigned replay_insn(A...) { return 0; }
}
namespace sfpi {
enum class LRegs { LReg0, LReg1, LReg2, LReg3, LReg4, LReg5, LReg6, LReg7 };
struct registers { vFloat operator[](LRegs) const { word(0); std::exit(2); } };
inline registers l_reg;
}
"""
WORDS = """#include "cfg_defines.h"
#include "ckernel_ops.h"
#include "ckernel_instr_params.h"
#undef INSTRUCTION_WORD
#define INSTRUCTION_WORD(bits) ckernel::word(bits)
"""
OTHERS = "ckernel_defs ckernel_globals ckernel_trisc_common ckernel_template cmath_common llk_defs lltt llk_math_eltwise_unary_sfpu"


def build(scratch, arguments, name, is_wide):
    """The program that writes the kernel's words, or why there is none."""
    header, calls = {**KERNELS, **OF_LLK}[name]
    source, tool = scratch / f"{name}.cpp", scratch / f"{name}.{is_wide}"
    before = (("ckernel_sfpu_recip.h", "ckernel_sfpu_exp.h") if name in KERNELS else ()) + (f"ckernel_sfpu_{header}.h",)
    source.write_text('#include "ckernel.h"\n' + "".join(f'#include "{one}"\n' for one in before) +
                      "int main(int, char **asked) { using namespace sfpi; using namespace ckernel::sfpu; now().is_wormhole = true;"
                      " now().format = std::atoi(asked[1]); " + calls.format("true" if is_wide else "false") + " now().write(stdout); }\n")
    inc = arguments.llk / "tt_llk_wormhole_b0/common/inc"
    places = (scratch / "around", HERE, *((arguments.metal / WORMHOLE,) if name in KERNELS else ()), inc, inc / "sfpu",
              *((arguments.metal / "tt_metal/hw/inc/internal/tt-1xx/wormhole/wormhole_b0_defines",) if arguments.metal else ()))
    done = subprocess.run([os.environ.get("CXX", "g++"), "-std=c++17", "-w", "-fpermissive", *(f"-I{place}" for place in places),
                           "-o", tool, source], capture_output=True, text=True, check=False)
    errors = [line.split("error: ")[-1] for line in done.stderr.splitlines() if "error" in line]
    return tool, errors[0] if done.returncode else None


def largest(scratch, tool, program, function, row):
    given, result, bits = row
    words = subprocess.run([program, str(LOADS["fp32" if bits == 32 else given])], capture_output=True, text=True, check=False)
    if words.returncode:
        return words.stderr.strip()
    path = scratch / "kernel.words"
    path.write_text(words.stdout)
    asked, counted = ["--format", given], ["--format", given]
    if bits == 32:
        asked = ["--format", "fp32", "--inputs", scratch / given]
        counted = ["--format", "fp32", "--golden", given]
        if result != "fp32":
            asked, counted = [*asked, "--pack", result], [*counted, "--pack", result]
    census = subprocess.run([tool, "census", "--kernel", path, "--chip", "wormhole_b0", "--function", function.rstrip("~"),
                             "--csv", *asked],
                            capture_output=True, text=True, check=False)
    if census.returncode > 1:
        return census.stderr.strip()
    return int(subprocess.run([sys.executable, HERE / "sweep.py", "count", *counted], input=census.stdout, capture_output=True,
                              text=True, check=True).stdout.split()[0].rstrip(","))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="tt-replay")
    parser.add_argument("--metal", type=pathlib.Path, help="a checkout of tt-metal")
    parser.add_argument("--llk", type=pathlib.Path, help="a checkout of tt-llk (default: the one within tt-metal)")
    parser.add_argument("functions", nargs="*", help="of " + ", ".join((*KERNELS, *OF_LLK)))
    arguments = parser.parse_args()
    if not (arguments.metal or arguments.llk):
        parser.error("--metal or --llk names a checkout")
    arguments.llk = arguments.llk or arguments.metal / "tt_metal/tt-llk"
    rows = agree = known = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        (scratch / "around").mkdir()
        (scratch / "around/ckernel.h").write_text(AROUND + (WORDS if arguments.metal else ""))
        (scratch / "around/tensix.h").touch()
        for name in OTHERS.split():
            (scratch / f"around/{name}.h").write_text('#include "ckernel.h"\n')
        for form in LOADS:
            (scratch / form).write_text(subprocess.run([sys.executable, HERE / "sweep.py", "inputs", form], capture_output=True,
                                                       text=True, check=True).stdout)
        print("function in   out  Dst        card        here")
        for name in arguments.functions or ((*KERNELS, *OF_LLK) if arguments.metal else OF_LLK):
            programs = {bits: build(scratch, arguments, name, bits == 32) for bits in (16, 32)}
            for at, (row, card) in enumerate(zip(CARDS["kinds"], CARD[name]["largest"])):
                program, trouble = programs[row[2]]
                here = trouble or largest(scratch, arguments.tool, program, name, row)
                if trouble:
                    print(f"{name:8} not traced: {trouble}")
                    break
                is_known = here == CARD[name].get("differs", {}).get(str(at))
                if card is not None and isinstance(here, int):
                    rows, agree, known = rows + 1, agree + (here == card), known + is_known
                print(f"{name:8} {row[0]:4} {row[1]:4} {row[2]:3} {'-' if card is None else card:11} {here:>11}" + (" known" if is_known else ""))
    print(f"{agree} of {rows} rows agree" + (f", {known} differ as is known" if known else ""))
    sys.exit(agree + known != rows if rows else 2)


if __name__ == "__main__":
    main()
