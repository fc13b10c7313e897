# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel, with the library and the command that were built in it and nothing fetched:
`python3 python/build_wheel.py OUT`, or by pip,
`pip wheel --no-index --no-deps --no-build-isolation python/`. TT_REPLAY_LIBRARY names the library; else it is the newest of
build/*/src/api. The same files give the same bytes. Where there is patchelf the system's libraries that these need are in it, too, but for
the C library; else it wants them where it is installed."""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARY = "libttreplay.so"
COMMAND = "tt-replay"
# What each Linux has by itself: the C library's own, as the tags manylinux_* have it.
SYSTEM = re.compile(r"linux-vdso|lib(c|m|dl|rt|pthread)\.so\.|ld-linux")
# pip writes its interpreter into the first line. The package is not imported, which would take longer.
SCRIPT = b"""#!python
import os
import sys
folders = [os.path.dirname(os.path.dirname(os.path.abspath(__file__))), *sys.path]  # the first: as --target lays it
found = [os.path.join(one, "tt_replay", "tt-replay") for one in folders]
program = next((one for one in found if os.path.exists(one)), None)
if not program:
    sys.exit("tt-replay: its package tt_replay is not installed beside it")
os.execv(program, ["tt-replay", *sys.argv[1:]])
"""


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


def said_by(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def binaries():
    """The library, the command and, where these can be told where to look, what they need, by the name in the package."""
    own = {name: path for name, path in ((LIBRARY, library()), (COMMAND, command())) if path}
    if not shutil.which("patchelf"):
        print("build_wheel.py: there is no patchelf: the wheel wants the system's libraries", file=sys.stderr)
        return {name: path.read_bytes() for name, path in own.items()}
    found = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name, path in own.items():
            for needed, where in re.findall(r"^\s*(\S+) => (/\S+)", said_by("ldd", str(path)), re.M):
                if not SYSTEM.match(needed):
                    found[f"libs/{needed}"] = Path(where).read_bytes()
            copy = Path(scratch, name)
            shutil.copyfile(path, copy)
            said_by("patchelf", "--force-rpath", "--set-rpath", "$ORIGIN/libs", str(copy))  # which holds for theirs, too
            found[name] = copy.read_bytes()
    return found


def licences(info):
    """Those of the system's libraries, as Debian has them."""
    found = {}
    for _, where in re.findall(r"^\s*(\S+) => (/\S+)", "".join(said_by("ldd", str(path)) for path in (library(), command()) if path), re.M):
        owner = subprocess.run(["dpkg", "-S", "*/" + Path(where).resolve().name], capture_output=True, text=True, check=False).stdout.split(":")[0] \
            if shutil.which("dpkg") else ""
        text = Path("/usr/share/doc", owner, "copyright")
        if owner and not SYSTEM.match(Path(where).name) and text.exists():
            found[f"{info}/licenses/{owner}"] = text.read_bytes()
    return found


def files(info):
    """Name in the wheel, and contents; the record is not among them."""
    found = {f"tt_replay/{path.name}": path.read_bytes()
             for path in sorted((HERE / "tt_replay").iterdir()) if path.suffix == ".py" or path.name == "py.typed"}
    own = binaries()
    found.update({f"tt_replay/{name}": own[name] for name in sorted(own)})
    if COMMAND in own:
        found[f"{info.removesuffix('.dist-info')}.data/scripts/{COMMAND}"] = SCRIPT
    if len(own) > 2:
        found.update(sorted(licences(info).items()))
    found[f"{info}/METADATA"] = (HERE / "dist-info/METADATA.in").read_text().replace("@PROJECT_VERSION@", version()).encode()
    found[f"{info}/entry_points.txt"] = (HERE / "dist-info/entry_points.txt").read_bytes()
    found[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: tt-replay\nRoot-Is-Purelib: false\nTag: {tag(found)}\n".encode()
    return found


def tag(contents):
    """Any Python 3, this kind of machine; with its libraries any Linux whose C library is as new as they ask for."""
    platform = re.sub(r"[^0-9A-Za-z]", "_", sysconfig.get_platform())
    asked = [int(minor) for data in contents.values() if data[:4] == b"\x7fELF" for minor in re.findall(rb"GLIBC_2\.(\d+)\b", data)]
    whole = any("/libs/" in name for name in contents)
    return "py3-none-" + (platform.replace("linux", f"manylinux_2_{max(asked)}", 1) if whole else platform)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """As pip calls it (PEP 517). Returns the name of the wheel."""
    info = f"tt_replay-{version()}.dist-info"
    contents = files(info)
    name = f"tt_replay-{version()}-{tag(contents)}.whl"
    record = "".join(f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
                     for path, data in contents.items())
    contents[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    scratch = Path(wheel_directory) / (name + ".part")
    with zipfile.ZipFile(scratch, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in contents.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            # A regular file by its mode: else pip makes no program of the command.
            entry.external_attr = (0o100755 if contents[path][:4] == b"\x7fELF" or path.endswith(COMMAND) else 0o100644) << 16
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
