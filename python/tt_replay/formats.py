# SPDX-License-Identifier: Apache-2.0
"""The device's formats both ways, by the same functions that the tile computes with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tt_replay import _library as lib

BLOCK = 16  # datums that share an exponent
SIDE = 32  # of a tile


@dataclass(frozen=True)
class Format:
    name: str
    code: int  # below 16 the device's own
    storage_bits: int
    exponent_bits: int
    mantissa_bits: int
    is_block: bool
    is_integer: bool
    page_bytes: int  # of a tile in L1; 0: tiles of it do not become pages here

    def __str__(self) -> str:
        return self.name


def _all_formats() -> Dict[str, Format]:
    found: Dict[str, Format] = {}
    info = lib.FormatInfo()
    for code in range(lib.plain("format_end")):
        if lib.plain("format", code, info) == 0:
            name = info.name.decode()
            found[name] = Format(name, info.code, info.storage_bits, info.exponent_bits, info.mantissa_bits,
                                 bool(info.is_block), bool(info.is_integer), info.page_bytes)
    return found


FORMATS: Dict[str, Format] = _all_formats()
# What tt-metal and the kernel suite call them.
_ALIASES = {
    "FLOAT32": "FP32", "FLOAT16": "FP16", "FLOAT16_B": "BF16", "BFLOAT16": "BF16", "BFP8_B": "BFP8", "BFP4_B": "BFP4",
    "BFP2_B": "BFP2", "BFP8_A": "BFP8A", "BFP4_A": "BFP4A", "BFP2_A": "BFP2A", "LF8": "FP8_E5M2",
}

FormatLike = Union[str, int, Format]


def find_format(which: FormatLike) -> Format:
    """By name in any case (also as tt-metal has it, "Bfp8_b"), or by the device's code."""
    if isinstance(which, Format):
        return which
    if isinstance(which, int):
        for one in FORMATS.values():
            if one.code == which:
                return one
        raise lib.ReplayError(f"no format has the number {which}")
    name = which.upper()
    name = _ALIASES.get(name, name)
    for one in FORMATS.values():
        if one.name.upper() == name:
            return one
    raise lib.ReplayError(f"no format is called '{which}'; there are {', '.join(FORMATS)}")


def _array(values: ArrayLike, kind: Any) -> NDArray[Any]:
    return np.ascontiguousarray(values, dtype=kind)


def _datums(bits: ArrayLike, form: Format) -> NDArray[np.uint32]:
    """Bits of datums; numbers cut to bits would be other datums without a word."""
    given = np.asarray(bits)
    if given.size and given.dtype.kind not in "uib":
        raise lib.ReplayError(f"datums are bits, expected integers, found {given.dtype}: encode() makes bits of numbers")
    width = form.storage_bits
    if given.size and (int(given.max()) >> width or int(given.min()) < -(1 << (width - 1))):
        wide = given.max() if int(given.max()) >> width else given.min()
        raise lib.ReplayError(f"a datum of {form.name} has {width} bits, found {int(wide):#x}")
    return _array(given.astype(np.uint64) & np.uint64((1 << width) - 1), np.uint32)


def _spread(form: Format, exponents: Optional[ArrayLike], count: int) -> Optional[NDArray[np.uint8]]:
    """One exponent a datum, of one a datum or one a block."""
    if not form.is_block or exponents is None:
        return None
    given = _array(exponents, np.uint8).reshape(-1)
    if given.size * BLOCK == count:
        given = np.repeat(given, BLOCK)
    if given.size != count:
        raise lib.ReplayError(f"{given.size} exponents for {count} datums of {form.name}")
    return np.ascontiguousarray(given)


