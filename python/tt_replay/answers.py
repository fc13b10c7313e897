# SPDX-License-Identifier: Apache-2.0
"""What a run or a capture answers: what the commands print as JSON, which prints itself and shows itself in a notebook.

`answer["first"]` is a member of the JSON (schemas/*.schema.json); `answer.json` is all of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from tt_replay import _show
from tt_replay._untrusted import visible

_SHOWN = 20  # rows that a text or a table has
_TILES_SHOWN = 1024  # data tiles in a picture


class Answer:
    """JSON with members."""

    def __init__(self, json: Dict[str, Any]) -> None:
        self.json = json

    def __getitem__(self, member: str) -> Any:
        return self.json[member]

    def get(self, member: str, default: Any = None) -> Any:
        return self.json.get(member, default)

    @property
    def verdict(self) -> str:
        return str(self.json.get("verdict"))


class Histogram:
    """Distances in units in the last place: how many datums are so far from where they should be."""

    def __init__(self, title: str, counts: Sequence[Tuple[Optional[int], int]]) -> None:
        self.title = title
        self.counts = list(counts)  # from this distance to below twice that, how many; None: no distance

    @staticmethod
    def of(distances: NDArray[Any], title: str = "units in the last place") -> "Histogram":
        flat = np.asarray(distances, np.uint64).reshape(-1)
        counts: List[Tuple[Optional[int], int]] = [(0, int(np.count_nonzero(flat == 0)))]
        for power in range(64):
            low = np.uint64(1 << power)
            inside = (flat >= low) & (flat - low < low)
            if inside.any():
                counts.append((1 << power, int(np.count_nonzero(inside))))
        return Histogram(title, counts)

    def _labels(self) -> List[str]:
        return ["no distance" if low is None else str(low) if low < 2 else f"{low} … {2 * low - 1}"
                for low, _ in self.counts]

    def __repr__(self) -> str:
        most = max([count for _, count in self.counts] + [1])
        lines = [f"{label:>24} {count:>9} {'#' * round(40 * count / most)}"
                 for label, (_, count) in zip(self._labels(), self.counts)]
        return "\n".join([visible(self.title), *lines])

    def _repr_svg_(self) -> str:
        return _show.bars(self.title, self._labels(), [count for _, count in self.counts])


class Diff(Answer):
    """What a run made against what the device held, or against an array of one's own."""

    @property
    def differences(self) -> List[Dict[str, Any]]:
        found: List[Dict[str, Any]] = self.json["differences"] if "differences" in self.json else []
        return found or [item for one in self.references for item in one.differences]

    @property
    def references(self) -> List[Diff]:
        """Of several References the answer on each, in their order."""
        return [Diff(one) for one in self.json.get("references", [])]

    def __len__(self) -> int:
        return sum(map(len, self.references)) if "references" in self.json else int(self.json["difference_count"])

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.differences)

    def rows(self) -> List[Tuple[Any, ...]]:
        """Place, bits held and replayed, their values, the distance, the event that wrote it last."""
        found: List[Tuple[Any, ...]] = []
        for one in self.differences:
            writer = one.get("writer") or {}
            event = one["event"] if "event" in one else writer.get("event")
            address = one.get("address") or f"{one['space']}:0x{one['lo']:x}"
            found.append((address, one["place"], one["held"]["bits"], one["replayed"]["bits"],
                          one["held"]["value"], one["replayed"]["value"], one["ulps"], event))
        return found

    heads = ("address", "place", "held", "replayed", "held value", "replayed value", "ulps", "event")

    def table(self) -> Dict[str, NDArray[Any]]:
        """The same column by column, as a data frame takes it."""
        columns: Dict[str, NDArray[Any]] = {}
        rows = self.rows()
        for at, head in enumerate(self.heads):
            columns[head] = np.empty(len(rows), object)
            columns[head][:] = [row[at] for row in rows]
        return columns

    def histogram(self) -> Histogram:
        """How far those that differ are from what was held."""
        if "distances" in self.json:
            return Histogram("units in the last place", [(one["from"], one["count"]) for one in self.json["distances"]])
        ulps = [one["ulps"] for one in self.differences if one["ulps"] is not None]
        return Histogram.of(np.array(ulps, np.uint64), "units in the last place, of datums that differ")

    def _head(self) -> str:
        reason = self.json.get("reason")
        return f"{self.verdict}: {len(self)} differ" + (f"; {reason}" if reason else "")

    def __repr__(self) -> str:
        lines = [self._head()]
        for row in self.rows()[:_SHOWN]:
            lines.append("  " + "  ".join("-" if cell is None else str(cell) for cell in row))
        return "\n".join(map(visible, lines + ["  …"] * (len(self.differences) > _SHOWN)))

    def _repr_html_(self) -> str:
        rows = [["" if cell is None else cell for cell in row] for row in self.rows()[:_SHOWN]]
        return _show.table(self.heads, rows, self._head()) + (self.histogram()._repr_svg_() if rows else "")


