# SPDX-License-Identifier: Apache-2.0
"""The configuration as it stood: words as arrays, fields by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional, Tuple

from tt_replay import _library as lib
from tt_replay import _show
from tt_replay._untrusted import visible
from tt_replay.tile import Field
from tt_replay.values import Values


@dataclass(frozen=True)
class Config:
    """Both states and each thread's words. `config["FIELD"]` is its value in state or thread 0, None: not known;
    `config["FIELD", 1]` that of another."""

    words: Values  # [state, word]
    threads: Values  # [thread, word]
    fields: Dict[str, Field]
    title: str = "configuration"

    def _value(self, field: Field, copy: int) -> Optional[int]:
        words = self.words if field.space == "cfg" else self.threads
        if not 0 <= copy < words.shape[0]:
            raise lib.ReplayError(f"{field.name} of copy {copy}: there are {words.shape[0]}")
        if not words.known[copy, field.word]:
            return None
        return int(words.data[copy, field.word]) >> field.shift & ((1 << field.bits) - 1)

    def __getitem__(self, name: object) -> Optional[int]:
        which, copy = name if isinstance(name, tuple) else (name, 0)
        if which not in self.fields:
            raise lib.ReplayError(f"no field is called '{which}'")
        return self._value(self.fields[which], copy)

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def items(self) -> Iterator[Tuple[str, int, Optional[int]]]:
        """Each field of each copy: its name, the state or thread, its value."""
        for field in self.fields.values():
            for copy in range((self.words if field.space == "cfg" else self.threads).shape[0]):
                yield field.name, copy, self._value(field, copy)

    def changed_from(self, other: "Config") -> List[Tuple[str, int, Optional[int], Optional[int]]]:
        """Fields that differ: name, copy, value in the other, value here."""
        return [(name, copy, before, now) for (name, copy, now), (_, _, before) in zip(self.items(), other.items())
                if now != before]

    def _rows(self) -> List[Tuple[str, int, int]]:
        return [(name, copy, value) for name, copy, value in self.items() if value]

    def __repr__(self) -> str:
        lines = [f"  {name:<48} {copy} 0x{value:x}" for name, copy, value in self._rows()]
        return "\n".join(map(visible, [f"{self.title}: fields that are known and not zero", *lines]))

    def _repr_html_(self) -> str:
        return _show.table(("field", "state or thread", "value"), self._rows(), self.title)
