# SPDX-License-Identifier: Apache-2.0
"""blackhole.wire from blackhole.c, for whoever changes it: python3 blackhole.py >blackhole.wire

The answers are what the program says in its comment, computed here and not by a run."""
import pathlib
import struct
import subprocess
import tempfile

CC = "riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -Os -ffreestanding -nostdlib -mstrict-align -Wl,-Ttext=0 -Wl,--build-id=none"
WORDS, ASKED = [3 * i + 7 for i in range(16)], 1000


def say(what, core, addr, size, data, reply=None):
    print(f"{what} core={core} addr=0x{addr:x} size={size} data={data.hex()}" + (f" reply={reply.hex()}" if reply else ""))


def write(core, addr, data):
    say("WRITE", core, addr, len(data), data)


def read(core, addr, reply):
    say("READ", core, addr, len(reply), bytes(4), reply)


def words(*values):
    return struct.pack(f"<{len(values)}I", *values)


with tempfile.TemporaryDirectory() as folder:
    subprocess.run([*CC.split(), str(pathlib.Path(__file__).parent / "blackhole.c"), "-o", f"{folder}/elf"], check=True)
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", f"{folder}/elf", f"{folder}/raw"], check=True)
    code = pathlib.Path(f"{folder}/raw").read_bytes()
sums = words(*(word + ASKED for word in WORDS))
print("# made by tests/device/blackhole.py")
for tile in ("1,2", "16,11"):
    write(tile, 0xFFB121B0, words(0x47800))
write("20,25", 0x490, words(0x40000000))
say("RESET_DEASSERT", "20,25", 0, 4, bytes(4))
read("20,25", 0x490, words(0))
write("1,2", 0, code)
write("17,13", 0x200000, words(*WORDS))
write("1,2", 0x1010, words(1))
say("RESET_DEASSERT", "1,2", 0, 4, bytes(4))
write("1,2", 0x1000, words(ASKED))
read("1,2", 0x1010, words(0))
read("17,12", 0x200100, sums)
read("16,11", 0x2040, sums)
read("1,2", 0x1020, words(1 | 2 << 6, 1 | 2 << 6))
read("18,23", 0x200100, words(0))
say("RESET_ASSERT", "1,2", 0, 4, bytes(4))
say("EXIT", "0,0", 0, 4, bytes(4))
