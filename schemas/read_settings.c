/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/settings.json: the settings of an instruction that a fact is about, where it says more, or less, than the
 * fact of its word (its row in isa); and the instructions that a reading (variants.json) bears on.
 * docs/semantics/evidence.md */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <ctype.h>
#include <string.h>

enum { VALUES = 64 };

struct rows {
    struct place at;
    struct tables *tables;
    const cJSON *shared; /* conditions by name */
    enum tt_chip chip;
    const struct table_insn *insn; /* null: of a reading that is not about one */
};

static const struct table_field *find_field(const struct table_insn *insn, const char *name)
{
    for (size_t i = 0; insn && i < insn->field_count; i++)
        if (strcmp(insn->fields[i].name, name) == 0)
            return &insn->fields[i];
    return NULL;
}

static bool has_register(const struct table_regs *regs, const char *name)
{
    for (size_t i = 0; i < regs->count; i++)
        if (strcmp(regs->regs[i].name, name) == 0)
            return true;
    return false;
}

static enum tt_status read_values(const struct rows *rows, const char *name, const cJSON *list, uint64_t *values)
{
    uint32_t value = 0;
    enum tt_status status = TT_OK;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) == 0)
        return refuse(&rows->at, "\"%s\" must be a list of values", name);
    for (int i = 0; !status && i < cJSON_GetArraySize(list); i++) {
        status = json_number_at(&rows->at, list, i, VALUES - 1, &value);
        *values |= UINT64_C(1) << value;
    }
    return status;
}

/* "srca_format" and "srcb_format" are those that the matrix unit goes by; capital letters begin a register field's
 * name, others are a field of the word. */
static enum tt_status read_condition(const struct rows *rows, const cJSON *node, struct table_if *condition)
{
    const char *name = node->string;
    const struct table_field *field = find_field(rows->insn, name);
    *condition = (struct table_if){.name = name};
    if (strcmp(name, "srca_format") == 0 || strcmp(name, "srcb_format") == 0) {
        condition->kind = name[3] == 'a' ? IF_SRCA : IF_SRCB;
    } else if (isupper((unsigned char)*name)) {
        condition->kind = IF_FIELD;
        if (!has_register(&rows->tables->regs[rows->chip], name))
            return refuse(&rows->at, "%s has no register field %s", rows->tables->chips[rows->chip].name, name);
    } else if (field) {
        condition->kind = IF_WORD;
        condition->low = field->low;
        condition->mask = (1u << field->bits) - 1;
    } else {
        return refuse(&rows->at, "the instruction has no field \"%s\"", name);
    }
    return read_values(rows, name, node, &condition->values);
}

static enum tt_status read_conditions(const struct rows *rows, const cJSON *object, struct table_setting *setting)
{
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, object)
    {
        if (setting->condition_count == SETTING_IFS_MAX)
            return refuse(&rows->at, "more than %d conditions", SETTING_IFS_MAX);
        enum tt_status status = read_condition(rows, node, &setting->conditions[setting->condition_count++]);
        if (status)
            return status;
    }
    return TT_OK;
}

/* "with": names of conditions that several rows share; "when": the row's. */
static enum tt_status read_when(const struct rows *rows, const cJSON *row, struct table_setting *setting)
{
    const cJSON *with = cJSON_GetObjectItemCaseSensitive(row, "with");
    const char *name = NULL;
    enum tt_status status = TT_OK;
    for (int i = 0; !status && i < cJSON_GetArraySize(with); i++) {
        status = json_text_at(&rows->at, with, i, &name);
        const cJSON *shared = status ? NULL : cJSON_GetObjectItemCaseSensitive(rows->shared, name);
        if (!status && !shared)
            status = refuse(&rows->at, "there are no shared conditions \"%s\"", name);
        if (!status)
            status = read_conditions(rows, shared, setting);
    }
    return status ? status : read_conditions(rows, cJSON_GetObjectItemCaseSensitive(row, "when"), setting);
}

static enum tt_status add(const struct rows *rows, struct table_setting **setting)
{
    struct table_settings *all = &rows->tables->settings;
    void *items = all->settings;
    if (mem_grow(&items, &all->capacity, all->count + 1, sizeof *all->settings))
        return tt_fail(rows->at.err, TT_NO_MEMORY, "no memory for settings");
    all->settings = items;
    *setting = &all->settings[all->count++];
    **setting = (struct table_setting){.chip = rows->chip, .insn = rows->insn ? rows->insn->name : NULL};
    return TT_OK;
}

static const struct table_insn *find_insn(const struct table_isa *isa, const char *name)
{
    for (size_t i = 0; i < isa->count; i++)
        if (strcmp(isa->insns[i].name, name) == 0)
            return &isa->insns[i];
    return NULL;
}

static bool is_on(const struct rows *rows, const cJSON *row)
{
    const cJSON *chip = cJSON_GetObjectItemCaseSensitive(row, "chip");
    return !chip || (cJSON_IsString(chip) && strcmp(chip->valuestring, rows->tables->chips[rows->chip].name) == 0);
}

