# SPDX-License-Identifier: Apache-2.0
"""The enumerations of src/base/names.h, which the schemas follow; and how names and texts are written in C."""
import pathlib
import re

_HEADER = (pathlib.Path(__file__).resolve().parents[2] / "src/base/names.h").read_text()


def enumerators(name):
    """Of enum NAME, without the count at its end."""
    body = re.sub(r"/\*.*?\*/", "", re.search(rf"enum {name} {{(.*?)}}", _HEADER, re.S).group(1), flags=re.S)
    return [word.strip() for word in body.split(",") if word.strip()][:-1]


CHIPS, UNITS, SPACES, CORES = (enumerators(name) for name in ("tt_chip", "tt_unit", "tt_space", "tt_core"))
STATE = SPACES.index("TT_SPACE_STATE")
NOBODY = 0xFFFFFFFF


def upper(name):
    """"pack.bfp.round", "unsupported-instruction", "UndefinedBehavior" as PACK_BFP_ROUND, UNSUPPORTED_INSTRUCTION, UNDEFINED_BEHAVIOR."""
    return re.sub(r"[^A-Za-z0-9]", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)).upper()


def lower_names(names, prefix):
    return [name.removeprefix(prefix).lower() for name in names]


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def ones(bits):
    return (1 << bits) - 1


def truth(value):
    return "true" if value else "false"
