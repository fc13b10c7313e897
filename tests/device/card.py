# SPDX-License-Identifier: Apache-2.0
"""A card that is recorded: what a host says to it by a stand-in for UMD (umd.c), message for message; killed; what cannot be
heard is said; a UMD that is not as known ends the process by name.

    python3 tests/device/card.py TT-REPLAY PRELOAD CLIENT UMD LACKING OWN"""
import pathlib
import subprocess
import sys
import tempfile

tool, preload, client, umd, lacking, own = sys.argv[1:]
WANTED = """WRITE core=1,2 addr=0x1003 size=3 data=010203
READ core=1,2 addr=0x1003 size=3 data=00000000 reply=010203
WRITE core=1,2 addr=0x1008 size=4 data=0100feca
READ core=1,2 addr=0x1008 size=4 data=00000000 reply=0100feca
WRITE core=1,2 addr=0x100c size=2 data=efbe
READ core=1,2 addr=0x100c size=2 data=00000000 reply=efbe
WRITE core=17,12 addr=0x200010 size=4 data=01020304
READ core=17,12 addr=0x200010 size=4 data=00000000 reply=01020304
WRITE core=1,2 addr=0x40 size=4 data=00000000
WRITE core=7,2 addr=0x2000 size=4 data=07000000
WRITE core=10,2 addr=0x2000 size=4 data=07000000
WRITE core=7,3 addr=0x2000 size=4 data=07000000
WRITE core=10,3 addr=0x2000 size=4 data=07000000
WRITE core=1,2 addr=0x3000 size=4 data=01020304
READ core=1,2 addr=0x3000 size=4 data=00000000 reply=77777777
WRITE core=1,2 addr=0x1020 size=4 data=00000000
EXIT core=0,0 addr=0x0 size=4 data=00000000
""".splitlines()
SAID = ["the card reads or writes pinned memory of the host: what goes that way is not recorded",
        "the host's memory for the card was asked for (fast dispatch): what goes that way is not recorded",
        "device 1: passed on; the record is of device 0"]
failed = 0


def complain(sentence):
    global failed
    failed += 1
    print(sentence)


def record(name, *command):
    path = pathlib.Path(folder) / name
    done = subprocess.run([tool, "record", "-o", str(path), "--card", "--library", preload, "--", *command], capture_output=True,
                          text=True, timeout=60, check=False)
    lines = path.read_text().split("\n") if path.exists() else []
    return done, lines, [line for line in lines if line and not line.startswith("#")]


with tempfile.TemporaryDirectory() as folder:
    done, lines, heard = record("card.wire", client, umd)
    if done.returncode or heard != WANTED:
        complain(f"exit {done.returncode}: {done.stderr}" + "\n".join(heard))
    if lines[:2] != ["# tt-replay wire 1", "# arch=blackhole coords=translated door=umd"]:
        complain(f"heading {lines[:2]}")
    if [line.removeprefix("# refused ") for line in lines if line.startswith("# refused")] != SAID:
        complain("\n".join(line for line in lines if line.startswith("#")))
    done, lines, heard = record("killed.wire", client, umd, "kill")
    if done.returncode != 1 or heard != WANTED[:1]:
        complain(f"killed: exit {done.returncode}, {heard}")
    for other, sentence in ((lacking, "ENS1_12DmaDirectionE: not the UMD that is known here, 0.9.9"), (own, "calls its own _ZN2tt3umd9PCIDeviceC1Ei")):
        done, lines, heard = record("other.wire", client, other)
        if done.returncode != 2 or heard or sentence not in done.stderr:
            complain(f"{other}: exit {done.returncode}: {done.stderr}")
    done, lines, heard = record("none.wire", "true")
    if done.returncode != 2 or "opened no device" not in done.stderr:
        complain(f"no device: exit {done.returncode}: {done.stderr}")
    start = pathlib.Path(folder) / "start.wire"
    for door, words in (("umd", ("1 compared, 8 bytes", "8 bytes more nobody wrote")), ("so", ("2 compared, 16 bytes", "differs"))):
        start.write_text(f"# tt-replay wire 1\n# arch=blackhole coords=translated door={door}\n"
                         "WRITE core=17,12 addr=0x100 size=8 data=0102030405060708\n"
                         "READ core=17,12 addr=0xfc size=12 data=00000000 reply=ffffffff0102030405060708\n"
                         "READ core=17,12 addr=0x400 size=4 data=00000000 reply=eeeeeeee\n")
        done = subprocess.run([tool, "run", "--wire", str(start)], capture_output=True, text=True, timeout=60, check=False)
        if any(word not in done.stdout for word in words):
            complain(f"door={door}: {done.stdout}{done.stderr}")
sys.exit(failed > 0)
