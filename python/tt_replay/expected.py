# SPDX-License-Identifier: Apache-2.0
"""A reference of one's own, as the library takes it."""

from __future__ import annotations

import io
from typing import Optional

import numpy as np
from numpy.typing import ArrayLike

from tt_replay import _library as lib
from tt_replay import formats


class Reference:
    """An array and where its first datum stands; `native` borrows what this holds."""

    def __init__(self, values: ArrayLike, at: Optional[str], format: Optional[formats.FormatLike], layout: str,
                 ulp: int, exponents: Optional[int]) -> None:
        if at is None:
            raise lib.ReplayError("an array to expect needs at=, where its first datum stands: l1:0x60000, dst:64,0")
        file = io.BytesIO()
        np.save(file, np.ascontiguousarray(values))
        self._bytes = file.getvalue()
        code = -1 if format is None else formats.find_format(format).code
        self.native = lib.Expected(b"expect", at.encode(), layout.encode(), code, -1 if exponents is None else exponents,
                                   ulp, self._bytes, len(self._bytes))
