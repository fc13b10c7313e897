/* SPDX-License-Identifier: Apache-2.0 */
/* isa_tables.c, and the header that all generated sources share. */
#include "output.h"

#include <string.h>

void write_tables_header(FILE *to, const struct tables *tables)
{
    (void)tables;
    put_banner(to, "");
    fputs("#pragma once\n\n"
          "#include \"isa/chip.h\"\n#include \"isa/effects.h\"\n#include \"isa/evidence.h\"\n#include "
          "\"isa/findings.h\"\n#include \"isa/isa.h\"\n"
          "#include \"isa/facts.h\"\n#include \"isa/mmio.h\"\n"
          "#include \"isa/registers.h\"\n#include \"isa/spaces.h\"\n#include \"isa/variants.h\"\n\n"
          "/* Names that sources give to a choice. */\n"
          "struct variant_alias {\n    const char *text;\n    uint8_t variant, choice;\n};\n\n"
          "extern const struct isa_insn *const isa_by_id[TT_CHIP_COUNT][INSN_COUNT];\n"
          "extern const char *const isa_unit_names[TT_UNIT_COUNT];\n"
          "extern const struct chip isa_chips[TT_CHIP_COUNT];\n"
          "extern const char *const isa_fact_levels[FACT_LEVEL_COUNT];\n"
          "extern const struct fact isa_facts[];\n"
          "extern const unsigned isa_fact_count;\n"
          "extern const struct fact isa_choices[]; /* of variants */\n"
          "extern const unsigned isa_choice_count;\n"
          "extern const struct evidence_settings isa_settings[TT_CHIP_COUNT][INSN_COUNT];\n"
          "extern const struct evidence_reading isa_readings[];\n"
          "extern const unsigned isa_reading_count;\n"
          "extern const char *const isa_finding_classes[FINDING_CLASS_COUNT];\n"
          "extern const struct finding_info isa_findings[FINDING_COUNT];\n"
          "extern const struct variant_info isa_variants[VARIANT_COUNT];\n"
          "extern const struct variant_alias isa_variant_aliases[];\n"
          "extern const unsigned isa_variant_alias_count;\n\n"
          "extern const struct reg_field isa_regs[TT_CHIP_COUNT][REG_COUNT];\n"
          "extern const uint16_t isa_regs_by_name[REG_COUNT];\n"
          "/* A field's are [first, first + count) of the list; isa_regs_listed: in the order of fields.json. */\n"
          "extern const struct reg_readers isa_reg_readers[REG_COUNT];\n"
          "extern const struct reg_reader isa_reg_reader_list[];\n"
          "extern const uint16_t isa_regs_listed[REG_COUNT];\n"
          "/* Ids by rising word and bit; those of word w are [first[w], first[w + 1]). */\n"
          "extern const uint16_t *const isa_cfg_regs[TT_CHIP_COUNT], *const isa_thread_regs[TT_CHIP_COUNT];\n"
          "extern const uint16_t isa_cfg_first[TT_CHIP_COUNT][CFG_WORDS_MAX + 1];\n"
          "extern const uint16_t isa_thread_first[TT_CHIP_COUNT][THREAD_WORDS_MAX + 1];\n"
          "extern const uint32_t isa_cfg_masks[TT_CHIP_COUNT][CFG_WORDS_MAX];\n"
          "extern const uint32_t isa_thread_masks[TT_CHIP_COUNT][THREAD_WORDS_MAX];\n\n"
          "extern const struct mmio_window isa_mmio_windows[];\n"
          "extern const unsigned isa_mmio_window_count;\n"
          "extern const struct mmio_register isa_mmio_registers[];\n"
          "extern const unsigned isa_mmio_register_count;\n\n"
          "extern const char *const isa_state_paths[STATE_WORDS];\n"
          "extern const uint16_t isa_state_by_path[STATE_WORDS];\n",
          to);
}

static void put_fields(FILE *to, const struct table_insn *insn, unsigned chip)
{
    if (!insn->field_count)
        return;
    fprintf(to, "static const struct isa_field fields_%u_%02x[] = {\n", chip, insn->opcode);
    for (size_t i = 0; i < insn->field_count; i++) {
        const struct table_field *field = &insn->fields[i];
        fprintf(to, "    {\"%s\", %u, %u, ", field->name, field->low, field->bits);
        put_string(to, field->doc);
        fputs("},\n", to);
    }
    fputs("};\n", to);
}

static void put_modifiers(FILE *to, const struct table_insn *insn, unsigned chip)
{
    if (!insn->modifier_count)
        return;
    fprintf(to, "static const struct isa_modifier modifiers_%u_%02x[] = {\n", chip, insn->opcode);
    for (size_t i = 0; i < insn->modifier_count; i++) {
        const struct table_modifier *modifier = &insn->modifiers[i];
        fprintf(to, "    {\"%s\", %u, 0x%x, 0x%08x, 0x%08x},\n", modifier->field->name, modifier->field->low,
                (1u << modifier->field->bits) - 1, modifier->exist, modifier->recorded);
    }
    fputs("};\n", to);
}

