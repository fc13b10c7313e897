# SPDX-License-Identifier: Apache-2.0
"""tt-replay from Python: a Tensix tile in process, its formats, captures, replays of them and what they answer.

docs/how-to/python.md shows each. Nothing is compiled when it is installed: the package calls libttreplay.so.
"""

from tt_replay._library import ReplayError, library_version
from tt_replay.answers import Bisect, Diff, Histogram, Precision, Residue, StaleRead, Waterfall, Why
from tt_replay.capture import Capture, Event, Symbol
from tt_replay.config import Config
from tt_replay.expected import Reference
from tt_replay.formats import FORMATS, Format, decode, encode, find_format, pack_page, ulps, unpack_page
from tt_replay.results import Difference, Run, Verdict, open
from tt_replay.runs import bisect, precision, replay, residue
from tt_replay.snapshot import Snapshot, Window, digest
from tt_replay.tile import Core, End, Field, Tile
from tt_replay.values import Values

__all__ = [
    "FORMATS", "Bisect", "Capture", "Config", "Core", "Diff", "Difference", "End", "Event", "Field", "Format",
    "Histogram", "Precision", "Reference", "ReplayError", "Residue", "Run", "Snapshot", "StaleRead", "Symbol", "Tile",
    "Values", "Verdict", "Waterfall", "Why", "Window", "bisect", "decode", "digest", "encode", "find_format", "library_version", "open",
    "pack_page", "precision", "replay", "residue", "ulps", "unpack_page",
]
__version__ = library_version()
