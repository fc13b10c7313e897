# SPDX-License-Identifier: Apache-2.0
"""tt-metal's own compute kernels, from a checkout: compiled, run by its own firmware on both chips, held against integer
arithmetic, and what was recorded replayed in every order. With TT_VALUES, the extension for SQLite, the lines of source of
executed words are held against addr2line, too.

    TT_REPLAY=… TT_METAL=/path/to/tt-metal python3 tests/metal/run.py [CHIP] [KERNEL...]

Says for each kernel `passed`, `failed` or `refused` and why; exit 1 where one failed."""
import functools
import os
import re
import struct
import subprocess
import sys
import tempfile

import build
import cases

TT_REPLAY = os.environ["TT_REPLAY"]
ROOT = os.environ["TT_METAL"]
MISSING = "not in this checkout"


def npy_bytes(tiles):
    """An array of data tiles as NumPy writes one of float32."""
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, 32, 32), }" % len(tiles)
    head += " " * (-(len(head) + 11) % 64) + "\n"
    numbers = [number for tile in tiles for row in tile for number in row]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<%df" % len(numbers),
                                                                                              *numbers)


def bf16_bytes(tiles):
    """The same numbers, in BF16, in the order of the rows: small whole numbers have no more bits."""
    numbers = [number for tile in tiles for row in tile for number in row]
    return b"".join(struct.pack("<f", number)[2:] for number in numbers)


def out_numbers(path, is_rows):
    with open(path, "rb") as file:
        content = file.read()
    if is_rows:
        return [struct.unpack("<f", b"\0\0" + content[i:i + 2])[0] for i in range(0, len(content), 2)]
    start = 10 + struct.unpack_from("<H", content, 8)[0]
    return [number[0] for number in struct.iter_unpack("<f", content[start:])]


def write_array(path, tiles, is_rows=False):
    with open(path, "wb") as file:
        file.write(bf16_bytes(tiles) if is_rows else npy_bytes(tiles))
    return path


def buffer_words(case, folder):
    """Formats are in the build; pages that are rows of a matrix are taken as they are."""
    words = []
    for number, tiles in case.inputs.items():
        is_rows = number in case.rows
        path = write_array(os.path.join(folder, "in%d.%s" % (number, "bin" if is_rows else "npy")), tiles, is_rows)
        words += ["--cb", "%d=%s%s" % (number, path, ":raw/2048" if is_rows else "")]
    for number, tiles in case.outputs.items():
        path = os.path.join(folder, "out%d" % number)
        words += ["--cb", "%d=%s%s:%d" % (number, path, ":raw/2048" if number in case.rows else "", len(tiles))]
    for number, pages in case.between.items():
        words += ["--cb", "%d=:%d" % (number, pages)]
    return words


