/* SPDX-License-Identifier: Apache-2.0 */
/* The short schemas: units, chips, findings, variants. */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <string.h>

/* Loads a file and finds its one list. */
static enum tt_status open_list(struct tables *tables, const char *dir, const struct place *at, const char *key,
                                const cJSON **list)
{
    cJSON *root = NULL;
    enum tt_status status = tables_load(tables, dir, at->file, &root, at->err);
    return status ? status : json_array(at, root, key, list);
}

enum tt_status read_units(struct tables *tables, const char *dir, struct tt_error *err)
{
    const cJSON *list = NULL;
    struct place at = {"units.json", NULL, err};
    enum tt_status status = open_list(tables, dir, &at, "units", &list);
    if (!status && cJSON_GetArraySize(list) != TT_UNIT_COUNT)
        status = refuse(&at, "%d units, but enum tt_unit has %d", cJSON_GetArraySize(list), TT_UNIT_COUNT);
    for (int i = 0; !status && i < TT_UNIT_COUNT; i++) {
        status = json_text_at(&at, list, i, &tables->units[i]);
        for (int k = 0; !status && k < i; k++) {
            if (strcmp(tables->units[i], tables->units[k]) == 0)
                status = refuse(&at, "two units are named %s", tables->units[i]);
        }
    }
    return status;
}

/* All chips name the same traits, so that none is left at zero by oversight. A group of traits counts as one trait. */
static enum tt_status check_traits(const struct place *at, const cJSON *chip, const cJSON *like)
{
    const cJSON *trait = NULL;
    cJSON_ArrayForEach(trait, like)
    {
        const cJSON *same = cJSON_GetObjectItemCaseSensitive(chip, trait->string);
        if (!same || (cJSON_IsBool(same) != cJSON_IsBool(trait)) || same->type == cJSON_NULL)
            return refuse(at, "has no %s like the other chip's", trait->string);
        enum tt_status status = cJSON_IsObject(trait) ? check_traits(at, same, trait) : TT_OK;
        if (status)
            return status;
    }
    return TT_OK;
}

/* A chip "like" an earlier one has its traits but for those that it names itself. */
static enum tt_status read_chip(const struct place *at, struct tables *tables, const cJSON *node, unsigned chip)
{
    struct table_chip *out = &tables->chips[chip];
    const cJSON *like = cJSON_GetObjectItemCaseSensitive(node, "like"), *trait = NULL;
    *out = (struct table_chip){.node = node, .like = (enum tt_chip)chip};
    enum tt_status status = json_text(at, node, "name", &out->name);
    if (status || !like)
        return status;
    for (out->like = 0; out->like < chip; out->like++)
        if (cJSON_IsString(like) && strcmp(tables->chips[out->like].name, like->valuestring) == 0)
            break;
    if (out->like == chip || tables->chips[out->like].like != out->like)
        return refuse(at, "%s is like no earlier chip that has tables of its own", out->name);
    cJSON *merged = cJSON_Duplicate(tables->chips[out->like].node, true);
    status = tables_keep(tables, merged, at->err);
    cJSON_ArrayForEach(trait, node)
    {
        if (status || trait == like)
            continue;
        if (!cJSON_HasObjectItem(merged, trait->string))
            return refuse(at, "%s: %s has no %s", out->name, like->valuestring, trait->string);
        cJSON_ReplaceItemInObjectCaseSensitive(merged, trait->string, cJSON_Duplicate(trait, true));
    }
    out->node = merged;
    return status;
}

enum tt_status read_chips(struct tables *tables, const char *dir, struct tt_error *err)
{
    const cJSON *list = NULL;
    struct place at = {"chips.json", NULL, err};
    enum tt_status status = open_list(tables, dir, &at, "chips", &list);
    if (!status && cJSON_GetArraySize(list) != TT_CHIP_COUNT)
        status = refuse(&at, "%d chips, but enum tt_chip has %d", cJSON_GetArraySize(list), TT_CHIP_COUNT);
    for (int i = 0; !status && i < TT_CHIP_COUNT; i++) {
        status = read_chip(&at, tables, cJSON_GetArrayItem(list, i), (unsigned)i);
    }
    for (int i = 0; !status && i < TT_CHIP_COUNT; i++) {
        at.item = tables->chips[i].name;
        status = check_traits(&at, tables->chips[i].node, tables->chips[(i + 1) % TT_CHIP_COUNT].node);
    }
    return status;
}

