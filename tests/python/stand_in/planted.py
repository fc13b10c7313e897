# SPDX-License-Identifier: Apache-2.0
"""Recorded kernels with one fault each that is known: what a suite of kernels looks like on a bad day.

Each is its start, the words that were executed, and the array that should stand in L1 in the end; nothing of it says
what the fault is. `wrong_places` finds by two replays where the faulty kernel first goes otherwise.
"""

import copy
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import tt_replay as tt

KINDS = ("lost", "doubled", "changed", "swapped", "field")
EVENTS_MAX = 1200  # of a kernel: all that it does is replayed a few thousand times
FIELDS = ("THCON_SEC0_REG1_Out_data_format", "STACC_RELU_ApplyRelu", "STACC_RELU_ReluThreshold", "PCK0_ADDR_CTRL_XY_REG_0_Xstride",
          "PCK0_ADDR_BASE_REG_0_Base", "PCK0_ADDR_CTRL_ZW_REG_0_Zstride", "PACK_COUNTERS_SEC0_pack_per_xy_plane",
          "PCK_DEST_RD_CTRL_Read_32b_data", "PCK_DEST_RD_CTRL_Read_unsigned", "THCON_SEC0_REG1_L1_Dest_addr")


@dataclass
class Fault:
    kernel: str
    kind: str
    seed: int
    at: int  # the event that is wrong, or behind which one is missing
    first: int  # with its like neighbours: any of them would be as right
    last: int
    field: str
    capture: tt.Capture
    golden: np.ndarray
    where: str
    right: tt.Capture
    shift: int  # of events behind the fault, from the right kernel's numbers


def kernel(path):
    """As somebody has it who records nothing: the start, and the words."""
    capture = tt.Capture.open(path)
    capture.events = [event for event in capture.events if event.kind != "push"]
    capture.checkpoints = capture.checkpoints[:1]
    capture.checkpoints[0].after = 0
    capture.symbols = []
    return capture


def output(run):
    """The longest stretch of L1 that packers wrote."""
    rows = run.rows("SELECT a.lo, a.hi FROM tt_accesses a JOIN unit u ON u.id = a.unit JOIN space s ON s.id = a.space "
                    "WHERE u.name = 'pack' AND s.name = 'l1' AND a.is_write = 1 ORDER BY a.lo")
    best = now = (0, 0)
    for lo, hi in rows:
        now = (now[0], max(now[1], hi)) if lo <= now[1] and now[1] else (lo, hi)
        best = max(best, now, key=lambda span: span[1] - span[0])
    return best


def _alike(events, at):
    """Where a word could stand without anything being otherwise: in a run of like words of its thread."""
    thread, word = events[at].thread, events[at].value
    of_thread = [i for i, event in enumerate(events) if event.kind == "exec" and event.thread == thread]
    place = of_thread.index(at)
    lo = hi = place
    while lo and events[of_thread[lo - 1]].value == word:
        lo -= 1
    while hi + 1 < len(of_thread) and events[of_thread[hi + 1]].value == word:
        hi += 1
    before = of_thread[lo - 1] if lo else -1
    behind = of_thread[hi + 1] if hi + 1 < len(of_thread) else len(events)
    return of_thread[lo], of_thread[hi], before, behind


def _plant(capture, kind, draw):
    """Where it is, and the events that come to the same; None: not here."""
    events = capture.events
    words = [i for i, event in enumerate(events) if event.kind == "exec"]
    at = draw.choice(words)
    first, last, before, behind = _alike(events, at)
    if kind == "lost":
        capture.remove(at)
        return at, before, behind - 1, "", -1
    if kind == "doubled":
        capture.insert(at, copy.copy(events[at]))
        return at, first, last + 1, "", 1
    if kind == "changed":
        events[at].value ^= 1 << draw.randrange(24)
        return at, at, at, "", 0
    if kind == "swapped":
        other = next((i for i in words if i > at and events[i].thread == events[at].thread), None)
        if other is None or events[other].value == events[at].value:
            return None
        events[at].value, events[other].value = events[other].value, events[at].value
        return at, at, other, "", 0
    pack = next((i for i in words if events[i].value >> 24 == 0x41), None)
    name = draw.choice(FIELDS)
    if pack is None:
        return None
    return _plant_field(capture, pack, name, draw)


