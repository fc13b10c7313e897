# SPDX-License-Identifier: Apache-2.0
"""From an instruction to the function that runs it: tile_handlers.h, vector_handlers.h with the prototypes,
tile_dispatch.h, vector_dispatch.h with the tables."""
from generator.insn_fields import OPERANDS
from generator.isa import VECTOR
from generator.names import upper


def prototypes(tables, of_vector, kind, behind=""):
    runs = dict.fromkeys(insn.run for insns in tables.isa for insn in insns if insn.run and (insn.unit == VECTOR) == of_vector)
    return "".join(f"{kind} {run}{behind};\n" for run in runs)


def write_handlers(tables):
    return ("/* The handlers of all supported instructions but those of the vector unit (vector_handlers.h); the files that\n"
            " * define them include this. */\n"
            '#pragma once\n\n#include "isa_decode.h"\n#include "tile/tile.h"\n\n'
            "typedef enum tile_step tile_handler(struct tile *tile, unsigned thread, uint32_t word);\n\n"
            + prototypes(tables, False, "tile_handler")
            + "\n/* The same where nobody listens; weak, for not every file defines one (TILE_HANDLER). */\n"
            + prototypes(tables, False, "tile_handler", "_quiet __attribute__((weak))"))


def write_vector_handlers(tables):
    return ("/* The handlers of the vector unit's instructions, whose words may also come out of a macro's template; the\n"
            " * files that define them include this. */\n"
            '#pragma once\n\n#include "isa_decode.h"\n\nstruct vector_job;\n'
            "typedef void vector_function(struct vector_job *job);\n\n" + prototypes(tables, True, "vector_function"))


def by_opcode(tables, entry):
    """A table a chip of what entry(insn) says, where it says anything."""
    text = ""
    for chip, insns in zip(tables.chips, tables.isa):
        rows = "".join(f"        [0x{insn.opcode:02x}] = {entry(insn)},\n" for insn in insns if insn.run and entry(insn))
        text += f"    [{chip.c}] = {{\n{rows}    }},\n"
    return text + "};\n"


def handler(insn):
    """What may leave something that waits for further words has a handler of its own."""
    if insn.unit != VECTOR:
        return insn.run
    return "vector_issue" if insn.run == "vector_sfploadmacro" else "vector_issue_at_once"


def write_dispatch(tables):
    return ("/* Only tile/dispatch.c includes this. */\n#pragma once\n\n"
            '#include "tile/vector/vector.h"\n#include "tile_handlers.h"\n\n'
            "/* By chip and opcode; null where nothing executes it. */\n"
            "static tile_handler *const tile_handlers[TT_CHIP_COUNT][256] = {\n" + by_opcode(tables, handler)
            + "\n/* Those that have a text of their own for a tile that nobody listens to. */\n"
            "static tile_handler *const tile_quiet_handlers[TT_CHIP_COUNT][256] = {\n"
            + by_opcode(tables, lambda insn: insn.unit != VECTOR and f"{insn.run}_quiet"))


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
