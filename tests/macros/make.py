# SPDX-License-Identifier: Apache-2.0
"""make.py TT_LLK OUT: words of tt-llk's kernels of the vector unit, with SFPLOADMACRO and without, a line of JSON each.

The functions are taken out of their headers one by one, since their neighbours are in the vendor's language; the host's
compiler makes a program of each pair that prints its words (words.h).
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from tt_replay.tile import find_field  # noqa: E402

HERE = Path(__file__).resolve().parent
ADDR_MOD_6 = 2  # rows of a step of Dst; ADDR_MOD_7 makes none
CASTS = ("uint16_to_uint32", "uint16_to_fp32", "uint16_to_fp16b", "int32_to_fp32", "int32_to_fp16b", "int32_to_uint16",
         "fp32_to_uint16", "uint32_to_fp32", "uint32_to_uint16", "uint32_to_fp16b")
PLACES = ((0, 1, 0), (0, 1, 1), (0, 0, 0), (0, 1, 2))


def cases(chip):
    """Name, header, functions, call that prepares, call that calculates, whether Dst holds 32 bits."""
    for cast in CASTS:
        first = "sfpi::vConstIntPrgm0 = -31; " if cast == "uint32_to_fp16b" else ""  # its init leaves that out
        yield (f"typecast {cast}", "typecast", (f"_init_typecast_{cast}_", f"_calculate_typecast_{cast}_"),
               f"{first}_init_typecast_{cast}_<false>();", f"_calculate_typecast_{cast}_<false, 8>();", True)
    for places in PLACES:
        yield ("multiply %d %d %d" % places, "mul_int", ("_init_mul_int_", "_mul_int_"), "_init_mul_int_<false>();",
               "_mul_int_<false, 8>(%d, %d, %d);" % places, False)
    for form in ("Float16_b", "Int32"):
        for out in (0, 3):
            yield (f"where {form} into {out}", "where", ("_init_where_", "_calculate_where_"), "_init_where_<false>();",
                   f"_calculate_where_<false, DataFormat::{form}, 8>(0, 1, 2, {out});", form == "Int32")
    for clamp, count in (("true", 8), ("false", 8), ("false", 32)):
        yield (f"exponential clamp {clamp} of {count}", "exp", ("_init_exponential_", "_calculate_exponential_"),
               f"_init_exponential_<true, true, 0x3F800000, {clamp}>();",
               f"_calculate_exponential_<true, false, {count}, true, false, {clamp}>(0x3F80);", False)
    for kind in ("7b", "8b_3c", "24b_5c") if chip == "blackhole" else ():
        yield (f"reciprocal {kind}", "recip", (f"_init_reciprocal_fast_{kind}_", f"_calculate_reciprocal_fast_{kind}_"),
               f"_init_reciprocal_fast_{kind}_();", f"_calculate_reciprocal_fast_{kind}_(8);", kind == "24b_5c")


def function(text, name):
    """A function with its template line. The last branches of the exponential are in the vendor's language: cut."""
    at = re.search(rf"(?:template <[^>]*>\n)?(?:inline )?void {name}\(", text)
    if not at:
        sys.exit(f"no function {name}")
    body = text[at.start():]
    body = body[:body.index("\n}\n") + 3]
    if "exponential" not in name:
        return body
    return re.sub(r"\n    else( if constexpr \(APPROXIMATION_MODE\))?\n    \{.*", "\n}\n", body, flags=re.S)


def words(llk, chip, case, macros):
    _, header, functions, prepare, calculate, _ = case
    text = (llk / f"tt_llk_{chip}/common/inc/sfpu/ckernel_sfpu_{header}.h").read_text(encoding="utf-8")
    source = ["#include \"words.h\"", "namespace ckernel {", *(function(text, name) for name in functions), "}",
              "using namespace ckernel;", f"int main() {{ {prepare} emit(0); {calculate} }}"]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "a.out"
        (Path(folder) / "tensix.h").touch()  # addresses, which no word has
        command = ["c++", "-std=c++17", "-w", "-fpermissive", "-x", "c++", "-", "-o", str(program), f"-I{HERE}", f"-I{folder}",
                   f"-I{llk}/tt_llk_{chip}/common/inc", f"-I{llk}/common",
                   f"-DADDR_MOD_DST_SEC0={find_field(chip, 'ADDR_MOD_DST_SEC0_DestIncr').word}"]
        command += [] if macros else ["-DDISABLE_SFPLOADMACRO"]
        run = subprocess.run(command, input="\n".join(source), text=True, capture_output=True, check=False)
        if run.returncode:
            sys.exit(f"{chip} {case[0]}: {run.stderr[:3000]}")
        printed = subprocess.run([program], text=True, capture_output=True, check=True).stdout.split()
    at = printed.index("00000000")
    return {"prepare": " ".join(printed[:at]), "calculate": " ".join(printed[at + 1:])}


def main(llk, out):
    with open(out, "w", encoding="utf-8") as file:
        for chip in ("blackhole", "wormhole_b0"):
            for case in cases(chip):
                row = {"name": case[0], "chip": chip, "dst_32b": case[5], "macros": words(llk, chip, case, True),
                       "plain": words(llk, chip, case, False)}
                file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
