/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words looked up in the tables of schemas/isa. */
#include "isa/isa.h"
#include "base/search.h"
#include "isa/tables.h"

const struct isa_insn *isa_get(enum tt_chip chip, insn_id id)
{
    return isa_by_id[chip][id];
}

uint32_t isa_word(enum tt_chip chip, insn_id id)
{
    return isa_by_id[chip][id] ? (uint32_t)isa_by_id[chip][id]->opcode << 24 : 0;
}

bool isa_put_field(const struct isa_insn *insn, const char *name, uint32_t value, uint32_t *word)
{
    for (unsigned i = 0; i < insn->field_count; i++) {
        const struct isa_field *field = &insn->fields[i];
        if (strcmp(field->name, name) == 0) {
            *word |= (uint32_t)((value & ((UINT64_C(1) << field->bits) - 1)) << field->low);
            return true;
        }
    }
    return false;
}

const struct isa_insn *isa_find_mnemonic(enum tt_chip chip, const char *name)
{
    for (unsigned opcode = 0; opcode < 256; opcode++) {
        const struct isa_insn *insn = isa_by_opcode[chip][opcode];
        const char *own = insn ? insn->mnemonic : "";
        if (strcmp(name, own) == 0)
            return insn;
    }
    return NULL;
}

const char *unit_name(enum tt_unit unit)
{
    return unit < TT_UNIT_COUNT ? isa_unit_names[unit] : "undefined";
}

enum tt_unit unit_find(const char *name)
{
    enum tt_unit unit = 0;
    while (unit < TT_UNIT_COUNT && strcmp(name, isa_unit_names[unit]) != 0)
        unit++;
    return unit;
}

static size_t isa_append(char *text, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));
static size_t isa_append(char *text, size_t at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text + at, ISA_TEXT_MAX - at, format, args);
    va_end(args);
    return n < 0 ? at : at + (size_t)n < ISA_TEXT_MAX ? at + (size_t)n : ISA_TEXT_MAX - 1;
}

uint32_t isa_unnamed_bits(const struct isa_insn *insn)
{
    uint32_t bits = UINT32_C(0xFFFFFF);
    for (unsigned i = 0; i < insn->field_count; i++)
        bits &= ~((uint32_t)((UINT64_C(1) << insn->fields[i].bits) - 1) << insn->fields[i].low);
    return bits;
}

char *isa_disassemble(enum tt_chip chip, uint32_t word, char text[static ISA_TEXT_MAX])
{
    const struct isa_insn *insn = isa_find(chip, word);
    if (!insn) {
        isa_append(text, 0, ".word 0x%08" PRIx32, word);
        return text;
    }
    size_t at = isa_append(text, 0, "%s", insn->mnemonic);
    const uint32_t unnamed = word & isa_unnamed_bits(insn);
    for (unsigned i = 0; i < insn->field_count; i++) {
        const struct isa_field *field = &insn->fields[i];
        uint32_t value = isa_field_value(field, word);
        if (value)
            at = isa_append(text, at, " %s=%" PRIu32, field->name, value);
    }
    if (unnamed)
        isa_append(text, at, " unnamed=0x%06" PRIx32, unnamed);
    return text;
}

const char *isa_forms_text(const struct isa_insn *insn, uint32_t word, enum isa_form form,
                           char text[static ISA_TEXT_MAX])
{
    size_t at = 0;
    for (unsigned i = 0; i < insn->modifier_count; i++) {
        const struct isa_modifier *modifier = &insn->modifiers[i];
        const uint32_t value = isa_modifier_value(modifier, word);
        const bool exists = modifier->exist >> value & 1, is_recorded = modifier->recorded >> value & 1;
        if (form == ISA_FORM_NOT_DOCUMENTED ? !exists : exists && !is_recorded)
            at = isa_append(text, at, "%s%s %" PRIu32, at ? ", " : "", modifier->name, value);
    }
    return at ? text : NULL;
}

static uint32_t form_value(const struct isa_form_field *field, uint32_t word)
{
    return word >> field->low & field->mask;
}

static bool has_form(const struct isa_form_finding *form, uint32_t word)
{
    bool has_all = true;
    for (unsigned i = 0; i < form->field_count; i++) {
        const uint32_t value = form_value(&form->fields[i], word);
        has_all &= form->fields[i].values >> (value < FORM_VALUE_LAST ? value : FORM_VALUE_LAST) & 1;
    }
    return has_all;
}

static bool is_raised_before(const struct isa_insn *insn, unsigned i, uint32_t word)
{
    return ANY(k, i, insn->forms[k].finding == insn->forms[i].finding && has_form(&insn->forms[k], word));
}

static void put_form(const struct isa_form_finding *form, uint32_t word, char text[static ISA_TEXT_MAX])
{
    size_t at = 0;
    for (unsigned i = 0; i < form->field_count; i++) {
        const struct isa_form_field *field = &form->fields[i];
        at = isa_append(text, at, "%s%s %" PRIu32, at ? ", " : "", field->name, form_value(field, word));
    }
    if (!at)
        isa_append(text, at, "any form");
}

const struct isa_form_finding *isa_next_form(const struct isa_insn *insn, uint32_t word, unsigned *at,
                                             char text[static ISA_TEXT_MAX])
{
    while (*at < insn->form_count) {
        const unsigned i = (*at)++;
        if (!has_form(&insn->forms[i], word) || is_raised_before(insn, i, word))
            continue;
        put_form(&insn->forms[i], word, text);
        return &insn->forms[i];
    }
    return NULL;
}
