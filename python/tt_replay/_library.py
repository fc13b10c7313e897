# SPDX-License-Identifier: Apache-2.0
"""libttreplay.so by ctypes: src/api/ttreplay.h, declaration by declaration."""

from __future__ import annotations

import ctypes
import json
import os
import threading
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from tt_replay._untrusted import visible

API = 7
ERROR_BYTES = 512
UNSUPPORTED = 5
END = 1
LIBRARY = "libttreplay.so"


_U32 = POINTER(c_uint32)
_U64 = POINTER(c_uint64)
_U8 = POINTER(c_uint8)
_F64 = POINTER(c_double)


class ReplayError(Exception):
    """What the library says is wrong; the sentence names what was found and what was expected."""

    def __init__(self, sentence: str, number: int = 0) -> None:
        super().__init__(visible(sentence))
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


class Expected(ctypes.Structure):
    pass


Expected._fields_ = [("name", c_char_p), ("at", c_char_p), ("layout", c_char_p), ("format", c_int64), ("exponents", c_int64),
                     ("ulp", c_uint64), ("bytes", c_char_p), ("count", c_size_t), ("after", c_char_p), ("stage", c_char_p),
                     ("insn", c_char_p), ("rtol", c_double), ("atol", c_double), ("next", POINTER(Expected))]


class Options(ctypes.Structure):
    _fields_ = [("order", c_char_p), ("units", c_char_p), ("variants", POINTER(c_char_p)), ("sets", POINTER(c_char_p)),
                ("assumes", POINTER(c_char_p)), ("variant_count", c_size_t), ("set_count", c_size_t),
                ("assume_count", c_size_t), ("budget", c_uint64), ("max_steps", c_uint64), ("stop", _U32)]


class CaptureInfo(ctypes.Structure):
    _fields_ = [("chip", c_char_p), ("source", c_char_p), ("name", c_char_p), ("description", c_char_p),
                ("recorder", c_char_p), ("hash", c_char_p), ("events", c_uint64), ("symbols", c_uint64),
                ("lines", c_uint64), ("checkpoints", c_uint32), ("tags", c_uint32), ("inputs", c_uint32),
                ("boots", c_uint32), ("is_salvaged", c_uint32), ("unlisted_start_is_reset", c_uint32)]


class Symbol(ctypes.Structure):
    _fields_ = [("core", c_uint32), ("is_object", c_uint32), ("addr", c_uint32), ("bytes", c_uint32),
                ("name", c_char_p)]


class Window(ctypes.Structure):
    _fields_ = [("space", c_char_p), ("lo", c_uint32), ("count", c_uint32), ("digest", ctypes.c_uint8 * 16)]


class Signal(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("path", c_char_p), ("lo", c_uint32), ("is_halved", c_uint32),
                ("is_another", c_uint32)]


class Meta(ctypes.Structure):
    _fields_ = [("chip", c_char_p), ("source", c_char_p), ("name", c_char_p), ("description", c_char_p),
                ("tags", POINTER(c_char_p)), ("inputs", POINTER(c_char_p)), ("boot_cores", POINTER(c_char_p)),
                ("boot_pcs", POINTER(c_uint32)), ("tag_count", c_size_t), ("input_count", c_size_t),
                ("boot_count", c_size_t)]


