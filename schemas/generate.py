#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""generate.py SCHEMAS OUT_FOLDER: reads schemas/ and writes every table of the program, at build time. Refuses what cannot
be true: fields over the same bits, an opcode or a name used twice, a field beyond its word, a unit that does not exist.

    generate.py --coverage SCHEMAS OUT_FILE   docs/coverage.md
    generate.py --facts SCHEMAS OUT_FOLDER    docs/facts"""
import pathlib
import sys

sys.dont_write_bytecode = True # the folder of sources stays as it is

from generator import write_decode, write_handlers, write_isa, write_lists, write_mmio, write_registers, write_riscv, write_settings, write_state
from generator.rows import Refusal
from generator.tables import Tables
from generator.write_pages import coverage_page, fact_pages

TABLES_H = """\
#pragma once

#include "isa/chip.h"
#include "isa/effects.h"
#include "isa/evidence.h"
#include "isa/findings.h"
#include "isa/isa.h"
#include "isa/facts.h"
#include "isa/mmio.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "isa/variants.h"

/* Names that sources give to a choice. */
struct variant_alias {
    const char *text;
    uint8_t variant, choice;
};

extern const struct isa_insn *const isa_by_id[TT_CHIP_COUNT][INSN_COUNT];
extern const char *const isa_unit_names[TT_UNIT_COUNT];
extern const struct chip isa_chips[TT_CHIP_COUNT];
extern const char *const isa_fact_levels[FACT_LEVEL_COUNT];
extern const struct fact isa_facts[];
extern const unsigned isa_fact_count;
extern const struct fact isa_choices[]; /* of variants */
extern const unsigned isa_choice_count;
extern const struct evidence_settings isa_settings[TT_CHIP_COUNT][INSN_COUNT];
extern const struct evidence_reading isa_readings[];
extern const unsigned isa_reading_count;
extern const char *const isa_finding_classes[FINDING_CLASS_COUNT];
extern const struct finding_info isa_findings[FINDING_COUNT];
extern const struct variant_info isa_variants[VARIANT_COUNT];
extern const struct variant_alias isa_variant_aliases[];
extern const unsigned isa_variant_alias_count;

extern const struct reg_field isa_regs[TT_CHIP_COUNT][REG_COUNT];
extern const uint16_t isa_regs_by_name[REG_COUNT];
/* A field's are [first, first + count) of the list; isa_regs_listed: in the order of fields.json. */
extern const struct reg_readers isa_reg_readers[REG_COUNT];
extern const struct reg_reader isa_reg_reader_list[];
extern const uint16_t isa_regs_listed[REG_COUNT];
/* Ids by rising word and bit; those of word w are [first[w], first[w + 1]). */
extern const uint16_t *const isa_cfg_regs[TT_CHIP_COUNT], *const isa_thread_regs[TT_CHIP_COUNT];
extern const uint16_t isa_cfg_first[TT_CHIP_COUNT][CFG_WORDS_MAX + 1];
extern const uint16_t isa_thread_first[TT_CHIP_COUNT][THREAD_WORDS_MAX + 1];
extern const uint32_t isa_cfg_masks[TT_CHIP_COUNT][CFG_WORDS_MAX];
extern const uint32_t isa_thread_masks[TT_CHIP_COUNT][THREAD_WORDS_MAX];

extern const struct mmio_window isa_mmio_windows[];
extern const unsigned isa_mmio_window_count;
extern const struct mmio_register isa_mmio_registers[];
extern const unsigned isa_mmio_register_count;

extern const char *const isa_state_paths[STATE_WORDS];
extern const uint16_t isa_state_by_path[STATE_WORDS];
"""
# File, what it is made from, the function that writes it.
FILES = (
    ("isa_tables.h", "", lambda tables: TABLES_H),
    ("isa_tables.c", "isa/", write_isa.write_isa_tables),
    ("insn_ids.h", "isa/", write_isa.write_insn_ids),
    ("effect_ids.h", "effects.json, state.json", write_isa.write_effect_ids),
    ("isa_decode.h", "isa/", write_decode.write_decode),
    ("tile_handlers.h", "isa/", write_handlers.write_handlers),
    ("tile_dispatch.h", "isa/", write_handlers.write_dispatch),
    ("vector_handlers.h", "isa/", write_handlers.write_vector_handlers),
    ("vector_dispatch.h", "isa/", write_handlers.write_vector_dispatch),
    ("reg_ids.h", "registers/", write_registers.write_reg_ids),
    ("reg_tables.c", "registers/", write_registers.write_reg_tables),
    ("reg_parts.h", "registers/fields.json", write_registers.write_reg_parts),
    ("name_texts.h", "", write_mmio.write_name_texts),
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
    ("finding_ids.h", "findings.json", write_lists.write_finding_ids),
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
            for name, source, write in FILES:
                write_file(out / name, f"/* Made from schemas/{source} by schemas/generate.c; do not edit. */\n{write(tables)}")
    except (Refusal, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
