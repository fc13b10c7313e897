# SPDX-License-Identifier: Apache-2.0
"""Captures replayed and searched in process."""

from __future__ import annotations

import ctypes
import os
import tempfile
from pathlib import Path
from typing import Any, Iterable, Optional, Union

from numpy.typing import ArrayLike

from tt_replay import _library as lib
from tt_replay import formats
from tt_replay.answers import Bisect, Precision, Residue
from tt_replay.capture import Capture
from tt_replay.expected import Reference
from tt_replay.results import Run

CaptureLike = Union[str, "os.PathLike[str]", Capture]


def _stages_name(stages: Union[bool, str]) -> bytes:
    """As --stages: True stands for all, False for events."""
    if isinstance(stages, str):
        return stages.encode()
    return b"all" if stages else b"events"


class _Options:
    """What is typed behind the command, and what of it the library borrows."""

    def __init__(self, order: Optional[str], units: Optional[str], variants: Iterable[str], sets: Iterable[str],
                 assume: Iterable[str], budget: int = 0, max_steps: int = 0,
                 stages: Union[bool, str] = True) -> None:
        lists = [list((one,) if isinstance(one, str) else one) for one in (variants, sets, assume)]
        arrays = [lib.texts(one) for one in lists]
        self.native = lib.Options(order.encode() if order else None, units.encode() if units else None, *arrays,
                                  *[len(one) for one in lists], budget, max_steps, _stages_name(stages))


def _file_of(capture: CaptureLike, folder: str) -> str:
    """A path to it: of one that stands in memory or in a bundle, a copy."""
    if not isinstance(capture, Capture):
        if not Path(capture).is_dir():
            return os.fspath(capture)
        capture = Capture.open(capture)
    path = os.path.join(folder, "case.ttcap")
    capture.save(path)
    return path


def replay(capture: CaptureLike, output: Union[None, str, "os.PathLike[str]"] = None, *, order: Optional[str] = None,
           units: Optional[str] = None, variants: Iterable[str] = (), sets: Iterable[str] = (),
           assume: Iterable[str] = (), max_steps: int = 0, stages: Union[bool, str] = True,
           replace: bool = False) -> Run:
    """A replay in process, as `tt-replay replay` does it, to the byte. Without output the database goes with the run.
    stages: as --stages, "all", "events" (no values of stages) or "none" (the verdict, findings and differences alone, many
    times as quick); True stands for all, False for events."""
    folder = tempfile.TemporaryDirectory(prefix="tt-replay-")
    path = _file_of(capture, folder.name)
    database = os.fspath(output) if output is not None else os.path.join(folder.name, "run.db")
    if os.path.exists(database) and os.path.samefile(database, path):
        raise lib.ReplayError(f"{database}: the capture is read, and would be replaced")
    options = _Options(order, units, variants, sets, assume, 0, max_steps, stages)
    lib.call("replay", os.fsencode(path), os.fsencode(database), int(replace), ctypes.byref(options.native))
    return Run(database, folder)


def bisect(capture: CaptureLike, *, order: Optional[str] = None, variants: Iterable[str] = (),
           sets: Iterable[str] = (), assume: Iterable[str] = (), budget: int = 0, expect: Optional[ArrayLike] = None,
           at: Optional[str] = None, format: Optional[formats.FormatLike] = None, layout: str = "faces", ulp: int = 0,
           exponents: Optional[int] = None) -> Bisect:
    """Where a replay first goes otherwise than the device, and what would make it agree; with expect, than an array of
    one's own."""
    with tempfile.TemporaryDirectory(prefix="tt-replay-") as folder:
        path = _file_of(capture, folder)
        options = _Options(order, None, variants, sets, assume, budget)
        reference = None if expect is None else Reference(expect, at, format, layout, ulp, exponents)
        native = None if reference is None else ctypes.byref(reference.native)
        return Bisect(lib.answer("bisect", os.fsencode(path), ctypes.byref(options.native), native))


def precision(capture: CaptureLike, *, order: Optional[str] = None, variants: Iterable[str] = (),
              sets: Iterable[str] = (), assume: Iterable[str] = (), without: Iterable[str] = ()) -> Precision:
    """What each unit and stage adds to the error of a capture's or run's results: what `tt-replay precision --json`
    prints (docs/how-to/precision.md). without: sources whose errors count as none."""
    with tempfile.TemporaryDirectory(prefix="tt-replay-") as folder:
        path = _file_of(capture, folder)
        options = _Options(order, None, variants, sets, assume)
        names = [without] if isinstance(without, str) else list(without)
        return Precision(lib.answer("precision", os.fsencode(path), ctypes.byref(options.native), lib.texts(names), len(names)))


def residue(capture: CaptureLike, *, after: Optional[CaptureLike] = None, order: Optional[str] = None,
            variants: Iterable[str] = (), budget: int = 0) -> Residue:
    """What a run read that it had not written first, and what of it reaches an output; after: what that run leaves."""
    with tempfile.TemporaryDirectory(prefix="tt-replay-") as folder, \
            tempfile.TemporaryDirectory(prefix="tt-replay-") as beside:
        path = _file_of(capture, folder)
        other = None if after is None else os.fsencode(_file_of(after, beside))
        options = _Options(order, None, variants, (), (), budget)
        return Residue(lib.answer("residue", os.fsencode(path), other, ctypes.byref(options.native)))


__all__ = ("bisect", "precision", "replay", "residue")