def program(words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def compare(case, folder):
    for number, tiles in case.outputs.items():
        held = out_numbers(os.path.join(folder, "out%d" % number), number in case.rows)
        golden = [x for tile in tiles for row in tile for x in row]
        differ = [i for i in range(len(golden)) if held[i] != golden[i]]
        if len(held) != len(golden) or differ:
            at = differ[0] if differ else 0
            return "buffer %d: %d of %d numbers differ, first %d: %s, expected %s" % (
                number, len(differ), len(golden), at, held[at], golden[at])
    return None


def replay(folder, order):
    code, said = program([TT_REPLAY, "replay", os.path.join(folder, "run.ttcap"), "--order", order, "-o",
                          os.path.join(folder, order + ".db")])
    verdict = re.search(r"verdict +(\w+)", said)
    return None if code == 0 and verdict and verdict.group(1) == "same" else "%s order: %s" % (order, said.strip())


def check_lines(builder, folder):
    """The line and the chain of inlined functions of each executed word, against addr2line (tests/firmware/lines.py)."""
    if not os.environ.get("TT_VALUES"):
        return None
    said = " ".join(program([TT_REPLAY, "info", os.path.join(folder, "run.ttcap")])[1].split())
    programs = []
    for core, path, start in re.findall(r"--(?:elf|kernel) (\w+)=(\S+): .*?starts at (0x[0-9a-f]+)", said):
        programs.append("%s=%s@%s" % (core, path, start))
    database = os.path.join(folder, "program.db")
    words = program(["sqlite3", database, ".load " + os.environ["TT_VALUES"],
                     "SELECT seq, thread FROM tt_instructions"])[1]
    done = subprocess.run([sys.executable, os.path.join(build.HERE, "..", "firmware", "lines.py"), database,
                           build.PREFIX + "addr2line", *programs], input=words, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return None if done.returncode == 0 else "lines: " + done.stdout.strip()


def source_of(*names):
    return next((path for path in (os.path.join(ROOT, name) for name in names) if os.path.exists(path)), None)


def build_compute(builder, case):
    """The folder of a case's compute kernel."""
    build.describe(builder, case, source_of(*case.sources))
    constants = ["-DKERNEL_COMPILE_TIME_ARGS=" + ",".join(str(number) for number in case.constants)] if case.constants else []
    for core in ("t0", "t1", "t2"):
        builder.kernel(case.name, core, constants)
    return builder.kernel_folder(case.name)


def run_words(words, folder):
    """None where it ran, else (word, why)."""
    words = [TT_REPLAY, "run", *words, "--max-steps", "5000000", "-o", os.path.join(folder, "run.ttcap")]
    with open(os.path.join(folder, "command"), "w") as file:
        file.write(" ".join(words) + "\n")
    code, said = program(words)
    return None if code == 0 else ("refused" if code == 3 else "failed", said.strip())


def in_every_order(builder, folder, why=None):
    for order in ("executed", "firmware", "program"):
        why = why or replay(folder, order)
    why = why or check_lines(builder, folder)
    return ("failed", why) if why else None


def run_case(builder, case, folder):
    """None where it passed, else (word, why)."""
    os.makedirs(folder, exist_ok=True)
    if not source_of(*case.sources):
        return "refused", MISSING
    try:
        kernel = build_compute(builder, case)
    except build.BuildError as error:
        return "refused", "does not compile: " + str(error)
    words = ["--build", kernel, *buffer_words(case, folder), "--ring", str(case.ring)]
    for argument in case.arguments:
        words += ["--arg", "t=%d" % argument]
    return run_words(words, folder) or in_every_order(builder, folder, compare(case, folder))


def run_program(builder, of, folder):
    """A whole program on a tile: stock kernels bring pages from DRAM, compute, and take them to DRAM."""
    os.makedirs(folder, exist_ok=True)
    case = next(case for case in cases.all_cases() if case.name == of.case)
    sources = {core: source_of(*mover.sources) for core, mover in of.data_kernels.items()}
    if not source_of(*case.sources) or not all(sources.values()):
        return "refused", MISSING
    words = ["--ring", str(case.ring)]
    try:
        words += ["--build", build_compute(builder, case)]
        for core, mover in of.data_kernels.items():
            name = of.name + "_" + core
            builder.mover(name, core, sources[core], case, ["-DKERNEL_COMPILE_TIME_ARGS=" +
                                                             ",".join(str(number) for number in mover.constants)])
            words += ["--build", builder.kernel_folder(name)]
            for argument in mover.arguments:
                words += ["--arg", "%s=%d" % (core, argument)]
    except build.BuildError as error:
        return "refused", "does not compile: " + str(error)
    for number, at in of.inputs.items():
        path = write_array(os.path.join(folder, "in%d.npy" % number), case.inputs[number])
        words += ["--dram", "0x%x=%s:bf16" % (at, path)]
    for number, at in of.outputs.items():
        words += ["--dram", "0x%x=%s:bf16:%d" % (at, os.path.join(folder, "out%d" % number), len(case.outputs[number]))]
    for argument in case.arguments:
        words += ["--arg", "t=%d" % argument]
    return run_words(words, folder) or in_every_order(builder, folder, compare(case, folder))


MOVED_FROM, MOVED_TO, MOVED_BYTES, MARK = 0x40000, 0x50000, 256, 0x12345678


def run_mover(builder, core, folder):
    """A data-movement kernel of core b or nc; likewise."""
    os.makedirs(folder, exist_ok=True)
    name = "mover_" + core
    try:
        builder.mover(name, core, os.path.join(build.HERE, "mover.cpp"))
    except build.BuildError as error:
        return "refused", "does not compile: " + str(error)
    words = ["--build", builder.kernel_folder(name)]
    numbers = [0x01020304 * (i + 1) & 0xFFFFFFFF for i in range(MOVED_BYTES // 4)]
    for i, number in enumerate(numbers):
        words += ["--poke", "0x%x=0x%x" % (MOVED_FROM + 4 * i, number)]
    for argument in (MOVED_FROM, MOVED_TO, MOVED_BYTES):
        words += ["--arg", str(argument)]
    result = run_words(words, folder)
    if result:
        return result
    held = dumped(os.path.join(folder, "run.ttcap"), MOVED_TO, MOVED_BYTES + 4)
    why = None if held == struct.pack("<%dI" % (len(numbers) + 1), *numbers, MARK) else "what was moved differs: " + held.hex()
    return in_every_order(builder, folder, why)


def dumped(capture, at, count):
    said = program([TT_REPLAY, "dump", capture, "--memory", "0x%x:%d" % (at, count), "--at", "end"])[1]
    return b"".join(bytes.fromhex(line.split("  ", 1)[1]) for line in said.splitlines() if re.match("[0-9a-f]{6}  ", line))


PAGE_BYTES, PAGES_AT = 2048, 0x60000


def run_pages(builder, is_in, folder):
    """A kernel of core nc beside the host: it brings the pages of a stock kernel that copies them, and the host takes them out,
    or the other way round. In the first NC is done long before the pages are."""
    case = next(case for case in cases.all_cases() if case.name == "eltwise_copy")
    brought, taken = (0, 16) if is_in else (16, 0)
    pages, content = len(case.inputs[0]), bf16_bytes(case.inputs[0])
    os.makedirs(folder, exist_ok=True)
    there, out = write_array(os.path.join(folder, "pages"), case.inputs[0], True), os.path.join(folder, "out")
    name = "pages_in" if is_in else "pages_out"
    try:
        words = ["--build", build_compute(builder, case)]
        builder.mover(name, "nc", os.path.join(build.HERE, "pages.cpp"), None, ["-DPAGES_IN"] if is_in else [])
    except build.BuildError as error:
        return "refused", "does not compile: " + str(error)
    words += ["--build", builder.kernel_folder(name), "--cb",
              "%d=%s:raw/%d:%d" % (taken, out, PAGE_BYTES, pages) if is_in else "%d=%s:raw/%d" % (taken, there, PAGE_BYTES)]
    words += ["--l1", "0x%x=%s" % (PAGES_AT, there)] if is_in else []
    for argument in (brought, pages, PAGE_BYTES, PAGES_AT):
        words += ["--arg", str(argument)]
    result = run_words(words, folder)
    if result:
        return result
    if is_in:
        with open(out, "rb") as file:
            held = file.read()
    else:
        held = dumped(os.path.join(folder, "run.ttcap"), PAGES_AT, len(content))
    return in_every_order(builder, folder, None if held == content else "other pages came out")


def run_chip(chip, names, folder, counts):
    builder = build.Builder(ROOT, chip, os.path.join(folder, chip))
    for core in build.CORES:
        builder.firmware(core)
    runs = [(case.name, functools.partial(run_case, builder, case)) for case in cases.all_cases()]
    runs += [(of.name, functools.partial(run_program, builder, of)) for of in cases.all_programs()]
    runs += [("mover_" + core, functools.partial(run_mover, builder, core)) for core in ("b", "nc")]
    runs += [("nc_brings_pages", functools.partial(run_pages, builder, True)),
             ("nc_takes_pages", functools.partial(run_pages, builder, False))]
    for name, run in runs:
        if names and name not in names:
            continue
        result = run(os.path.join(folder, chip, "runs", name))
        word, why = result or ("passed", "")
        counts[word] = counts.get(word, 0) + 1
        if not os.environ.get("METAL_VERBOSE"):
            why = " ".join(" ".join(why.split("\n")[-3:]).split())
        print("%-12s %-20s %-8s %s" % (chip, name, word, why), flush=True)


def main(words):
    chips = [word for word in words if word in build.CHIPS] or list(build.CHIPS)
    names = [word for word in words if word not in build.CHIPS]
    counts = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.environ.get("METAL_FOLDER", scratch)
        for chip in chips:
            run_chip(chip, names, folder, counts)
    print("%d passed, %d failed, %d refused" % tuple(counts.get(word, 0) for word in ("passed", "failed", "refused")))
    return 1 if counts.get("failed") or not counts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
