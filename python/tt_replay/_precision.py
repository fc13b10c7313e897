# SPDX-License-Identifier: Apache-2.0
"""How exact a capture's or a run's results are."""

from __future__ import annotations

import ctypes
import os
import tempfile
from typing import Iterable, Optional

from tt_replay import _library as lib
from tt_replay._options import Options
from tt_replay.answers import Precision
from tt_replay.capture import CaptureLike, file_of


def precision(capture: CaptureLike, *, order: Optional[str] = None, variants: Iterable[str] = (),
              sets: Iterable[str] = (), assume: Iterable[str] = (), without: Iterable[str] = ()) -> Precision:
    """What each unit and stage adds to the error of a capture's or run's results: what `tt-replay precision --json`
    prints (docs/how-to/precision.md). without: sources whose errors count as none."""
    with tempfile.TemporaryDirectory(prefix="tt-replay-") as folder:
        path = file_of(capture, folder)
        options = Options(order, None, variants, sets, assume)
        names = [without] if isinstance(without, str) else list(without)
        return Precision(lib.search("precision", options.stop, os.fsencode(path), ctypes.byref(options.native), lib.texts(names), len(names)))
