# SPDX-License-Identifier: Apache-2.0
"""Draws the tables of linear.py: a panel an axis, both scales logarithmic, a line a verb; readable on light and dark."""

import html
import math

PANEL, HEIGHT, LEFT, TOP, LABELS = 200, 300, 60, 40, 190
DECADES = (-3, 1)  # of seconds
COLOURS = ("#0969da", "#cf222e", "#1a7f37", "#8250df", "#bf8700", "#1b7c83", "#bc4c00", "#6e7781", "#a475f9", "#bf3989",
           "#4d7c0f", "#218bff", "#e16f24", "#d4418e")
STYLE = """text{font:11px sans-serif;fill:#1f2328}.t{font-size:13px;font-weight:bold}.g{stroke:#d0d7de}.s{stroke:#8c959f;\
stroke-dasharray:4 3}.l{fill:none;stroke-width:1.8}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.g{stroke:#30363d}}"""


def place(panel, size, seconds, most):
    across = math.log10(size) / math.log10(most) if most > 1 else 0
    low, high = DECADES
    up = (math.log10(max(seconds, 10.0**low)) - low) / (high - low)
    return LEFT + panel * (PANEL + LABELS) + across * PANEL, TOP + HEIGHT - min(up, 1) * HEIGHT


def line(x1, y1, x2, y2, css):
    return f'<line class="{css}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def text(x, y, words, css="", anchor="start", colour=""):
    style = f' style="fill:{colour}"' if colour else ""
    return f'<text class="{css}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{html.escape(words)}</text>'


def draw_grid(panel, sizes):
    most = sizes[-1]
    for decade in range(DECADES[0], DECADES[1] + 1):
        x, y = place(panel, 1, 10.0**decade, most)
        yield line(x, y, x + PANEL, y, "g")
        words = f"{10**decade} s" if decade >= 0 else f"{10**(decade + 3)} ms"
        yield text(x - 6, y + 4, words, anchor="end")
    for size in sizes:
        x, y = place(panel, size, 10.0 ** DECADES[0], most)
        yield line(x, TOP, x, y, "g")
        yield text(x, y + 16, f"{size:,}x", anchor="middle")
    for exponent in range(-5, DECADES[1] - round(math.log10(most)) + 1):  # where cost grows as the work does
        x1, y1 = place(panel, max(1, 10 ** (DECADES[0] - exponent)), 10.0 ** max(exponent, DECADES[0]), most)
        x2, y2 = place(panel, most, 10.0**exponent * most, most)
        if x1 < x2:
            yield line(x1, y1, x2, y2, "s")


def apart(wanted, gap=13):
    """Labels at their places, moved down until none stands on another."""
    at = {}
    last = -math.inf
    for y, name in sorted((y, name) for name, y in wanted.items()):
        last = at[name] = max(y, last + gap)
    over = last - (TOP + HEIGHT)
    return {name: y - max(over, 0) for name, y in at.items()}


def draw_panel(panel, axis, table, colours):
    sizes = sorted(table)
    yield text(*place(panel, 1, 10.0 ** DECADES[1], sizes[-1]), "", "t")
    yield text(LEFT + panel * (PANEL + LABELS), TOP - 14, f"times the {axis}", "t")
    yield from draw_grid(panel, sizes)
    ends = {}
    for verb in table[sizes[0]]:
        points = [place(panel, size, table[size][verb], sizes[-1]) for size in sizes]
        ends[verb] = points[-1][1] + 4
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield f'<polyline class="l" stroke="{colours[verb]}" points="{path}"/>'
    for verb, y in apart(ends).items():
        yield text(LEFT + panel * (PANEL + LABELS) + PANEL + 6, y, verb, colour=colours[verb])


def draw(tables):
    """tables: {axis: {size: {verb: seconds}}}."""
    verbs = list(dict.fromkeys(verb for table in tables.values() for costs in table.values() for verb in costs))
    colours = {verb: COLOURS[i % len(COLOURS)] for i, verb in enumerate(verbs)}
    width, height = len(tables) * (PANEL + LABELS) + LEFT, TOP + HEIGHT + 40
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
             "<!-- SPDX-License-Identifier: Apache-2.0; drawn by tests/bench/linear.py -->",
             "<title>Processor time of each verb against the size of the capture; dashed: as the work grows</title>",
             f"<style>{STYLE}</style>"]
    for panel, (axis, table) in enumerate(tables.items()):
        parts += draw_panel(panel, axis, table, colours)
    return "\n".join(parts + ["</svg>", ""])
