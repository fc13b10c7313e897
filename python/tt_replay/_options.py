# SPDX-License-Identifier: Apache-2.0
"""What a replay is told, as behind the command."""

from __future__ import annotations

import ctypes
from typing import Iterable, Optional

from tt_replay import _library as lib


class Options:
    """What is typed behind the command, and what of it the library borrows."""

    def __init__(self, order: Optional[str], units: Optional[str], variants: Iterable[str], sets: Iterable[str],
                 assume: Iterable[str], budget: int = 0, max_steps: int = 0) -> None:
        lists = [list((one,) if isinstance(one, str) else one) for one in (variants, sets, assume)]
        arrays = [lib.texts(one) for one in lists]
        self.stop = ctypes.c_uint32(0)
        self.native = lib.Options(order.encode() if order else None, units.encode() if units else None, *arrays,
                                  *[len(one) for one in lists], budget, max_steps, ctypes.pointer(self.stop))
