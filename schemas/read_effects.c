/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction reads and writes: the words of effects.json and the groups of state.json, and the rows of
 * isa/common.json that are made of them. */
#include "base/memory.h"
#include "isa_rows.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- the words ---- */

static enum tt_status read_terms(const struct place *file, const cJSON *root, const char *key,
                                 struct table_terms *terms)
{
    const cJSON *list = NULL;
    struct place at = *file;
    enum tt_status status = json_array(&at, root, key, &list);
    at.item = key;
    for (int i = 0; !status && i < cJSON_GetArraySize(list); i++) {
        const cJSON *node = cJSON_GetArrayItem(list, i);
        if (terms->count == TERMS_MAX)
            return refuse(&at, "more than %d", TERMS_MAX);
        status = json_text_at(&at, node, 0, &terms->items[i].name);
        if (!status)
            status = json_text_at(&at, node, 1, &terms->items[i].doc);
        if (!status && !is_identifier(terms->items[i].name, islower))
            status = refuse(&at, "\"%s\" must be named in snake case", terms->items[i].name);
        terms->count++;
    }
    return status;
}

static enum tt_status read_producer(const struct place *at, const struct tables *tables, const char *name,
                                    struct table_product *product)
{
    if (strcmp(name, "nobody") == 0) {
        product->producers = PRODUCERS_NEVER;
        return TT_OK;
    }
    if (strcmp(name, "expanders") == 0) {
        product->producers |= PRODUCERS_EXPANDERS;
        return TT_OK;
    }
    for (unsigned unit = 0; unit < TT_UNIT_COUNT; unit++) {
        if (strcmp(name, tables->units[unit]) == 0) {
            product->producers |= UINT32_C(1) << unit;
            return TT_OK;
        }
    }
    return refuse(at, "unit \"%s\" does not exist", name);
}

/* [name, [unit, ...]] */
static enum tt_status read_products(const struct place *file, const struct tables *tables, const cJSON *root,
                                    const char *key, struct table_products *products)
{
    const cJSON *list = NULL;
    struct place at = *file;
    enum tt_status status = json_array(&at, root, key, &list);
    at.item = key;
    for (int i = 0; !status && i < cJSON_GetArraySize(list); i++) {
        const cJSON *node = cJSON_GetArrayItem(list, i), *units = cJSON_GetArrayItem(node, 1);
        struct table_product *product = &products->items[products->count];
        if (products->count++ == TERMS_MAX)
            return refuse(&at, "more than %d", TERMS_MAX);
        status = json_text_at(&at, node, 0, &product->name);
        if (!status && !cJSON_IsArray(units))
            status = refuse(&at, "%s must have a list of the units that produce it", product->name);
        for (int k = 0; !status && k < cJSON_GetArraySize(units); k++) {
            const char *unit = NULL;
            status = json_text_at(&at, units, k, &unit);
            if (!status)
                status = read_producer(&at, tables, unit, product);
        }
    }
    return status;
}

static const char *const space_names[TT_SPACE_COUNT] = {
    [TT_SPACE_L1] = "l1",       [TT_SPACE_CFG] = "cfg",   [TT_SPACE_THREAD_CFG] = "thread_cfg",
    [TT_SPACE_GPR] = "gpr",     [TT_SPACE_DST] = "dst",   [TT_SPACE_DST_VALID] = "dst_valid",
    [TT_SPACE_SRCA] = "srca",   [TT_SPACE_SRCB] = "srcb", [TT_SPACE_LREG] = "lreg",
    [TT_SPACE_STATE] = "state",
};

/* All but the state, in the order of enum tt_space. */
static enum tt_status check_spaces(const struct place *at, const struct table_products *spaces)
{
    for (size_t i = 0; i < TT_SPACE_STATE; i++) {
        if (i >= spaces->count || strcmp(spaces->items[i].name, space_names[i]) != 0)
            return refuse(at, "spaces: %s must stand in place %zu", space_names[i], i);
    }
    return spaces->count == TT_SPACE_STATE ? TT_OK : refuse(at, "spaces: there are %d", TT_SPACE_STATE);
}

