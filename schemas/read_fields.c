/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of an instruction, and the operands of the vector unit's: where they stand in the word. */
#include "base/memory.h"
#include "isa_rows.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERAND_BITS = 24, PLACED = 4, BY_CHIP = 3 };

static int by_low_bit(const void *a, const void *b)
{
    const struct table_field *x = a, *y = b;
    return x->low < y->low ? -1 : x->low > y->low;
}

/* [name, "by chip", meaning]: the chip's file has the place. */
static enum tt_status read_chip_place(const struct place *at, const struct isa_rows *rows, const cJSON *node,
                                      struct table_field *field)
{
    const char *by = NULL;
    enum tt_status status = json_text_at(at, node, 1, &by);
    if (!status && strcmp(by, "by chip") != 0)
        status = refuse(at, "field %s: \"%s\" must be \"by chip\", or a bit", field->name, by);
    const cJSON *place = cJSON_GetObjectItemCaseSensitive(rows->chip_fields, field->name);
    if (!status && (!cJSON_IsArray(place) || cJSON_GetArraySize(place) != 2))
        status = refuse(at, "field %s: %s has no place [low bit, bits] for it", field->name, rows->chip_file);
    if (!status)
        status = json_number_at(at, place, 0, 31, &field->low);
    if (!status)
        status = json_number_at(at, place, 1, 32, &field->bits);
    return status;
}

static enum tt_status read_field(const struct place *at, const struct isa_rows *rows, const cJSON *node,
                                 struct table_field *field)
{
    const int count = cJSON_IsArray(node) ? cJSON_GetArraySize(node) : 0;
    if (count != PLACED && count != BY_CHIP)
        return refuse(at, "a field must be [name, low bit, bits, meaning] or [name, \"by chip\", meaning]");
    enum tt_status status = json_text_at(at, node, 0, &field->name);
    if (!status && !is_identifier(field->name, islower))
        status = refuse(at, "field \"%s\" must be named in snake case", field->name);
    if (!status && count == BY_CHIP)
        status = read_chip_place(at, rows, node, field);
    if (!status && count == PLACED)
        status = json_number_at(at, node, 1, 31, &field->low);
    if (!status && count == PLACED)
        status = json_number_at(at, node, 2, 32, &field->bits);
    if (!status)
        status = json_text_at(at, node, count - 1, &field->doc);
    if (!status && (field->bits == 0 || field->low + field->bits > OPERAND_BITS))
        status = refuse(at, "field %s, bits %u to %u, leaves the operand bits 23:0", field->name, field->low,
                        field->low + field->bits - 1);
    return status;
}

static enum tt_status read_list(const struct place *at, const struct isa_rows *rows, const cJSON *list,
                                struct table_field **out, size_t *count)
{
    *out = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof **out);
    if (!*out)
        return tt_fail(at->err, TT_NO_MEMORY, "no memory for fields");
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, list)
    {
        enum tt_status status = read_field(at, rows, node, &(*out)[*count]);
        if (status)
            return status;
        (*count)++;
    }
    qsort(*out, *count, sizeof **out, by_low_bit);
    return TT_OK;
}

enum tt_status insn_layout_of(const struct place *at, const struct isa_rows *rows, const cJSON *row,
                              const cJSON **layout)
{
    static const char *const keys[] = {"fields", "operands", "findings", NULL};
    const cJSON *named = cJSON_GetObjectItemCaseSensitive(row, "fields");
    *layout = NULL;
    if (!cJSON_IsString(named))
        return TT_OK;
    *layout = cJSON_GetObjectItemCaseSensitive(rows->layouts, named->valuestring);
    return *layout ? json_only(at, *layout, keys) : refuse(at, "layout \"%s\" does not exist", named->valuestring);
}

static const struct table_field *field_or_part(const struct table_insn *insn, size_t i)
{
    return i < insn->field_count ? &insn->fields[i] : &insn->parts[i - insn->field_count];
}

const struct table_field *insn_field_find(const struct table_insn *insn, const char *name)
{
    for (size_t i = 0; i < insn->field_count + insn->part_count; i++) {
        if (strcmp(field_or_part(insn, i)->name, name) == 0)
            return field_or_part(insn, i);
    }
    return NULL;
}

static enum tt_status check_overlap(const struct place *at, const struct table_insn *insn)
{
    for (size_t i = 1; i < insn->field_count; i++) {
        const struct table_field *low = &insn->fields[i - 1], *high = &insn->fields[i];
        if (low->low + low->bits > high->low)
            return refuse(at, "fields %s and %s both have bit %u", low->name, high->name, high->low);
    }
    return TT_OK;
}

static enum tt_status check_names(const struct place *at, const struct table_insn *insn)
{
    for (size_t i = 0; i < insn->field_count + insn->part_count; i++) {
        const char *name = field_or_part(insn, i)->name;
        if (strcmp(name, "word") == 0)
            return refuse(at, "a field cannot be named word: that is the whole instruction");
        for (size_t k = 0; k < i; k++) {
            if (strcmp(name, field_or_part(insn, k)->name) == 0)
                return refuse(at, "two fields are named %s", name);
        }
    }
    return TT_OK;
}

