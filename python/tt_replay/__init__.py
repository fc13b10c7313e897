# SPDX-License-Identifier: Apache-2.0
"""tt-replay from Python: a Tensix tile in process, its formats, and results databases.

docs/how-to/python.md shows each. Nothing is compiled when it is installed: the package calls libttreplay.so.
"""

from tt_replay._library import ReplayError, library_version
from tt_replay.formats import FORMATS, Format, decode, encode, find_format, pack_page, ulps, unpack_page
from tt_replay.results import Difference, Run, open
from tt_replay.tile import Core, End, Field, Tile

__all__ = [
    "FORMATS", "Core", "Difference", "End", "Field", "Format", "ReplayError", "Run", "Tile", "decode", "encode", "find_format",
    "library_version", "open", "pack_page", "ulps", "unpack_page",
]
__version__ = library_version()
