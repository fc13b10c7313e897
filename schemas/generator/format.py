# SPDX-License-Identifier: Apache-2.0
"""The one way in which schemas/isa is written, so that a change of a row is a change of a line: what fits a line stands on
one; else each list and object of an object or list stands on lines of its own, and short members share lines."""
import json

WIDTH, SHORT = 120, 40 # columns; what takes no line of its own


def compact(node):
    return json.dumps(node, ensure_ascii=False)


def is_scalar(node):
    return not isinstance(node, (dict, list))


def formatted(node, before="", indent=0):
    """before: what stands in front of it in its line, a key or nothing."""
    line = before + compact(node)
    if is_scalar(node) or indent + len(line) + 2 <= WIDTH and indent:
        return line
    pairs = [(f"{compact(key)}: ", value) for key, value in node.items()] if isinstance(node, dict) else [("", value) for value in node]
    space, lines, joins = ",\n" + " " * (indent + 1), [], False
    for key, value in pairs:
        text = formatted(value, key, indent + 1)
        is_short = is_scalar(value) or len(text) <= SHORT
        if joins and is_short and indent + len(lines[-1]) + len(text) + 4 <= WIDTH:
            lines[-1] += ", " + text
        else:
            lines.append(text)
        joins = is_short
    opening, closing = "{}" if isinstance(node, dict) else "[]"
    begin = "" if is_scalar(pairs[0][1]) else space[1:]
    return before + opening + begin + space.join(lines) + closing


def file_text(text):
    return formatted(json.loads(text)) + "\n"