enum tt_status read_insn_fields(const struct place *at, const struct isa_rows *rows, const cJSON *row,
                                struct table_insn *insn)
{
    const cJSON *layout = NULL, *fields = NULL, *parts = NULL;
    enum tt_status status = insn_layout_of(at, rows, row, &layout);
    if (!status)
        status = json_array(at, layout ? layout : row, "fields", &fields);
    if (!status)
        status = read_list(at, rows, fields, &insn->fields, &insn->field_count);
    if (!status && cJSON_GetObjectItemCaseSensitive(row, "parts")) { /* most instructions have none */
        status = json_array(at, row, "parts", &parts);
        if (!status)
            status = read_list(at, rows, parts, &insn->parts, &insn->part_count);
    }
    if (!status)
        status = check_overlap(at, insn);
    return status ? status : check_names(at, insn);
}

enum tt_status read_condition(const struct place *at, const struct table_insn *insn, const char *text,
                              struct table_condition *condition)
{
    char name[64];
    unsigned mask = 0, value = 0;
    int length = 0, more = 0;
    if (sscanf(text, "if %63[a-z0-9_]%n", name, &length) != 1)
        return refuse(at, "\"%s\" must be \"if FIELD\" or \"if FIELD&MASK\", and may end in \"=VALUE\"", text);
    const struct table_field *field = insn_field_find(insn, name);
    if (!field)
        return refuse(at, "\"%s\": there is no field %s", text, name);
    const uint32_t ones = (uint32_t)((UINT64_C(1) << field->bits) - 1);
    if (sscanf(text + length, "&%u%n", &mask, &more) != 1)
        mask = ones;
    length += more;
    more = 0;
    condition->is_equal = sscanf(text + length, "=%u%n", &value, &more) == 1;
    if (text[length + more])
        return refuse(at, "\"%s\": \"%s\" is not understood", text, text + length + more);
    if (mask == 0 || mask & ~ones || value & ~mask)
        return refuse(at, "\"%s\": %s has %u bits", text, name, field->bits);
    condition->mask = mask << field->low;
    condition->value = value << field->low;
    return TT_OK;
}

enum tt_status read_bits(const struct place *at, const struct table_insn *insn, const char *text, uint32_t *bits)
{
    struct table_condition condition = {0};
    enum tt_status status = read_condition(at, insn, text, &condition);
    if (!status && condition.is_equal)
        status = refuse(at, "\"%s\" must name bits, not a value", text);
    *bits = condition.mask;
    return status;
}

/* ---- the vector unit ---- */

static enum tt_status read_place(const struct place *at, const struct table_insn *insn, const char *name,
                                 struct table_place *out)
{
    const struct table_field *field = insn_field_find(insn, name);
    if (!field)
        return refuse(at, "operands: there is no field %s", name);
    *out = (struct table_place){field->low, field->bits};
    return TT_OK;
}

/* FIELD, or [FIELD, "if ...", FIELD otherwise]. */
static enum tt_status read_operand(const struct place *at, const struct table_insn *insn, const cJSON *node,
                                   struct table_operand *out)
{
    const char *name = NULL, *condition = NULL, *otherwise = NULL;
    if (cJSON_IsString(node))
        return read_place(at, insn, node->valuestring, &out->place);
    if (cJSON_GetArraySize(node) != 3)
        return refuse(at, "operands: %s must be a field, or [field, \"if FIELD&MASK\", field otherwise]", node->string);
    enum tt_status status = json_text_at(at, node, 0, &name);
    if (!status)
        status = json_text_at(at, node, 1, &condition);
    if (!status)
        status = json_text_at(at, node, 2, &otherwise);
    if (!status)
        status = read_place(at, insn, name, &out->other);
    if (!status)
        status = read_bits(at, insn, condition, &out->other_if);
    return status ? status : read_place(at, insn, otherwise, &out->place);
}

static enum tt_status read_operands(const struct place *at, const struct isa_rows *rows, const cJSON *row,
                                    struct table_insn *insn)
{
    const cJSON *layout = NULL, *operands = cJSON_GetObjectItemCaseSensitive(row, "operands"), *node = NULL;
    enum tt_status status = insn_layout_of(at, rows, row, &layout);
    if (!status && !operands)
        operands = cJSON_GetObjectItemCaseSensitive(layout, "operands");
    if (!status && !operands)
        return refuse(at, "an instruction of the vector unit needs operands");
    cJSON_ArrayForEach(node, operands)
    {
        unsigned i = 0;
        while (i < TABLE_OPERANDS && strcmp(node->string, table_operand_names[i]) != 0)
            i++;
        if (i == TABLE_OPERANDS)
            return refuse(at, "operands: \"%s\" must be mod, vd, vc, vb, va or imm12", node->string);
        status = read_operand(at, insn, node, &insn->vector.operands[i]);
        if (status)
            return status;
    }
    return TT_OK;
}

static enum tt_status read_subunit(const struct place *at, const cJSON *row, const char **out)
{
    static const char *const names[] = {"simple", "mad", "round", "store", "load"};
    enum tt_status status = json_text(at, row, "subunit", out);
    for (size_t i = 0; !status && i < sizeof names / sizeof *names; i++) {
        if (strcmp(*out, names[i]) == 0)
            return TT_OK;
    }
    return status ? status : refuse(at, "subunit \"%s\" must be simple, mad, round, store or load", *out);
}

enum tt_status read_vector(const struct place *at, const struct isa_rows *rows, const cJSON *row,
                           struct table_insn *insn)
{
    enum tt_status status = read_operands(at, rows, row, insn);
    if (!status)
        status = read_subunit(at, row, &insn->vector.subunit);
    return status ? status : json_bool(at, row, "backdoor", false, &insn->vector.has_backdoor);
}
