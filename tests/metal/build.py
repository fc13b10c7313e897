# SPDX-License-Identifier: Apache-2.0
"""Compiles tt-metal's firmware and compute kernels with a stock RISC-V compiler, from a checkout of tt-metal.

As tt-metal's own build does (tt_metal/jit_build): a firmware program a core, and for each compute kernel three programs
that are linked against the symbols of the firmware and retain their relocations. Instead of its compiler's extensions
there are the headers in include/ and ../stock_compiler/.
"""
import os
import re
import subprocess

CORES = ("b", "nc", "t0", "t1", "t2")
NAMES = {"b": "brisc", "nc": "ncrisc", "t0": "trisc0", "t1": "trisc1", "t2": "trisc2"}
CHIPS = {"blackhole": "blackhole", "wormhole_b0": "wormhole"}
HERE = os.path.dirname(os.path.abspath(__file__))
STOCK = os.path.join(HERE, "..", "stock_compiler", "include")
PREFIX = os.environ.get("RISCV_PREFIX", "riscv64-unknown-elf-")


class BuildError(Exception):
    """A program that does not compile, with what the compiler said."""


def tool(*words, text=None):
    done = subprocess.run(words, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise BuildError(" ".join(words) + "\n" + done.stderr)
    return done.stdout


class Builder:
    """Programs for one chip."""

    def __init__(self, root, chip, folder):
        self.root, self.chip, self.folder = root, chip, folder
        self.alias = CHIPS[chip]
        self.buffers = self.number_of_buffers()
        os.makedirs(folder, exist_ok=True)
        self.compiler = [PREFIX + "g++", "-march=rv32im_zicsr_zifencei" + ("_zba_zbb" if chip == "blackhole" else ""),
                         "-mabi=ilp32", "-std=c++17", "-ffreestanding", "-ffast-math", "-fno-exceptions", "-fno-rtti",
                         "-fno-use-cxa-atexit", "-fno-threadsafe-statics", "-mstrict-align", "-w", "-g",
                         "-ffunction-sections", "-Wl,--gc-sections"]

    def number_of_buffers(self):
        with open(self.metal("api", "tt-metalium", "circular_buffer_constants.h")) as file:
            return 32 if re.search(r"NUM_CIRCULAR_BUFFERS = 32;", file.read()) else 64

    def shadow(self):
        """tt-llk's common headers beside each other, with ours in place of those that need the vendor's compiler: one
        header includes the next one from its own folder."""
        folder, there = os.path.join(self.folder, "llk"), self.metal("third_party", "tt_llk", "tt_llk_" + self.chip,
                                                                     "common", "inc")
        os.makedirs(folder, exist_ok=True)
        ours = os.listdir(os.path.join(HERE, "include"))
        for name in os.listdir(there):
            if not os.path.lexists(os.path.join(folder, name)) and name not in ours:
                os.symlink(os.path.join(there, name), os.path.join(folder, name))
        return folder

    def metal(self, *parts):
        return os.path.join(self.root, "tt_metal", *parts)

    def includes(self, core, generated):
        arch, llk = self.chip, self.metal("third_party", "tt_llk", "tt_llk_" + self.chip)
        kernels = self.metal("hw", "ckernels", arch, "metal")
        paths = [generated] if generated else []
        paths += [os.path.join(HERE, "include"), STOCK, self.root, os.path.join(self.root, "ttnn"),
                  os.path.join(self.root, "ttnn", "cpp"), self.metal(), self.metal("include"), self.metal("hw", "inc"),
                  self.metal("hostdevcommon", "api"), self.metal("hw", "inc", "debug"),
                  self.metal("hw", "inc", self.alias), self.metal("hw", "inc", self.alias, arch + "_defines"),
                  self.metal("hw", "inc", self.alias, "noc"), kernels + "/common", kernels + "/llk_io",
                  self.shadow(), self.metal("api"), self.metal("api", "tt-metalium"), llk + "/llk_lib",
                  self.metal("hw", "firmware", "src")]
        if core.startswith("t"):
            paths += [kernels + "/llk_api", kernels + "/llk_api/llk_sfpu"]
        words = ["-I" + path for path in paths]
        for path in host_headers():
            words += ["-idirafter", path]
        return words

    def defines(self, core, is_firmware):
        banks = 8 if self.chip == "blackhole" else 12
        words = ["ARCH_" + self.alias.upper(), "TENSIX_FIRMWARE", "LOCAL_MEM_EN=0", "DISPATCH_MESSAGE_ADDR=0",
                 "FW_BUILD" if is_firmware else "KERNEL_BUILD", "NUM_DRAM_BANKS=%d" % banks, "NUM_L1_BANKS=64",
                 "PCIE_NOC_X=0", "PCIE_NOC_Y=3", "IS_NOT_POW2_NUM_DRAM_BANKS=1", "LOG_BASE_2_OF_NUM_L1_BANKS=6"]
        if banks == 8:
            words += ["LOG_BASE_2_OF_NUM_DRAM_BANKS=3"]
            words.remove("IS_NOT_POW2_NUM_DRAM_BANKS=1")
        if core in ("b", "nc"):
            words += ["COMPILE_FOR_" + NAMES[core].upper(), "NOC_INDEX=%d" % (core == "b"), "NOC_MODE=0"]
        else:
            part = ("UNPACK", "MATH", "PACK")[int(core[1])]
            words += ["COMPILE_FOR_TRISC=" + core[1], "UCK_CHLKC_" + part, "NAMESPACE=chlkc_" + part.lower()]
        return ["-D" + word for word in words]

    def linker_script(self, core, kind):
        name = os.path.join(self.folder, "%s_%s.ld" % (kind, NAMES[core]))
        which = "COMPILE_FOR_TRISC=" + core[1] if core[0] == "t" else "COMPILE_FOR_" + NAMES[core].upper()
        tool(PREFIX + "gcc", "-E", "-P", "-x", "c", "-DTYPE_" + kind.upper(), "-D" + which,
             "-I" + self.metal("hw", "inc", self.alias), self.metal("hw", "toolchain", "main.ld"), "-o", name)
        return name

    def compile(self, core, source, output, is_firmware, generated=None, more=()):
        tool(*self.compiler, *self.level(core), "-include", "toolchain.h", *self.defines(core, is_firmware),
             *self.includes(core, generated), *more, "-c", source, "-o", output)
        return output

    def part(self, core, source, is_firmware):
        """One of the small files of hw/toolchain and hw/firmware that each program has."""
        output = os.path.join(self.folder, "%s_%s.o" % (NAMES[core], re.sub(r"\W", "_", os.path.basename(source))))
        if not os.path.exists(output):
            self.compile(core, source, output, is_firmware)
        return output

    @staticmethod
    def level(core):
        """As tt-metal has it, without the step at link time: it would see words of the coprocessor twice."""
        return ["-O3"] if core[0] == "t" else ["-Os", "-fno-tree-loop-distribute-patterns"]

    def firmware(self, core):
        output = os.path.join(self.folder, NAMES[core] + ".elf")
        name = "trisc" if core[0] == "t" else NAMES[core]
        objects = [self.compile(core, self.metal("hw", "firmware", "src", name + ".cc"), output + ".o", True),
                   self.part(core, self.metal("hw", "toolchain", "tmu-crt0.S"), True),
                   self.part(core, self.metal("hw", "toolchain", "substitutes.cpp"), True),
                   self.part(core, os.path.join(HERE, "data.S"), True)]
        if core == "b":
            objects.append(self.part(core, self.metal("hw", "firmware", "src", self.alias, "noc.c"), True))
        if core == "nc" and self.alias == "wormhole":
            objects += [self.part(core, self.metal("hw", "toolchain", "ncrisc-halt-wormhole.S"), True),
                        self.part(core, self.metal("hw", "firmware", "src", "tdma_xmov.c"), True)]
        self.link(core, "firmware", objects, output, ["-Wl,-u,data_word"])
        weak = os.path.join(self.folder, NAMES[core] + "_weakened.elf")
        tool(PREFIX + "objcopy", "--wildcard", "--weaken-symbol", "*", "--weaken-symbol", "!__fw_export_*", output, weak)
        return output

    @staticmethod
    def own_library():
        return tool(PREFIX + "gcc", "-march=rv32im", "-mabi=ilp32", "-print-libgcc-file-name").strip()

    def link(self, core, kind, objects, output, more):
        tool(*self.compiler, *self.level(core), "-nostdlib", "-nostartfiles",
             "-Wl,-z,max-page-size=16", "-Wl,-z,common-page-size=16", "-T", self.linker_script(core, kind), *more,
             *objects, self.own_library(), "-o", output)

    def kernel(self, core, generated, more=()):
        """A compute kernel's program of one core, whose sources are in the folder `generated`."""
        output = os.path.join(generated, NAMES[core] + ".elf")
        objects = [self.compile(core, self.metal("hw", "firmware", "src", "trisck.cc"), output + ".o", False, generated,
                                more),
                   self.part(core, self.metal("hw", "toolchain", "tmu-crt0k.S"), False),
                   self.part(core, self.metal("hw", "toolchain", "substitutes.cpp"), False)]
        self.link(core, "kernel", objects, output,
                  ["-Wl,--emit-relocs",
                   "-Wl,--just-symbols=" + os.path.join(self.folder, NAMES[core] + "_weakened.elf")])
        return output

    def mover(self, core, generated, source="mover.cpp", more=()):
        """A data-movement kernel of ours for core b or nc; Wormhole's nc has start code of its own, since it runs elsewhere."""
        output = os.path.join(generated, NAMES[core] + ".elf")
        os.makedirs(generated, exist_ok=True)
        for name, text in (("defines_generated.h", ""), ("kernel_includes.hpp", "#include \"%s/%s\"\n" % (HERE, source))):
            with open(os.path.join(generated, name), "w") as file:
                file.write(text)
        start = "tmu-crt0k-ncrisc.S" if (core, self.alias) == ("nc", "wormhole") else "tmu-crt0k.S"
        objects = [self.compile(core, self.metal("hw", "firmware", "src", NAMES[core] + "k.cc"), output + ".o", False,
                                generated, more),
                   self.part(core, self.metal("hw", "toolchain", start), False),
                   self.part(core, self.metal("hw", "toolchain", "substitutes.cpp"), False),
                   self.part(core, os.path.join(HERE, "data.S"), False)]
        self.link(core, "kernel", objects, output,
                  ["-Wl,--emit-relocs", "-Wl,-u,data_word",
                   "-Wl,--just-symbols=" + os.path.join(self.folder, NAMES[core] + "_weakened.elf")])
        return output


BF16, UNUSED = 5, 255
TILE_BYTES = 2048


def array_text(kind, name, values):
    return "constexpr %s %s[%d] = {%s};\n" % (kind, name, len(values), ", ".join(str(value) for value in values))


def describe(case, source, folder, buffers):
    """The files that tt-metal's own build generates for a kernel: formats and shapes of its circular buffers."""
    used = set(case.inputs) | set(case.outputs) | set(case.between)
    formats = [BF16 if i in used else UNUSED for i in range(buffers)]
    shapes = (("num_faces", "uint8_t", 4), ("partial_face", "uint8_t", 0), ("face_r_dim", "uint8_t", 16),
              ("narrow_tile", "uint8_t", 0), ("r_dim", "uint8_t", 32), ("c_dim", "uint8_t", 32),
              ("size", "uint16_t", TILE_BYTES))
    texts = {"defines_generated.h": "".join("#define %s %s\n" % item for item in case.defines.items()),
             "chlkc_dst_accum_mode.h": "constexpr bool DST_ACCUM_MODE = false;\n",
             "chlkc_dst_sync_mode.h": "#define DST_SYNC_MODE DstSync::SyncHalf\n",
             "chlkc_math_fidelity.h": "constexpr std::int32_t MATH_FIDELITY = 4;\n",
             "chlkc_math_approx_mode.h": "constexpr bool APPROX = false;\n"}
    for part in ("unpack", "math", "pack"):
        texts["chlkc_%s.cpp" % part] = "#define TRISC_%s\n#include \"defines_generated.h\"\n#include \"%s\"\n" % (
            part.upper(), source)
        texts["chlkc_%s_tile_dims.h" % part] = "#pragma once\n" + "".join(
            array_text(kind, "%s_tile_%s" % (part, name) if name not in ("partial_face", "narrow_tile") else
                       "%s_%s" % (part, name), [value] * buffers) for name, kind, value in shapes)
    for part, kind in (("unpack", "std::int32_t"), ("pack", "unsigned char")):
        texts["chlkc_%s_data_format.h" % part] = "#pragma once\n" + array_text(
            kind, part + "_src_format", formats) + array_text(kind, part + "_dst_format", formats)
    os.makedirs(folder, exist_ok=True)
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)


def host_headers():
    """The compiler's freestanding C++ headers; where it has none, those of this machine's own compiler."""
    version = tool("g++", "-dumpversion").strip().split(".")[0]
    machine = tool("g++", "-print-multiarch").strip()
    return ["/usr/include/c++/" + version, "/usr/include/%s/c++/%s" % (machine, version)]