class Why(Answer):
    """What a place came from: nodes of data back to the start, or every write of a field, newest first."""

    @property
    def nodes(self) -> List[Dict[str, Any]]:
        found: List[Dict[str, Any]] = self.json.get("nodes", [])
        return found

    @property
    def writes(self) -> List[Dict[str, Any]]:
        found: List[Dict[str, Any]] = self.json.get("writes", [])
        return found

    def _rows(self) -> List[Tuple[Any, ...]]:
        if "field" in self.json:
            return [(write["event"], f"{self.json['field']} copy {write['copy']}", f"{write['before']} → {write['after']}",
                     write["instruction"] or "a core's store") for write in self.writes]
        return [(node["event"], node["place"], "unknown" if node["bits"] is None else f"0x{node['bits']:x}",
                 node["instruction"] or node["kind"]) for node in self.nodes]

    def _head(self) -> str:
        what = self.json.get("place") or f"cfg:{self.json.get('field')}"
        return f"{what}: {len(self._rows())} {'writes' if 'field' in self.json else 'places that matter'}"

    def __repr__(self) -> str:
        rows = ["  event {}  {}  {}  {}".format(*("-" if cell is None else cell for cell in row))
                for row in self._rows()[:_SHOWN]]
        return "\n".join(map(visible, [self._head(), *rows] + ["  …"] * (len(self._rows()) > _SHOWN)))

    def _repr_html_(self) -> str:
        rows = [["" if cell is None else cell for cell in row] for row in self._rows()[:_SHOWN]]
        return _show.table(("event", "place", "bits", "instruction"), rows, self._head())


@dataclass(frozen=True)
class StaleRead:
    """A place that a run read before anything in it wrote there."""

    place: str
    reach: str  # "output", "hang", "compared"; "not tried", "unsupported", "no value", "unused"
    space: str
    lo: int
    hi: int
    is_given: bool  # L1 that the recording holds at its start
    value: Optional[int]  # of a field or an element: at the start, and another one that changes an output
    other: Optional[int]
    event: int  # the first reader
    unit: str
    instruction: Optional[str]
    source: Optional[str]
    left: Optional[Dict[str, Any]]  # what the other run leaves there

    @property
    def reaches(self) -> bool:
        return self.reach in ("output", "hang", "compared")


class Residue(Answer):
    """What a run read that it had not written, the worst first; schemas/residue.schema.json."""

    @property
    def rows(self) -> List[StaleRead]:
        return [StaleRead(row["place"], row["reach"], row["space"], row["lo"], row["hi"], row["is_given"], row["value"],
                          row["other"], row["reader"]["event"], row["reader"]["unit"], row["reader"]["instruction"],
                          (row.get("source") or {}).get("text"), row.get("left")) for row in self.json["rows"]]

    @property
    def stale(self) -> List[StaleRead]:
        """Those that reach an output and were not given."""
        return [row for row in self.rows if row.reaches and not row.is_given]

    def __repr__(self) -> str:
        return "\n".join([f"{len(self.stale)} stale reads reach an output", *(
            f"  {row.reach:<9} {row.place}  event {row.event}, {row.unit}" for row in self.stale[:_SHOWN])])

    def _repr_html_(self) -> str:
        reaches = ("output", "hang", "compared", "not tried", "unsupported", "no value", "unused")
        stale = [row for row in self.rows if not row.is_given]
        counts = [sum(row.reach == reach for row in stale) for reach in reaches]
        picture = _show.bars("stale reads, by what another value changes",
                             ["an output", "the end", "compared", *reaches[3:]], counts)
        rows = [(row.place, row.reach, _pair(row), f"event {row.event}, {row.unit}: {row.instruction or 'a core'}", row.source or "")
                for row in self.stale[:_SHOWN]]
        return picture + _show.table(("place", "reaches", "was, other", "first reader", "source"), rows,
                                     f"{len(self.stale)} stale reads reach an output")


def _pair(row: StaleRead) -> str:
    return "" if row.value is None or row.other is None else f"0x{row.value:x}, 0x{row.other:x}"


