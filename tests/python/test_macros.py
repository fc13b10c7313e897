# SPDX-License-Identifier: Apache-2.0
# lane: night
"""Kernels of the vector unit with SFPLOADMACRO leave in Dst what their own forms without it leave (V62 to V66).

Words of tests/macros/pairs.jsonl.zst, which tests/macros/make.py takes from tt-llk; sixteen inputs each: of four
kinds by four seeds. 45 pairs, 720 comparisons.
"""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import tt_replay as tt

PAIRS = Path(__file__).resolve().parents[2] / "tests" / "macros" / "pairs.jsonl.zst"
SETC16, SETRWC, SFPENCC, SFPNOP = 0xB2000000, 0x37000000, 0x8A000000, 0x8F000000
MATH = 1
KINDS = ("random", "small", "half zero", "bf16 from -90 to 2")


def pairs():
    text = subprocess.run(["zstd", "-dc", str(PAIRS)], capture_output=True, check=True).stdout.decode()
    return [json.loads(line) for line in text.splitlines()]


def bf16_cells(draw):
    """As Dst holds them: sign, seven bits of mantissa, eight of exponent."""
    bits = draw.uniform(-90, 2, (1024, 16)).astype("<f4").view("<u4") >> 16
    return (bits & 0x8000 | (bits & 0x7F) << 8 | bits >> 7 & 0xFF).astype("<u2")


def cells(kind, seed):
    draw = np.random.default_rng([KINDS.index(kind), seed])
    if kind == "bf16 from -90 to 2":
        return bf16_cells(draw)
    values = draw.integers(0, 1 << (8 if kind == "small" else 16), (1024, 16), dtype=np.uint16)
    if kind == "half zero":
        values[draw.random((1024, 16)) < 0.5] = 0
    return values


def left(pair, form, start):
    """What Dst holds after a kernel: address modifier 6 makes a step of two rows, 7 makes none."""
    tile = tt.Tile(pair["chip"])
    if pair["dst_32b"]:
        for name in ("ALU_ACC_CTRL_Fp32_enabled", "ALU_ACC_CTRL_SFPU_Fp32_enabled"):
            field = tile.field(name)
            at = 0xFFEF0000 + 4 * field.word
            tile.store(at, tile.load(at) | 1 << field.shift)
    tile.write("dst", 0, start.tobytes())
    steps = [SETC16 | tile.field(f"ADDR_MOD_DST_SEC{i}_DestIncr").word << 16 | rows for i, rows in ((6, 2), (7, 0))]
    if pair["chip"] == "wormhole_b0":  # whose words have two bits for a modifier
        steps.append(SETC16 | tile.field("ADDR_MOD_SET_Base").word << 16 | 1)
    words = [*steps, SETRWC | 0xF, SFPENCC | 3 << 12 | 10]
    words += [int(word, 16) for part in ("prepare", "calculate") for word in pair[form][part].split()]
    for word in words + [SFPNOP] * 16:
        tile.push(MATH, word)
    assert tile.run(4000) is tt.End.RESTS
    return tile.dst().copy()


@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: f"{pair['chip']}-{pair['name']}".replace(" ", "_"))
def test_with_macros_as_without(pair):
    assert any(word.startswith("93") for word in pair["macros"]["calculate"].split() + pair["macros"]["prepare"].split())
    changed = 0
    for kind in KINDS:
        for seed in range(4):
            start = cells(kind, seed)
            with_macros, without = left(pair, "macros", start), left(pair, "plain", start)
            rows = np.flatnonzero((with_macros != without).any(axis=1))
            assert not rows.size, f"{kind}, seed {seed}: rows {rows[:8]}"
            changed += int((without != start).any())
    assert changed
