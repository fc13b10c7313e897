# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel, with the library and the command that were built in it and nothing fetched:
`python3 python/build_wheel.py OUT`, or by pip,
`pip wheel --no-index --no-deps --no-build-isolation python/`. TT_REPLAY_LIBRARY names the library; else it is the newest of
build/*/src/api. The same files give the same bytes."""

import base64
import hashlib
import os
import re
import sys
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARY = "libttreplay.so"
COMMAND = "tt-replay"


def version():
    found = re.search(r"^project\(.* VERSION ([0-9.]+) ", (HERE.parent / "CMakeLists.txt").read_text(), re.M)
    if not found:
        raise SystemExit(f"{HERE.parent}/CMakeLists.txt: no version in its project()")
    return found[1]


def library():
    said = os.environ.get("TT_REPLAY_LIBRARY")
    builds = [Path(said)] if said else sorted(HERE.parent.glob("build/*/src/api/" + LIBRARY), key=lambda one: -one.stat().st_mtime)
    # One with sanitizers cannot be loaded into an interpreter that has none.
    for one in builds:
        if one.exists() and (said or b"libasan.so" not in one.read_bytes()):
            return one
    raise SystemExit(f"no {LIBRARY} was built (ninja ttreplay), nor does TT_REPLAY_LIBRARY name one")


def command():
    """The command of the same build, which pip puts among the programs; None where there is none."""
    beside = library().resolve().parents[1] / "cli" / COMMAND
    return beside if beside.exists() else None


def files(info):
    """Name in the wheel, and contents; the record is not among them."""
    found = {f"tt_replay/{path.name}": path.read_bytes()
             for path in sorted((HERE / "tt_replay").iterdir()) if path.suffix == ".py" or path.name == "py.typed"}
    found[f"tt_replay/{LIBRARY}"] = library().read_bytes()
    if command():
        found[f"{info.removesuffix('.dist-info')}.data/scripts/{COMMAND}"] = command().read_bytes()
    found[f"{info}/METADATA"] = (HERE / "dist-info/METADATA.in").read_text().replace("@PROJECT_VERSION@", version()).encode()
    found[f"{info}/entry_points.txt"] = (HERE / "dist-info/entry_points.txt").read_bytes()
    found[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: tt-replay\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    return found


def tag():
    """Any Python 3, this kind of machine."""
    return "py3-none-" + re.sub(r"[^0-9A-Za-z]", "_", sysconfig.get_platform())


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """As pip calls it (PEP 517). Returns the name of the wheel."""
    info = f"tt_replay-{version()}.dist-info"
    name = f"tt_replay-{version()}-{tag()}.whl"
    contents = files(info)
    record = "".join(f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
                     for path, data in contents.items())
    contents[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    scratch = Path(wheel_directory) / (name + ".part")
    with zipfile.ZipFile(scratch, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in contents.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            # A regular file by its mode: else pip makes no program of the command.
            entry.external_attr = (0o100755 if path.endswith((".so", COMMAND)) else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    scratch.replace(Path(wheel_directory) / name)
    return name


def get_requires_for_build_wheel(config_settings=None):
    return []


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: build_wheel.py FOLDER")
    os.makedirs(sys.argv[1], exist_ok=True)
    print(build_wheel(sys.argv[1]))
