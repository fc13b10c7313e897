# SPDX-License-Identifier: Apache-2.0
"""isa_decode.h: a struct and a decoder for each mnemonic, the union of what the chips name, straight-line for either chip."""
from generator.write_isa import all_insns


def named(insn):
    return insn.fields + insn.parts


def others(tables, first, insn):
    """The instruction on later chips that have it."""
    return [(chip, names[insn.name]) for chip, names in zip(tables.chips, tables.by_name) if chip.index > first.index and insn.name in names]


def struct(tables, chip, insn):
    members = named(insn)
    for _, other in others(tables, chip, insn):
        members = members + [field for field in named(other) if field.name not in insn.named]
    text = "".join(f"    uint32_t {field.name}; /* {field.doc} */\n" for field in members)
    return (f"/* {insn.name}: {insn.doc} */\nstruct insn_{insn.name.lower()} {{\n    uint32_t word; /* the whole instruction */\n{text}}};\n\n")


def value(insn):
    """A struct with what one chip names; what only others name stays 0."""
    fields = "".join(f"        .{field.name} = word >> {field.low} & 0x{field.ones:x}u,\n" for field in named(insn))
    return f"return (struct insn_{insn.name.lower()}){{\n        .word = word,\n{fields}    }};\n"


def places(insn):
    return {field.name: (field.low, field.bits) for field in named(insn)}


def decoder(tables, chip, insn):
    """Chips that place the fields as the first does, or do not have the instruction, share its code, and need not be asked for."""
    name = insn.name.lower()
    text = f"static inline struct insn_{name} isa_decode_{name}(enum tt_chip chip, uint32_t word)\n{{\n    (void)chip;\n"
    for other_chip, other in others(tables, chip, insn):
        if places(other) != places(insn):
            text += f"    if (chip == {other_chip.c})\n    {value(other)}"
    return text + f"    {value(insn)}}}\n\n"


def write_decode(tables):
    return '#pragma once\n\n#include "base/names.h"\n\n#include <stdint.h>\n\n' + "".join(
        struct(tables, chip, insn) + decoder(tables, chip, insn) for chip, insn in all_insns(tables))
