# SPDX-License-Identifier: Apache-2.0
"""What a tile held at a checkpoint of a capture, to read and to edit."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Protocol, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tt_replay import _library as lib
from tt_replay import formats
from tt_replay._untrusted import visible
from tt_replay.tile import Field, find_field
from tt_replay.values import Values, of_space

SPACES = ("l1", "cfg", "thread_cfg", "gpr", "dst", "dst_valid", "srca", "srcb", "lreg", "state")
Bytes = Tuple[NDArray[np.uint8], NDArray[np.uint8]]


@dataclass(frozen=True)
class Window:
    """Bytes [lo, lo + count) of a space of which a checkpoint has the hash alone: XXH3-128, canonical."""

    space: str
    lo: int
    count: int
    digest: bytes


def digest(data: bytes) -> bytes:
    """The hash that stands in place of a window's bytes; xxhash.xxh3_128_digest() is the same."""
    held, made = np.frombuffer(bytes(data) or b"\0", np.uint8), np.zeros(16, np.uint8)
    lib.plain("digest", lib.u8(held), len(data), lib.u8(made))
    return made.tobytes()


class Source(Protocol):
    """Where bytes stand that nobody asked for yet: a capture that was read."""

    def _read(self, number: int, space: str, held: NDArray[np.uint8], known: NDArray[np.uint8]) -> None: ...

    def _windows(self, number: int) -> List[Window]: ...


