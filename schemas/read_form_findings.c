/* SPDX-License-Identifier: Apache-2.0 */
/* The findings that an instruction raises for a form, by one field or several of the word: of the row, or of the layout
 * that it shares with others. */
#include "isa_rows.h"

#include <string.h>

enum { CODE = 0, FIELDS = 1 };

/* One value; of wide fields those from FORM_VALUE_LAST on are one. */
static enum tt_status read_value(const struct place *at, const struct table_field *field, const cJSON *list, int index,
                                 uint32_t *values)
{
    const uint32_t most = field->bits <= FORM_FIELD_BITS ? (1u << field->bits) - 1 : FORM_VALUE_LAST - 1;
    uint32_t value = 0;
    enum tt_status status = json_number_at(at, list, index, most, &value);
    *values |= UINT32_C(1) << value;
    return status;
}

/* [value, ...], {"but": [value, ...]}, or "any", which only has the finding name the field. */
static enum tt_status read_values(const struct place *at, const cJSON *node, struct table_form_field *form)
{
    const cJSON *but = cJSON_GetObjectItemCaseSensitive(node, "but");
    const cJSON *list = but ? but : node;
    const bool is_any = cJSON_IsString(node) && strcmp(node->valuestring, "any") == 0;
    form->values = 0;
    if (!is_any && (!cJSON_IsArray(list) || cJSON_GetArraySize(list) == 0 || (but && cJSON_GetArraySize(node) != 1)))
        return refuse(at, "findings: %s must be [value, ...], {\"but\": [value, ...]} or \"any\"", node->string);
    enum tt_status status = TT_OK;
    for (int i = 0; !status && !is_any && i < cJSON_GetArraySize(list); i++)
        status = read_value(at, form->field, list, i, &form->values);
    if (but || is_any)
        form->values = ~form->values;
    return status;
}

static enum tt_status read_code(const struct place *at, const struct tables *tables, const char *code, size_t *finding)
{
    for (*finding = 0; *finding < tables->finding_count; ++*finding) {
        if (strcmp(tables->findings[*finding].code, code) == 0)
            return TT_OK;
    }
    return refuse(at, "findings: there is no finding \"%s\"", code);
}

static enum tt_status read_form(const struct place *at, const struct tables *tables, const cJSON *node,
                                struct table_insn *insn)
{
    struct table_form *form = &insn->forms[insn->form_count++];
    const cJSON *fields = cJSON_GetArrayItem(node, FIELDS), *field = NULL;
    const char *code = NULL;
    if (!cJSON_IsArray(node) || (fields && !cJSON_IsObject(fields)) || cJSON_GetArraySize(fields) > FORM_FIELDS_MAX)
        return refuse(at, "findings: each must be [code] or [code, {field: values}], at most %d fields",
                      FORM_FIELDS_MAX);
    enum tt_status status = json_text_at(at, node, CODE, &code);
    if (!status)
        status = read_code(at, tables, code, &form->finding);
    cJSON_ArrayForEach(field, fields)
    {
        struct table_form_field *out = &form->fields[form->field_count++];
        out->field = status ? NULL : insn_field_find(insn, field->string);
        if (!status && !out->field)
            status = refuse(at, "findings: there is no field %s", field->string);
        if (!status)
            status = read_values(at, field, out);
    }
    return status;
}

enum tt_status read_form_findings(const struct place *at, const struct tables *tables, const struct isa_rows *rows,
                                  const cJSON *row, struct table_insn *insn)
{
    const cJSON *layout = NULL, *list = cJSON_GetObjectItemCaseSensitive(row, "findings"), *node = NULL;
    enum tt_status status = insn_layout_of(at, rows, row, &layout);
    if (!status && !list)
        list = cJSON_GetObjectItemCaseSensitive(layout, "findings");
    if (!status && list && (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > FORMS_MAX))
        status = refuse(at, "findings must be [[code, {field: values}], ...], at most %d", FORMS_MAX);
    cJSON_ArrayForEach(node, list)
    {
        if (!status)
            status = read_form(at, tables, node, insn);
    }
    return status;
}
