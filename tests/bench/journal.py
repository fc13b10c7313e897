# SPDX-License-Identifier: Apache-2.0
"""A recording that was not closed, with many checkpoints: a journal of docs/formats/journal.md."""
import json
import os

MASK = (1 << 64) - 1
P1, P2, P3, P4, P5 = (11400714785074694791, 14029467366897019727, 1609587929392839161, 9650029242287828579, 2870177450012600261)


def turn(value, bits):
    return (value << bits | value >> 64 - bits) & MASK


def step(lane, word):
    return turn((lane + word * P2) & MASK, 31) * P1 & MASK


def xxh64(data, seed):
    lanes, at = [(seed + P1 + P2) & MASK, (seed + P2) & MASK, seed, (seed - P1) & MASK], 0
    word = lambda size: int.from_bytes(data[at:at + size], 'little')  # noqa: E731
    total = (seed + P5) & MASK
    while at + 32 <= len(data):
        for i in range(4):
            lanes[i] = step(lanes[i], word(8))
            at += 8
    if at:
        total = sum(turn(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            total = ((total ^ step(0, lane)) * P1 + P4) & MASK
    total = (total + len(data)) & MASK
    while at + 8 <= len(data):
        total, at = (turn(total ^ step(0, word(8)), 27) * P1 + P4) & MASK, at + 8
    if at + 4 <= len(data):
        total, at = (turn(total ^ word(4) * P1 & MASK, 23) * P2 + P3) & MASK, at + 4
    while at < len(data):
        total, at = turn(total ^ data[at] * P5 & MASK, 11) * P1 & MASK, at + 1
    total = (total ^ total >> 33) * P2 & MASK
    total = (total ^ total >> 29) * P3 & MASK
    return total ^ total >> 32


def write(folder, checkpoints):
    """Each line holds the checksum of all before it."""
    os.mkdir(folder)
    head = {'format': 'tensix-recording', 'version': 1, 'arch': 'blackhole', 'name': 'many', 'source': {'kind': 'simulator'}}
    check = 0
    with open(f'{folder}/journal.jsonl', 'w', encoding='ascii') as journal:
        for line in [head, {'checkpoint': 'begin', 'after_event': -1},
                     *({'checkpoint': f'c{i}', 'after_event': -1} for i in range(checkpoints))]:
            text = json.dumps(line)[:-1]
            check = xxh64(text.encode(), check)
            journal.write(f'{text},"check":"{check:016x}"}}\n')
    with open(f'{folder}/events.jsonl', 'w', encoding='ascii'):
        pass
