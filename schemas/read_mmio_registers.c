/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/mmio_registers.json: single registers in the windows of mmio.json that several share. */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static enum tt_status read_acts(struct tables *tables, const struct place *at, const cJSON *root)
{
    const cJSON *list = NULL;
    enum tt_status status = json_array(at, root, "acts", &list);
    for (int i = 0; !status && i < cJSON_GetArraySize(list); i++) {
        if (tables->mmio_act_count == MMIO_ACTS_MAX)
            return refuse(at, "more than %d acts", MMIO_ACTS_MAX);
        struct table_mmio_act *act = &tables->mmio_acts[tables->mmio_act_count++];
        status = json_text_at(at, cJSON_GetArrayItem(list, i), 0, &act->name);
        if (!status)
            status = json_text_at(at, cJSON_GetArrayItem(list, i), 1, &act->doc);
    }
    return status;
}

/* A value a chip: a pair, or one that both have. Null in a pair: the chip has no such register. */
static const cJSON *of_chip(const cJSON *node, int chip)
{
    return cJSON_IsArray(node) ? cJSON_GetArrayItem(node, chip) : node;
}

static enum tt_status read_hex_pair(const struct place *at, const struct tables *tables, const cJSON *node,
                                    const char *key, uint32_t out[TT_CHIP_COUNT])
{
    const cJSON *pair = cJSON_GetObjectItemCaseSensitive(node, key);
    for (int chip = 0; pair && chip < TT_CHIP_COUNT; chip++) {
        const cJSON *value = of_chip(pair, (int)tables->chips[chip].like);
        char *end = NULL;
        if (cJSON_IsNull(value))
            continue;
        if (!cJSON_IsString(value) || strncmp(value->valuestring, "0x", 2) != 0)
            return refuse(at, "\"%s\" must be 0x and digits of base 16, or null, for each chip", key);
        out[chip] = (uint32_t)strtoul(value->valuestring, &end, 16);
        if (*end || out[chip] % 4)
            return refuse(at, "\"%s\": %s is no place of a word", key, value->valuestring);
    }
    return TT_OK;
}

static enum tt_status read_bits(const struct place *at, const struct tables *tables, const cJSON *node,
                                struct table_mmio_register *reg)
{
    const cJSON *bits = cJSON_GetObjectItemCaseSensitive(node, "bits");
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        const cJSON *value = of_chip(bits, (int)tables->chips[chip].like);
        if (!cJSON_IsNumber(value) || value->valueint < 1 || value->valueint > 32)
            return refuse(at, "\"bits\" must be 1 to 32");
        reg->bits[chip] = (unsigned)value->valueint;
    }
    return TT_OK;
}

static enum tt_status read_does(const struct place *at, const struct tables *tables, const cJSON *node,
                                struct table_mmio_register *reg)
{
    const char *does = NULL, *fact = NULL;
    enum tt_status status = json_text(at, node, "does", &does);
    if (!status)
        status = json_text(at, node, "fact", &fact);
    if (status)
        return status;
    if (!facts_find(&tables->facts, fact, strlen(fact)))
        return refuse(at, "fact \"%s\" is in none of schemas/facts", fact);
    for (reg->act = 0; reg->act < tables->mmio_act_count; reg->act++) {
        if (strcmp(does, tables->mmio_acts[reg->act].name) == 0)
            return TT_OK;
    }
    return refuse(at, "there is no act \"%s\"", does);
}

static enum tt_status read_place(const struct place *at, const struct tables *tables, const cJSON *node,
                                 struct table_mmio_register *reg)
{
    enum tt_status status = json_text(at, node, "in", &reg->place);
    for (size_t i = 0; !status && i < tables->window_count; i++) {
        if (strcmp(tables->windows[i].place, reg->place) == 0)
            return read_hex_pair(at, tables, node, "at", reg->at);
    }
    return status ? status : refuse(at, "mmio.json has no window %s", reg->place);
}

static enum tt_status read_register(const struct place *file, const struct tables *tables, const cJSON *node,
                                    struct table_mmio_register *reg)
{
    static const char *const keys[] = {"name",   "in",   "at",   "bits", "count", "each",
                                       "counts", "does", "fact", "doc",  NULL};
    struct place at = *file;
    enum tt_status status = json_text(&at, node, "name", &reg->name);
    if (status)
        return status;
    at.item = reg->name;
    if (!is_identifier(reg->name, isupper))
        return refuse(&at, "a register is named by letters, digits and underscores, the first a capital");
    status = json_only(&at, node, keys);
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
        reg->at[chip] = UINT32_MAX;
    reg->count = 1;
    if (!status)
        status = read_place(&at, tables, node, reg);
    if (!status)
        status = read_bits(&at, tables, node, reg);
    if (!status && cJSON_GetObjectItemCaseSensitive(node, "count"))
        status = json_number(&at, node, "count", 255, &reg->count);
    if (!status)
        status = read_hex_pair(&at, tables, node, "each", reg->each);
    if (!status)
        status = json_bool(&at, node, "counts", false, &reg->counts);
    if (!status)
        status = read_does(&at, tables, node, reg);
    return status ? status : json_text(&at, node, "doc", &reg->doc);
}

static bool overlaps(const struct table_mmio_register *a, const struct table_mmio_register *b, int chip)
{
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t k = 0; k < b->count; k++) {
            if (a->at[chip] != UINT32_MAX && b->at[chip] != UINT32_MAX &&
                a->at[chip] + i * a->each[chip] == b->at[chip] + k * b->each[chip])
                return true;
        }
    }
    return false;
}

static enum tt_status check_register(const struct place *file, const struct tables *tables,
                                     const struct table_mmio_register *reg)
{
    const struct place at = {file->file, reg->name, file->err};
    for (size_t i = 0; i < tables->mmio_register_count; i++) {
        const struct table_mmio_register *other = &tables->mmio_registers[i];
        if (strcmp(other->place, reg->place) != 0)
            continue;
        if (strcmp(other->name, reg->name) == 0)
            return refuse(&at, "there are two registers of this name");
        for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
            if (overlaps(reg, other, chip))
                return refuse(&at, "stands where %s stands", other->name);
        }
    }
    return TT_OK;
}

enum tt_status read_mmio_registers(struct tables *tables, const char *dir, struct tt_error *err)
{
    cJSON *root = NULL;
    const cJSON *list = NULL, *node = NULL;
    const struct place at = {"mmio_registers.json", NULL, err};
    enum tt_status status = tables_load(tables, dir, at.file, &root, err);
    if (!status)
        status = read_acts(tables, &at, root);
    if (!status)
        status = json_array(&at, root, "registers", &list);
    if (status)
        return status;
    tables->mmio_registers = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *tables->mmio_registers);
    if (!tables->mmio_registers)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the registers");
    cJSON_ArrayForEach(node, list)
    {
        struct table_mmio_register *reg = &tables->mmio_registers[tables->mmio_register_count];
        status = read_register(&at, tables, node, reg);
        if (!status)
            status = check_register(&at, tables, reg);
        if (status)
            return status;
        tables->mmio_register_count++;
    }
    return TT_OK;
}
