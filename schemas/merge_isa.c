/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/isa: common.json has a row an instruction, CHIP.json the rows of that chip alone, and of the others what is
 * otherwise there. Together they are the list that read_isa.c reads. */
#include "base/memory.h"
#include "isa_rows.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char common_name[] = "isa/common.json";

static const cJSON *find_row(const cJSON *list, const char *name)
{
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, list)
    {
        const cJSON *other = cJSON_GetObjectItemCaseSensitive(row, "name");
        if (cJSON_IsString(other) && strcmp(other->valuestring, name) == 0)
            return row;
    }
    return NULL;
}

/* What a chip's row says takes the place of what the common row says. */
static void put_over(cJSON *row, const cJSON *chip_row)
{
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, chip_row)
    {
        cJSON_DeleteItemFromObjectCaseSensitive(row, member->string);
        cJSON_AddItemToObject(row, member->string, cJSON_Duplicate(member, true));
    }
}

static enum tt_status name_of(const char *file, const cJSON *row, struct tt_error *err, const char **name)
{
    const struct place at = {file, NULL, err};
    return cJSON_IsObject(row) ? json_text(&at, row, "name", name) : refuse(&at, "a row must be an object");
}

static enum tt_status add_common(struct isa_rows *rows, struct tt_error *err)
{
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, rows->common_list)
    {
        const char *name = NULL;
        enum tt_status status = name_of(common_name, row, err, &name);
        if (status)
            return status;
        cJSON *merged = cJSON_Duplicate(row, true);
        const cJSON *chip_row = find_row(rows->chip_list, name);
        if (chip_row)
            put_over(merged, chip_row);
        cJSON_AddItemToArray(rows->merged, merged);
    }
    return TT_OK;
}

static enum tt_status add_chip(struct isa_rows *rows, struct tt_error *err)
{
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, rows->chip_list)
    {
        const char *name = NULL;
        enum tt_status status = name_of(rows->chip_file, row, err, &name);
        if (status)
            return status;
        if (!find_row(rows->common_list, name))
            cJSON_AddItemToArray(rows->merged, cJSON_Duplicate(row, true));
    }
    return TT_OK;
}

/* By the opcode as it will be in the end, so that a row has one place to look for it. */
static enum tt_status check_order(const struct isa_rows *rows, const char *file, const cJSON *list,
                                  struct tt_error *err)
{
    unsigned long last = 0;
    const char *last_name = "";
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, list)
    {
        const struct place at = {file, cJSON_GetObjectItemCaseSensitive(row, "name")->valuestring, err};
        const cJSON *merged = find_row(rows->merged, at.item);
        const unsigned long value = strtoul(cJSON_GetObjectItemCaseSensitive(merged, "opcode")->valuestring, NULL, 16);
        if (value < last)
            return refuse(&at, "opcode 0x%02lx stands after %s: keep the list sorted", value, last_name);
        last = value;
        last_name = at.item;
    }
    return TT_OK;
}

enum tt_status merge_isa(struct tables *tables, enum tt_chip chip, const char *dir, struct isa_rows *rows,
                         struct tt_error *err)
{
    static const char *const common_keys[] = {"layouts", "effects", "instructions", NULL};
    static const char *const chip_keys[] = {"fields", "instructions", NULL};
    snprintf(rows->chip_file, sizeof rows->chip_file, "isa/%s.json", tables_chip_files(tables, chip));
    cJSON *common = NULL, *root = NULL;
    const struct place at = {rows->chip_file, NULL, err}, common_at = {common_name, NULL, err};
    enum tt_status status = tables_load(tables, dir, common_name, &common, err);
    if (!status)
        status = json_only(&common_at, common, common_keys);
    if (!status)
        status = json_array(&common_at, common, "instructions", &rows->common_list);
    if (!status)
        status = tables_load(tables, dir, rows->chip_file, &root, err);
    if (!status)
        status = json_only(&at, root, chip_keys);
    if (!status)
        status = json_array(&at, root, "instructions", &rows->chip_list);
    if (status)
        return status;
    rows->effects = cJSON_GetObjectItemCaseSensitive(common, "effects");
    rows->layouts = cJSON_GetObjectItemCaseSensitive(common, "layouts");
    rows->chip_fields = cJSON_GetObjectItemCaseSensitive(root, "fields");
    rows->merged = cJSON_CreateArray();
    status = tables_keep(tables, rows->merged, err);
    if (!status)
        status = add_common(rows, err);
    if (!status)
        status = add_chip(rows, err);
    return status;
}

enum tt_status check_isa_order(const struct isa_rows *rows, struct tt_error *err)
{
    enum tt_status status = check_order(rows, common_name, rows->common_list, err);
    return status ? status : check_order(rows, rows->chip_file, rows->chip_list, err);
}

const char *isa_rows_file(const struct isa_rows *rows, const char *name)
{
    return find_row(rows->chip_list, name) ? rows->chip_file : common_name;
}
