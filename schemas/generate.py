#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""generate.py SCHEMAS OUT_FOLDER: reads schemas/ and writes every table of the program, at build time. Refuses what cannot
be true: fields over the same bits, an opcode or a name used twice, a field beyond its word, a unit that does not exist.

    generate.py --coverage SCHEMAS OUT_FILE   docs/coverage.md
    generate.py --facts SCHEMAS OUT_FOLDER    docs/facts
    generate.py --format SCHEMAS              writes schemas/isa as a test wants it (generator/format.py)"""
import pathlib
import sys

sys.dont_write_bytecode = True # the folder of sources stays as it is

from generator import write_decode, write_handlers, write_isa, write_lists, write_mmio, write_registers, write_riscv, write_settings, write_state
from generator.format import file_text
from generator.rows import Refusal
from generator.tables import Tables
from generator.write_pages import coverage_page, fact_pages

# File, what it is made from, the function that writes it.
FILES = (
    ("isa_tables.c", "isa/", write_isa.write_isa_tables),
    ("insn_ids.h", "isa/", write_isa.write_insn_ids),
    ("effect_ids.h", "effects.json, state.json", write_isa.write_effect_ids),
    *((f"{folder}_insns.h", "isa/", write_decode.write_unit_insns(folder)) for folder in write_decode.FOLDERS),
    ("tile_dispatch.h", "isa/", write_handlers.write_dispatch),
    ("vector_dispatch.h", "isa/", write_handlers.write_vector_dispatch),
    ("reg_ids.h", "registers/", write_registers.write_reg_ids),
    ("reg_tables.c", "registers/", write_registers.write_reg_tables),
    ("reg_parts.h", "registers/fields.json", write_registers.write_reg_parts),
    ("name_texts.h", "", write_mmio.write_name_texts),
    ("place_texts.h", "", write_mmio.write_place_texts),
    ("pack_regs.h", "registers/fields.json", write_registers.write_unit_regs("pack", "pack")),
    ("unpack_regs.h", "registers/fields.json", write_registers.write_unit_regs("unpack", "unpack0", "unpack1")),
    ("matrix_regs.h", "registers/fields.json", write_registers.write_unit_regs("matrix", "matrix")),
    ("vector_regs.h", "registers/fields.json", write_registers.write_unit_regs("vector", "vector")),
    ("mover_regs.h", "registers/fields.json", write_registers.write_unit_regs("mover", "mover")),
    ("config_regs.h", "registers/fields.json", write_registers.write_unit_regs("config", "config")),
    ("scalar_regs.h", "registers/fields.json", write_registers.write_unit_regs("scalar", "scalar")),
    ("core_regs.h", "registers/fields.json", write_registers.write_unit_regs("core", "core")),
    ("mmio_ids.h", "mmio.json", write_mmio.write_mmio_ids),
    ("mmio_tables.c", "mmio.json", write_mmio.write_mmio_tables),
    ("mmio_register_ids.h", "mmio_registers.json", write_mmio.write_mmio_register_ids),
    ("mmio_register_tables.c", "mmio_registers.json", write_mmio.write_mmio_register_tables),
    ("state_words.h", "state.json", write_state.write_state_words),
    ("state_tables.c", "state.json", write_state.write_state_tables),
    ("internal_members.h", "state.json", write_state.write_internal_members),
    ("variant_ids.h", "variants.json", write_lists.write_variant_ids),
    ("list_tables.c", "", write_lists.write_list_tables),
    ("riscv_tables.c", "riscv.json", write_riscv.write_riscv_tables),
    ("riscv_dispatch.h", "riscv.json", write_riscv.write_riscv_dispatch),
    ("riscv_specials.h", "riscv.json", write_riscv.write_riscv_specials),
    ("debugger_tables.c", "debugger.json", write_lists.write_debugger),
    ("fact_tables.c", "facts", write_lists.write_fact_tables),
    ("setting_tables.c", "settings.json", write_settings.write_setting_tables),
)


def write_file(path, text):
    """A file that came out as it was keeps its time, so that nothing is compiled again for nothing."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main(words):
    if len(words) == 2 and words[0] == "--format":
        for path in pathlib.Path(words[1]).glob("isa/*.json"):
            write_file(path, file_text(path.read_text()))
        return 0
    if len(words) not in (2, 3) or len(words) == 3 and words[0] not in ("--coverage", "--facts"):
        print(__doc__, file=sys.stderr)
        return 2
    out = pathlib.Path(words[-1])
    try:
        tables = Tables(words[-2])
        if words[0] == "--coverage":
            write_file(out, coverage_page(tables))
        elif words[0] == "--facts":
            for name, text in fact_pages(tables).items():
                write_file(out / name, text)
        else:
            files = [(name, source, write(tables)) for name, source, write in FILES]
            files += [(name, "findings.json", text) for name, text in write_lists.finding_files(tables).items()]
            for name, source, text in files:
                write_file(out / name, f"/* Made from schemas/{source} by schemas/generate.py; do not edit. */\n{text}")
    except (Refusal, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