# struct ttreplay_event
EVENT = np.dtype([("kind", "u4"), ("thread", "i4"), ("index", "u4"), ("addr", "u4"), ("value", "u4"), ("has_pc", "u4"),
                  ("core", "u4"), ("pc", "u4"), ("byte_at", "u4"), ("byte_count", "u4")])

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
    "rows": (c_int, [c_void_p, c_uint32, _U8, _U64, POINTER(c_void_p), _U32, c_char_p]),
    "text_free": (None, [c_void_p]),
    "image": (c_int, [c_void_p, c_char_p, c_uint32, c_uint32, c_int64, _U8, _U8, c_char_p]),
    "place": (c_int, [c_void_p, c_char_p, POINTER(c_char_p), _U32, _U32, c_char_p]),
    "why": (c_int, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p), c_char_p]),
    "diff": (c_int, [c_void_p, c_uint64, POINTER(c_void_p), c_char_p]),
    "diff_expected": (c_int, [c_void_p, POINTER(Expected), c_uint64, POINTER(c_void_p), c_char_p]),
    "page": (c_int, [c_void_p, c_char_p, c_uint32, POINTER(Expected), c_char_p]),
    "replay": (c_int, [c_char_p, c_char_p, c_uint32, POINTER(Options), c_char_p]),
    "residue": (c_int, [c_char_p, c_char_p, POINTER(Options), POINTER(c_void_p), c_char_p]),
    "bisect": (c_int, [c_char_p, POINTER(Options), POINTER(Expected), POINTER(c_void_p), c_char_p]),
    "precision": (c_int, [c_char_p, POINTER(Options), POINTER(c_char_p), c_size_t, POINTER(c_void_p), c_char_p]),
    "capture_open": (c_int, [c_char_p, POINTER(c_void_p), c_char_p]),
    "capture_close": (None, [c_void_p]),
    "capture_info": (None, [c_void_p, POINTER(CaptureInfo)]),
    "capture_tag": (c_char_p, [c_void_p, c_uint32]),
    "capture_input": (c_char_p, [c_void_p, c_uint32]),
    "capture_checkpoint": (c_char_p, [c_void_p, c_uint32, POINTER(c_int64)]),
    "capture_boot": (c_char_p, [c_void_p, c_uint32, _U32]),
    "capture_read": (c_int, [c_void_p, c_uint32, c_char_p, c_uint32, c_uint32, _U8, _U8, c_char_p]),
    "capture_window": (c_int, [c_void_p, c_uint32, c_uint32, POINTER(Window), c_char_p]),
    "digest": (None, [_U8, c_size_t, _U8]),
    "event_kind": (c_char_p, [c_uint32]),
    "core_name": (c_char_p, [c_uint32]),
    "capture_events": (c_int, [c_void_p, c_uint64, c_uint32, c_void_p, c_uint32, _U8, _U32, c_char_p]),
    "capture_symbol": (c_int, [c_void_p, c_uint64, POINTER(Symbol), c_char_p]),
    "signal": (c_int, [c_char_p, c_uint32, POINTER(Signal), c_char_p]),
    "writer_open": (c_int, [c_char_p, c_uint32, POINTER(Meta), POINTER(c_void_p), c_char_p]),
    "writer_events": (c_int, [c_void_p, c_void_p, c_uint32, _U8, c_uint32, c_char_p]),
    "writer_begin": (c_int, [c_void_p, c_char_p, c_char_p]),
    "writer_put": (c_int, [c_void_p, c_char_p, c_uint32, c_uint32, _U8, _U8, c_char_p]),
    "writer_window": (c_int, [c_void_p, POINTER(Window), c_char_p]),
    "writer_end": (c_int, [c_void_p, c_char_p]),
    "writer_symbol": (c_int, [c_void_p, POINTER(Symbol), c_char_p]),
    "writer_lines_of": (c_int, [c_void_p, c_void_p, c_char_p]),
    "writer_finish": (c_int, [c_void_p, c_char_p]),
    "writer_abandon": (None, [c_void_p]),
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
            try:
                library = ctypes.CDLL(str(place))
            except OSError as error:
                raise ImportError(f"{visible(str(place))}: expected {LIBRARY}, found what cannot be loaded: {visible(str(error))}") from None
            break
    else:
        raise ImportError(f"{LIBRARY} is at none of: {', '.join(map(str, places))}; build it (ninja ttreplay), or name "
                          "it in TT_REPLAY_LIBRARY")
    library.ttreplay_api.restype = c_uint32
    if library.ttreplay_api() != API:
        raise ImportError(f"{place}: its interface is number {library.ttreplay_api()}, this package is for {API}")
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "ttreplay_" + name)
        function.restype = result
        function.argtypes = arguments
    return library


_library = _load()


def library_version() -> str:
    return str(_library.ttreplay_version().decode())


def call(name: str, *arguments: Any) -> None:
    """Calls what can fail, and raises what it says."""
    error = ctypes.create_string_buffer(ERROR_BYTES)
    number = getattr(_library, "ttreplay_" + name)(*arguments, error)
    if number:
        raise ReplayError(error.value.decode(errors="replace"), number)


def plain(name: str, *arguments: Any) -> Any:
    """Calls what cannot fail."""
    return getattr(_library, "ttreplay_" + name)(*arguments)


def answer(name: str, *arguments: Any) -> Any:
    """Calls what answers in JSON; the answer's place comes before the error, behind the arguments."""
    text = c_void_p()
    call(name, *arguments, ctypes.byref(text))
    try:
        return json.loads(ctypes.string_at(text.value or 0).decode(errors="replace"))
    finally:
        plain("text_free", text)


def search(name: str, stop: c_uint32, *arguments: Any) -> Any:
    """As answer(), for what takes long: on a thread of its own, for an interrupt is heard where Python waits, and not
    in the library. The search is then told to stop, and nobody waits for it."""
    said: List[Any] = []
    failed: List[BaseException] = []

    def work() -> None:
        try:
            said.append(answer(name, *arguments))
        except BaseException as error:  # pylint: disable=broad-exception-caught
            failed.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        thread.join()
    except BaseException:
        stop.value = 1
        raise
    if failed:
        raise failed[0]
    return said[0]


def texts(items: Sequence[str]) -> Any:
    """An array of texts; null where there are none."""
    return (c_char_p * len(items))(*[item.encode() for item in items]) if items else None


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