static enum tt_status read_facts_of(const struct rows *rows, const cJSON *row, struct table_setting *setting)
{
    const cJSON *covers = cJSON_GetObjectItemCaseSensitive(row, "covers");
    const struct table_facts *facts = &rows->tables->facts;
    const char *id = NULL;
    enum tt_status status = json_text(&rows->at, row, "fact", &id);
    setting->fact = status ? NULL : facts_find(facts, id, strlen(id));
    if (!status && !setting->fact)
        status = refuse(&rows->at, "fact \"%s\" is in none of schemas/facts", id);
    for (int i = 0; !status && i < cJSON_GetArraySize(covers); i++) {
        status = json_text_at(&rows->at, covers, i, &id);
        const struct table_fact *fact = status ? NULL : facts_find(facts, id, strlen(id));
        if (!status && (!fact || setting->cover_count == COVERS_MAX))
            status = refuse(&rows->at, "it cannot cover \"%s\": no such fact, or too many", id);
        if (!status)
            setting->covers[setting->cover_count++] = fact;
    }
    return status;
}

/* {"fact": ID, "of": [mnemonic, ...], "chip", "with", "when", "covers"} */
static enum tt_status read_setting(struct rows *rows, const cJSON *row)
{
    static const char *const keys[] = {"fact", "of", "chip", "with", "when", "covers", NULL};
    const cJSON *of = NULL;
    const char *name = NULL;
    unsigned found = 0;
    rows->at.item = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(row, "fact"));
    enum tt_status status = json_only(&rows->at, row, keys);
    if (!status)
        status = json_array(&rows->at, row, "of", &of);
    for (int i = 0; !status && i < cJSON_GetArraySize(of); i++) {
        status = json_text_at(&rows->at, of, i, &name);
        for (rows->chip = 0; !status && rows->chip < TT_CHIP_COUNT; rows->chip++) {
            struct table_setting *setting = NULL;
            rows->insn = find_insn(&rows->tables->isa[rows->chip], name);
            if (!rows->insn || !is_on(rows, row))
                continue;
            found++;
            status = add(rows, &setting);
            if (!status)
                status = read_facts_of(rows, row, setting);
            if (!status)
                status = read_when(rows, row, setting);
        }
    }
    return !status && !found ? refuse(&rows->at, "no chip has what it is of") : status;
}

static const struct table_variant *find_variant(const struct tables *tables, const char *key)
{
    for (size_t i = 0; i < tables->variant_count; i++)
        if (strcmp(tables->variants[i].key, key) == 0)
            return &tables->variants[i];
    return NULL;
}

/* {"variant": KEY, "of": [mnemonic, ...], "when"}: narrower than the unit that the key begins with. */
static enum tt_status read_reading(struct rows *rows, const cJSON *row)
{
    static const char *const keys[] = {"variant", "of", "when", NULL};
    const char *key = NULL, *name = NULL;
    const cJSON *of = NULL;
    enum tt_status status = json_only(&rows->at, row, keys);
    if (!status)
        status = json_text(&rows->at, row, "variant", &key);
    rows->at.item = key;
    const struct table_variant *variant = status ? NULL : find_variant(rows->tables, key);
    if (!status && !variant)
        return refuse(&rows->at, "there is no such variant");
    if (!status)
        status = json_array(&rows->at, row, "of", &of);
    for (int i = 0; !status && i < cJSON_GetArraySize(of); i++) {
        status = json_text_at(&rows->at, of, i, &name);
        for (rows->chip = 0; !status && rows->chip < TT_CHIP_COUNT; rows->chip++) {
            struct table_setting *setting = NULL;
            rows->insn = find_insn(&rows->tables->isa[rows->chip], name);
            if (!rows->insn)
                continue;
            status = add(rows, &setting);
            if (status)
                return status;
            setting->variant = variant;
            status = read_when(rows, row, setting);
        }
    }
    return status;
}

enum tt_status read_settings(struct tables *tables, const char *dir, struct tt_error *err)
{
    static const char *const keys[] = {"conditions", "settings", "readings", NULL};
    struct rows rows = {.at = {"settings.json", NULL, err}, .tables = tables};
    const cJSON *list = NULL, *row = NULL;
    cJSON *root = NULL;
    enum tt_status status = tables_load(tables, dir, rows.at.file, &root, err);
    if (!status)
        status = json_only(&rows.at, root, keys);
    rows.shared = cJSON_GetObjectItemCaseSensitive(root, "conditions");
    if (!status)
        status = json_array(&rows.at, root, "settings", &list);
    cJSON_ArrayForEach(row, list) status = status ? status : read_setting(&rows, row);
    rows.at.item = NULL;
    if (!status)
        status = json_array(&rows.at, root, "readings", &list);
    cJSON_ArrayForEach(row, list) status = status ? status : read_reading(&rows, row);
    return status;
}
