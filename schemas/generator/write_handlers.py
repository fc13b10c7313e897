# SPDX-License-Identifier: Apache-2.0
"""From an opcode to the function that runs it: tile_dispatch.h, vector_dispatch.h."""
from generator.insn_fields import OPERANDS
from generator.isa import VECTOR
from generator.names import upper
from generator.write_decode import FOLDERS


def by_opcode(tables, entry):
    """A table a chip of what entry(insn) says, where it says anything."""
    text = ""
    for chip, insns in zip(tables.chips, tables.isa):
        rows = "".join(f"        [0x{insn.opcode:02x}] = {entry(insn)},\n" for insn in insns if insn.run and entry(insn))
        text += f"    [{chip.c}] = {{\n{rows}    }},\n"
    return text + "};\n"


def write_dispatch(tables):
    return ("/* Only tile/dispatch.c includes this. */\n#pragma once\n\n"
            '#include "tile/vector/vector.h"\n' + "".join(f'#include "{folder}_insns.h"\n' for folder in FOLDERS) + "\n"
            "/* By chip and opcode; null where nothing executes it. */\n"
            "static tile_handler *const tile_handlers[TT_CHIP_COUNT][256] = {\n"
            + by_opcode(tables, lambda insn: "vector_issue" if insn.unit == VECTOR else insn.run))


def vector_insn(insn):
    """Of the operands only B has another place in some forms."""
    if insn.unit != VECTOR:
        return None
    text = f"{{{insn.run}, VECTOR_{upper(insn.subunit)}, {insn.backdoor:d}"
    for name in OPERANDS:
        if operand := insn.operands[name]:
            text += f", .{name} = {{{operand.place.low}, 0x{operand.place.ones:x}}}"
            if operand.other:
                text += f", .other_vb = {{{operand.other.low}, 0x{operand.other.ones:x}}}, .other_vb_if = 0x{operand.other_if:06x}"
    return text + "}"


def write_vector_dispatch(tables):
    return ("/* Only tile/vector/issue.c includes this. */\n#pragma once\n\n"
            '#include "tile/vector/vector_internal.h"\n\n'
            "/* By chip and opcode; without a function where the word is no instruction of the vector unit. */\n"
            "static const struct vector_insn vector_insns[TT_CHIP_COUNT][256] = {\n" + by_opcode(tables, vector_insn))
