# SPDX-License-Identifier: Apache-2.0
"""Runs the experiments of `tt-replay probe` on a card, or on the emulated tile, and leaves one file of answers.

    python3 -m tt_replay.probe questions answers.json                    # a card, through tt-exalens
    python3 -m tt_replay.probe questions answers.json --emulate          # a tile in process
    python3 -m tt_replay.probe questions answers.json --location 1,2 --device 0 --repeats 5

Each experiment is an image of L1: its program runs on core B, all other cores stay in reset. docs/how-to/probe.md
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, List, Optional, Protocol, Union

SOFT_RESET = 0xFFB121B0
_ALL_HELD, _ALL_BUT_B = 0x47800, 0x47000
_IS_DONE, _FORMAT = 0x600D, 1


class Card(Protocol):
    """What is asked: L1 by bytes, registers by words."""

    name: str

    def write(self, addr: int, data: bytes) -> None: ...

    def write_word(self, addr: int, value: int) -> None: ...

    def read(self, addr: int, count: int) -> bytes: ...


class Exalens:
    """A card, or whatever stands in its place, through the functions of tt-exalens."""

    def __init__(self, location: str = "0,0", device_id: int = 0, name: str = "a card through tt-exalens") -> None:
        self._library = importlib.import_module("ttexalens.tt_exalens_lib")
        importlib.import_module("ttexalens.tt_exalens_init").init_ttexalens()
        self._location, self._device = location, device_id
        self.name = name

    def write(self, addr: int, data: bytes) -> None:
        self._library.write_to_device(self._location, addr, data, device_id=self._device)

    def write_word(self, addr: int, value: int) -> None:
        self._library.write_words_to_device(self._location, addr, value, device_id=self._device)

    def read(self, addr: int, count: int) -> bytes:
        return bytes(self._library.read_from_device(self._location, addr, device_id=self._device, num_bytes=count))


class Hangs(Exception):
    """The program did not come to its end."""


def run_experiment(card: Card, layout: Dict[str, int], image: bytes, timeout: float = 2.0) -> bytes:
    """One run: the bytes that are looked at."""
    card.write_word(SOFT_RESET, _ALL_HELD)
    card.write(0, image)
    card.write_word(SOFT_RESET, _ALL_BUT_B)
    end = time.monotonic() + timeout
    while int.from_bytes(card.read(layout["done"], 4), "little") != layout.get("done_value", _IS_DONE):
        if time.monotonic() > end:
            card.write_word(SOFT_RESET, _ALL_HELD)
            raise Hangs(f"no end after {timeout} s")
    answer = card.read(layout["look"], layout["look_bytes"])
    card.write_word(SOFT_RESET, _ALL_HELD)
    return answer


def ask(card: Card, folder: Union[str, Path], repeats: int = 3, timeout: float = 2.0) -> Dict[str, Any]:
    """All experiments of a folder, one after the other and then over again: the content of a file of answers.

    An experiment that hangs has the answers that came before, and is not asked again.
    """
    root = Path(folder)
    probe = json.loads((root / "probe.json").read_text())
    if probe.get("tt_replay_probe") != _FORMAT:
        raise ValueError(f"{root}/probe.json: not experiments of this version of tt-replay probe")
    answers: Dict[str, List[str]] = {experiment["name"]: [] for experiment in probe["experiments"]}
    hung: Dict[str, str] = {}
    for _ in range(repeats):
        for experiment in probe["experiments"]:
            name = experiment["name"]
            if name in hung:
                continue
            if Path(experiment["image"]).name != experiment["image"]:
                raise ValueError(f"{experiment['image']}: an image lies in the folder itself")
            try:
                image = (root / experiment["image"]).read_bytes()
                answers[name].append(run_experiment(card, probe["layout"], image, timeout).hex())
            except Hangs as error:
                hung[name] = str(error)
                print(f"{name}: {error}", file=sys.stderr)
    return {"tt_replay_answers": _FORMAT, "chip": probe["chip"], "device": card.name,
            "answers": [{"experiment": name, "repeats": held} for name, held in answers.items()]}


def write_answers(answers: Dict[str, Any], path: Union[str, Path]) -> None:
    """Whole or not at all."""
    target = Path(path)
    with tempfile.NamedTemporaryFile("w", dir=target.parent, delete=False) as file:
        json.dump(answers, file, indent=1)
        file.write("\n")
    os.replace(file.name, target)


def emulated(chip: str, reading: Optional[str] = None) -> Exalens:
    """The emulated tile behind the same functions. reading: as in tt_replay.Tile."""
    import tt_replay.device as device

    device.install(chip, reading)
    return Exalens(name="the emulated tile")


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tt_replay.probe", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", help="what `tt-replay probe -o` made")
    parser.add_argument("answers", help="the file that is written")
    parser.add_argument("--location", default="0,0", help="of the tile, as tt-exalens takes it (default 0,0)")
    parser.add_argument("--device", type=int, default=0, help="number of the card (default 0)")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each experiment (default 3)")
    parser.add_argument("--timeout", type=float, default=2.0, help="seconds until an experiment hangs (default 2)")
    parser.add_argument("--emulate", action="store_true", help="a tile in process in place of a card")
    parser.add_argument("--reading", help="with --emulate: KEY=CHOICE[,KEY=CHOICE...]")
    options = parser.parse_args(arguments)
    chip = json.loads((Path(options.folder) / "probe.json").read_text())["chip"]
    card = emulated(chip, options.reading) if options.emulate else Exalens(options.location, options.device)
    write_answers(ask(card, options.folder, options.repeats, options.timeout), options.answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