static void put_forms(FILE *to, const struct tables *tables, const struct table_insn *insn, unsigned chip)
{
    if (!insn->form_count)
        return;
    fprintf(to, "static const struct isa_form_finding forms_%u_%02x[] = {\n", chip, insn->opcode);
    for (size_t i = 0; i < insn->form_count; i++) {
        const struct table_form *form = &insn->forms[i];
        fputs("    {FINDING_", to);
        put_upper(to, tables->findings[form->finding].code);
        fprintf(to, ", %zu, {", form->field_count);
        for (size_t k = 0; k < form->field_count; k++) {
            const struct table_field *field = form->fields[k].field;
            fprintf(to, "{\"%s\", %u, 0x%x, 0x%08x},", field->name, field->low,
                    (uint32_t)((UINT64_C(1) << field->bits) - 1), form->fields[k].values);
        }
        fputs("}},\n", to);
    }
    fputs("};\n", to);
}

static void put_unit(FILE *to, const struct tables *tables, enum tt_unit unit)
{
    fputs("TT_UNIT_", to);
    put_upper(to, tables->units[unit]);
}

/* The fact it rests on; of the vector unit also which forms, and the fact of all others. */
static void put_evidence(FILE *to, const struct tables *tables, const struct table_insn *insn, unsigned chip)
{
    const struct table_fact *first = tables->facts.facts;
    const struct table_place *form = &insn->vector.operands[0].place; /* "mod" */
    if (insn->rests_on)
        fprintf(to, ", &isa_facts[%td], ", insn->rests_on - first);
    else
        fputs(", 0, ", to);
    const struct table_modifier *modifier = form->bits ? insn_modifier_at(insn, form->low) : NULL;
    if (modifier && modifier->recorded)
        fprintf(to, "&isa_facts[%td], &modifiers_%u_%02x[%td]", tables->unrecorded_forms - first, chip, insn->opcode,
                modifier - insn->modifiers);
    else
        fputs("0, 0", to);
}

static void put_insn(FILE *to, const struct tables *tables, const struct table_insn *insn, unsigned chip)
{
    fprintf(to, "static const struct isa_insn insn_%u_%02x = {\"%s\", INSN_%s, 0x%02x, ", chip, insn->opcode,
            insn->name, insn->name, insn->opcode);
    put_unit(to, tables, insn->unit);
    fputs(", ", to);
    put_unit(to, tables, insn->other_unit_if ? insn->other_unit : insn->unit);
    fprintf(to, ", 0x%x, %d, %zu, ", insn->other_unit_if, insn->is_supported, insn->field_count);
    if (insn->field_count)
        fprintf(to, "fields_%u_%02x, ", chip, insn->opcode);
    else
        fputs("0, ", to);
    put_string(to, insn->doc);
    put_insn_effects_use(to, insn, chip);
    put_evidence(to, tables, insn, chip);
    if (insn->modifier_count)
        fprintf(to, ", modifiers_%u_%02x, %zu", chip, insn->opcode, insn->modifier_count);
    else
        fputs(", 0, 0", to);
    if (insn->form_count)
        fprintf(to, ", forms_%u_%02x, %zu", chip, insn->opcode, insn->form_count);
    else
        fputs(", 0, 0", to);
    fputs("};\n", to);
}

/* Of each chip: [by opcode or by id] = the row. */
static void put_rows(FILE *to, const struct tables *tables, const char *name, const char *length, bool by_id)
{
    fprintf(to, "\nconst struct isa_insn *const %s[TT_CHIP_COUNT][%s] = {\n", name, length);
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        fputs("    [", to);
        put_chip(to, tables, chip);
        fputs("] = {\n", to);
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const struct table_insn *insn = &tables->isa[chip].insns[i];
            if (by_id)
                fprintf(to, "        [INSN_%s]", insn->name);
            else
                fprintf(to, "        [0x%02x]", insn->opcode);
            fprintf(to, " = &insn_%u_%02x,\n", chip, insn->opcode);
        }
        fputs("    },\n", to);
    }
    fputs("};\n", to);
}

void write_isa_tables(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs("#include \"isa_tables.h\"\n\n", to);
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            put_fields(to, &tables->isa[chip].insns[i], chip);
            put_modifiers(to, &tables->isa[chip].insns[i], chip);
            put_forms(to, tables, &tables->isa[chip].insns[i], chip);
            put_insn_effects(to, &tables->isa[chip].insns[i], chip);
            put_insn(to, tables, &tables->isa[chip].insns[i], chip);
        }
    }
    put_rows(to, tables, "isa_by_opcode", "256", false);
    put_rows(to, tables, "isa_by_id", "INSN_COUNT", true);
    write_effect_tables(to, tables);
}