def _plant_field(capture, pack, name, draw):
    """A store too many, right before the first PACR."""
    try:
        field = tt.Tile(capture.chip).field(name)
    except tt.ReplayError:
        return None
    words = tt.replay(capture).config(at=pack - 1).words
    state = 0 if field.space == "cfg" else None
    if state is None:
        return None
    now = int(words.data[0, field.word])
    value = now ^ draw.randrange(1, 1 << field.bits) << field.shift
    capture.insert(pack, tt.Event("cfgw", 2, value, field.word, 0))
    return pack, pack, pack, name, 1


def faults(folder, count, seed=1):
    """So many faults that the output shows, in turn of every kind."""
    draw = random.Random(seed)
    paths = [path for path in sorted(Path(folder).glob("*.ttcap")) if len(tt.Capture.open(path).events) <= EVENTS_MAX]
    made = 0
    while made < count:
        path, kind = draw.choice(paths), KINDS[made % len(KINDS)]
        right, capture = kernel(path), kernel(path)
        run = tt.replay(right)
        lo, hi = output(run)
        place = _plant(capture, kind, draw) if hi - lo >= 16 else None
        if place is None:
            continue
        golden = run.read("l1", lo, hi - lo)[0]
        if np.array_equal(tt.replay(capture).read("l1", lo, hi - lo)[0], golden):
            continue
        at, first, last, field, shift = place
        made += 1
        yield Fault(path.name, kind, seed, at, first, last, field, capture, golden, f"l1:{lo:#x}", right, shift)


def _values(run):
    """What each instruction reports by (event, unit, instance, ordinal of the stage, stage): but for what it found, which earlier
    words left."""
    found = {}
    for seq, unit, instance, ordinal, stage, bits in run.rows(
            "SELECT v.seq, s.unit, s.instance, s.ordinal, s.stage, v.bits FROM v_stage s JOIN tt_values(s.block) v "
            "WHERE s.stage NOT IN ('old', 'before') ORDER BY v.seq, s.unit, s.instance, s.ordinal, v.datum"):
        found.setdefault((seq, unit, instance, ordinal, stage), []).append(bits)
    for seq, unit, instance, *what in run.rows(
            "SELECT a.seq, u.name, a.instance, a.space, a.lo, a.hi, hex(a.after) FROM tt_accesses a JOIN unit u ON u.id = a.unit "
            "WHERE a.is_write = 1 AND u.name <> 'core'"):
        found.setdefault((seq, unit, instance, 32, "write"), []).append(tuple(what))
    return found


def wrong_places(fault):
    """(unit, stage, event): of the first event at which the faulty kernel's values are not those of the right one, the first stage
    of each unit of which they are not. Where a word is lost or doubled among its like, any of them may be the one: those of the
    first and of the last. A field that is set leaves other configuration, which is no unit's work."""
    right, faulty = _values(tt.replay(fault.right)), _values(tt.replay(fault.capture))
    some = (fault.at + 1, fault.last + 1) if fault.kind == "lost" else (fault.at, fault.last)
    return [place for behind in some for place in _places(fault, right, faulty, behind)]


def _places(fault, right, faulty, behind):
    def number(key):
        return (key[0] + fault.shift if key[0] >= behind else key[0], *key[1:])

    moved = {number(key): bits for key, bits in right.items()}
    wrong = [key for key in sorted(set(moved) | set(faulty))
             if moved.get(key) != faulty.get(key) and not (fault.kind == "field" and key[1] == "config")]
    units = {}
    for seq, unit, instance, _, stage in wrong:
        if seq == wrong[0][0]:
            units.setdefault((unit, instance), (unit, stage, seq))
    return list(units.values())
