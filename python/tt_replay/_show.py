# SPDX-License-Identifier: Apache-2.0
"""Pictures for notebooks: small SVG, written here, so that nothing needs to be installed for them."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from tt_replay._untrusted import escape as escape

CELL, FIRST, MOST_CELLS = 12, 32, 128
_UNKNOWN = "#bbb"


def number(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else str(value)


def _grid(values: NDArray[Any]) -> Tuple[NDArray[Any], str]:
    """Two dimensions to draw, and what is left out of them."""
    if values.ndim == 0:
        return values.reshape(1, 1), ""
    if values.size == 1024 and values.ndim == 1:
        return values.reshape(2, 2, 16, 16).transpose(0, 2, 1, 3).reshape(32, 32), "as 32 rows of 32"
    if values.ndim == 1:
        width = 32 if values.size >= 32 else max(values.size, 1)
        padded = np.resize(values, (-(-values.size // width) if values.size else 0, width))
        grid = padded
    else:
        grid = values.reshape(-1, values.shape[-1])
    cut = grid[:MOST_CELLS, :MOST_CELLS]
    return cut, "" if cut.shape == grid.shape else f"first {cut.shape[0]} rows of {grid.shape[0]}"


def _shade(values: NDArray[np.float64], known: NDArray[np.bool_]) -> List[str]:
    """A colour each: blue below zero, orange above, by the logarithm of the size, so that small ones are seen too."""
    sizes = np.abs(values)
    counted = sizes[known & np.isfinite(values) & (sizes > 0)]
    low, high = (np.log2(counted.min()), np.log2(counted.max())) if counted.size else (0.0, 1.0)
    colours = []
    for value, size, is_known in zip(values.flat, sizes.flat, known.flat):
        if not is_known:
            colours.append(_UNKNOWN)
        elif np.isnan(value):
            colours.append("#c0c")
        elif size == 0:
            colours.append("#fff")
        else:
            part = 1.0 if np.isinf(value) or high == low else float((np.log2(size) - low) / (high - low))
            light = 92 - int(52 * part)
            colours.append(f"hsl({215 if value < 0 else 25},75%,{light}%)")
    return colours


def heat_map(values: NDArray[Any], known: NDArray[np.bool_], label: str) -> str:
    grid, note = _grid(values)
    mask = _grid(known)[0]
    numbers = np.asarray(grid, np.float64)
    rows, columns = grid.shape
    cells = []
    for at, colour in enumerate(_shade(numbers, mask)):
        row, column = divmod(at, columns)
        if row * columns + column >= values.size and values.ndim == 1:
            break
        text = number(grid[row, column]) if mask[row, column] else "not known"
        cells.append(f'<rect x="{column * CELL}" y="{row * CELL}" width="{CELL}" height="{CELL}" fill="{colour}">'
                     f"<title>row {row}, column {column}: {escape(text)}</title></rect>")
    unknown = int(values.size - np.count_nonzero(known))
    parts = [label, " × ".join(map(str, values.shape)), note, f"{unknown} not known" if unknown else ""]
    head = escape(", ".join(part for part in parts if part))
    return (f'<figure style="margin:0"><figcaption>{head}</figcaption>'
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{head}" '
            f'viewBox="0 0 {max(columns, 1) * CELL} {max(rows, 1) * CELL}" '
            f'style="width:100%;max-width:{max(columns, 1) * CELL}px">{"".join(cells)}</svg></figure>')


def bars(title: str, labels: Sequence[str], counts: Sequence[int]) -> str:
    """A histogram: a bar each, with its count beside it."""
    most, height, left = max([*counts, 1]), 18, 110
    lines = []
    for at, (label, count) in enumerate(zip(labels, counts)):
        y = at * height
        lines.append(f'<text x="{left - 6}" y="{y + 13}" text-anchor="end">{escape(label)}</text>'
                     f'<rect x="{left}" y="{y + 2}" width="{300 * count / most:.1f}" height="{height - 4}" '
                     f'fill="hsl(25,75%,55%)"/><text x="{left + 6 + 300 * count / most:.1f}" y="{y + 13}">{count}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" width="480" '
            f'height="{(len(counts) + 1) * height}" font-family="monospace" font-size="12" fill="currentColor">'
            f'<g transform="translate(0,{height})">{"".join(lines)}</g>'
            f'<text x="0" y="13" font-weight="bold">{escape(title)}</text></svg>')


def table(heads: Sequence[str], rows: Sequence[Sequence[Any]], note: str = "", marked: Optional[Sequence[bool]] = None) -> str:
    body = []
    for at, row in enumerate(rows):
        style = ' style="font-weight:bold"' if marked and marked[at] else ""
        body.append(f"<tr{style}>" + "".join(f"<td>{escape(number(cell))}</td>" for cell in row) + "</tr>")
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    foot = f"<p>{escape(note)}</p>" if note else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>{foot}"


def waterfall(title: str, steps: Sequence[Tuple[str, str, str, bool]]) -> str:
    """A box a stage, from the top down: its name, the bits and the value behind it; marked where they changed."""
    height, width = 30, 560
    boxes = []
    for at, (name, bits, value, is_changed) in enumerate(steps):
        y = at * (height + 8)
        fill = "hsl(25,75%,85%)" if is_changed else "hsl(215,20%,93%)"
        arrow = (f'<path d="M{width // 2} {y - 8}v8m-3 -4l3 4l3 -4" stroke="#666" fill="none"/>' if at else "")
        boxes.append(f'{arrow}<rect x="1" y="{y}" width="{width - 2}" height="{height}" rx="4" fill="{fill}" '
                     f'stroke="#999"/><text x="10" y="{y + 19}">{escape(name)}</text>'
                     f'<text x="250" y="{y + 19}">{escape(bits)}</text>'
                     f'<text x="{width - 10}" y="{y + 19}" text-anchor="end">{escape(value)}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" width="{width}" '
            f'height="{len(steps) * (height + 8) + 20}" font-family="monospace" font-size="12" fill="#222">'
            f'<text x="0" y="13" font-weight="bold" fill="currentColor">{escape(title)}</text>'
            f'<g transform="translate(0,20)">{"".join(boxes)}</g></svg>')


def _tint(part: float) -> str:
    return f"hsl(25,75%,{92 - int(52 * max(0.0, min(part, 1.0)))}%)"


def ranked(title: str, rows: Sequence[Tuple[str, float, str]]) -> str:
    """A bar each, as long as its size; below zero to the left of the line, in blue."""
    sizes = [size for _, size, _ in rows]
    low, high = min([*sizes, 0.0]), max([*sizes, 0.0])
    span, height, left, wide = (high - low) or 1.0, 20, 210, 220
    zero = left - wide * low / span
    lines = []
    for at, (label, size, text) in enumerate(rows):
        y, length = at * height, wide * abs(size) / span
        x = zero - length if size < 0 else zero
        lines.append(f'<g><title>{escape(label)}: {escape(text)}</title>'
                     f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{escape(label)}</text>'
                     f'<rect x="{x:.1f}" y="{y + 3}" width="{length:.1f}" height="{height - 6}" '
                     f'fill="hsl({215 if size < 0 else 25},75%,55%)"/>'
                     f'<text x="{left + wide + 8}" y="{y + 14}">{escape(text)}</text></g>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" '
            f'viewBox="0 0 520 {(len(rows) + 1) * height}" style="width:100%;max-width:520px" font-family="monospace" '
            f'font-size="12" fill="currentColor"><text x="0" y="13" font-weight="bold">{escape(title)}</text>'
            f'<g transform="translate(0,{height})">{"".join(lines)}'
            f'<path d="M{zero:.1f} 0V{len(rows) * height}" stroke="currentColor"/></g></svg>')


def squares(title: str, cells: Sequence[Tuple[str, float]], columns: int) -> str:
    """A square each, the darker the larger; what it is stands in its title."""
    side, most = 20, max([size for _, size in cells] + [0.0])
    drawn = []
    for at, (text, size) in enumerate(cells):
        row, column = divmod(at, columns)
        fill = _tint(size / most) if most > 0 and size > 0 else "#fff"
        drawn.append(f'<rect x="{column * side}" y="{row * side}" width="{side}" height="{side}" fill="{fill}" '
                     f'stroke="#999"><title>{escape(text)}</title></rect>')
    across, down = min(columns, max(len(cells), 1)), -(-max(len(cells), 1) // columns)
    return (f'<figure style="margin:0"><figcaption>{escape(title)}</figcaption>'
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" '
            f'viewBox="0 0 {across * side} {down * side}" style="width:100%;max-width:{across * side}px">'
            f'{"".join(drawn)}</svg></figure>')
