/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/registers/fields.json: what each configuration field is, which units read it and when. The files of the chips
 * beside it say where it stands. */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { SECTIONS = 4 };

/* "matrix", or "pack[2]" where only that section's packer (on a chip with one packer: context) is meant. */
static enum tt_status read_unit(const struct place *at, const struct tables *tables, const char *text,
                                struct table_reader *reader)
{
    const size_t length = strcspn(text, "[");
    const char *section = text + length;
    reader->section = EVERY_SECTION;
    if (*section) {
        reader->section = (uint32_t)(section[1] - '0');
        if (reader->section >= SECTIONS || strcmp(section + 2, "]") != 0)
            return refuse(at, "section of \"%s\" must be [0] to [%d]", text, SECTIONS - 1);
    }
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++) {
        if (strlen(tables->units[unit]) == length && strncmp(tables->units[unit], text, length) == 0) {
            reader->unit = (enum tt_unit)unit;
            return TT_OK;
        }
    }
    return refuse(at, "unit \"%s\" does not exist", text);
}

static enum tt_status read_chip(const struct place *at, const struct tables *tables, const char *text, unsigned *chips)
{
    *chips = tables_chips(tables, text);
    return *chips ? TT_OK : refuse(at, "there is no chip %s", text);
}

/* ["pack", "work"], and the chip after it where only that one's does. */
static enum tt_status read_reader(const struct place *at, const struct tables *tables, const cJSON *node,
                                  struct table_reader *reader)
{
    const char *unit = NULL, *when = NULL, *chip = NULL;
    const int size = cJSON_GetArraySize(node);
    if (!cJSON_IsArray(node) || size < 2 || size > 3)
        return refuse(at,
                      "an entry of read_by must be [unit, \"work\" or \"issue\"], and a chip if only that one's does");
    enum tt_status status = json_text_at(at, node, 0, &unit);
    if (!status)
        status = json_text_at(at, node, 1, &when);
    if (!status && size == 3)
        status = json_text_at(at, node, 2, &chip);
    if (!status)
        status = read_unit(at, tables, unit, reader);
    reader->chips = UINT32_MAX;
    if (!status && chip)
        status = read_chip(at, tables, chip, &reader->chips);
    if (!status && strcmp(when, "work") != 0 && strcmp(when, "issue") != 0)
        status = refuse(at, "\"%s\" must be \"work\" or \"issue\"", when);
    reader->when = status || strcmp(when, "work") == 0 ? READ_AT_WORK : READ_AT_ISSUE;
    return status;
}

static enum tt_status add_reader(const struct place *at, struct table_meaning *meaning,
                                 const struct table_reader *reader)
{
    for (size_t i = 0; i < meaning->reader_count; i++) {
        const struct table_reader *other = &meaning->readers[i];
        if (other->unit == reader->unit && (other->section == reader->section || other->section == EVERY_SECTION))
            return refuse(at, "the same unit stands twice");
    }
    if (meaning->reader_count == READERS_MAX)
        return refuse(at, "more than %d units", READERS_MAX);
    meaning->readers[meaning->reader_count++] = *reader;
    return TT_OK;
}

static enum tt_status read_readers(const struct place *at, const struct tables *tables, const cJSON *node,
                                   struct table_meaning *meaning)
{
    const cJSON *read_by = NULL, *entry = NULL;
    const cJSON *unread_by = cJSON_GetObjectItemCaseSensitive(node, "unread_by");
    enum tt_status status = json_array(at, node, "read_by", &read_by);
    if (status)
        return status;
    cJSON_ArrayForEach(entry, read_by)
    {
        struct table_reader reader;
        status = read_reader(at, tables, entry, &reader);
        if (!status)
            status = add_reader(at, meaning, &reader);
        if (status)
            return status;
    }
    if (unread_by)
        status = json_array(at, node, "unread_by", &unread_by);
    for (int i = 0; !status && i < cJSON_GetArraySize(unread_by); i++) {
        struct table_reader reader = {.when = NOT_READ, .chips = UINT32_MAX};
        const char *unit = NULL;
        status = json_text_at(at, unread_by, i, &unit);
        if (!status)
            status = read_unit(at, tables, unit, &reader);
        if (!status)
            status = add_reader(at, meaning, &reader);
    }
    return status;
}

/* ---- parts ---- */

