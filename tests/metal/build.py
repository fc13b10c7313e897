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
        """As many as the device has: on Wormhole the header gives more to the host than to the device."""
        with open(self.metal("api", "tt-metalium", "circular_buffer_constants.h")) as file:
            most = [int(number) for number in re.findall(r"NUM_CIRCULAR_BUFFERS = (\d+);", file.read())]
        return min(most) if self.alias == "wormhole" else max(most)

    def llk(self):
        """The low-level kernels of this chip: a folder of the checkout; before, a submodule."""
        places = [self.metal(*parts, "tt_llk_" + self.chip) for parts in (("tt-llk",), ("third_party", "tt_llk"))]
        return next((place for place in places if os.path.isdir(place)), places[0])

    def entry(self, part):
        """What calls a kernel's kernel_main, where the firmware of the checkout calls it by another name."""
        with open(self.metal("hw", "ckernels", self.chip, "metal", "common", "chlkc_list.h")) as file:
            name = re.search(r"chlkc_%s::(\w+)\(\)" % part, file.read())
        return "namespace chlkc_%s { void %s() { kernel_main(); } }\n" % (part, name.group(1)) if name else ""

    def shadow(self):
        """tt-llk's common headers beside each other, with ours in place of those that need the vendor's compiler: one
        header includes the next one from its own folder."""
        folder, there = os.path.join(self.folder, "llk"), os.path.join(self.llk(), "common", "inc")
        os.makedirs(folder, exist_ok=True)
        ours = os.listdir(os.path.join(HERE, "include"))
        for name in os.listdir(there):
            if not os.path.lexists(os.path.join(folder, name)) and name not in ours:
                os.symlink(os.path.join(there, name), os.path.join(folder, name))
        return folder

    def metal(self, *parts):
        return os.path.join(self.root, "tt_metal", *parts)

    def includes(self, core, generated):
        arch, llk, inner = self.chip, self.llk(), self.metal("hw", "inc", "internal", "tt-1xx")
        kernels = self.metal("hw", "ckernels", arch, "metal")
        paths = [generated] if generated else []
        paths += [os.path.join(HERE, "include"), os.path.join(HERE, "..", "llk", "include"), STOCK, self.root, os.path.join(self.root, "ttnn"),
                  os.path.join(self.root, "ttnn", "cpp"), self.metal(), self.metal("hw", "inc"),
                  self.metal("hostdevcommon", "api"), self.metal("api"), self.metal("api", "tt-metalium"),
                  kernels + "/common", kernels + "/llk_io", inner, os.path.join(inner, self.alias),
                  os.path.join(inner, self.alias, arch + "_defines"), os.path.join(inner, self.alias, "noc"),
                  self.shadow(), llk + "/llk_lib", os.path.join(llk, "..", "common"), self.metal("hw", "firmware", "src", "tt-1xx")]
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
        words.append("PROCESSOR_INDEX=%d" % CORES.index(core))
        if core in ("b", "nc"):
            words += ["COMPILE_FOR_" + NAMES[core].upper(), "NOC_INDEX=%d" % (core == "b"), "NOC_MODE=0"]
        else:
            part = ("UNPACK", "MATH", "PACK")[int(core[1])]
            words += ["COMPILE_FOR_TRISC=" + core[1], "UCK_CHLKC_" + part, "NAMESPACE=chlkc_" + part.lower()]
        return ["-D" + word for word in words]

    def linker_script(self, core, kind):
        name = os.path.join(self.folder, "%s_%s.ld" % (kind, NAMES[core]))
        which = "COMPILE_FOR_TRISC=" + core[1] if core[0] == "t" else "COMPILE_FOR_" + NAMES[core].upper()
        tool(PREFIX + "gcc", "-E", "-P", "-x", "c", "-DTYPE_" + kind.upper(), "-D" + which, "-DARCH_" + self.alias.upper(),
             "-I" + self.metal("hw", "inc", "internal", "tt-1xx", self.alias), self.metal("hw", "toolchain", "main.ld"),
             "-o", name)
        return name

    def compile(self, core, source, output, is_firmware, generated=None, more=()):
        words = [*self.compiler, *self.level(core), "-include", "toolchain.h", *self.defines(core, is_firmware),
                 *self.includes(core, generated), *more]
        if os.path.basename(source) == "trisck.cc" and core == "t1":
            self.vectors(words, source, output)
        else:
            tool(*words, "-c", source, "-o", output)
        return output

    @staticmethod
    def vectors(words, source, output):
        """A kernel of the math thread, whose floats are the vector unit's registers, as ../llk/toolchain/g++ has them."""
        text = tool(*words, "-E", source).replace("static_assert(false,", "static_assert(true,")
        text = re.sub(r"^#pragma GCC unroll [^0-9].*", "#pragma GCC unroll 32", text, flags=re.M)
        reserved = ["-ffixed-fs%d" % n for n in range(12)] + ["-ffixed-fa%d" % n for n in range(8)]
        floats = [word.replace("rv32im_", "rv32imf_") for word in words] + reserved + ["-ffixed-ft%d" % n for n in range(8, 12)]
        text = tool(*floats, "-x", "c++-cpp-output", "-S", "-o", "-", "-", text=text)
        text = tool("awk", "-f", os.path.join(HERE, "..", "llk", "toolchain", "vectors.awk"), text=text)
        tool(*words, "-x", "assembler", "-c", "-o", output, "-", text=text)

    def toolchain(self, *parts):
        return self.metal("hw", "toolchain", *parts)

    def source(self, *parts):
        return self.metal("hw", "firmware", "src", "tt-1xx", *parts)

    @staticmethod
    def level(core):
        """As tt-metal has it, without the step at link time: it would see words of the coprocessor twice."""
        return ["-O3" if core[0] == "t" else "-Os", "-fno-tree-loop-distribute-patterns"]

    def firmware_folder(self, core):
        return os.path.join(self.folder, "firmware", "1", NAMES[core])

    def firmware(self, core):
        name = "trisc" if core[0] == "t" else NAMES[core]
        sources = [self.source(name + ".cc"), self.toolchain("tmu-crt0.S")]
        if core == "b":
            sources.append(self.source(self.alias, "noc.c"))
        if core == "nc" and self.alias == "wormhole":
            sources += [self.toolchain("wh-iram-trampoline.S"), self.source("tdma_xmov.c")]
        output = self.program(core, "firmware", sources, self.firmware_folder(core))
        weak = os.path.join(self.firmware_folder(core), NAMES[core] + "_weakened.elf")
        tool(PREFIX + "objcopy", "--wildcard", "--weaken-symbol", "*", "--weaken-symbol", "!__fw_export_*", output, weak)
        return output

    @staticmethod
    def own_library():
        return tool(PREFIX + "gcc", "-march=rv32im", "-mabi=ilp32", "-print-libgcc-file-name").strip()

    def program(self, core, kind, sources, folder, generated=None, more=()):
        """Compiled and linked as tt-metal does, in the folder where tt-metal leaves it."""
        os.makedirs(folder, exist_ok=True)
        sources = [*sources, self.toolchain("substitutes.cpp"), os.path.join(HERE, "data.S"), os.path.join(HERE, "memcpy.cpp")]
        objects = [self.compile(core, source, os.path.join(folder, re.sub(r"\W", "_", os.path.basename(source)) + ".o"),
                                kind == "firmware", generated, more) for source in sources]
        output = os.path.join(folder, NAMES[core] + ".elf")
        links = ["-Wl,--emit-relocs", "-Wl,--just-symbols=" + os.path.join(self.firmware_folder(core),
                                                                          NAMES[core] + "_weakened.elf")]
        tool(*self.compiler, *self.level(core), "-nostdlib", "-nostartfiles", "-Wl,-z,max-page-size=16",
             "-Wl,-z,common-page-size=16", "-T", self.linker_script(core, kind), "-Wl,-u,data_word",
             *(links if kind == "kernel" else []), *objects, self.own_library(), "-o", output)
        return output

    def kernel_folder(self, name):
        return os.path.join(self.folder, "kernels", name, "1")

    def kernel(self, name, core, more=()):
        """A kernel's program of one core, with the files that are generated for it in kernel_folder(name); Wormhole's nc
        has start code of its own, since its kernels run elsewhere."""
        generated = self.kernel_folder(name)
        sources = [self.source(("trisc" if core[0] == "t" else NAMES[core]) + "k.cc")]
        if (core, self.alias) == ("nc", "wormhole"):
            sources.append(self.toolchain("wh-iram-start.S"))
        return self.program(core, "kernel", sources, os.path.join(generated, NAMES[core]), generated, more)

    def mover(self, name, core, source, case=None, more=()):
        """A data-movement kernel for core b or nc; case: whose circular buffers it serves."""
        texts = {"defines_generated.h": "", "kernel_includes.hpp": "#include \"%s\"\n" % source}
        if case:
            texts["chlkc_descriptors.h"] = descriptors(self.buffers, case)
        put(self.kernel_folder(name), texts)
        return self.kernel(name, core, more)


