# SPDX-License-Identifier: Apache-2.0
"""Captures replayed and searched in process."""

from __future__ import annotations

import ctypes
import os
import tempfile
from typing import Iterable, Optional, Union

from numpy.typing import ArrayLike

from tt_replay import _library as lib
from tt_replay import formats
from tt_replay._options import Options
from tt_replay._precision import precision
from tt_replay.answers import Bisect
from tt_replay.capture import CaptureLike, file_of, residue
from tt_replay.expected import Expected, Moment, references
from tt_replay.results import Run


def replay(capture: CaptureLike, output: Union[None, str, "os.PathLike[str]"] = None, *, order: Optional[str] = None,
           units: Optional[str] = None, variants: Iterable[str] = (), sets: Iterable[str] = (),
           assume: Iterable[str] = (), max_steps: int = 0, replace: bool = False) -> Run:
    """A replay in process, as `tt-replay replay` does it, to the byte. Without output the database goes with the run."""
    folder = tempfile.TemporaryDirectory(prefix="tt-replay-")
    path = file_of(capture, folder.name)
    database = os.fspath(output) if output is not None else os.path.join(folder.name, "run.db")
    if os.path.exists(database) and os.path.samefile(database, path):
        raise lib.ReplayError(f"{database}: the capture is read, and would be replaced")
    options = Options(order, units, variants, sets, assume, 0, max_steps)
    lib.call("replay", os.fsencode(path), os.fsencode(database), int(replace), ctypes.byref(options.native))
    return Run(database, folder)


def bisect(capture: CaptureLike, *, order: Optional[str] = None, variants: Iterable[str] = (),
           sets: Iterable[str] = (), assume: Iterable[str] = (), budget: int = 0, expect: Optional[Expected] = None,
           at: Optional[str] = None, format: Optional[formats.FormatLike] = None, layout: str = "faces", ulp: int = 0,
           exponents: Optional[int] = None, after: Moment = None, stage: Optional[str] = None,
           insn: Union[None, int, str] = None, rtol: float = 0, atol: float = 0) -> Bisect:
    """Where a replay first goes otherwise than the device, and what would make it agree; with expect, than an array of
    one's own."""
    with tempfile.TemporaryDirectory(prefix="tt-replay-") as folder:
        path = file_of(capture, folder)
        options = Options(order, None, variants, sets, assume, budget)
        reference = None if expect is None else references(expect, at, format, layout, ulp, exponents, after, stage, insn,
                                                                 rtol, atol)
        native = None if reference is None else ctypes.byref(reference.native)
        return Bisect(lib.search("bisect", options.stop, os.fsencode(path), ctypes.byref(options.native), native))


__all__ = ("bisect", "precision", "replay", "residue")