static enum tt_status read_classes(const struct place *at, struct tables *tables, const cJSON *list)
{
    int count = cJSON_GetArraySize(list);
    tables->finding_classes = mem_calloc((size_t)count, sizeof *tables->finding_classes);
    if (!tables->finding_classes)
        return tt_fail(at->err, TT_NO_MEMORY, "no memory for finding classes");
    for (int i = 0; i < count; i++) {
        enum tt_status status = json_text_at(at, list, i, &tables->finding_classes[i]);
        if (status)
            return status;
        tables->finding_class_count++;
    }
    return TT_OK;
}

static enum tt_status check_class(const struct place *at, const struct tables *tables, const char *kind)
{
    for (size_t i = 0; i < tables->finding_class_count; i++) {
        if (strcmp(kind, tables->finding_classes[i]) == 0)
            return TT_OK;
    }
    return refuse(at, "class \"%s\" does not exist", kind);
}

/* What a finding rests on: a fact, or a page of docs/. */
static enum tt_status read_ground(const struct place *at, const struct tables *tables, const cJSON *node,
                                  struct table_finding *finding)
{
    const char *id = NULL;
    if (cJSON_HasObjectItem(node, "fact") == cJSON_HasObjectItem(node, "page"))
        return refuse(at, "either a fact or a page says where it is written down");
    if (cJSON_HasObjectItem(node, "page")) {
        enum tt_status status = json_text(at, node, "page", &finding->page);
        return status || strncmp(finding->page, "docs/", 5) == 0 ? status : refuse(at, "a page is one of docs/");
    }
    enum tt_status status = json_text(at, node, "fact", &id);
    if (!status)
        finding->fact = facts_find(&tables->facts, id, strlen(id));
    if (!status && !finding->fact)
        status = refuse(at, "fact \"%s\" is in none of schemas/facts", id);
    return status;
}

static enum tt_status read_finding(const struct place *file, struct tables *tables, const cJSON *node)
{
    static const char *const keys[] = {"code", "class", "fact", "page", "doc", NULL};
    struct table_finding *finding = &tables->findings[tables->finding_count];
    struct place at = *file;
    enum tt_status status = json_text(&at, node, "code", &finding->code);
    at.item = finding->code;
    if (!status)
        status = json_only(&at, node, keys);
    if (!status && !is_made_of(finding->code, "-"))
        status = refuse(&at, "a code is small letters, digits and hyphens");
    if (!status)
        status = json_text(&at, node, "class", &finding->kind);
    if (!status)
        status = check_class(&at, tables, finding->kind);
    if (!status)
        status = read_ground(&at, tables, node, finding);
    if (!status)
        status = json_text(&at, node, "doc", &finding->doc);
    for (size_t i = 0; !status && i < tables->finding_count; i++) {
        if (strcmp(finding->code, tables->findings[i].code) == 0)
            status = refuse(&at, "there are two findings of this code");
    }
    if (!status && strcmp(finding->code, "vector-form-not-recorded") == 0)
        tables->unrecorded_forms = finding->fact;
    return status;
}

enum tt_status read_findings(struct tables *tables, const char *dir, struct tt_error *err)
{
    const cJSON *list = NULL, *classes = NULL;
    struct place at = {"findings.json", NULL, err};
    enum tt_status status = open_list(tables, dir, &at, "findings", &list);
    if (!status)
        status = json_array(&at, tables->trees[tables->tree_count - 1], "classes", &classes);
    if (!status)
        status = read_classes(&at, tables, classes);
    if (status)
        return status;
    tables->findings = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *tables->findings);
    if (!tables->findings)
        return tt_fail(err, TT_NO_MEMORY, "no memory for findings");
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, list)
    {
        status = read_finding(&at, tables, node);
        if (status)
            return status;
        tables->finding_count++;
    }
    return TT_OK;
}

/* [name, alias, …]: the aliases are what the sources call it. */
static enum tt_status read_choice(const struct place *at, const cJSON *node, struct table_choice *choice)
{
    int size = cJSON_GetArraySize(node);
    if (!cJSON_IsArray(node) || size < 1)
        return refuse(at, "a choice must be [name, alias, …]");
    choice->aliases = mem_calloc((size_t)size, sizeof *choice->aliases);
    if (!choice->aliases)
        return tt_fail(at->err, TT_NO_MEMORY, "no memory for aliases");
    enum tt_status status = json_text_at(at, node, 0, &choice->name);
    for (int i = 1; !status && i < size; i++) {
        status = json_text_at(at, node, i, &choice->aliases[choice->alias_count]);
        choice->alias_count++;
    }
    return status;
}

