# SPDX-License-Identifier: Apache-2.0
"""A device that is a library, taken by a client that calls as UMD does (client.c): each answer of a recorded
conversation, as recorded; what it wrote down runs again to the same; killed, it holds all that was said until then.

    python3 tests/device/library.py TT-REPLAY LIBRARY CLIENT CONVERSATION... [--arch NAME] [--behind OTHER]

--behind OTHER: another library answers, before which this one stands, and it hears the same. A CONVERSATION may be a folder of
them. Exit 77 (skipped) where there is none, or no program zstd for those that are
compressed."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TIMEOUT = 280
failed = 0


def complain(sentence):
    global failed
    failed += 1
    print(sentence)


def client(path, record, *words, library=None, **more):
    environment = os.environ | {"TT_REPLAY_ARCH": options.arch, "TT_REPLAY_WIRE": str(record),
                                 "TT_REPLAY_COORDS": "noc0" if options.arch == "wormhole_b0" else "translated"} | more
    if options.behind:
        environment = environment | {"TT_REPLAY_DEVICE": options.behind, "TT_REPLAY_COORDS": "translated"} | more
    return subprocess.run([options.client, library or options.library, str(path), *words], env=environment, capture_output=True,
                          text=True, timeout=TIMEOUT, check=False)


def again(record):
    done = subprocess.run([options.tool, "run", "--arch", options.arch, "--wire", str(record), "--json"], capture_output=True,
                          text=True, timeout=TIMEOUT, check=False)
    report = json.loads(done.stdout or "{}")
    is_empty = (done.returncode, report.get("reason")) == (3, "no checkpoint to compare with")
    is_idle = report.get("reason", "").startswith("nothing ran before the last checkpoint")
    if not is_empty and not is_idle and (done.returncode, report.get("verdict")) != (0, "same"):
        complain(f"{record.name}: exit {done.returncode}: {report.get('reason')}{done.stderr}")
    return report


def operations(record):
    return [line for line in record.read_text().split("\n") if line and not line.startswith("#")]


def hold(path):
    record = scratch / f"{path.stem}.wire"
    done = client(path, record)
    if done.returncode or "refused" in done.stderr:
        complain(f"{path.name}: exit {done.returncode}: {done.stdout[-300:]}{done.stderr[-600:]}")
    if not operations(record)[-1].startswith("EXIT "):
        complain(f"{path.name}: its record does not end in EXIT")
    again(record)
    print(f"{path.name}: {done.stdout.strip()}; {len(operations(record))} recorded")


def hold_killed(path):
    count = len(operations(path))
    for at in (1, count // 3, count - 2):
        record = scratch / f"killed_{at}.wire"
        done = client(path, record, "--kill", str(at))
        if done.returncode != -9:
            complain(f"{path.name}: killed before operation {at}: exit {done.returncode}: {done.stderr}")
        if len(operations(record)) < at:
            complain(f"{path.name}: killed before operation {at}, and {len(operations(record))} are there")
        again(record)
        with open(record, "a", encoding="ascii") as out:
            out.write("WRITE core=1,1 addr=0x0 size=4 da")
        again(record)
    host = scratch / "host.wire"
    wanted = "# DMA_WRITE addr=0x10 size=4 data=01000000\n# DMA_READ addr=0x10 size=4 data=5a5a5a5a\n"
    if not options.behind and (client(path, host, "--host").returncode or wanted not in host.read_text()):
        complain(f"{path.name}: the host's own memory by a window")
    for way, what in (("--twice", "another opens the device and closes it in between"), ("--network-1", "windows by network 1")):
        other = scratch / f"other{way}.wire"
        if client(path, other, way).returncode or operations(other) != operations(scratch / f"{path.stem}.wire"):
            complain(f"{path.name}: {what}")
    left = scratch / "left.wire"
    if client(path, left, "--leave").returncode or operations(left)[-1].startswith("EXIT "):
        complain(f"{path.name}: left without a word")
    if client(path, left).returncode or not (scratch / "left.wire.2").exists():
        complain(f"{path.name}: a second record of one name")


def hold_behind(path):
    """The other hears and says the same without this one, and what it did to the host's memory is recorded."""
    direct, record = client(path, scratch / "none.wire", library=options.behind), scratch / f"{path.stem}.wire"
    if direct.returncode:
        complain(f"{path.name}: without the recorder: {direct.stdout}")
    said = record.read_text()
    for wanted in ("# DMA_READ addr=0x1000 size=4 data=5a5a5a5a\n# DMA_WRITE addr=0x2000 size=4 data=5a5a5a5a\n", "# CLOCK 1\n",
                   "arch=wormhole_b0 coords=translated door=so"):
        if wanted not in said:
            complain(f"{path.name}: no {wanted!r} in its record")
    folder = scratch / "sim"
    folder.mkdir()
    shutil.copyfile(options.behind, folder / "other.so")
    (folder / "soc_descriptor.yaml").write_text("arch_name: WORMHOLE_B0\n")
    recorded = scratch / "recorded.wire"
    by_verb = [options.tool, "record", "-o", str(recorded), "--library", options.library, "--device", str(folder / "other.so"), "--"]
    for command, wanted in ((["sh", "-c", f'"{options.client}" "$TT_METAL_SIMULATOR" "{path}"'], 0),
                            (["sh", "-c", f'"{options.client}" "$TT_METAL_SIMULATOR" "{path}" --kill 5; exit 9'], 1),
                            (["true"], 2), (["/nowhere"], 2)):
        recorded.unlink(missing_ok=True)
        done = subprocess.run(by_verb + command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if done.returncode != wanted:
            complain(f"record {command}: exit {done.returncode}: {done.stdout}{done.stderr}")
        if wanted < 2:
            again(recorded)
        if not wanted and operations(recorded) != operations(record):
            complain("record: another conversation")
    missing = client(path, scratch / "other.wire", TT_REPLAY_DEVICE=options.client)
    nothing = client(path, scratch / "other.wire", TT_REPLAY_DEVICE="/nowhere.so")
    for done in (missing, nothing):
        if done.returncode != 2 or "TT_REPLAY_DEVICE" not in done.stderr:
            complain(f"{path.name}: a library that is none: exit {done.returncode}: {done.stderr}")


parser = argparse.ArgumentParser()
parser.add_argument("tool")
parser.add_argument("library")
parser.add_argument("client")
parser.add_argument("conversations", type=pathlib.Path, nargs="+")
parser.add_argument("--behind")
parser.add_argument("--arch", default="wormhole_b0")
options = parser.parse_args()
found = [path for given in options.conversations for path in (sorted(given.glob("*.trace.zst")) if given.is_dir() else [given])
         if path.exists()]
if not found or (any(path.suffix == ".zst" for path in found) and not shutil.which("zstd")):
    print("skipped: the conversations (../shared/programs) are not here, or no zstd is")
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    scratch = pathlib.Path(folder)
    for given in found:
        text = given
        if given.suffix == ".zst":
            text = scratch / given.name.removesuffix(".trace.zst")
            subprocess.run(["zstd", "-dq", str(given), "-o", str(text)], check=True)
        hold(text)
        if options.behind:
            hold_behind(text)
        if given is found[0]:
            hold_killed(text)
sys.exit(failed > 0)
