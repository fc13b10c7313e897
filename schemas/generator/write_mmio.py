# SPDX-License-Identifier: Apache-2.0
"""mmio_ids.h, mmio_tables.c: what lies at which address beyond L1; mmio_register_ids.h, mmio_register_tables.c: the
registers that several share, and where each keeps its value; name_texts.h, place_texts.h: names as literals for sentences and examples."""
import re

from generator.names import NOBODY, ones, truth, upper


def write_mmio_ids(tables):
    windows, places = tables.windows, {}
    for window in windows:
        if window.cores:
            places.setdefault(window.place, window.doc)
    text = "#pragma once\n\nenum {\n" + "".join(f"    MMIO_{w.name} = 0x{w.lo:08X}u, /* {w.doc} */\n    MMIO_{w.name}_END = 0x{w.lo + w.bytes:08X}u,\n"
                                               for w in windows) + "};\n\n"
    for w in windows:
        if w.words:
            rows = "".join(f"    {w.name}_OFFSET_{word.name} = 0x{word.offset:x}, /* {word.doc} */\n" for word in w.words)
            text += f"/* Words of {w.name}: bytes from MMIO_{w.name}. */\nenum {{\n{rows}}};\n\n"
    rows = "".join(f"    PLACE_{place}, /* {doc} */\n" for place, doc in places.items())
    return f"{text}enum map_place {{\n    PLACE_NONE, /* nothing that the documents know, for this core */\n{rows}}};\n"


def write_mmio_tables(tables):
    windows = [window for window in tables.windows if window.cores]
    rows = "".join(f"    {{MMIO_{w.name}, MMIO_{w.name}_END, 0x{w.cores:x}, 0x{w.chips:x}, PLACE_{w.place}, {w.value}}},\n" for w in windows)
    return (f'#include "isa/tables.h"\n\nconst struct mmio_window isa_mmio_windows[] = {{\n{rows}}};\n\n'
            f"const unsigned isa_mmio_window_count = {len(windows)};\n")


def write_mmio_register_ids(tables):
    acts = "".join(f"    MMIO_ACT_{upper(act.name)}, /* {act.doc} */\n" for act in tables.mmio_acts)
    text = f"#pragma once\n\n/* What a store to a register does. */\nenum mmio_act {{\n{acts}    MMIO_ACT_COUNT\n}};\n\n"
    for place in ("TDMA", "STREAM", "NOC", "DEBUG"):
        rows = "".join(f"    {place}_CELL_{reg.name} = {reg.cell}, /* {reg.doc} */\n" for reg in tables.mmio_registers if reg.place == place)
        text += (f"/* Where a register of {place} stands in struct register_state. */\nenum {{\n{rows}"
                 f"    {place}_CELLS = {tables.mmio_cells[place]}\n}};\n\n")
    return text


def write_mmio_register_tables(tables):
    text = '#include "isa/tables.h"\n\nconst struct mmio_register isa_mmio_registers[] = {\n'
    for reg in tables.mmio_registers:
        at, each = ", ".join(f"0x{at:x}u" for at in reg.at), ", ".join(f"0x{each:x}" for each in reg.each)
        bits = ", ".join(f"0x{ones(bits):x}u" for bits in reg.bits)
        text += (f'    {{"{reg.name}", PLACE_{reg.place}, {{{at}}}, {{{each}}}, {{{bits}}}, {reg.count}, {reg.cell}, '
                 f"MMIO_ACT_{upper(reg.does.name)}, {truth(reg.counts)}}},\n")
    return f"{text}}};\n\nconst unsigned isa_mmio_register_count = {len(tables.mmio_registers)};\n"


def write_name_texts(tables):
    """A name that the tables do not have does not compile. What is repeated is the same, which C allows."""
    return "#pragma once\n\n" + "".join(f'#define INSN_TEXT_{insn.name} "{insn.name}"\n' for insns in tables.isa for insn in insns)


def write_place_texts(tables):
    """The same of addresses and fields: apart, so that a new instruction does not compile those who name a field."""
    text = "#pragma once\n\n" + "".join(f'#define MMIO_TEXT_{window.name} "0x{window.lo:08x}"\n' for window in tables.windows)
    for name in tables.meanings:
        text += f'#define FIELD_TEXT_{name} "{name}"\n'
        if section := re.match(r"THCON_SEC.*?_REG[^_]*_(.*)", name): # Haloize_mode of THCON_SEC1_REG2_Haloize_mode
            text += f'#define FIELD_TEXT_SECTION_{section[1]} "{section[1]}"\n'
    return text
