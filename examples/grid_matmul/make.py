# SPDX-License-Identifier: Apache-2.0
"""The conversation of a host that multiplies two matrices on N x N tiles: python3 make.py [N [CHIP]] >grid.wire (2 to 8; blackhole or
wormhole_b0)

Wants riscv64-unknown-elf-gcc. What C should be is computed here, from small integers that every step holds exactly."""
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
FLAGS = "-march=rv32im -mabi=ilp32 -Os -ffreestanding -nostdlib -mstrict-align -Wl,--build-id=none".split()
CODE = {0: 0x6000, 1: 0xA000, 2: 0xE000, 3: 0}  # T0 to T2, B
N = int(sys.argv[1]) if len(sys.argv) > 1 else 2
CHIP = sys.argv[2] if len(sys.argv) > 2 else "blackhole"
# Columns and first row of the Tensix tiles, by network 0; a bank of DRAM.
COLUMNS, FIRST_ROW, BANK = {"blackhole": ([1, 2, 3, 4, 5, 6, 7, 10], 2, "17,12"), "wormhole_b0": ([1, 2, 3, 4, 6, 7, 8, 9], 1, "0,11")}[CHIP]
ROWS = [FIRST_ROW + row + (CHIP == "wormhole_b0" and row >= 5) for row in range(N)]  # Wormhole's row 6 is Ethernet
TILES = [(x, y, column, row) for row, y in enumerate(ROWS) for column, x in enumerate(COLUMNS[:N])]
A_IN_DRAM, B_IN_DRAM, C_IN_DRAM = 0x100000, 0x110000, 0x120000
BLOCK = 16
SIZE = BLOCK * N
MY_COLUMN, FINISHED, WORDS_FROM, WORDS_TO = 0x4000, 0x4140, 0x4000, 0x4200


def say(what, core, addr, data, reply=None):
    print(f"{what} core={core} addr=0x{addr:x} size={len(reply or data)} data={data.hex()}" + (f" reply={reply.hex()}" if reply else ""))


def program(core, folder):
    raw = pathlib.Path(folder) / "raw"
    subprocess.run(["riscv64-unknown-elf-gcc", *FLAGS, f"-DCORE={core}", f"-DBLOCKS={N}", f"-DCHIP={int(CHIP == 'wormhole_b0')}", f"-Wl,--defsym=CODE={CODE[core]}", "-T", HERE / "../add_pages/link.ld",
                    HERE / "../add_pages/start.S", HERE / "kernel.c", "-o", f"{folder}/elf"], check=True)
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", f"{folder}/elf", raw], check=True)
    return raw.read_bytes()


def blocks(matrix):
    """BF16, block by block of 16 x 16."""
    values = [matrix[16 * row + i][16 * column + j] for row in range(N) for column in range(N) for i in range(BLOCK) for j in range(BLOCK)]
    return b"".join(struct.pack("<f", value)[2:] for value in values)


def main():
    a = [[(3 * i * i + 5 * j) % 5 - 2 for j in range(SIZE)] for i in range(SIZE)]
    b = [[(7 * i + 2 * j * j) % 3 - 1 for j in range(SIZE)] for i in range(SIZE)]
    c = [[sum(a[i][k] * b[k][j] for k in range(SIZE)) for j in range(SIZE)] for i in range(SIZE)]
    assert all(abs(value) <= 256 for row in c for value in row)
    print(f"# tt-replay wire 1\n# arch={CHIP} coords=noc0 door=so\n# made by examples/grid_matmul/make.py")
    say("WRITE", BANK, A_IN_DRAM, blocks(a))
    say("WRITE", BANK, B_IN_DRAM, blocks(b))
    with tempfile.TemporaryDirectory() as folder:
        programs = {core: program(core, folder) for core in CODE}
    for x, y, column, row in TILES:
        tile = f"{x},{y}"
        say("WRITE", tile, 0xFFB121B0, struct.pack("<I", 0x47800))
        for core, code in programs.items():
            say("WRITE", tile, CODE[core], code)
        say("WRITE", tile, WORDS_FROM, bytes(WORDS_TO - WORDS_FROM))
        say("WRITE", tile, MY_COLUMN, struct.pack("<2I", column, row))
    for x, y, _, _ in TILES:
        say("RESET_DEASSERT", f"{x},{y}", 0, bytes(4))
    say("READ", f"{TILES[0][0]},{TILES[0][1]}", FINISHED, bytes(4), struct.pack("<I", 1))
    say("READ", BANK, C_IN_DRAM, bytes(4), blocks(c))
    for x, y, _, _ in TILES:
        say("RESET_ASSERT", f"{x},{y}", 0, bytes(4))
    say("EXIT", "0,0", 0, bytes(4))


main()