def decode(bits: ArrayLike, format: FormatLike, exponents: Optional[ArrayLike] = None) -> NDArray[np.float64]:
    """Datums, each alone in its low bits, as numbers. exponents: of block formats one a datum or one for each 16."""
    form = find_format(format)
    datums = _datums(bits, form)
    shared = _spread(form, exponents, datums.size)
    values = np.empty(datums.shape, np.float64)
    lib.call("decode", form.code, datums.size, lib.u32(datums), lib.u8(shared), lib.f64(values))
    return values


def encode(values: ArrayLike, format: FormatLike) -> Any:
    """The nearest datums, ties to even, whatever an instruction would do; of block formats (datums, exponents)."""
    form = find_format(format)
    numbers = _array(values, np.float64)
    bits = np.empty(numbers.shape, np.uint32)
    shared = np.empty(numbers.size // BLOCK, np.uint8) if form.is_block else None
    lib.call("encode", form.code, numbers.size, lib.f64(numbers), lib.u32(bits), lib.u8(shared))
    return bits if shared is None else (bits, shared)


def ulps(a: ArrayLike, b: ArrayLike, format: FormatLike, a_exponents: Optional[ArrayLike] = None,
         b_exponents: Optional[ArrayLike] = None) -> NDArray[np.uint64]:
    """Distances of datums in units in the last place."""
    form = find_format(format)
    one, other = _datums(a, form), _datums(b, form)
    if one.shape != other.shape:
        raise lib.ReplayError(f"datums of shape {one.shape} against {other.shape}")
    distance = np.empty(one.shape, np.uint64)
    lib.call("ulps", form.code, one.size, lib.u32(one), lib.u8(_spread(form, a_exponents, one.size)), lib.u32(other),
             lib.u8(_spread(form, b_exponents, one.size)), lib.u64(distance))
    return distance


def to_bytes(bits: ArrayLike, format: FormatLike) -> bytes:
    """Datums as they lie in L1; of block formats the mantissas."""
    form = find_format(format)
    datums = _datums(bits, form)
    held = np.zeros(datums.size * form.storage_bits // 8, np.uint8)
    lib.call("to_bytes", form.code, datums.size, lib.u32(datums), lib.u8(held))
    return held.tobytes()


def from_bytes(data: bytes, format: FormatLike) -> NDArray[np.uint32]:
    """Datums of bytes of L1; of block formats the mantissas."""
    form = find_format(format)
    held = np.frombuffer(bytes(data), np.uint8)
    datums = np.empty(held.size * 8 // form.storage_bits, np.uint32)
    lib.call("from_bytes", form.code, datums.size, lib.u8(held), lib.u32(datums))
    return datums


def unpack_page(page: bytes, format: FormatLike) -> Tuple[NDArray[np.uint32], Optional[NDArray[np.uint8]]]:
    """A tile of 32 by 32 from its page in L1 (four faces): datums row by row, and of block formats their exponents."""
    form = find_format(format)
    held = np.frombuffer(bytes(page), np.uint8)
    if held.size != form.page_bytes or not form.page_bytes:
        raise lib.ReplayError(f"a page of {held.size} bytes; one of {form.name} has {form.page_bytes or 'no form here'}")
    bits = np.empty((SIDE, SIDE), np.uint32)
    shared = np.zeros((SIDE, SIDE), np.uint8) if form.is_block else None
    lib.call("page_decode", form.code, lib.u8(held), lib.u32(bits), lib.u8(shared))
    return bits, shared


def pack_page(values: ArrayLike, format: FormatLike) -> bytes:
    """A tile of 32 by 32 numbers as its page in L1, rounded as a host rounds (from FP32, nearest even)."""
    form = find_format(format)
    numbers = _array(values, np.float32)
    if numbers.shape != (SIDE, SIDE):
        raise lib.ReplayError(f"values of shape {numbers.shape}; a tile is {SIDE} by {SIDE}")
    page = np.zeros(max(form.page_bytes, 1), np.uint8)
    lib.call("page_encode", form.code, lib.u32(numbers.view(np.uint32)), lib.u8(page))
    return page.tobytes()
