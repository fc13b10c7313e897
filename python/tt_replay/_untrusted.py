# SPDX-License-Identifier: Apache-2.0
"""What strangers made: files that are read, names that are shown. The rules are those of the command (docs/resources.md)."""

from __future__ import annotations

import errno
import html
import json
import os
import re
import stat
from typing import Any, Union

# Control characters, controls of the direction of writing, separators of lines, what is no Unicode.
_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

_COMMAND = re.compile(r"(##[A-Za-z0-9_-]*)\[")  # which runners of CI obey in a log


def _escape(found: "re.Match[str]") -> str:
    code = ord(found.group())
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8, as Python has it in names of files
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}"


def visible(text: Any) -> str:
    """A name, or a sentence with names in it, on one line: a terminal shows it and obeys nothing of it."""
    return _COMMAND.sub(r"\1\\u005b", _OBEYED.sub(_escape, str(text)))


def escape(text: Any) -> str:
    """The same for HTML."""
    return html.escape(visible(text))


class Refused(ValueError):
    """A file that is not read; the sentence names it."""


def read(path: Union[str, "os.PathLike[str]"], most: int, follow: bool = True) -> bytes:
    """A regular file of at most so many bytes, whole. follow: by symbolic links, where its user and not a stranger has
    named it."""
    name = visible(os.fspath(path))
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | (0 if follow else os.O_NOFOLLOW)
    try:
        descriptor = os.open(path, flags)
    except OSError as error:
        if error.errno == errno.ELOOP and not follow:
            raise Refused(f"{name}: a symbolic link, which is not followed") from error
        raise
    with os.fdopen(descriptor, "rb") as file:
        there = os.fstat(file.fileno())
        if not stat.S_ISREG(there.st_mode):
            raise Refused(f"{name}: not a regular file")
        if there.st_size > most:
            raise Refused(f"{name}: {there.st_size} bytes, expected at most {most}")
        content = file.read(most + 1) or b""
    if len(content) > most:
        raise Refused(f"{name}: more than {most} bytes")
    return content


def read_json(path: Union[str, "os.PathLike[str]"], most: int) -> Any:
    """What a JSON file holds; one that is none, or nested too deep, is refused."""
    try:
        return json.loads(read(path, most).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Refused(f"{visible(os.fspath(path))}: no JSON: {visible(error)}") from error
