#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scripts for fuzz_tile_step out of recorded kernels: what the cores stored and the words that ran, as the steps of
tile_script.h, at most 511 of them. A word that runs over and over is taken a few times.

    python3 tests/fuzz/seeds.py TT-REPLAY tests/fuzz/corpus/tile_step traces/kernels/*.ttcap"""
import collections
import json
import os
import struct
import subprocess
import sys

STEPS_MAX, REPEATS_MAX = 511, 3
DO_ANY_WORD, DO_CFG, DO_GPR, DO_CORE = 6, 7, 9, 12
START_NUMBERS = 1
PARTNERS = 4


def step(what, thread, which, place, value):
    return struct.pack("<BBHI", what | max(thread, 0) << 4, which & 0xFF, place & 0xFFFF, value & 0xFFFFFFFF)


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def step_of(event):
    thread, value = event.get("thread", 0), number(event.get("value", 0))
    addr = number(event.get("addr", 0))
    if event["kind"] == "exec":
        return step(DO_ANY_WORD, thread, 0, 0, number(event["word"]))
    if event["kind"] == "cfgw":
        return step(DO_CFG, thread, number(event["state"]), addr, value)
    if event["kind"] == "gprw" and value:
        return step(DO_GPR, thread, addr, 0, value)
    if event["kind"] == "mopw":
        return step(DO_CORE, thread, 0, addr, value)
    if event["kind"] == "semw":
        return step(DO_CORE, thread, 1, addr, event["op"] == "post")
    if event["kind"] == "mmio":
        return step(DO_CORE, 0, 2 | (thread + 1) << 2, (addr - 0xFFB00000) // 4, value)
    return None


def script(tool, path):
    shown = subprocess.run([tool, "dump", path, "--events", "--json"], capture_output=True, check=True)
    seen, steps = collections.Counter(), []
    for event in json.loads(shown.stdout)["events"]:
        one = step_of(event)
        seen[one] += 1
        if one and seen[one] <= REPEATS_MAX and len(steps) < STEPS_MAX:
            steps.append(one)
    return b"".join(steps)


def main():
    tool, folder, *captures = sys.argv[1:]
    for i, path in enumerate(captures):
        chip = os.path.basename(path).startswith("wormhole")
        head = bytes([chip | i % PARTNERS << 1 | START_NUMBERS << 3, 0])
        with open(os.path.join(folder, os.path.basename(path).removesuffix(".ttcap")), "wb") as out:
            out.write(head + script(tool, path))


if __name__ == "__main__":
    main()
