# SPDX-License-Identifier: Apache-2.0
"""Runs the program of a dump bundle on a card, or on the emulated tile, and leaves a bundle with what it put into L1.

    tt-replay fuzz --card --against 'cmd:python3 -m tt_replay.card {bundle} {out}' -o first.ttcap
    tt-replay fuzz --card --against 'cmd:python3 -m tt_replay.card {bundle} {out} --location 1,2 --repeats 5'

Core B stores the words, one after the other, to where the coprocessor's threads take them; all other cores stay in
reset. docs/how-to/fuzz.md
"""

from __future__ import annotations

import argparse
import json
import struct
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

from tt_replay._untrusted import Refused, read, read_json, visible
from tt_replay.probe import Card, Hangs, add_card_options, card_of, run_experiment, write_file
from tt_replay.snapshot import Snapshot

# Where the programs of `tt-replay fuzz` have what (docs/how-to/fuzz.md), and below their operands what core B reads.
_DONE, _DONE_VALUE, _OUTPUT, _OUTPUT_BYTES, _OPERANDS = 0x100, 0x600D, 0x20000, 2048, 0x10000
_THREADS_AT, _WORDS_AT, _WORDS_MAX = 0x4000, 0x8000, 4096
_MANIFEST_MOST, _EVENTS_MOST, _THREADS = 1 << 20, 1 << 20, 3

# lui a0, 8; lw a1, 0(a0); lui a2, 0xffe40; lui a5, 4; loop: beqz a1, end; lw a3, 4(a0); lbu a4, 0(a5); slli a4, a4, 16;
# add a4, a4, a2; addi a0, a0, 4; addi a5, a5, 1; addi a1, a1, -1; sw a3, 0(a4); j loop; end: a jump to itself
_CODE = struct.pack("<15I", 0x00008537, 0x00052583, 0xFFE40637, 0x000047B7, 0x02058463, 0x00452683, 0x0007C703,
                    0x01071713, 0x00C70733, 0x00450513, 0x00178793, 0xFFF58593, 0x00D72023, 0xFDDFF06F, 0x0000006F)


def _words(path: Path) -> List[Tuple[int, int]]:
    """Thread and word of each event."""
    found = []
    for at, line in enumerate(read(path, _EVENTS_MOST, follow=False).splitlines()):
        try:
            event = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Refused(f"{visible(path)}: line {at + 1}: no JSON: {visible(error)}") from error
        thread, word = (event.get("t"), event.get("w")) if isinstance(event, dict) else (None, None)
        if not isinstance(event, dict) or event.get("k") != "exec" or type(thread) is not int or type(word) is not int \
                or not 0 <= thread < _THREADS or not 0 <= word < 1 << 32:
            raise Refused(f"{visible(path)}: line {at + 1}: expected a word that a thread executed")
        found.append((thread, word))
    if len(found) > _WORDS_MAX:
        raise Refused(f"{visible(path)}: {len(found)} words, expected at most {_WORDS_MAX}")
    return found


def image(bundle: Path) -> Tuple[str, bytes]:
    """The chip, and all of L1 as the program of a bundle finds it."""
    manifest = read_json(bundle / "bundle.json", _MANIFEST_MOST)
    if not isinstance(manifest, dict) or manifest.get("arch") not in ("blackhole", "wormhole_b0") or \
            manifest.get("boot") or not isinstance(manifest.get("checkpoints"), list) or not manifest["checkpoints"]:
        raise Refused(f"{visible(bundle)}: expected a bundle of a chip with a start and words, and no core that boots")
    chip, start = manifest["arch"], manifest["checkpoints"][0]
    l1 = bytearray(Snapshot(chip, "", -1).size("l1")[0])
    for region in start.get("regions", ()) if isinstance(start, dict) else ():
        addr, file = region.get("addr"), region.get("file")
        if region.get("name") != "l1" or type(addr) is not int or not isinstance(file, str) or ".." in Path(file).parts:
            raise Refused(f"{visible(bundle)}: a region of the start: expected one of L1, in a file of the bundle")
        held = read(bundle / file, len(l1), follow=False)
        if not 0 <= addr <= len(l1) - len(held):
            raise Refused(f"{visible(bundle)}: {len(held)} bytes at 0x{addr:x}: L1 has {len(l1)}")
        l1[addr:addr + len(held)] = held
    words = _words(bundle / str(manifest.get("events")))
    for at, held in ((0, _CODE), (_THREADS_AT, bytes(thread for thread, _ in words)),
                     (_WORDS_AT, struct.pack(f"<{1 + len(words)}I", len(words), *(word for _, word in words)))):
        l1[at:at + len(held)] = held
    return chip, bytes(l1)


def answer(card: Card, l1: bytes, repeats: int, timeout: float) -> bytes:
    """What the program leaves in the output, the same each time."""
    layout = {"done": _DONE, "done_value": _DONE_VALUE, "look": _OUTPUT, "look_bytes": _OUTPUT_BYTES}
    answers = {run_experiment(card, layout, l1, timeout) for _ in range(repeats)}
    if len(answers) > 1:
        raise Refused(f"{card.name}: {len(answers)} answers in {repeats} runs of one program")
    return answers.pop()


def write(out: Path, chip: str, held: bytes, is_card: bool) -> None:
    """The bundle with the output, all else left out."""
    out.mkdir()
    write_file(out / "l1.bin", held)
    manifest: Dict[str, Any] = {
        "format": "tensix-dump-bundle", "version": 1, "arch": chip, "name": "answer",
        "source": {"kind": "silicon" if is_card else "emulator"},
        "checkpoints": [{"id": "begin", "after_event": -1, "regions": []},
                        {"id": "end", "after_event": -1,
                         "regions": [{"name": "l1", "file": "l1.bin", "addr": _OUTPUT}]}]}
    write_file(out / "bundle.json", (json.dumps(manifest, indent=1) + "\n").encode())


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tt_replay.card", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("bundle", type=Path, help="the start and the words, as `tt-replay fuzz` writes them")
    parser.add_argument("out", type=Path, help="the folder that is made")
    add_card_options(parser, 2, "the program, which have to agree")
    options = parser.parse_args(arguments)
    if options.repeats < 1:
        parser.error("--repeats: expected 1 or more")
    try:
        chip, l1 = image(options.bundle)
        write(options.out, chip, answer(card_of(options, chip), l1, options.repeats, options.timeout), not options.emulate)
    except (Refused, Hangs, OSError) as error:
        print(f"tt_replay.card: {visible(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
