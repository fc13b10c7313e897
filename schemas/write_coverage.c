/* SPDX-License-Identifier: Apache-2.0 */
/* docs/coverage.md: which instructions exist, and which are executed here. */
#include "output.h"

#include <ctype.h>

static size_t count_supported(const struct table_isa *isa, enum tt_unit unit, size_t *all)
{
    size_t supported = 0;
    *all = 0;
    for (size_t i = 0; i < isa->count; i++) {
        if (unit != TT_UNIT_COUNT && isa->insns[i].unit != unit)
            continue;
        ++*all;
        supported += isa->insns[i].is_supported;
    }
    return supported;
}

static void put_title(FILE *to, const char *chip)
{
    bool starts = true;
    for (; *chip; chip++) {
        fputc(starts ? toupper((unsigned char)*chip) : *chip == '_' ? ' ' : *chip, to);
        starts = *chip == '_';
    }
}

/* The unpackers share their instructions. */
static const char *unit_text(const struct tables *tables, enum tt_unit unit)
{
    return unit == TT_UNIT_UNPACK0 ? "unpack0, unpack1" : tables->units[unit];
}

static void put_counts(FILE *to, const struct tables *tables)
{
    fputs("| unit |", to);
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        fputc(' ', to);
        put_title(to, tables->chips[chip].name);
        fputs(" |", to);
    }
    fputs("\n|---|---|---|\n", to);
    for (enum tt_unit unit = 0; unit <= TT_UNIT_COUNT; unit++) {
        size_t all[TT_CHIP_COUNT], supported[TT_CHIP_COUNT], any = 0;
        for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
            supported[chip] = count_supported(&tables->isa[chip], unit, &all[chip]);
            any += all[chip];
        }
        if (!any)
            continue;
        fprintf(to, "| %s |", unit == TT_UNIT_COUNT ? "**all**" : unit_text(tables, unit));
        for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
            fprintf(to, " %zu of %zu |", supported[chip], all[chip]);
        fputc('\n', to);
    }
}

/* As enum isa_what counts. */
static const char *what_text(const struct table_effects *effects, uint32_t what)
{
    if (what < TT_SPACE_COUNT)
        return effects->spaces.items[what].name;
    what -= TT_SPACE_COUNT;
    return what < effects->groups.count ? effects->groups.items[what].name
                                        : effects->outside.items[what - effects->groups.count].name;
}

/* What the effects are of, each once. */
static void put_whats(FILE *to, const struct tables *tables, const struct table_effect_list *list)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < list->count; i++) {
        const uint64_t bit = UINT64_C(1) << list->items[i].what;
        if (!(seen & bit))
            fprintf(to, "%s%s", seen ? ", " : " ", what_text(&tables->effects, list->items[i].what));
        seen |= bit;
    }
    fputs(" |", to);
}

/* "0 to 3, 8", of a field's values; of a wide field "1 and above"; "none". */
static void put_values(FILE *to, const struct table_field *field, uint32_t values)
{
    const uint32_t count = field->bits < FORM_FIELD_BITS ? 1u << field->bits : FORM_VALUE_LAST + 1;
    bool has_any = false;
    for (uint32_t from = 0, end; from < count; from = end + 1) {
        for (end = from; end < count && values >> end & 1;)
            end++;
        if (end == from)
            continue;
        fprintf(to, "%s%u", has_any ? ", " : " ", from);
        if (end == count && field->bits > FORM_FIELD_BITS)
            fputs(" and above", to);
        else if (end - from > 1)
            fprintf(to, "%s%u", end - from > 2 ? " to " : ", ", end - 1);
        has_any = true;
    }
    fputs(has_any ? "" : " none", to);
}

static void put_modifiers(FILE *to, const struct table_isa *isa)
{
    fputs("\nModifiers, by value:\n\n| mnemonic | field | exist | recorded |\n|---|---|---|---|\n", to);
    for (size_t i = 0; i < isa->count; i++) {
        const struct table_insn *insn = &isa->insns[i];
        for (size_t k = 0; k < insn->modifier_count; k++) {
            const struct table_modifier *modifier = &insn->modifiers[k];
            fprintf(to, "| %s | %s |", insn->name, modifier->field->name);
            if (modifier->is_known)
                put_values(to, modifier->field, modifier->exist);
            else
                fputs(" not known", to);
            fputs(" |", to);
            put_values(to, modifier->field, modifier->recorded);
            fputs(" |\n", to);
        }
    }
}

static void put_form(FILE *to, const struct table_form *form)
{
    bool has_any = false;
    for (size_t i = 0; i < form->field_count; i++) {
        if (form->fields[i].values == UINT32_MAX)
            continue;
        fprintf(to, "%s %s", has_any ? ";" : "", form->fields[i].field->name);
        put_values(to, form->fields[i].field, form->fields[i].values);
        has_any = true;
    }
    fputs(has_any ? " |\n" : " always |\n", to);
}

static void put_forms(FILE *to, const struct tables *tables, const struct table_isa *isa)
{
    fputs("\nFindings of a form, by the fields of the word:\n\n| mnemonic | finding | raised for |\n|---|---|---|\n",
          to);
    for (size_t i = 0; i < isa->count; i++) {
        const struct table_insn *insn = &isa->insns[i];
        for (size_t k = 0; k < insn->form_count; k++) {
            fprintf(to, "| %s | `%s` |", insn->name, tables->findings[insn->forms[k].finding].code);
            put_form(to, &insn->forms[k]);
        }
    }
}

void write_coverage(FILE *to, const struct tables *tables)
{
    fputs(
        "# Instructions\n\n"
        "Made from schemas/isa by the generator; a test holds this page against them. To bring it up to date:\n\n"
        "    cmake --build BUILD --target coverage_page\n\n"
        "\"Executed\" means that the tile has a handler. Every other word is decoded and disassembled; a replay counts "
        "it and raises\nthe finding `unsupported-instruction`, or leaves it out where only other units are asked for.\n"
        "What is read and written may depend on bits of the word: the rows have the conditions, and how much of it "
        "(docs/semantics/chips.md).\n"
        "A modifier is a field that chooses a form. A value that does not exist on the chip, by the documents, raises "
        "`form-not-documented`;\none that exists and that no recording of the chip shows, `vector-form-not-recorded` "
        "and "
        "so on. Both are executed by\ntheir bits. What hangs on several fields, or has a finding of its own, is in the "
        "table behind the modifiers: the finding is\nraised where each field has one of the values. Instructions in "
        "neither table have no such forms, or their rows do not say\n(of unpackers and packers the settings decide "
        "more than the word).\n\n",
        to);
    put_counts(to, tables);
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        fputs("\n## ", to);
        put_title(to, tables->chips[chip].name);
        fputs("\n\n| opcode | mnemonic | unit | executed | reads | writes | meaning |\n|---|---|---|---|---|---|---|\n",
              to);
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const struct table_insn *insn = &tables->isa[chip].insns[i];
            fprintf(to, "| %02X | %s | %s | %s |", insn->opcode, insn->name, unit_text(tables, insn->unit),
                    insn->is_supported ? "yes" : "-");
            put_whats(to, tables, &insn->reads);
            put_whats(to, tables, &insn->writes);
            fprintf(to, " %s |\n", insn->doc);
        }
        put_modifiers(to, &tables->isa[chip]);
        put_forms(to, tables, &tables->isa[chip]);
    }
}