enum tt_status read_effects(struct tables *tables, const char *dir, struct tt_error *err)
{
    static const char *const keys[] = {"extents", "outside", "wirings", "spaces", NULL};
    struct table_effects *effects = &tables->effects;
    struct place at = {"effects.json", NULL, err};
    const struct place state_at = {"state.json", NULL, err};
    cJSON *root = NULL;
    enum tt_status status = tables_load(tables, dir, at.file, &root, err);
    if (!status)
        status = json_only(&at, root, keys);
    if (!status)
        status = read_terms(&at, root, "extents", &effects->extents);
    if (!status)
        status = read_terms(&at, root, "outside", &effects->outside);
    if (!status)
        status = read_terms(&at, root, "wirings", &effects->wirings);
    if (!status)
        status = read_products(&at, tables, root, "spaces", &effects->spaces);
    if (!status)
        status = check_spaces(&at, &effects->spaces);
    if (!status)
        status = read_products(&state_at, tables, tables->state_root, "groups", &effects->groups);
    return status;
}

/* ---- the rows ---- */

/* The number that enum isa_what gives to a name. */
static enum tt_status find_what(const struct place *at, const struct table_effects *effects, const char *name,
                                uint32_t *what)
{
    for (size_t i = 0; i < effects->spaces.count; i++) {
        if (strcmp(name, effects->spaces.items[i].name) == 0) {
            *what = (uint32_t)i;
            return TT_OK;
        }
    }
    for (size_t i = 0; i < effects->groups.count; i++) {
        if (strcmp(name, effects->groups.items[i].name) == 0) {
            *what = (uint32_t)(TT_SPACE_COUNT + i);
            return TT_OK;
        }
    }
    for (size_t i = 0; i < effects->outside.count; i++) {
        if (strcmp(name, effects->outside.items[i].name) == 0) {
            *what = (uint32_t)(TT_SPACE_COUNT + effects->groups.count + i);
            return TT_OK;
        }
    }
    return refuse(at, "\"%s\" is no space, no group of the state, and nothing of effects.json", name);
}

static enum tt_status find_term(const struct place *at, const struct table_terms *terms, const char *kind,
                                const char *name, uint32_t *out)
{
    for (size_t i = 0; i < terms->count; i++) {
        if (strcmp(name, terms->items[i].name) == 0) {
            *out = (uint32_t)i;
            return TT_OK;
        }
    }
    return refuse(at, "%s \"%s\" does not exist", kind, name);
}

/* "EXTENT" or "EXTENT FIELD". */
static enum tt_status read_extent(const struct place *at, const struct table_effects *effects,
                                  const struct table_insn *insn, const char *text, struct table_effect *effect)
{
    char name[64], field[64];
    const int count = sscanf(text, "%63s %63s", name, field);
    enum tt_status status = find_term(at, &effects->extents, "extent", count > 0 ? name : "", &effect->extent);
    if (status || count < 2)
        return status;
    const struct table_field *found = insn_field_find(insn, field);
    if (!found)
        return refuse(at, "\"%s\": there is no field %s", text, field);
    effect->field = (struct table_place){found->low, found->bits};
    return TT_OK;
}

/* [what, extent, "issue" or "work", condition, ...] */
static enum tt_status read_effect(const struct place *at, const struct table_effects *effects, const cJSON *node,
                                  const struct table_insn *insn, struct table_effect *effect)
{
    const char *what = NULL, *extent = NULL, *when = NULL;
    const int count = cJSON_IsArray(node) ? cJSON_GetArraySize(node) : 0;
    if (count < 3 || count > 3 + CONDITIONS_MAX)
        return refuse(at, "an effect must be [what, extent, \"issue\" or \"work\"], and up to %d conditions",
                      CONDITIONS_MAX);
    enum tt_status status = json_text_at(at, node, 0, &what);
    if (!status)
        status = find_what(at, effects, what, &effect->what);
    if (!status)
        status = json_text_at(at, node, 1, &extent);
    if (!status)
        status = read_extent(at, effects, insn, extent, effect);
    if (!status)
        status = json_text_at(at, node, 2, &when);
    if (!status && strcmp(when, "issue") != 0 && strcmp(when, "work") != 0)
        status = refuse(at, "\"%s\" must be \"issue\" or \"work\"", when);
    effect->is_work = !status && strcmp(when, "work") == 0;
    for (int i = 3; !status && i < count; i++) {
        const char *text = NULL;
        status = json_text_at(at, node, i, &text);
        if (!status)
            status = read_condition(at, insn, text, &effect->conditions[effect->condition_count++]);
    }
    return status;
}

