# SPDX-License-Identifier: Apache-2.0
"""libttreplay.so by ctypes: src/api/ttreplay.h, declaration by declaration."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

API = 1
ERROR_BYTES = 512
UNSUPPORTED = 5
LIBRARY = "libttreplay.so"


class ReplayError(Exception):
    """What the library says is wrong; the sentence names what was found and what was expected."""

    def __init__(self, sentence: str, number: int = 0) -> None:
        super().__init__(sentence)
        self.number = number

    @property
    def is_unsupported(self) -> bool:
        """Well formed, but nothing here does it: a core stands there until it is reset."""
        return self.number == UNSUPPORTED


class CoreState(ctypes.Structure):
    _fields_ = [("is_running", c_uint32), ("is_parked", c_uint32), ("is_halted", c_uint32), ("pc", c_uint32),
                ("x", c_uint32 * 32), ("instructions", c_uint64)]


class FormatInfo(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("code", c_uint32), ("storage_bits", c_uint32), ("exponent_bits", c_uint32),
                ("mantissa_bits", c_uint32), ("is_block", c_uint32), ("is_integer", c_uint32),
                ("page_bytes", c_uint32)]


class Value(ctypes.Structure):
    _fields_ = [("kind", c_uint32), ("integer", c_int64), ("real", c_double), ("bytes", c_void_p), ("count", c_size_t)]


_U32 = POINTER(c_uint32)
_U64 = POINTER(c_uint64)
_U8 = POINTER(c_uint8)
_F64 = POINTER(c_double)

# Name: what it returns, what it takes. A last c_char_p of a function that returns a number is its error.
_FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "api": (c_uint32, []),
    "version": (c_char_p, []),
    "tile_new": (c_int, [c_char_p, c_char_p, POINTER(c_void_p), c_char_p]),
    "tile_free": (None, [c_void_p]),
    "chip_space": (c_int, [c_char_p, c_char_p, _U32, _U32, c_char_p]),
    "space": (c_int, [c_void_p, c_char_p, _U32, _U32, c_char_p]),
    "read": (c_int, [c_void_p, c_char_p, c_uint32, c_uint32, c_void_p, c_char_p]),
    "write": (c_int, [c_void_p, c_char_p, c_uint32, c_uint32, c_void_p, c_char_p]),
    "load": (c_int, [c_void_p, c_uint32, _U32, c_char_p]),
    "store": (c_int, [c_void_p, c_uint32, c_uint32, c_char_p]),
    "push": (c_int, [c_void_p, c_uint32, c_uint32, _U32, c_char_p]),
    "run": (c_int, [c_void_p, c_uint64, _U32, _U64, c_char_p]),
    "run_until": (c_int, [c_void_p, c_uint32, c_uint32, c_uint32, c_uint32, c_uint64, _U32, _U64, c_char_p]),
    "core": (c_int, [c_void_p, c_char_p, POINTER(CoreState), c_char_p]),
    "findings": (c_uint64, [c_void_p, POINTER(c_char_p)]),
    "field": (c_int, [c_char_p, c_char_p, POINTER(c_char_p), _U32, _U32, _U32, c_char_p]),
    "format": (c_int, [c_uint32, POINTER(FormatInfo)]),
    "format_end": (c_uint32, []),
    "decode": (c_int, [c_uint32, c_size_t, _U32, _U8, _F64, c_char_p]),
    "encode": (c_int, [c_uint32, c_size_t, _F64, _U32, _U8, c_char_p]),
    "ulps": (c_int, [c_uint32, c_size_t, _U32, _U8, _U32, _U8, _U64, c_char_p]),
    "to_bytes": (c_int, [c_uint32, c_size_t, _U32, _U8, c_char_p]),
    "from_bytes": (c_int, [c_uint32, c_size_t, _U8, _U32, c_char_p]),
    "page_decode": (c_int, [c_uint32, _U8, _U32, _U8, c_char_p]),
    "database_open": (c_int, [c_char_p, POINTER(c_void_p), c_char_p]),
    "database_close": (None, [c_void_p]),
    "query": (c_int, [c_void_p, c_char_p, _U32, c_char_p]),
    "bind_integer": (c_int, [c_void_p, c_uint32, c_int64, c_char_p]),
    "bind_text": (c_int, [c_void_p, c_uint32, c_char_p, c_char_p]),
    "column": (c_char_p, [c_void_p, c_uint32]),
    "row": (c_int, [c_void_p, _U32, c_char_p]),
    "value": (c_int, [c_void_p, c_uint32, POINTER(Value), c_char_p]),
    "page_encode": (c_int, [c_uint32, _U32, _U8, c_char_p]),
}


def _places() -> List[Path]:
    """Where the library may be: where one says, beside the package, in a build of the tree that it stands in."""
    said = os.environ.get("TT_REPLAY_LIBRARY")
    if said:
        return [Path(said)]
    here = Path(__file__).resolve().parent
    builds = sorted(here.parents[1].glob("build/*/src/api/" + LIBRARY), key=lambda path: -path.stat().st_mtime)
    # One with sanitizers cannot be loaded into an interpreter that has none.
    builds = [path for path in builds if b"libasan.so" not in path.read_bytes()]
    return [here / LIBRARY, *builds]


def _load() -> ctypes.CDLL:
    places = _places()
    for place in places:
        if place.exists():
            library = ctypes.CDLL(str(place))
            break
    else:
        raise ImportError(f"{LIBRARY} is at none of: {', '.join(map(str, places))}; build it (ninja ttreplay), or name "
                          "it in TT_REPLAY_LIBRARY")
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "ttreplay_" + name)
        function.restype = result
        function.argtypes = arguments
    if library.ttreplay_api() != API:
        raise ImportError(f"{place}: its interface is number {library.ttreplay_api()}, this package is for {API}")
    return library


_library = _load()


def library_version() -> str:
    return _library.ttreplay_version().decode()


def call(name: str, *arguments: Any) -> None:
    """Calls what can fail, and raises what it says."""
    error = ctypes.create_string_buffer(ERROR_BYTES)
    number = getattr(_library, "ttreplay_" + name)(*arguments, error)
    if number:
        raise ReplayError(error.value.decode(errors="replace"), number)


def plain(name: str, *arguments: Any) -> Any:
    """Calls what cannot fail."""
    return getattr(_library, "ttreplay_" + name)(*arguments)


def pointer(array: Optional["np.ndarray[Any, Any]"], to: Any) -> Any:
    """Of an array's first element; the array must be contiguous and live until the call is over."""
    return None if array is None else array.ctypes.data_as(to)


def u8(array: Optional["np.ndarray[Any, Any]"]) -> Any:
    return pointer(array, _U8)


def u32(array: "np.ndarray[Any, Any]") -> Any:
    return pointer(array, _U32)


def u64(array: "np.ndarray[Any, Any]") -> Any:
    return pointer(array, _U64)


def f64(array: "np.ndarray[Any, Any]") -> Any:
    return pointer(array, _F64)
