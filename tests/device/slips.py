# SPDX-License-Identifier: Apache-2.0
"""One word of a recorded tt-metal program (../shared/programs) is another, as a person errs: explain names its place
first, with the value that was there.

    python3 tests/device/slips.py TT-REPLAY ../shared/programs

Exit 77 (skipped) where the conversations are not beside the project, or without the program zstd."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Program, line and offsets of the words, what they become.
SLIPS = (
    ("three", 2671, {20: 0x41}),  # one page more
    ("eight", 2669, {16: 0x64, 20: 0x16DCC0}),  # two arguments exchanged
    ("untilize", 2992, {0: 0x3, 4: 0x2D5C40}),  # likewise, and it hangs
    ("reduce", 2675, {0: 0x2D5C40}),  # another address
    ("matmulidx", 2673, {12: 0x400}),  # pages of half the size
    ("four", 2675, {4: 0xFF}),
    ("two", 2668, {604: 0xFFB01537}),  # lui of another number
    ("softplus", 2667, {368: 0x3072223}),  # a store to the register beside
)
tool, programs = sys.argv[1], pathlib.Path(sys.argv[2])
if not list(programs.glob("*.trace.zst")) or not shutil.which("zstd"):
    print("skipped: the conversations (../shared/programs), or zstd, are not here")
    sys.exit(77)
bad = 0
for name, line, words in SLIPS:
    path = programs / f"{name}.trace.zst"
    text = subprocess.run(["zstd", "-dc", str(path)], capture_output=True, text=True, check=True).stdout.split("\n")
    head, data = text[line - 1].split("data=")
    data, was = bytearray.fromhex(data), {}
    for offset, word in words.items():
        was[offset] = int.from_bytes(data[offset:offset + 4], "little")
        data[offset:offset + 4] = word.to_bytes(4, "little")
    text[line - 1] = f"{head}data={data.hex()}"
    with tempfile.TemporaryDirectory() as folder:
        wire, program = pathlib.Path(folder) / "slip.wire", pathlib.Path(folder) / "program"
        wire.write_text("\n".join(text))
        subprocess.run([tool, "import", "--wire", str(wire), "-o", str(program)], check=True)
        said = subprocess.run([tool, "explain", str(program), "--budget", "6000", "--json"], capture_output=True, text=True)
    found = json.loads(said.stdout)["words"]
    first = [one for one in found if (one["line"], one["offset"]) == (found[0]["line"], found[0]["offset"])]
    is_named = any(one["line"] == line and was.get(one["offset"]) == one["instead"] for one in first)
    print(f"{name}: line {line}: {'named first' if is_named else 'not named first'}, {len(found)} found")
    bad += not is_named
sys.exit(bad > 0)
