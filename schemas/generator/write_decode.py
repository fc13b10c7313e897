# SPDX-License-Identifier: Apache-2.0
"""UNIT_insns.h: of each instruction of a unit a struct and a decoder, the union of what the chips name, straight-line for
either chip; and the handlers of the supported ones."""
from generator.isa import VECTOR
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


# Folders of src/tile, with the units whose instructions they have.
FOLDERS = {name: (name,) for name in ("frontend", "sync", "config", "adc", "scalar", "mover", "matrix", "vector", "pack")} | \
    {"unpack": ("unpack0", "unpack1")}
HANDLER = """#include "base/names.h"
#include "tile/tile.h"

#include <stdint.h>

"""
VECTOR_HANDLER = """#include "base/names.h"

#include <stdint.h>

/* Its words may also come out of a macro's template. */
struct vector_job;
typedef void vector_function(struct vector_job *job);

"""


def prototypes(insns):
    """Of every handler."""
    vector = "".join(f"vector_function {run};\n" for run in dict.fromkeys(insn.run for insn in insns if insn.run and insn.unit == VECTOR))
    runs = dict.fromkeys(insn.run for insn in insns if insn.run and insn.unit != VECTOR)
    return vector + "".join(f"tile_handler {run};\n" for run in runs)


def write_unit_insns(folder):
    def write(tables):
        numbers = [tables.units.index(unit) for unit in FOLDERS[folder]]
        found = [(chip, insn) for chip, insn in all_insns(tables) if insn.unit in numbers]
        handlers = [insn for insns in tables.isa for insn in insns if insn.unit in numbers]
        return (f"/* The instructions of src/tile/{folder}. */\n#pragma once\n\n{VECTOR_HANDLER if folder == 'vector' else HANDLER}"
                + "".join(struct(tables, chip, insn) + decoder(tables, chip, insn) for chip, insn in found) + prototypes(handlers))
    return write
