/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/isa/CHIP.json: instructions and their fields, and what cannot be true of them. */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERAND_BITS = 24 };

static int by_low_bit(const void *a, const void *b)
{
    const struct table_field *x = a, *y = b;
    return x->low < y->low ? -1 : x->low > y->low;
}

static enum tt_status read_field(const struct place *at, const cJSON *node, struct table_field *field)
{
    if (!cJSON_IsArray(node) || cJSON_GetArraySize(node) != 4)
        return refuse(at, "a field must be [name, low bit, bits, meaning]");
    enum tt_status status = json_text_at(at, node, 0, &field->name);
    if (!status && !is_identifier(field->name, islower))
        status = refuse(at, "field \"%s\" must be named in snake case", field->name);
    if (!status)
        status = json_number_at(at, node, 1, 31, &field->low);
    if (!status)
        status = json_number_at(at, node, 2, 32, &field->bits);
    if (!status)
        status = json_text_at(at, node, 3, &field->doc);
    if (!status && (field->bits == 0 || field->low + field->bits > OPERAND_BITS))
        status = refuse(at, "field %s, bits %u to %u, leaves the operand bits 23:0", field->name, field->low,
                        field->low + field->bits - 1);
    return status;
}

static enum tt_status read_fields(const struct place *at, const cJSON *list, struct table_field **out, size_t *count)
{
    size_t n = (size_t)cJSON_GetArraySize(list);
    *out = mem_calloc(n, sizeof **out);
    if (!*out)
        return tt_fail(at->err, TT_NO_MEMORY, "no memory for fields");
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, list)
    {
        enum tt_status status = read_field(at, node, &(*out)[*count]);
        if (status)
            return status;
        (*count)++;
    }
    qsort(*out, *count, sizeof **out, by_low_bit);
    return TT_OK;
}

