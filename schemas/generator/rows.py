# SPDX-License-Identifier: Apache-2.0
"""One reader for all schemas: a column is a function (place, what it is called, what stands there) that returns its value
or refuses it; a row is a list of columns, as an object or as a list."""
import re
from types import SimpleNamespace

MISSING = object()


class Refusal(Exception):
    """What is wrong, with file, row and member: every error of the generator."""


class Place:
    """Where a reader stands; only for refusals."""

    def __init__(self, file, item=None):
        self.file, self.item = file, item

    def of(self, item):
        return Place(self.file, item)

    def refuse(self, sentence):
        item = f"{self.item}: " if self.item is not None else ""
        raise Refusal(f"schemas/{self.file}: {item}{sentence}")


# ---- columns ----

def text(at, what, node):
    if not isinstance(node, str) or not node:
        at.refuse(f"{what} must be a string with something in it")
    return node


def flag(at, what, node):
    if not isinstance(node, bool):
        at.refuse(f"{what} must be true or false")
    return node


def number(most):
    def read(at, what, node):
        if type(node) not in (int, float) or not 0 <= node <= most or node != int(node):
            at.refuse(f"{what} must be a whole number from 0 to {most}")
        return int(node)
    return read


def fits(pattern, message):
    """A text of this form; {} in the message is the text."""
    def read(at, what, node):
        if not re.fullmatch(pattern, text(at, what, node)):
            at.refuse(message.replace("{}", node))
        return node
    return read


def one_of(values, message):
    """A text that a dictionary or list has; of a dictionary, what stands there. {} in the message is the text."""
    def read(at, what, node):
        if text(at, what, node) not in values:
            at.refuse(message.replace("{}", node))
        return values[node] if isinstance(values, dict) else node
    return read


def hexadecimal(pattern, message, most=0xFFFFFFFF):
    """0x and digits: JSON has no numbers of base 16. {what} and {} in the message are the member and its text."""
    def read(at, what, node):
        text(at, what, node)
        if not re.fullmatch(pattern, node) or int(node, 16) > most:
            at.refuse(message.replace("{what}", what).replace("{}", node))
        return int(node, 16)
    return read


def optional(column, default=None):
    return lambda at, what, node: default if node is MISSING else column(at, what, node)


def anything(at, what, node):
    """For what another reader checks."""
    return node


def members(at, what, node):
    """An object that another reader looks into; nothing is an empty one."""
    return node if isinstance(node, dict) else {}


def listing(column=anything, most=None, too_many=""):
    def read(at, what, node):
        if not isinstance(node, list):
            at.refuse(f"{what} must be a list")
        if most is not None and len(node) > most:
            at.refuse(too_many)
        return [column(at, f"element {i}", entry) for i, entry in enumerate(node)]
    return read


# ---- rows ----

def only(at, node, names):
    """Refuses a member that is not in the list: a misspelt one would otherwise be ignored."""
    if not isinstance(node, dict):
        at.refuse("must be an object")
    for name in node:
        if name not in names:
            at.refuse(f'member "{name}" is not known here')


def row(at, node, columns, name=None):
    """A row that is an object. name: the column by which refusals call it."""
    if name:
        at = at.of(text(at, name, node.get(name) if isinstance(node, dict) else None))
    only(at, node, columns)
    return SimpleNamespace(**{key: column(at, key, node.get(key, MISSING)) for key, column in columns.items()}), at


def items(columns, message, least=None, name=None):
    """A column that is a list with a place for each column: [low, bits, meaning]. The last may be missing from `least` on."""
    least = len(columns) if least is None else least
    order = list(columns)
    def read(at, _, node):
        if not isinstance(node, list) or not least <= len(node) <= len(columns):
            at.refuse(message)
        if name:
            at = at.of(text(at, f"element {order.index(name)}", node[order.index(name)]))
        return SimpleNamespace(**{key: columns[key](at, f"element {i}", node[i]) if i < len(node) else None
                                  for i, key in enumerate(order)})
    return read


def unique(rows, name, message, seen=None):
    """Refuses a second row of a name: message(row)."""
    seen = {}
    for entry in rows:
        key = getattr(entry, name)
        if key in seen:
            message(entry, seen[key])
        seen[key] = entry
