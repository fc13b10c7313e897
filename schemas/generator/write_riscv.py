# SPDX-License-Identifier: Apache-2.0
"""riscv_tables.c: what words of a core's program are. riscv_dispatch.h: a handler for each, made of the function that
computes it and the operands it names."""
import re

from generator.names import literal

VALUES = {"rs1": "core->x[insn->rs1]", "rs2": "core->x[insn->rs2]", "fs1": "core->f[insn->rs1]", "fs2": "core->f[insn->rs2]",
          "fs3": "core->f[insn->rs3]", "imm.i": "insn->immediate", "shamt": "insn->immediate"} # rd, fd, rm: not read
IMMEDIATES = {"imm.i": "I", "imm.s": "S", "imm.b": "B", "imm.j": "J", "imm.u": "U", "shamt": "SHAMT", "csr": "CSR"}


def identifier(name):
    return "riscv_op_" + re.sub("[^A-Za-z0-9]", "_", name)


def body(insn):
    result = "riscv_put_f" if insn.operands.startswith("f") else "riscv_put"
    arguments = ", ".join(VALUES[word] for word in insn.operands.split(",") if word in VALUES)
    if insn.kind in ("compute", "branch"):
        return f"    (void)bus;\n    return {result if insn.kind == 'compute' else 'riscv_branch'}(core, insn, riscv_{insn.by}({arguments}));\n"
    if insn.kind == "load":
        return ("    uint32_t value = 0;\n"
                f"    const enum riscv_step step = riscv_load(core, insn, bus, {insn.bytes}, &value);\n"
                f"    return step == RISCV_DONE ? {result}(core, insn, riscv_{insn.by}(value)) : step;\n")
    if insn.kind == "store":
        return f"    return riscv_store(core, insn, bus, {insn.bytes}, core->{'f' if 'fs2' in insn.operands else 'x'}[insn->rs2]);\n"
    return f"    return riscv_atomic(core, insn, bus, riscv_{insn.by});\n"


def write_riscv_dispatch(tables):
    insns = tables.riscv.insns
    handlers = "".join(f"static enum riscv_step {identifier(insn.name)}(struct riscv_core *core, const struct riscv_insn *insn, "
                       f"struct riscv_bus *bus)\n{{\n{body(insn)}}}\n\n" for insn in insns if insn.kind != "special")
    return ("/* Only tile/riscv/decode.c includes this. */\n#pragma once\n\n"
            f'#include "tile/riscv/core_internal.h"\n#include "tile/riscv/functions.h"\n\n{handlers}'
            "/* In the order of riscv_ops. */\nstatic riscv_handler *const riscv_handlers[] = {\n"
            + "".join(f"    {identifier(insn.name)},\n" for insn in insns) + "};\n")


def write_riscv_specials(tables):
    return ("/* The instructions that are more than a function of their operands; the files that define them include\n"
            " * this after tile/riscv/core_internal.h. */\n#pragma once\n\n"
            + "".join(f"riscv_handler {identifier(insn.name)};\n" for insn in tables.riscv.insns if insn.kind == "special"))


def rows_text(name, rows):
    text = f"\nconst struct riscv_op {name}[{len(rows)}] = {{\n"
    for row in rows:
        immediate = next((kind for word, kind in IMMEDIATES.items() if word in row.operands), "NONE")
        text += (f"    {{{literal(row.name)}, {literal(row.operands)}, 0x{row.mask:08x}, 0x{row.match:08x}, RISCV_IMMEDIATE_{immediate}, "
                 f"{getattr(row, 'set', 0)}, {literal(getattr(row, 'why', ''))}}},\n")
    return f"{text}}};\nconst unsigned {name}_count = {len(rows)};\n"


def write_riscv_tables(tables):
    riscv = tables.riscv
    sets = "".join(f'    {{"{entry.name}", {literal(entry.doc)}, 0x{entry.chips:x}}},\n' for entry in riscv.sets)
    firsts = ", ".join(str(sum((insn.match & 0x7F) >> 2 < opcode for insn in riscv.insns)) for opcode in range(33))
    return (f'#include "isa/riscv.h"\n\nconst struct riscv_set riscv_sets[] = {{\n{sets}}};\n'
            + rows_text("riscv_ops", riscv.insns) + rows_text("riscv_refused", riscv.refused) + rows_text("riscv_aliases", riscv.aliases)
            + "\n/* Those of opcode 4 * k + 3 are [first[k], first[k + 1]). */\n"
            f"const uint8_t riscv_ops_first[33] = {{{firsts}}};\n")
