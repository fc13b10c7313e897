# SPDX-License-Identifier: Apache-2.0
"""Just enough of ELF for RISC-V to load a program and to look up its symbols."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, List, Tuple, Union

from tt_replay._library import ReplayError
from tt_replay._untrusted import Refused, read

_HEADER = struct.Struct("<16sHHIIIIIHHHHHH")
_SECTION = struct.Struct("<IIIIIIIIII")
_SYMBOL = struct.Struct("<IIIBBH")
_PROGBITS, _SYMTAB = 1, 2
_INIT_ARRAY, _FINI_ARRAY = 14, 15
_ALLOC = 2
_RISCV = 243
_LOCAL_BYTES = 0x2000
_MOST = 1 << 28  # bytes of a program


@dataclass(frozen=True)
class Symbol:
    name: str
    value: int
    size: int


@dataclass(frozen=True)
class Section:
    name: str
    kind: int
    flags: int
    addr: int
    data: bytes
    link: int
    size: int


class Elf:
    """A linked program of 32 bits for RISC-V."""

    def __init__(self, path: Union[str, Path]) -> None:
        self.path = Path(path)
        try:
            self._bytes = read(self.path, _MOST)
            self._read()
        except Refused as error:
            raise ReplayError(str(error)) from error
        except (struct.error, IndexError, UnicodeDecodeError) as error:
            raise ReplayError(f"{path}: not a whole ELF file ({error})") from error

    def _read(self) -> None:
        data = self._bytes
        if data[:7] != b"\x7fELF\x01\x01\x01":
            raise ReplayError(f"{self.path}: not an ELF file of 32 bits, little-endian")
        header = _HEADER.unpack_from(data)
        if header[2] != _RISCV:
            raise ReplayError(f"{self.path}: for machine {header[2]}, expected {_RISCV} (RISC-V)")
        self.entry_of_header = header[4]
        heads = [_SECTION.unpack_from(data, header[6] + i * header[11]) for i in range(header[12])]
        names = self._content(heads[header[13]]) if heads else b""
        self.sections: List[Section] = [
            Section(_text(names, head[0]), head[1], head[2], head[3], self._content(head), head[6], head[5])
            for head in heads
        ]
        self.symbols: Dict[str, Symbol] = dict(self._symbols())
        init = [section for section in self.sections if section.name == ".init"]
        self.entry = init[0].addr if init else self.entry_of_header

    def _content(self, head: Tuple[int, ...]) -> bytes:
        if head[1] == 8:  # NOBITS
            return b""
        if head[4] + head[5] > len(self._bytes):
            raise ReplayError(f"{self.path}: a section ends behind the end of the file")
        return self._bytes[head[4]:head[4] + head[5]]

    def _symbols(self) -> Iterator[Tuple[str, Symbol]]:
        for section in self.sections:
            if section.kind != _SYMTAB or section.link >= len(self.sections):
                continue
            names = self.sections[section.link].data
            for name, value, size, _, _, _ in _SYMBOL.iter_unpack(section.data):
                text = _text(names, name)
                if text:
                    yield text, Symbol(text, value, size)

    def _image_base(self) -> int:
        for section in self.sections:
            if section.name == ".loader_init":
                return section.addr
        if "__loader_init_start" in self.symbols:
            return self.symbols["__loader_init_start"].value
        raise ReplayError(f"{self.path}: it has data in the core's own memory, and no __loader_init_start that says "
                          "where in L1 start code finds it")

    def loaded(self, local_base: int) -> Iterator[Tuple[int, bytes]]:
        """Address in L1 and bytes of each section that is loaded."""
        for section in self.sections:
            if not section.flags & _ALLOC or section.kind not in (_PROGBITS, _INIT_ARRAY, _FINI_ARRAY):
                continue
            if not section.data:
                continue
            addr = section.addr
            if local_base <= addr < local_base + _LOCAL_BYTES:
                addr = self._image_base() + (addr - local_base)
            yield addr, section.data


def _text(names: bytes, at: int) -> str:
    return names[at:names.index(b"\0", at)].decode() if at < len(names) else ""