/* [name, low bit, bits, meaning] */
static enum tt_status read_part(const struct place *at, const cJSON *node, struct table_parts *parts)
{
    if (parts->count == PARTS_MAX || !cJSON_IsArray(node) || cJSON_GetArraySize(node) != 4)
        return refuse(at, "parts must be [name, low bit, bits, meaning], at most %d of them", PARTS_MAX);
    struct table_part *part = &parts->items[parts->count];
    enum tt_status status = json_text_at(at, node, 0, &part->name);
    if (!status && !is_identifier(part->name, isupper))
        status = refuse(at, "part \"%s\" must be letters, digits and underscores, the first a capital", part->name);
    if (!status)
        status = json_number_at(at, node, 1, 31, &part->low);
    if (!status)
        status = json_number_at(at, node, 2, 31, &part->bits);
    if (!status)
        status = json_text_at(at, node, 3, &part->doc);
    if (!status && part->bits == 0)
        status = refuse(at, "part %s has no bit", part->name);
    if (!status && parts->count && part->low < part[-1].low + part[-1].bits)
        status = refuse(at, "part %s begins within or before the one above it", part->name);
    parts->count++;
    return status;
}

static enum tt_status read_part_lists(const struct place *file, struct tables *tables, const cJSON *root)
{
    struct place at = *file;
    const cJSON *lists = cJSON_GetObjectItemCaseSensitive(root, "parts"), *list = NULL, *node = NULL;
    cJSON_ArrayForEach(list, lists)
    {
        at.item = list->string;
        if (tables->part_list_count == PART_LISTS_MAX)
            return refuse(&at, "more than %d structures", PART_LISTS_MAX);
        struct table_parts *parts = &tables->parts[tables->part_list_count++];
        parts->name = list->string;
        cJSON_ArrayForEach(node, list)
        {
            const enum tt_status status = read_part(&at, node, parts);
            if (status)
                return status;
        }
    }
    return TT_OK;
}

static enum tt_status find_parts(const struct place *at, const struct tables *tables, const cJSON *node,
                                 struct table_meaning *meaning)
{
    const char *name = NULL;
    if (!cJSON_GetObjectItemCaseSensitive(node, "parts"))
        return TT_OK;
    const enum tt_status status = json_text(at, node, "parts", &name);
    for (size_t i = 0; !status && i < tables->part_list_count; i++)
        if (strcmp(tables->parts[i].name, name) == 0)
            meaning->parts = &tables->parts[i];
    return status || meaning->parts ? status : refuse(at, "there are no parts \"%s\"", name);
}

/* ---- fields ---- */

static enum tt_status read_meaning(const struct place *file, const struct tables *tables, const cJSON *node,
                                   struct table_meaning *meaning)
{
    static const char *const keys[] = {"name", "read_by", "unread_by", "parts", "doc", NULL};
    struct place at = *file;
    enum tt_status status = json_text(&at, node, "name", &meaning->name);
    if (status)
        return status;
    at.item = meaning->name;
    if (!is_identifier(meaning->name, isupper))
        return refuse(&at, "a field is named by letters, digits and underscores, the first a capital");
    status = json_only(&at, node, keys);
    if (!status)
        status = json_text(&at, node, "doc", &meaning->doc);
    if (!status)
        status = find_parts(&at, tables, node, meaning);
    return status ? status : read_readers(&at, tables, node, meaning);
}

enum tt_status read_meanings(struct tables *tables, const char *dir, struct tt_error *err)
{
    cJSON *root = NULL;
    const cJSON *list = NULL, *node = NULL;
    struct place at = {"registers/fields.json", NULL, err};
    enum tt_status status = tables_load(tables, dir, at.file, &root, err);
    if (!status)
        status = json_array(&at, root, "fields", &list);
    if (!status)
        status = read_part_lists(&at, tables, root);
    if (status)
        return status;
    tables->meanings = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *tables->meanings);
    if (!tables->meanings)
        return tt_fail(err, TT_NO_MEMORY, "no memory for register fields");
    cJSON_ArrayForEach(node, list)
    {
        struct table_meaning *meaning = &tables->meanings[tables->meaning_count];
        status = read_meaning(&at, tables, node, meaning);
        if (status)
            return status;
        at.item = meaning->name;
        if (meaning_find(tables, meaning->name))
            return refuse(&at, "there are two fields of this name");
        at.item = NULL;
        tables->meaning_count++;
    }
    return TT_OK;
}

const struct table_meaning *meaning_find(const struct tables *tables, const char *name)
{
    for (size_t i = 0; i < tables->meaning_count; i++) {
        if (strcmp(tables->meanings[i].name, name) == 0)
            return &tables->meanings[i];
    }
    return NULL;
}

enum tt_status check_meanings(const struct tables *tables, struct tt_error *err)
{
    struct place at = {"registers/fields.json", NULL, err};
    for (size_t i = 0; i < tables->meaning_count; i++) {
        bool is_anywhere = false;
        for (int chip = 0; chip < TT_CHIP_COUNT && !is_anywhere; chip++) {
            const struct table_regs *regs = &tables->regs[chip];
            for (size_t k = 0; k < regs->count && !is_anywhere; k++)
                is_anywhere = strcmp(regs->regs[k].name, tables->meanings[i].name) == 0;
        }
        at.item = tables->meanings[i].name;
        if (!is_anywhere)
            return refuse(&at, "no chip has this field");
    }
    return TT_OK;
}