/* Adds what the list `key` of an object says, if it has one. */
static enum tt_status add_effects(const struct place *at, const struct table_effects *effects, const cJSON *object,
                                  const char *key, const struct table_insn *insn, struct table_effect_list *list)
{
    const cJSON *nodes = cJSON_GetObjectItemCaseSensitive(object, key), *node = NULL;
    if (nodes && !cJSON_IsArray(nodes))
        return refuse(at, "%s must be a list", key);
    cJSON_ArrayForEach(node, nodes)
    {
        if (list->count == EFFECTS_MAX)
            return refuse(at, "%s: more than %d effects", key, EFFECTS_MAX);
        enum tt_status status = read_effect(at, effects, node, insn, &list->items[list->count]);
        if (status)
            return status;
        list->count++;
    }
    return TT_OK;
}

static enum tt_status add_both(const struct place *at, const struct table_effects *effects, const cJSON *object,
                               struct table_insn *insn)
{
    enum tt_status status = add_effects(at, effects, object, "reads", insn, &insn->reads);
    return status ? status : add_effects(at, effects, object, "writes", insn, &insn->writes);
}

/* [source, wiring] or [source, "cell", condition]: with the condition, column 0 serves all columns. */
static enum tt_status read_wiring(const struct place *at, const struct table_effects *effects, const cJSON *node,
                                  struct table_insn *insn)
{
    const char *what = NULL, *how = NULL, *condition = NULL;
    uint32_t space = 0;
    enum tt_status status = json_text_at(at, node, 0, &what);
    if (!status)
        status = find_what(at, effects, what, &space);
    if (!status && space >= TT_SPACE_STATE)
        status = refuse(at, "wiring: %s is no space", what);
    if (!status)
        status = json_text_at(at, node, 1, &how);
    if (!status)
        status = find_term(at, &effects->wirings, "wiring", how, &insn->wiring[space]);
    if (!status && cJSON_GetArraySize(node) > 2) {
        status = json_text_at(at, node, 2, &condition);
        if (!status)
            status = read_bits(at, insn, condition, &insn->column0_if);
    }
    insn->has_wiring = true;
    return status;
}

enum { NESTED_MAX = 3 };

/* The effects of an object: of the sets that it uses, then its own. */
static enum tt_status add_all(const struct place *at, const struct tables *tables, const struct isa_rows *rows,
                              const cJSON *object, unsigned depth, struct table_insn *insn)
{
    static const char *const keys[] = {"uses", "reads", "writes", NULL};
    const cJSON *uses = cJSON_GetObjectItemCaseSensitive(object, "uses"), *node = NULL;
    if (uses && !cJSON_IsArray(uses))
        return refuse(at, "uses must be a list");
    cJSON_ArrayForEach(node, uses)
    {
        const cJSON *set =
            cJSON_GetObjectItemCaseSensitive(rows->effects, cJSON_IsString(node) ? node->valuestring : "");
        if (!set)
            return refuse(at, "uses: there are no effects named %s", cJSON_IsString(node) ? node->valuestring : "so");
        enum tt_status status = json_only(at, set, keys);
        if (!status && depth == NESTED_MAX)
            status = refuse(at, "uses: %s lies deeper than %d", node->valuestring, NESTED_MAX);
        if (!status)
            status = add_all(at, tables, rows, set, depth + 1, insn);
        if (status)
            return status;
    }
    return add_both(at, &tables->effects, object, insn);
}

enum tt_status read_insn_effects(const struct place *at, const struct tables *tables, const struct isa_rows *rows,
                                 const cJSON *row, struct table_insn *insn)
{
    const cJSON *wiring = cJSON_GetObjectItemCaseSensitive(row, "wiring"), *node = NULL;
    enum tt_status status = add_all(at, tables, rows, row, 0, insn);
    cJSON_ArrayForEach(node, wiring)
    {
        if (!status)
            status = read_wiring(at, &tables->effects, node, insn);
    }
    return status;
}
