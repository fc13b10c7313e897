# SPDX-License-Identifier: Apache-2.0
"""Runs the experiments of `tt-replay probe` on a card, or on the emulated tile, and leaves one file of answers.

    python3 -m tt_replay.probe questions answers.json                    # a card, through tt-exalens
    python3 -m tt_replay.probe questions answers.json --emulate          # a tile in process
    python3 -m tt_replay.probe questions answers.json --location 1,2 --device 0 --repeats 5

Each experiment is an image of L1: its program runs on core B, all other cores stay in reset. docs/how-to/probe.md
"""

from __future__ import annotations

import argparse
import errno
import importlib
import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, List, Optional, Protocol, Union

from tt_replay._untrusted import Refused, read, read_json, visible

SOFT_RESET = 0xFFB121B0
_ALL_HELD, _ALL_BUT_B = 0x47800, 0x47000
_IS_DONE, _FORMAT = 0x600D, 1
_L1_LEAST = 0x16E000  # of the chip with less of it
_IMAGE_MOST, _PROBE_MOST = _L1_LEAST, 1 << 28
_NAME, _IMAGE = re.compile(r"[\w-]+", re.ASCII), re.compile(r"[\w-]+\.l1", re.ASCII)


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


def questions(folder: Union[str, Path]) -> Dict[str, Any]:
    """probe.json of a folder, with all that is used here as it must be: the folder may come from anybody, and what an
    image of it has goes to the card, from where answers are read."""
    path = Path(folder) / "probe.json"
    probe = read_json(path, _PROBE_MOST)
    if not isinstance(probe, dict) or probe.get("tt_replay_probe") != _FORMAT:
        raise Refused(f"{visible(path)}: not experiments of this version of tt-replay probe")
    layout, listed = probe.get("layout"), probe.get("experiments")
    if not isinstance(layout, dict) or not all(type(layout.get(key)) is int and 0 <= layout[key] < _L1_LEAST
                                               for key in ("done", "done_value", "look", "look_bytes")):
        raise Refused(f"{visible(path)}: layout: expected places of L1, below 0x{_L1_LEAST:x}")
    if not isinstance(probe.get("chip"), str) or not isinstance(listed, list):
        raise Refused(f"{visible(path)}: expected a chip and a list of experiments")
    for at, one in enumerate(listed):
        for key, form in (("name", _NAME), ("image", _IMAGE)):
            value = one.get(key) if isinstance(one, dict) else None
            if not isinstance(value, str) or not form.fullmatch(value):
                raise Refused(f"{visible(path)}: experiments[{at}].{key}: expected letters, digits, '-' and '_'"
                              f"{', and .l1' if form is _IMAGE else ''}: a file of the folder, found {visible(repr(value))[:60]}")
    return dict(probe)


def ask(card: Card, folder: Union[str, Path], repeats: int = 3, timeout: float = 2.0) -> Dict[str, Any]:
    """All experiments of a folder, one after the other and then over again: the content of a file of answers.

    An experiment that hangs has the answers that came before, and is not asked again.
    """
    root = Path(folder)
    probe = questions(root)
    answers: Dict[str, List[str]] = {experiment["name"]: [] for experiment in probe["experiments"]}
    hung: Dict[str, str] = {}
    for _ in range(repeats):
        for experiment in probe["experiments"]:
            name = experiment["name"]
            if name in hung:
                continue
            try:
                image = read(root / experiment["image"], _IMAGE_MOST, follow=False)
                answers[name].append(run_experiment(card, probe["layout"], image, timeout).hex())
            except Hangs as error:
                hung[name] = str(error)
                print(f"{name}: {error}", file=sys.stderr)
    return {"tt_replay_answers": _FORMAT, "chip": probe["chip"], "device": card.name,
            "answers": [{"experiment": name, "repeats": held} for name, held in answers.items()]}


def _write_unnamed(target: Path, content: bytes) -> None:
    """The file has no name until it is whole: whatever ends the program leaves nothing."""
    with open(os.open(target.parent, os.O_TMPFILE | os.O_WRONLY, 0o666), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
        itself, follows = f"/proc/self/fd/{file.fileno()}", file.fileno()  # only with a src_dir_fd does link() follow
        try:
            os.link(itself, target, src_dir_fd=follows)
        except FileExistsError:
            name = target.parent / f".{target.name}.{os.getpid()}"
            os.link(itself, name, src_dir_fd=follows)
            os.replace(name, target)


def _write_named(target: Path, content: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, target)
        except BaseException:
            os.unlink(file.name)
            raise


def write_file(path: Union[str, Path], content: bytes) -> None:
    """Whole or not at all, on the disk, and nothing beside it."""
    target = Path(path)
    try:
        _write_unnamed(target, content)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT):
            raise
        _write_named(target, content) # a file system that has no files without a name
    folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_answers(answers: Dict[str, Any], path: Union[str, Path]) -> None:
    """A file of answers, in place of one that is there."""
    write_file(path, (json.dumps(answers, indent=1) + "\n").encode())


def refuse_input(folder: Union[str, Path], answers: Union[str, Path]) -> None:
    """An output that is one of the files that are read, by whatever name, would replace it."""
    if not os.path.exists(answers):
        return
    for one in sorted(Path(folder).iterdir()):
        if one.exists() and os.path.samefile(one, answers):
            raise Refused(f"{visible(answers)}: this is the input; the output needs another name")


def emulated(chip: str, reading: Optional[str] = None) -> Exalens:
    """The emulated tile behind the same functions. reading: as in tt_replay.Tile."""
    import tt_replay.device as device

    device.install(chip, reading)
    return Exalens(name="the emulated tile")


def add_card_options(parser: argparse.ArgumentParser, repeats: int, each: str) -> None:
    """Which card runs something how often; each: what."""
    parser.add_argument("--location", default="0,0", help="of the tile, as tt-exalens takes it (default 0,0)")
    parser.add_argument("--device", type=int, default=0, help="number of the card (default 0)")
    parser.add_argument("--repeats", type=int, default=repeats, help=f"runs of {each} (default {repeats})")
    parser.add_argument("--timeout", type=float, default=2.0, help="seconds until a run hangs (default 2)")
    parser.add_argument("--emulate", action="store_true", help="a tile in process in place of a card")
    parser.add_argument("--reading", help="with --emulate: KEY=CHOICE[,KEY=CHOICE...]")


def card_of(options: argparse.Namespace, chip: str) -> Exalens:
    """That of these options."""
    return emulated(chip, options.reading) if options.emulate else Exalens(options.location, options.device)


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tt_replay.probe", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", help="what `tt-replay probe -o` made")
    parser.add_argument("answers", help="the file that is written")
    add_card_options(parser, 3, "each experiment")
    options = parser.parse_args(arguments)
    try:
        chip = questions(options.folder)["chip"]
        refuse_input(options.folder, options.answers)
    except (Refused, OSError) as error:
        print(f"tt_replay.probe: {visible(error)}", file=sys.stderr)
        return 2
    write_answers(ask(card_of(options, chip), options.folder, options.repeats, options.timeout), options.answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
