# SPDX-License-Identifier: Apache-2.0
"""A reference of one's own, as the library takes it."""

from __future__ import annotations

import csv
import ctypes
import io
import os
from pathlib import Path
from typing import Dict, List, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from tt_replay import _library as lib
from tt_replay import formats
from tt_replay.probe import write_file


Moment = Union[None, int, str]  # an event, "mark:NAME", "start"; None: the end


def _text(value: Union[None, int, str]) -> Optional[bytes]:
    return None if value is None else str(value).encode()


class Reference:
    """An array, and what it is of: what stands from the place `at` on, behind event `after` or at the end; or the values of
    `stage`, "pack.late_convert", of the instruction `insn` or of "all". `native` borrows what this holds."""

    def __init__(self, values: ArrayLike, at: Optional[str] = None, format: Optional[formats.FormatLike] = None,
                 layout: str = "faces", ulp: int = 0, exponents: Optional[int] = None, after: Moment = None,
                 stage: Optional[str] = None, insn: Union[None, int, str] = None, rtol: float = 0,
                 atol: float = 0) -> None:
        if (at is None) == (stage is None) or (stage is None) != (insn is None):
            raise lib.ReplayError("an array to expect needs at=, where its first datum stands: l1:0x60000, dst:64,0; or stage= and "
                                  "insn=")
        file = io.BytesIO()
        np.save(file, np.ascontiguousarray(values))
        self._bytes = file.getvalue()
        self._next: Optional[Reference] = None
        form = None if format is None else formats.find_format(format)
        code = -1 if form is None else form.code
        asked = {"at": at, "stage": stage, "insn": insn, "format": form and form.name, "layout": None if layout == "faces" else layout,
                 "ulp": ulp or None, "rtol": rtol or None, "atol": atol or None, "exponents": None if exponents is None else hex(exponents), "after": after}
        self._asked = {name: str(value) for name, value in asked.items() if value is not None}
        self.native = lib.Expected(b"expect", _text(at), layout.encode(), code, -1 if exponents is None else exponents,
                                   ulp, self._bytes, len(self._bytes), _text(after), _text(stage), _text(insn),
                                   rtol, atol)

    def save(self, table: Path) -> List[str]:
        """Writes the array and those that follow beside a table of them all; returns the command line's options that expect
        them."""
        rows: List[Dict[str, str]] = []
        one: Optional[Reference] = self
        while one is not None:
            file = table.with_suffix(".npy" if not rows else f".{len(rows) + 1}.npy")
            write_file(file, one._bytes)
            one.native.name = os.fsencode(file)  # what a page prints as --expect
            rows.append({"expect": file.name, **one._asked})
            one = one._next
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        write_file(table, text.getvalue().encode())
        return ["--expect-table", str(table)]

    def followed_by(self, other: Optional[Reference]) -> Reference:
        """The first of several."""
        self._next = other
        if other is not None:
            self.native.next = ctypes.pointer(other.native)
        return self


Expected = Union[ArrayLike, Reference, Sequence[Reference]]


def references(expect: Expected, at: Optional[str], format: Optional[formats.FormatLike], layout: str, ulp: int,
               exponents: Optional[int], after: Moment, stage: Optional[str], insn: Union[None, int, str],
               rtol: float, atol: float) -> Reference:
    """An array with what it is of, or References: one, or several in a list."""
    several = [expect] if isinstance(expect, Reference) else expect
    if not isinstance(several, (list, tuple)) or not several or not all(isinstance(one, Reference) for one in several):
        return Reference(expect, at, format, layout, ulp, exponents, after, stage, insn, rtol, atol)  # type: ignore[arg-type]
    head: Optional[Reference] = None
    for one in reversed(several):
        head = one.followed_by(head)
    assert head is not None
    return head