/* Other readings of the same bits; most instructions have none. */
static enum tt_status read_parts(const struct place *at, const cJSON *node, struct table_insn *insn)
{
    const cJSON *list = NULL;
    if (!cJSON_GetObjectItemCaseSensitive(node, "parts"))
        return TT_OK;
    enum tt_status status = json_array(at, node, "parts", &list);
    return status ? status : read_fields(at, list, &insn->parts, &insn->part_count);
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

static const struct table_field *field_or_part(const struct table_insn *insn, size_t i)
{
    return i < insn->field_count ? &insn->fields[i] : &insn->parts[i - insn->field_count];
}

static enum tt_status check_names(const struct place *at, const struct table_insn *insn)
{
    size_t count = insn->field_count + insn->part_count;
    for (size_t i = 0; i < count; i++) {
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

static enum tt_status read_unit(const struct place *at, const struct tables *tables, const cJSON *node,
                                enum tt_unit *out)
{
    const char *name = NULL;
    enum tt_status status = json_text(at, node, "unit", &name);
    if (status)
        return status;
    for (enum tt_unit unit = 0; unit < TT_UNIT_COUNT; unit++) {
        if (strcmp(name, tables->units[unit]) == 0) {
            *out = unit;
            return TT_OK;
        }
    }
    return refuse(at, "unit \"%s\" does not exist", name);
}

static enum tt_status read_support(const struct place *at, const cJSON *node, bool *out)
{
    const cJSON *support = cJSON_GetObjectItemCaseSensitive(node, "support");
    *out = !support;
    if (support && !(cJSON_IsString(support) && strcmp(support->valuestring, "none") == 0))
        return refuse(at, "support must be \"none\" or left out");
    return TT_OK;
}

static enum tt_status read_space(const struct place *at, const char *name, uint32_t *spaces)
{
    static const char *const names[TT_SPACE_COUNT] = {
        [TT_SPACE_L1] = "l1",       [TT_SPACE_CFG] = "cfg",   [TT_SPACE_THREAD_CFG] = "thread_cfg",
        [TT_SPACE_GPR] = "gpr",     [TT_SPACE_DST] = "dst",   [TT_SPACE_DST_VALID] = "dst_valid",
        [TT_SPACE_SRCA] = "srca",   [TT_SPACE_SRCB] = "srcb", [TT_SPACE_LREG] = "lreg",
        [TT_SPACE_STATE] = "state",
    };
    for (unsigned i = 0; i < TT_SPACE_COUNT; i++) {
        if (strcmp(name, names[i]) == 0) {
            *spaces |= UINT32_C(1) << i;
            return TT_OK;
        }
    }
    return refuse(at, "space \"%s\" does not exist", name);
}

/* The spaces that an instruction writes, where these are fewer than its unit may. */
static enum tt_status read_writes(const struct place *at, const cJSON *node, struct table_insn *insn)
{
    const cJSON *list = NULL;
    insn->has_writes = cJSON_GetObjectItemCaseSensitive(node, "writes") != NULL;
    enum tt_status status = insn->has_writes ? json_array(at, node, "writes", &list) : TT_OK;
    for (int i = 0; !status && i < cJSON_GetArraySize(list); i++) {
        const char *name = NULL;
        status = json_text_at(at, list, i, &name);
        if (!status)
            status = read_space(at, name, &insn->writes);
    }
    return status;
}

static enum tt_status read_opcode(const struct place *at, const cJSON *node, uint32_t *out)
{
    const char *text = NULL;
    enum tt_status status = json_text(at, node, "opcode", &text);
    if (status)
        return status;
    char *end = NULL;
    unsigned long value = strtoul(text, &end, 16);
    if (strncmp(text, "0x", 2) != 0 || *end || value > 0xFF)
        return refuse(at, "opcode \"%s\" must be 0x00 to 0xff", text);
    *out = (uint32_t)value;
    return TT_OK;
}

static enum tt_status read_insn(const struct place *file, const struct tables *tables, const cJSON *node,
                                struct table_insn *insn)
{
    static const char *const keys[] = {"opcode", "name", "unit", "support", "fields", "parts", "writes", "doc", NULL};
    struct place at = *file;
    enum tt_status status = json_text(&at, node, "name", &insn->name);
    if (status)
        return status;
    at.item = insn->name;
    const cJSON *fields = NULL;
    status = json_only(&at, node, keys);
    if (!status && !is_identifier(insn->name, isupper))
        status = refuse(&at, "a mnemonic is capital letters, digits and underscores");
    if (!status)
        status = read_opcode(&at, node, &insn->opcode);
    if (!status)
        status = read_unit(&at, tables, node, &insn->unit);
    if (!status)
        status = read_support(&at, node, &insn->is_supported);
    if (!status)
        status = read_writes(&at, node, insn);
    if (!status)
        status = json_text(&at, node, "doc", &insn->doc);
    if (!status)
        status = json_array(&at, node, "fields", &fields);
    if (!status)
        status = read_fields(&at, fields, &insn->fields, &insn->field_count);
    if (!status)
        status = read_parts(&at, node, insn);
    if (!status)
        status = check_overlap(&at, insn);
    if (!status)
        status = check_names(&at, insn);
    return status;
}

static enum tt_status check_insns(const struct place *file, const struct table_isa *isa)
{
    struct place at = *file;
    for (size_t i = 0; i < isa->count; i++) {
        at.item = isa->insns[i].name;
        for (size_t k = 0; k < i; k++) {
            if (strcmp(isa->insns[i].name, isa->insns[k].name) == 0)
                return refuse(&at, "there are two instructions of this name");
            if (isa->insns[i].opcode == isa->insns[k].opcode)
                return refuse(&at, "opcode 0x%02x is already %s", isa->insns[i].opcode, isa->insns[k].name);
        }
        if (i && isa->insns[i].opcode < isa->insns[i - 1].opcode)
            return refuse(&at, "opcode 0x%02x stands after %s: keep the list sorted", isa->insns[i].opcode,
                          isa->insns[i - 1].name);
    }
    return TT_OK;
}

enum tt_status read_isa(struct tables *tables, enum tt_chip chip, const char *dir, struct tt_error *err)
{
    char name[64];
    snprintf(name, sizeof name, "isa/%s.json", tables->chips[chip].name);
    cJSON *root = NULL;
    const cJSON *list = NULL;
    struct place at = {name, NULL, err};
    struct table_isa *isa = &tables->isa[chip];
    enum tt_status status = tables_load(tables, dir, name, &root, err);
    if (!status)
        status = json_array(&at, root, "instructions", &list);
    if (status)
        return status;
    isa->insns = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *isa->insns);
    if (!isa->insns)
        return tt_fail(err, TT_NO_MEMORY, "no memory for instructions");
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, list)
    {
        isa->count++;
        status = read_insn(&at, tables, node, &isa->insns[isa->count - 1]);
        if (status)
            return status;
    }
    return check_insns(&at, isa);
}