static enum tt_status check_choices(const struct place *at, const struct table_variant *variant)
{
    if (variant->count < 2 || variant->count > 255)
        return refuse(at, "a variant has at least two choices, the first being the device's");
    for (size_t i = 0; i < variant->count; i++) {
        if (!is_made_of(variant->choices[i].name, "_"))
            return refuse(at, "choice \"%s\" must be small letters, digits and underscores", variant->choices[i].name);
        for (size_t k = 0; k < i; k++) {
            if (strcmp(variant->choices[i].name, variant->choices[k].name) == 0)
                return refuse(at, "two choices are named %s", variant->choices[i].name);
        }
    }
    return TT_OK;
}

/* A member that names a choice; *number stays 0 where there is none. */
static enum tt_status read_named(const struct place *at, const struct table_variant *variant, const cJSON *node,
                                 const char *member, size_t *number)
{
    const char *name;
    if (!cJSON_HasObjectItem(node, member))
        return TT_OK;
    enum tt_status status = json_text(at, node, member, &name);
    while (!status && *number < variant->count && strcmp(variant->choices[*number].name, name) != 0)
        ++*number;
    return !status && *number == variant->count ? refuse(at, "it has no choice \"%s\"", name) : status;
}

static enum tt_status read_variant(const struct place *file, const struct table_facts *facts,
                                   struct table_variant *variant, const cJSON *node)
{
    static const char *const keys[] = {"key", "choices", "simulator", "row", "doc", NULL};
    struct place at = *file;
    const cJSON *list = NULL, *choice = NULL;
    enum tt_status status = json_text(&at, node, "key", &variant->key);
    at.item = variant->key;
    if (!status)
        status = json_only(&at, node, keys);
    if (!status && !is_made_of(variant->key, "._"))
        status = refuse(&at, "a key is small letters, digits, dots and underscores");
    if (!status)
        status = json_text(&at, node, "row", &variant->row);
    if (!status)
        status = check_facts(&at, facts, variant->row);
    if (!status)
        status = json_text(&at, node, "doc", &variant->doc);
    if (!status)
        status = json_array(&at, node, "choices", &list);
    if (status)
        return status;
    variant->choices = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *variant->choices);
    if (!variant->choices)
        return tt_fail(at.err, TT_NO_MEMORY, "no memory for choices");
    cJSON_ArrayForEach(choice, list)
    {
        variant->count++;
        status = read_choice(&at, choice, &variant->choices[variant->count - 1]);
        if (status)
            return status;
    }
    status = check_choices(&at, variant);
    return status ? status : read_named(&at, variant, node, "simulator", &variant->simulator);
}

static bool has_alias(const struct table_variant *variant, const char *alias)
{
    for (size_t i = 0; i < variant->count; i++) {
        for (size_t k = 0; k < variant->choices[i].alias_count; k++) {
            if (variant->choices[i].aliases[k] != alias && strcmp(variant->choices[i].aliases[k], alias) == 0)
                return true;
        }
    }
    return false;
}

static enum tt_status check_variants(const struct place *file, const struct tables *tables)
{
    struct place at = *file;
    for (size_t i = 0; i < tables->variant_count; i++) {
        const struct table_variant *variant = &tables->variants[i];
        at.item = variant->key;
        for (size_t k = 0; k <= i; k++) {
            if (k < i && strcmp(variant->key, tables->variants[k].key) == 0)
                return refuse(&at, "there are two variants of this key");
            for (size_t c = 0; c < variant->count; c++) {
                for (size_t a = 0; a < variant->choices[c].alias_count; a++) {
                    if (has_alias(&tables->variants[k], variant->choices[c].aliases[a]))
                        return refuse(&at, "alias %s is already taken", variant->choices[c].aliases[a]);
                }
            }
        }
    }
    return TT_OK;
}

enum tt_status read_variants(struct tables *tables, const char *dir, struct tt_error *err)
{
    const cJSON *list = NULL;
    struct place at = {"variants.json", NULL, err};
    enum tt_status status = open_list(tables, dir, &at, "variants", &list);
    if (!status && cJSON_GetArraySize(list) > 255)
        status = refuse(&at, "more than 255 variants");
    if (status)
        return status;
    tables->variants = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *tables->variants);
    if (!tables->variants)
        return tt_fail(err, TT_NO_MEMORY, "no memory for variants");
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, list)
    {
        tables->variant_count++;
        status = read_variant(&at, &tables->facts, &tables->variants[tables->variant_count - 1], node);
        if (status)
            return status;
    }
    return check_variants(&at, tables);
}
