#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The largest distance of a kernel as the public table of cards counts it (tt-metal, sfpu_accuracy_budget.yaml), of a census:

    ./sweep.py inputs bf16 >inputs                       # all of BF16 or FP16 that is finite, or the table's sample of FP32
    tt-replay census --kernel sin.words --chip wormhole_b0 --function sin --format fp32 --inputs inputs --csv |
        ./sweep.py count --format fp32 --golden bf16

With `census --pack F` say `count --pack F`, too: there F is what the function is rounded to, and --golden that of the inputs.

--golden: the format that the table rounds the function to, which is that of the inputs. Inputs that are subnormal are left out,
and so are results and values that are not finite. A step over subnormal numbers counts as none."""

import argparse
import csv
import struct
import sys

FORMS = {"bf16": (7, 8), "fp16": (10, 5), "fp32": (23, 8)}  # bits of mantissa and exponent
STRIDE = 65537  # of the table's sample of FP32, in the order of the numbers, from -infinity on
INFINITE = 0x7F800000


def parts(pattern, form):
    mantissa, exponent = FORMS[form]
    return pattern >> (mantissa + exponent), pattern >> mantissa & ((1 << exponent) - 1), pattern & ((1 << mantissa) - 1)


def is_infinite(pattern, form):
    return parts(pattern, form)[1] == (1 << FORMS[form][1]) - 1


def is_subnormal(pattern, form):
    return parts(pattern, form)[1] == 0


def place(pattern, form):
    """Numbers in order, without those that are subnormal."""
    mantissa, exponent = FORMS[form]
    magnitude = max(0, (pattern & ((1 << (mantissa + exponent)) - 1)) - ((1 << mantissa) - 1))
    return -magnitude if pattern >> (mantissa + exponent) else magnitude


def rounded(pattern, golden):
    """A pattern of FP32 rounded to a format, to nearest and ties to even, and back; infinite beyond its end."""
    if golden == "bf16":
        return (pattern + 0x7FFF + (pattern >> 16 & 1)) >> 16 << 16
    if golden == "fp16":
        try:
            half = struct.pack("<e", struct.unpack("<f", struct.pack("<I", pattern))[0])
        except OverflowError:
            return pattern & 0x80000000 | INFINITE
        return struct.unpack("<I", struct.pack("<f", struct.unpack("<e", half)[0]))[0]
    return pattern


def inputs(form):
    if form == "fp32":
        for key in range(-INFINITE, INFINITE + 1, STRIDE):
            yield key if key >= 0 else 0x80000000 - key
    for pattern in range(1 << 16) if form != "fp32" else ():
        if not is_infinite(pattern, form):
            value = struct.pack("<H", pattern)
            yield pattern << 16 if form == "bf16" else struct.unpack("<I", struct.pack("<f", struct.unpack("<e", value)[0]))[0]


def count(rows, form, golden, given):
    """form: of the results; given: of the patterns of inputs; golden: of what they hold."""
    largest, at, lanes = 0, None, 0
    for row in rows:
        if not row or not row[0].startswith("0x"):
            continue
        pattern, result, exact = (int(text, 16) if text else None for text in row[:3])
        if exact is None or is_infinite(pattern, given) or is_subnormal(pattern, given) or is_infinite(result, form):
            continue
        if given == "fp32" and golden == "fp16" and pattern & 0x7FFFFFFF < 0x38800000:
            continue
        wanted = rounded(exact, golden) if form == "fp32" else exact
        if is_infinite(wanted, form):
            continue
        lanes += 1
        away = abs(place(result, form) - place(wanted, form))
        if away > largest:
            largest, at = away, pattern
    return largest, at, lanes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked = parser.add_subparsers(dest="asked", required=True)
    asked.add_parser("inputs").add_argument("form", choices=FORMS)
    counting = asked.add_parser("count")
    counting.add_argument("--format", choices=FORMS, default="bf16", help="of the census")
    counting.add_argument("--golden", choices=FORMS, help="that the function is rounded to (default: --format)")
    counting.add_argument("--pack", choices=FORMS, help="of the census, if it has one: results are in that format")
    arguments = parser.parse_args()
    if arguments.asked == "inputs":
        for pattern in inputs(arguments.form):
            if not is_infinite(pattern, "fp32"):
                print(f"0x{pattern:08X}")
        return
    golden = arguments.golden or arguments.format
    largest, at, lanes = count(csv.reader(sys.stdin), arguments.pack or arguments.format, golden, arguments.format)
    print(f"{largest}" + ("" if at is None else f" at 0x{at:X}") + f", of {lanes}")


if __name__ == "__main__":
    main()