class Snapshot:
    """Of each space its bytes, and of each byte the bits that are known; what nobody read is unknown."""

    def __init__(self, chip: str, name: str, after: int, of: Optional[Source] = None, number: int = 0) -> None:
        self.chip, self.name = chip, name
        self.after = after  # so many events
        self._of, self._number = of, number  # where its bytes stand that nobody asked for yet
        self._spaces: Dict[str, Bytes] = {}
        self.windows: List[Window] = [] if of is None else of._windows(number)  # known by hash alone

    def size(self, space: str) -> Tuple[int, int]:
        """Bytes of a space, and of an element of it."""
        size, element = ctypes.c_uint32(), ctypes.c_uint32()
        lib.call("chip_space", self.chip.encode(), space.encode(), ctypes.byref(size), ctypes.byref(element))
        return size.value, element.value

    def _space(self, space: str) -> Bytes:
        if space not in self._spaces:
            size = self.size(space)[0]
            held, known = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
            if self._of is not None:
                self._of._read(self._number, space, held, known)
            self._spaces[space] = held, known
        return self._spaces[space]

    def read(self, space: str, lo: int = 0, count: Optional[int] = None) -> Bytes:
        """Bytes of a space, and of each the bits that are known."""
        held, known = self._space(space)
        end = held.size if count is None else lo + count
        self._check(space, lo, end - lo, held.size)
        return held[lo:end].copy(), known[lo:end].copy()

    @staticmethod
    def _check(space: str, lo: int, count: int, size: int) -> None:
        if lo < 0 or count < 0 or lo + count > size:
            raise lib.ReplayError(f"{count} bytes at 0x{lo:X} are not all in space {space}, which has 0x{size:X}")

    def array(self, space: str) -> Values:
        """A whole space in its shape, with what is known of it."""
        held, known = self.read(space)
        return of_space(space, held, known, self.size(space)[1], f"{self.name}: {space}")

    def write(self, space: str, lo: int, data: bytes, known: Optional[bytes] = None) -> None:
        """Puts bytes there; known: the bits of each that are, None: all of them."""
        held, mask = self._space(space)
        self._check(space, lo, len(data), held.size)
        bits = np.full(len(data), 0xFF, np.uint8) if known is None else np.frombuffer(known, np.uint8)
        if bits.size != len(data):
            raise lib.ReplayError(f"{bits.size} bytes say what is known of {len(data)}")
        held[lo:lo + len(data)] = np.frombuffer(bytes(data), np.uint8) & bits
        mask[lo:lo + len(data)] = bits

    def forget(self, space: str, lo: int = 0, count: Optional[int] = None) -> None:
        """From here on these bytes are unknown."""
        held, known = self._space(space)
        end = held.size if count is None else lo + count
        self._check(space, lo, end - lo, held.size)
        held[lo:end] = 0
        known[lo:end] = 0

    def hash(self, space: str, window: int, lo: int = 0, count: Optional[int] = None) -> None:
        """Puts a hash in place of each `window` bytes, of which all have to be known: 16 bytes are kept of each."""
        held, known = self.read(space, lo, count)
        if not (known == 0xFF).all():
            raise lib.ReplayError(f"not all of {held.size} bytes at 0x{lo:X} of {space} are known")
        for at in range(0, held.size, window):
            some = held[at:at + window].tobytes()
            self.windows.append(Window(space, lo + at, len(some), digest(some)))
        self.forget(space, lo, held.size)

    def put(self, space: str, values: ArrayLike, lo: int = 0) -> None:
        """Numbers of the space's elements from byte lo on; of a masked array those that are known alone."""
        element = self.size(space)[1]
        numbers: Any = np.ma.MaskedArray(values).astype(f"<u{element}").reshape(-1)
        known = np.repeat(np.where(np.zeros(numbers.shape, bool) | numbers.mask, 0, 0xFF).astype(np.uint8), element)
        self.write(space, lo, np.asarray(numbers.filled(0)).tobytes(), known.tobytes())

    def l1(self, addr: int, count: int, format: formats.FormatLike) -> Values:
        """count datums of L1, not of block formats, as numbers."""
        form = formats.find_format(format)
        held, known = self.read("l1", addr, (count * form.storage_bits + 7) // 8)
        bits = formats.from_bytes(held.tobytes(), form)[:count]
        whole = [bool((known[i * form.storage_bits // 8:((i + 1) * form.storage_bits + 7) // 8] == 0xFF).all())
                 for i in range(count)]
        return Values(formats.decode(bits, form), whole, f"{self.name}: l1:0x{addr:x} {form}")

    def _place(self, name: str, copy: int) -> Tuple[Field, int, int]:
        field = find_field(self.chip, name)
        size, element = self.size(field.space)
        copies = 2 if field.space == "cfg" else 3
        if not 0 <= copy < copies:
            raise lib.ReplayError(f"{name} of copy {copy}: there are {copies}")
        return field, copy * (size // copies) + field.word * element, element

    def config(self, name: str, copy: int = 0) -> Optional[int]:
        """A field of the configuration in a state, or of a thread; None: it is not all known."""
        field, lo, element = self._place(name, copy)
        held, known = self.read(field.space, lo, element)
        mask = ((1 << field.bits) - 1) << field.shift
        if int.from_bytes(known.tobytes(), "little") & mask != mask:
            return None
        return (int.from_bytes(held.tobytes(), "little") & mask) >> field.shift

    def set_config(self, name: str, value: int, copy: Optional[int] = None) -> None:
        """The field from here on, in one state or thread, or in all."""
        copies = (0, 1, 2) if find_field(self.chip, name).space == "thread_cfg" else (0, 1)
        for one in copies if copy is None else (copy,):
            field, lo, element = self._place(name, one)
            if not 0 <= value < 1 << field.bits:
                raise lib.ReplayError(f"{name} has {field.bits} bits, and {value} does not fit")
            held, known = (int.from_bytes(part.tobytes(), "little") for part in self.read(field.space, lo, element))
            mask = ((1 << field.bits) - 1) << field.shift
            self.write(field.space, lo, (held & ~mask | value << field.shift).to_bytes(element, "little"),
                       (known | mask).to_bytes(element, "little"))

    def __repr__(self) -> str:
        known = ((space, int(np.count_nonzero(self._space(space)[1]))) for space in SPACES)
        return visible(f"{self.name} after {self.after} events: " + ", ".join(f"{space} {count}" for space, count in known if count))
