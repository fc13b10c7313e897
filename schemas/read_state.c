/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/state.json: the small state as types made of words. A type may use those above it only, so that none holds
 * itself; the last one is the state. */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <stdio.h>
#include <string.h>

enum { LENGTH_MAX = 4096 };

static enum tt_status find_type(const struct place *at, const struct tables *tables, const char *name,
                                const struct table_state_type **out)
{
    *out = NULL;
    if (strcmp(name, "word") == 0)
        return TT_OK;
    for (size_t i = 0; i + 1 < tables->state_type_count; i++) {
        if (strcmp(name, tables->state_types[i].name) == 0) {
            *out = &tables->state_types[i];
            return TT_OK;
        }
    }
    return refuse(at, "type \"%s\" is not known above this line", name);
}

static enum tt_status read_shape(const struct place *at, const cJSON *shape, struct table_state_member *member)
{
    if (!cJSON_IsArray(shape) || cJSON_GetArraySize(shape) > SHAPE_MAX)
        return refuse(at, "member %s: a shape is a list of at most %d lengths", member->name, SHAPE_MAX);
    for (int i = 0; i < cJSON_GetArraySize(shape); i++) {
        enum tt_status status = json_number_at(at, shape, i, LENGTH_MAX, &member->shape[i]);
        if (!status && member->shape[i] == 0)
            status = refuse(at, "member %s: a length cannot be 0", member->name);
        if (status)
            return status;
        member->dimensions++;
    }
    return TT_OK;
}

/* Adds the member to what its type measures. */
static enum tt_status measure(const struct place *at, struct table_state_type *type,
                              const struct table_state_member *member)
{
    uint64_t words = member->type ? member->type->words : 1;
    size_t bytes = strlen(member->name) + 1 + (member->type ? member->type->path_bytes : 0);
    for (size_t i = 0; i < member->dimensions; i++) {
        words *= member->shape[i];
        bytes += (size_t)snprintf(NULL, 0, ".%u", member->shape[i] - 1);
        if (words > STATE_WORDS_MAX)
            break;
    }
    type->words += words;
    if (type->words > STATE_WORDS_MAX)
        return refuse(at, "member %s: more than %d words in all", member->name, STATE_WORDS_MAX);
    if (bytes > type->path_bytes)
        type->path_bytes = bytes;
    if (bytes > STATE_PATH_BYTES)
        return refuse(at, "member %s: a path of %zu bytes, of which %d fit", member->name, bytes, STATE_PATH_BYTES);
    return TT_OK;
}

/* [name, type, shape, meaning] */
static enum tt_status read_member(const struct place *at, const struct tables *tables, const cJSON *node,
                                  struct table_state_member *member)
{
    const char *type = NULL;
    if (!cJSON_IsArray(node) || cJSON_GetArraySize(node) != 4)
        return refuse(at, "a member must be [name, type, shape, meaning]");
    enum tt_status status = json_text_at(at, node, 0, &member->name);
    if (!status && !is_made_of(member->name, "_"))
        status = refuse(at, "member \"%s\" must be named in snake case", member->name);
    if (!status)
        status = json_text_at(at, node, 1, &type);
    if (!status)
        status = find_type(at, tables, type, &member->type);
    if (!status)
        status = read_shape(at, cJSON_GetArrayItem(node, 2), member);
    if (!status)
        status = json_text_at(at, node, 3, &member->doc);
    return status;
}

static enum tt_status check_members(const struct place *at, const struct table_state_type *type)
{
    for (size_t i = 0; i < type->count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(type->members[i].name, type->members[k].name) == 0)
                return refuse(at, "two members are named %s", type->members[i].name);
        }
    }
    return TT_OK;
}

static enum tt_status read_type(const struct place *file, struct tables *tables, const cJSON *node)
{
    static const char *const keys[] = {"type", "members", NULL};
    struct place at = *file;
    struct table_state_type *type = &tables->state_types[tables->state_type_count - 1];
    const cJSON *list = NULL;
    enum tt_status status = json_text(&at, node, "type", &type->name);
    at.item = type->name;
    if (!status)
        status = json_only(&at, node, keys);
    if (!status)
        status = json_array(&at, node, "members", &list);
    if (status)
        return status;
    for (size_t i = 0; i + 1 < tables->state_type_count; i++) {
        if (strcmp(type->name, tables->state_types[i].name) == 0)
            return refuse(&at, "there are two types of this name");
    }
    type->members = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *type->members);
    if (!type->members)
        return tt_fail(at.err, TT_NO_MEMORY, "no memory for state members");
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, list)
    {
        status = read_member(&at, tables, member, &type->members[type->count]);
        if (status)
            return status;
        type->count++;
        status = measure(&at, type, &type->members[type->count - 1]);
        if (status)
            return status;
    }
    return check_members(&at, type);
}

enum tt_status read_state(struct tables *tables, const char *dir, struct tt_error *err)
{
    cJSON *root = NULL;
    const cJSON *list = NULL;
    struct place at = {"state.json", NULL, err};
    enum tt_status status = tables_load(tables, dir, at.file, &root, err);
    if (!status)
        status = json_array(&at, root, "types", &list);
    if (status)
        return status;
    tables->state_root = root;
    tables->state_types = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *tables->state_types);
    if (!tables->state_types)
        return tt_fail(err, TT_NO_MEMORY, "no memory for state types");
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, list)
    {
        tables->state_type_count++;
        status = read_type(&at, tables, node);
        if (status)
            return status;
    }
    return tables->state_type_count ? TT_OK : refuse(&at, "there is no type");
}
