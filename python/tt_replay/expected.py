# SPDX-License-Identifier: Apache-2.0
"""A reference of one's own, as the library takes it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import List, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from tt_replay import _library as lib
from tt_replay import formats
from tt_replay.probe import write_file


Moment = Union[None, int, str]  # an event, "mark:NAME", "start"; None: the end


class Reference:
    """An array and where its first datum stands; `native` borrows what this holds."""

    def __init__(self, values: ArrayLike, at: Optional[str], format: Optional[formats.FormatLike], layout: str,
                 ulp: int, exponents: Optional[int], after: Moment = None) -> None:
        if at is None:
            raise lib.ReplayError("an array to expect needs at=, where its first datum stands: l1:0x60000, dst:64,0")
        file = io.BytesIO()
        np.save(file, np.ascontiguousarray(values))
        self._bytes = file.getvalue()
        form = None if format is None else formats.find_format(format)
        code = -1 if form is None else form.code
        asked = {"at": at, "format": form and form.name, "layout": None if layout == "faces" else layout, "ulp": ulp or None,
                 "exponents": None if exponents is None else hex(exponents), "after": after}
        self.options = [word for name, value in asked.items() if value is not None for word in (f"--{name}", str(value))]
        self.native = lib.Expected(b"expect", at.encode(), layout.encode(), code, -1 if exponents is None else exponents,
                                   ulp, self._bytes, len(self._bytes), None if after is None else str(after).encode())

    def save(self, path: Path) -> List[str]:
        """Writes the array as a file; returns the command line's options that expect it."""
        write_file(path, self._bytes)
        return ["--expect", str(path), *self.options]
