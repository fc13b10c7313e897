# SPDX-License-Identifier: Apache-2.0
"""reg_ids.h, reg_parts.h, reg_tables.c, and for each unit a header with the fields that it declares: a unit's code has no
other names, so what it did not declare it cannot read."""
from generator.names import literal, ones, truth, upper

WHENS = {"issue": "REG_AT_ISSUE", "work": "REG_AT_WORK", None: "REG_NOT_READ"}


def reg_ids(tables):
    """Names of all chips: the first chip's in the order of its words, then what only later chips have."""
    names = [reg.name for reg in tables.regs[0].all]
    return names + [reg.name for regs in tables.regs[1:] for reg in regs.all if reg.name not in tables.regs[0].by_name]


def write_reg_ids(tables):
    return "#pragma once\n\nenum reg_id {\n" + "".join(f"    REG_{name},\n" for name in reg_ids(tables)) + "    REG_COUNT\n};\n"


def write_reg_parts(tables):
    """How a structure's parts are read off its field."""
    return "#pragma once\n\n#include <stdint.h>\n" + "".join(
        f"\n/* {part.doc} */\nstatic inline uint32_t part_{parts.name}_{part.name}(uint32_t field)\n{{\n"
        f"    return field >> {part.low} & 0x{ones(part.bits):x}u;\n}}\n" for parts in tables.parts for part in parts.items)


def parts_text(parts):
    rows = "".join(f'    {{"{part.name}", {literal(part.doc)}, {part.low}, {part.bits}}},\n' for part in parts.items)
    return f"static const struct reg_part parts_{parts.name}[] = {{\n{rows}}};\n\n"


def field_row(reg):
    parts = f"parts_{reg.parts.name}, {len(reg.parts.items)}" if reg.parts else "NULL, 0"
    space = "TT_SPACE_THREAD_CFG" if reg.is_thread else "TT_SPACE_CFG"
    return (f'        [REG_{reg.name}] = {{"{reg.name}", {literal(reg.meaning.doc)}, {space}, {reg.word}, {reg.shift}, {reg.bits}, '
            f"{truth(reg.is_instantiated)}, {parts}}},\n")


def fields_text(tables):
    text = "const struct reg_field isa_regs[TT_CHIP_COUNT][REG_COUNT] = {\n"
    for chip, regs in zip(tables.chips, tables.regs):
        text += f"    [{chip.c}] = {{\n" + "".join(map(field_row, regs.all)) + "    },\n"
    return text + "};\n\n"


def ids_text(declaration, names):
    return f"{declaration}[REG_COUNT] = {{\n" + "".join(f"    REG_{name},\n" for name in names) + "};\n\n"


def readers_text(tables):
    count, firsts, rows = 0, "", ""
    for name, field in tables.meanings.items():
        firsts += f"    [REG_{name}] = {{{count}, {len(field.readers)}, EXTENT_{upper(getattr(field, 'for'))}}},\n"
        count += len(field.readers)
        for reader in field.readers:
            chips = 0xFF if reader.chips is None else reader.chips
            rows += f"    {{TT_UNIT_{upper(tables.units[reader.unit])}, {reader.section}, {WHENS[reader.when]}, 0x{chips:x}}},\n"
    return (f"const struct reg_readers isa_reg_readers[REG_COUNT] = {{\n{firsts}}};\n\n"
            f"const struct reg_reader isa_reg_reader_list[{count}] = {{\n{rows}}};\n\n"
            + ids_text("const uint16_t isa_regs_listed", tables.meanings))


# ---- by word ----

def words_text(tables):
    text = ""
    for chip, regs in zip(tables.chips, tables.regs):
        for space in ("cfg", "thread"):
            names = "".join(f"    REG_{reg.name},\n" for reg in regs.all if reg.space == space)
            text += f"static const uint16_t {space}_regs_{chip.index}[] = {{\n{names}}};\n"
    for space in ("cfg", "thread"):
        lists = ", ".join(f"{space}_regs_{chip.index}" for chip in tables.chips)
        text += f"const uint16_t *const isa_{space}_regs[TT_CHIP_COUNT] = {{{lists}}};\n\n"
    return text + "".join(word_table(tables, space, what) for what in ("first", "masks") for space in ("cfg", "thread"))


def word_table(tables, space, what):
    """One number a word: of "first", how many fields stand in words before it; else the bits that its fields cover."""
    kind, length = ("uint16_t", " + 1") if what == "first" else ("uint32_t", "")
    text = f"const {kind} isa_{space}_{what}[TT_CHIP_COUNT][{space.upper()}_WORDS_MAX{length}] = {{\n"
    for regs in tables.regs:
        masks, counts = [0] * regs.words[space], [0] * regs.words[space]
        for reg in regs.all:
            if reg.space == space:
                masks[reg.word] |= reg.mask
                counts[reg.word] += 1
        if what == "first":
            text += "    {" + ", ".join(str(sum(counts[:word])) for word in range(len(counts) + 1)) + "},\n"
        else:
            text += "    {" + "".join(f"0x{mask:x}u, " for mask in masks) + "},\n"
    return text + "};\n\n"


def write_reg_tables(tables):
    return ('#include "isa/tables.h"\n\n' + "".join(map(parts_text, tables.parts)) + fields_text(tables)
            + ids_text("const uint16_t isa_regs_by_name", sorted(reg_ids(tables))) + readers_text(tables) + words_text(tables))


def write_unit_regs(folder, *units):
    """units: those whose code is in the folder src/tile/FOLDER."""
    def write(tables):
        numbers = [tables.units.index(unit) for unit in units]
        names = [name for name, field in tables.meanings.items() if any(reader.when and reader.unit in numbers for reader in field.readers)]
        rows = "".join(f"    {folder.upper()}_REG_{name} = REG_{name},\n" for name in names)
        return f'/* The fields that tile/{folder} reads. */\n#pragma once\n\n#include "reg_ids.h"\n\nenum {folder}_reg {{\n{rows}}};\n'
    return write