class Precision(Dict[str, Any]):
    """Who adds what to the error of a run's results: the dictionary that `tt-replay precision --json` prints
    (schemas/precision.schema.json), which shows itself."""

    def _head(self) -> str:
        ulps = self["ulps"]
        return (f"{self['path']}: {self['outputs']} outputs, rms {_show.number(ulps['rms'])} ulp, "
                f"largest {_show.number(ulps['largest'])}, bias {_show.number(ulps['bias'])}")

    def _repr_html_(self) -> str:
        sources = [one for one in self["sources"] if one["inexact"]]
        tiles = self["tiles"][:_TILES_SHOWN]
        parts = [f"<p>{_show.escape(self._head())}</p>"]
        if sources:
            parts.append(_show.ranked("share of the squared error", [
                (f"{one['source']} {one['format']}", one["share"], f"{one['share']:.2f} %") for one in sources]))
        if tiles:
            left = len(self["tiles"]) - len(tiles)
            parts.append(_show.squares("data tiles by the rms of their error" + (f", the first {len(tiles)}" if left else ""), [
                (f"data tile {one['tile']}: rms {one['rms']:.3g} ulp, largest {one['largest']:.3g}"
                 + (f", most by {one['most']}" if one["most"] else ""), one["rms"]) for one in tiles], 16))
        if self["lost"]:
            parts.append(_show.table(("instruction", "words", "cells"),
                                     [(one["by"], one["words"], one["cells"]) for one in self["lost"]],
                                     "numbers start again behind these: their mathematics is not known here"))
        return "".join(parts)


class Bisect(Answer):
    """Where a replay first goes otherwise than the device, and what would make it agree."""

    @property
    def first(self) -> Optional[Dict[str, Any]]:
        """The first value that differs."""
        found: Optional[Dict[str, Any]] = self.json.get("first")
        return found

    @property
    def stage(self) -> Optional[str]:
        stage: Optional[str] = (self.first or {}).get("stage")
        return stage

    @property
    def event(self) -> Optional[int]:
        """Of the first instruction that goes otherwise."""
        apart = (self.json.get("goes_apart") or {}).get("instruction") or (self.first or {}).get("writer") or {}
        event: Optional[int] = apart.get("event")
        return event

    @property
    def cause(self) -> Optional[str]:
        found: Optional[str] = self.json.get("cause")
        return found

    @property
    def explanations(self) -> List[Dict[str, Any]]:
        found: List[Dict[str, Any]] = self.json.get("explanations", [])
        return found

    def changes(self) -> List[str]:
        """Each explanation in words, as the terminal has it: several are alternatives, of which none is called the cause."""
        return [one["text"] for one in self.explanations]

    def source(self) -> Optional[str]:
        """The line of the first instruction that goes otherwise, where it is known."""
        for one in ((self.json.get("goes_apart") or {}).get("instruction"), (self.first or {}).get("writer")):
            text: Optional[str] = ((one or {}).get("source") or {}).get("text")
            if text:
                return text
        return None

    def _lines(self) -> List[str]:
        lines = [f"{self.json['capture']}: {self.verdict}"]
        first = self.first
        if first:
            writer = first["writer"] or {}
            lines.append(f"first differs at {self.json['checkpoint']['id']}: {first['what']} {first['datum'] or first['address']}, "
                         f"held 0x{first['held']:x}, replayed 0x{first['replayed']:x}")
            lines.append(f"written by event {writer.get('event', '-')} {writer.get('instruction', writer.get('unit', ''))}, "
                         f"stage {first['stage'] or '-'}")
            changes = self.changes()
            before = f" (one of {len(changes)}, each of which explains it)" if len(changes) > 1 else ""
            lines.append(f"cause: {self.cause}{before}" + "".join("; " + change for change in changes))
        source = self.source()
        return lines + ([f"source: {source}"] if source else [])

    def __repr__(self) -> str:
        return "\n".join(map(visible, self._lines()))

    def _repr_html_(self) -> str:
        return _show.table((), [[line] for line in self._lines()])


class Waterfall:
    """A datum through the stages of its instruction."""

    heads = ("stage", "format", "event", "bits", "value")

    def __init__(self, title: str, rows: Sequence[Tuple[str, str, int, int, Any]]) -> None:
        self.title = title
        self.rows = list(rows)

    def _steps(self) -> List[Tuple[str, str, str, bool]]:
        before: Any = None
        steps: List[Tuple[str, str, str, bool]] = []
        for stage, form, event, bits, value in self.rows:
            name = stage if not steps else f"{stage} ({form})"
            text = "" if value is None else _show.number(value)
            steps.append((name if steps else f"{stage} ({form}), event {event}", f"0x{bits:x}", text, bits != before))
            before = bits
        return steps

    def __repr__(self) -> str:
        lines = [f"  {'*' if changed else ' '} {name:<36} {bits:>12} {value:>16}"
                 for name, bits, value, changed in self._steps()]
        return "\n".join(map(visible, [self.title, *lines]))

    def _repr_svg_(self) -> str:
        return _show.waterfall(self.title, self._steps())
