/* SPDX-License-Identifier: Apache-2.0 */
/* The generated tables, for the look-ups of this room. */
#pragma once

#include "isa/chip.h"
#include "isa/effects.h"
#include "isa/evidence.h"
#include "isa/facts.h"
#include "isa/findings.h"
#include "isa/isa.h"
#include "isa/mmio.h"
#include "isa/registers.h"
#include "isa/rules.h"
#include "isa/spaces.h"
#include "isa/variants.h"

#include "insn_ids.h"

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
extern const struct finding_info isa_findings[];
extern const struct finding_rule isa_finding_rules[];
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
extern const struct isa_internal isa_internal[STATE_INTERNAL_ROWS];
