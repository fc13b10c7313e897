# SPDX-License-Identifier: Apache-2.0
"""A reference of one's own, as the library takes it."""

from __future__ import annotations

import io
from typing import Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from tt_replay import _library as lib
from tt_replay import formats


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
        code = -1 if format is None else formats.find_format(format).code
        self.native = lib.Expected(b"expect", at.encode(), layout.encode(), code, -1 if exponents is None else exponents,
                                   ulp, self._bytes, len(self._bytes), None if after is None else str(after).encode())
