# SPDX-License-Identifier: Apache-2.0
"""Numbers of which some are not known: a masked array of numpy that shows itself."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tt_replay import _show

_SHAPES = {"dst": (-1, 16), "srca": (2, 64, 16), "srcb": (2, 64, 16), "lreg": (-1, 32), "gpr": (3, 64), "cfg": (2, -1),
           "thread_cfg": (3, -1)}


class Values(np.ma.MaskedArray):  # type: ignore[type-arg]
    """An array whose mask says what is not known. In a notebook it is a heat map."""

    def __new__(cls, data: Any, known: Any = None, label: str = "") -> "Values":
        held: "Values" = super().__new__(cls, data, mask=False if known is None else ~np.asarray(known, bool))
        held._optinfo["label"] = label  # type: ignore[attr-defined]
        return held

    @property
    def known(self) -> NDArray[np.bool_]:
        """Where it is known."""
        known: NDArray[np.bool_] = ~np.ma.getmaskarray(self)
        return known

    @property
    def label(self) -> str:
        return str(self._optinfo.get("label", ""))  # type: ignore[attr-defined]

    def _repr_html_(self) -> str:
        return _show.heat_map(np.asarray(self.data), self.known, self.label)


def of_space(space: str, data: NDArray[np.uint8], known: NDArray[np.uint8], element: int, label: str = "") -> Values:
    """A whole space in its shape, element by element; one is known where all of its bits are."""
    shape = _SHAPES.get(space, (-1,))
    dtype: "np.dtype[Any]" = np.dtype(f"<u{element}")
    whole = known.reshape(-1, element).min(axis=1) == 0xFF
    return Values(data.view(dtype).reshape(shape), whole.reshape(shape), label or space)