def put(folder, texts):
    os.makedirs(folder, exist_ok=True)
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)


BF16, UNUSED = 5, 255
TILE_BYTES = 2048


def array_text(kind, name, values):
    return "constexpr %s %s[%d] = {%s};\n" % (kind, name, len(values), ", ".join(str(value) for value in values))


def descriptors(buffers, case):
    """The header with formats and shapes of circular buffers."""
    used = set(case.inputs) | set(case.outputs) | set(case.between)
    formats = [BF16 if i in used else UNUSED for i in range(buffers)]
    shapes = (("tile_num_faces", "uint8_t", 4), ("partial_face", "uint8_t", 0), ("tile_face_r_dim", "uint8_t", 16),
              ("narrow_tile", "uint8_t", 0), ("tile_r_dim", "uint8_t", 32), ("tile_c_dim", "uint8_t", 32),
              ("tile_size", "uint16_t", TILE_BYTES), ("num_faces_r_dim", "uint8_t", 2), ("num_faces_c_dim", "uint8_t", 2))
    parts = {part: "".join([array_text(kind, "%s_%s_format" % (part, side), formats) for side in ("src", "dst")] +
                           [array_text(of, "%s_%s" % (part, name), [value] * buffers) for name, of, value in shapes])
             for part, kind in (("unpack", "std::int32_t"), ("pack", "unsigned char"))}
    return ("#pragma once\n\n#if defined(UCK_CHLKC_MATH) || defined(UCK_CHLKC_PACK)\n#include \"llk_defs.h\"\n"
            "constexpr ckernel::MathFidelity MATH_FIDELITY = static_cast<ckernel::MathFidelity>(4);\n"
            "constexpr bool APPROX = false;\n#endif\n\n#if !defined(UCK_CHLKC_PACK)\n" + parts["unpack"] + "#endif\n\n"
            "#if !defined(UCK_CHLKC_MATH) && !defined(UCK_CHLKC_UNPACK)\n" + parts["pack"] + "#if defined(UCK_CHLKC_PACK)\n" +
            array_text("std::int32_t", "unpack_src_format", formats) + "#endif\n#endif\n\n"
            "#if defined(UCK_CHLKC_MATH) || defined(UCK_CHLKC_PACK) || defined(UCK_CHLKC_UNPACK)\n"
            "constexpr bool DST_ACCUM_MODE = false;\n#define DST_SYNC_MODE DstSync::SyncHalf\n#endif\n")


def describe(builder, case, source):
    """The files that tt-metal's own build generates for a compute kernel: its source for each core, and formats and shapes
    of its circular buffers."""
    texts = {"defines_generated.h": "".join("#define %s %s\n" % item for item in case.defines.items()),
             "chlkc_descriptors.h": descriptors(builder.buffers, case)}
    for part in ("unpack", "math", "pack"):
        texts["chlkc_%s.cpp" % part] = "#define TRISC_%s\n#include \"defines_generated.h\"\n#include \"%s\"\n" % (
            part.upper(), source) + builder.entry(part)
    put(builder.kernel_folder(case.name), texts)


def host_headers():
    """The C++ library's headers, which the stock compiler has none of: those of this machine's own compiler, over a C
    library for these cores (Debian: picolibc-riscv64-unknown-elf)."""
    version = tool("g++", "-dumpversion").strip().split(".")[0]
    machine = tool("g++", "-print-multiarch").strip()
    return ["/usr/include/c++/" + version, "/usr/include/%s/c++/%s" % (machine, version),
            os.environ.get("RISCV_LIBC", "/usr/lib/picolibc/riscv64-unknown-elf/include")]
