/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of an instruction that choose a form of it: which values the documents give a meaning on a chip, and which
 * of them recordings show. */
#include "isa_rows.h"

#include <string.h>

enum { MODIFIER_BITS_MAX = 5, EXIST = 0, RECORDED = 1, PARTS = 2 };

static uint32_t all_values(const struct table_field *field)
{
    return (uint32_t)((UINT64_C(1) << (1u << field->bits)) - 1);
}

static enum tt_status read_values(const struct place *at, const struct table_field *field, const cJSON *list,
                                  uint32_t *values)
{
    enum tt_status status = TT_OK;
    if (list && !cJSON_IsArray(list))
        return refuse(at, "modifier %s: values must be [value, ...]", field->name);
    for (int i = 0; !status && i < cJSON_GetArraySize(list); i++) {
        uint32_t value = 0;
        status = json_number_at(at, list, i, (1u << field->bits) - 1, &value);
        *values |= UINT32_C(1) << value;
    }
    return status;
}

/* [value, ...] of all chips, or {chip: [value, ...]}; null, or a chip that is not named: no document says. */
static enum tt_status read_exist(const struct place *at, const char *chip, const cJSON *node,
                                 struct table_modifier *modifier)
{
    const cJSON *list = cJSON_IsObject(node) ? cJSON_GetObjectItemCaseSensitive(node, chip) : node;
    modifier->is_known = list && !cJSON_IsNull(list);
    if (modifier->is_known)
        return read_values(at, modifier->field, list, &modifier->exist);
    modifier->exist = all_values(modifier->field);
    return TT_OK;
}

/* {chip: [value, ...]}: of a chip that is not named there are no recordings. */
static enum tt_status read_recorded(const struct place *at, const char *chip, const cJSON *node,
                                    struct table_modifier *modifier)
{
    if (!cJSON_IsObject(node))
        return refuse(at, "modifier %s: what is recorded must be {chip: [value, ...]}", modifier->field->name);
    return read_values(at, modifier->field, cJSON_GetObjectItemCaseSensitive(node, chip), &modifier->recorded);
}

static enum tt_status read_modifier(const struct place *at, const struct tables *tables, enum tt_chip chip,
                                    const cJSON *node, struct table_insn *insn)
{
    struct table_modifier *modifier = &insn->modifiers[insn->modifier_count++];
    const struct table_field *field = insn_field_find(insn, node->string);
    if (!field)
        return refuse(at, "modifier %s: there is no such field", node->string);
    if (field->bits > MODIFIER_BITS_MAX)
        return refuse(at, "modifier %s: it has %u bits, at most %d", field->name, field->bits, MODIFIER_BITS_MAX);
    if (!cJSON_IsArray(node) || cJSON_GetArraySize(node) != PARTS)
        return refuse(at, "modifier %s must be [values that exist, or null, values that recordings show]", field->name);
    *modifier = (struct table_modifier){.field = field};
    enum tt_status status = read_exist(at, tables_chip_files(tables, chip), cJSON_GetArrayItem(node, EXIST), modifier);
    if (!status)
        status = read_recorded(at, tables->chips[chip].name, cJSON_GetArrayItem(node, RECORDED), modifier);
    if (!status && modifier->recorded & ~modifier->exist)
        status = refuse(at, "modifier %s: a value is recorded that does not exist", field->name);
    return status;
}

enum tt_status read_modifiers(const struct place *at, const struct tables *tables, enum tt_chip chip, const cJSON *row,
                              struct table_insn *insn)
{
    const cJSON *modifiers = cJSON_GetObjectItemCaseSensitive(row, "modifiers");
    enum tt_status status = TT_OK;
    if (modifiers && (!cJSON_IsObject(modifiers) || cJSON_GetArraySize(modifiers) > MODIFIERS_MAX))
        return refuse(at, "modifiers must be {field: [values that exist, values that recordings show]}, at most %d",
                      MODIFIERS_MAX);
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, modifiers)
    {
        if (!status)
            status = read_modifier(at, tables, chip, node, insn);
    }
    return status;
}

const struct table_modifier *insn_modifier_at(const struct table_insn *insn, uint32_t low)
{
    for (size_t i = 0; i < insn->modifier_count; i++)
        if (insn->modifiers[i].field->low == low)
            return &insn->modifiers[i];
    return NULL;
}
