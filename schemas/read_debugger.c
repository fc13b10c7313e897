/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/debugger.json: names that debuggers print for fields of configuration, scalar registers and counters, and
 * what they are here. Rows of "fields": [chip, group, entry, field, register, lowest bit in it, bits], or the first
 * four alone for bits that no register has. */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <string.h>

enum { ENTRIES = 4, THREAD_LAST = 2, GPR_LAST = 63 };

static enum tt_status allocate(const struct place *at, const cJSON *list, size_t size, void *out)
{
    void *rows = mem_calloc((size_t)cJSON_GetArraySize(list), size);
    if (!rows)
        return tt_fail(at->err, TT_NO_MEMORY, "no memory for %s", at->file);
    memcpy(out, &rows, sizeof rows);
    return TT_OK;
}

/* [group, title of its table, a name before each entry's fields where they are printed alone: by chip] */
static enum tt_status read_group(const struct place *at, const struct tables *tables, const cJSON *node,
                                 struct table_debug_group *group)
{
    enum tt_status status = json_text_at(at, node, 0, &group->name);
    if (!status)
        status = json_text_at(at, node, 1, &group->title);
    for (int chip = 0; chip < TT_CHIP_COUNT && !status; chip++) {
        const cJSON *names = cJSON_GetArrayItem(node, 2 + (int)tables->chips[chip].like);
        if (!cJSON_IsArray(names) || cJSON_GetArraySize(names) > ENTRIES)
            return refuse(at, "group %s: a list of up to %d names for each chip", group->name, ENTRIES);
        for (int i = 0; i < cJSON_GetArraySize(names) && !status; i++)
            status = json_text_at(at, names, i, &group->before[chip][i]);
    }
    return status;
}

static enum tt_status find_chip(const struct place *at, const struct tables *tables, const char *name, uint32_t *chip)
{
    for (*chip = 0; *chip < TT_CHIP_COUNT; (*chip)++) {
        if (strcmp(tables->chips[*chip].name, name) == 0)
            return TT_OK;
    }
    return refuse(at, "there is no chip %s", name);
}

static enum tt_status find_group(const struct place *at, const struct tables *tables, const char *name, uint32_t *group)
{
    for (*group = 0; *group < tables->debugger.group_count; (*group)++) {
        if (strcmp(tables->debugger.groups[*group].name, name) == 0)
            return TT_OK;
    }
    return refuse(at, "there is no group %s", name);
}

/* The register's word, and the field's bits in it. */
static enum tt_status find_bits(const struct place *at, const struct tables *tables, const cJSON *node,
                                struct table_debug_field *field)
{
    const char *name;
    uint32_t low = 0;
    enum tt_status status = json_text_at(at, node, 4, &name);
    if (!status)
        status = json_number_at(at, node, 5, 31, &low);
    if (!status)
        status = json_number_at(at, node, 6, 32, &field->bits);
    const struct table_regs *regs = &tables->regs[field->chip];
    for (size_t i = 0; i < regs->count && !status; i++) {
        const struct table_reg *reg = &regs->regs[i];
        if (strcmp(reg->name, name) != 0 || reg->is_thread)
            continue;
        field->word = reg->word;
        field->shift = reg->shift + low;
        if (field->bits == 0 || field->shift + field->bits > 32)
            return refuse(at, "%u bits from bit %u of %s leave the word", field->bits, low, name);
        return TT_OK;
    }
    return status ? status : refuse(at, "there is no register field %s", name);
}

static enum tt_status read_field(const struct place *file, const struct tables *tables, const cJSON *node,
                                 struct table_debug_field *field)
{
    struct place at = *file;
    const char *chip = NULL, *group = NULL;
    int size = cJSON_GetArraySize(node);
    if (size != 4 && size != 7)
        return refuse(&at, "a field must be [chip, group, entry, field, register, low bit, bits]");
    enum tt_status status = json_text_at(&at, node, 3, &field->name);
    at.item = field->name;
    if (!status)
        status = json_text_at(&at, node, 0, &chip);
    if (!status)
        status = json_text_at(&at, node, 1, &group);
    if (!status)
        status = find_chip(&at, tables, chip, &field->chip);
    if (!status)
        status = find_group(&at, tables, group, &field->group);
    if (!status)
        status = json_number_at(&at, node, 2, ENTRIES - 1, &field->entry);
    return status || size == 4 ? status : find_bits(&at, tables, node, field);
}

/* No name stands twice in an entry, and no bit in two fields of a group. */
static enum tt_status check_fields(const struct place *file, const struct table_debugger *debugger)
{
    struct place at = *file;
    for (size_t i = 0; i < debugger->field_count; i++) {
        const struct table_debug_field *x = &debugger->fields[i];
        at.item = x->name;
        for (size_t k = 0; k < i; k++) {
            const struct table_debug_field *y = &debugger->fields[k];
            if (x->chip != y->chip || x->group != y->group || x->entry != y->entry)
                continue;
            if (strcmp(x->name, y->name) == 0)
                return refuse(&at, "it stands twice in its entry");
            if (x->bits && y->bits && x->word == y->word && x->shift < y->shift + y->bits &&
                y->shift < x->shift + x->bits)
                return refuse(&at, "it has bits of %s", y->name);
        }
    }
    return TT_OK;
}

static enum tt_status read_fields(const struct place *at, struct tables *tables, const cJSON *list)
{
    struct table_debugger *debugger = &tables->debugger;
    enum tt_status status = allocate(at, list, sizeof *debugger->fields, &debugger->fields);
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, list)
    {
        if (!status)
            status = read_field(at, tables, node, &debugger->fields[debugger->field_count++]);
    }
    return status ? status : check_fields(at, debugger);
}

/* [signal, path of a word of the state], and where it is not so on a chip how it is there: "halved" (a counter of ten
 * bits in two groups, capture/import/halved_counter.h) or "another" thing, which has no place in a capture. */
static enum tt_status read_signal(const struct place *file, const struct tables *tables, const cJSON *node,
                                  struct table_debug_signal *signal)
{
    struct place at = *file;
    const char *how, *chip;
    uint32_t number = 0;
    enum tt_status status = json_text_at(&at, node, 0, &signal->name);
    at.item = signal->name;
    if (!status)
        status = json_text_at(&at, node, 1, &signal->path);
    if (status || cJSON_GetArraySize(node) == 2)
        return status;
    status = json_text_at(&at, node, 2, &how);
    if (!status)
        status = json_text_at(&at, node, 3, &chip);
    if (!status)
        status = find_chip(&at, tables, chip, &number);
    if (status)
        return status;
    if (strcmp(how, "halved") == 0)
        signal->halved |= 1u << number;
    else if (strcmp(how, "another") == 0)
        signal->another |= 1u << number;
    else
        return refuse(&at, "'%s' is neither halved nor another", how);
    return TT_OK;
}

/* [thread, index, name], and signals. */
static enum tt_status read_names(const struct place *at, struct tables *tables, const cJSON *gprs, const cJSON *signals)
{
    struct table_debugger *debugger = &tables->debugger;
    enum tt_status status = allocate(at, gprs, sizeof *debugger->gprs, &debugger->gprs);
    if (!status)
        status = allocate(at, signals, sizeof *debugger->signals, &debugger->signals);
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, gprs)
    {
        struct table_debug_gpr *gpr = status ? NULL : &debugger->gprs[debugger->gpr_count++];
        if (!status)
            status = json_number_at(at, node, 0, THREAD_LAST, &gpr->thread);
        if (!status)
            status = json_number_at(at, node, 1, GPR_LAST, &gpr->index);
        if (!status)
            status = json_text_at(at, node, 2, &gpr->name);
    }
    cJSON_ArrayForEach(node, signals)
    {
        if (!status)
            status = read_signal(at, tables, node, &debugger->signals[debugger->signal_count++]);
    }
    return status;
}

enum tt_status read_debugger(struct tables *tables, const char *dir, struct tt_error *err)
{
    static const char *const keys[] = {"groups", "fields", "gprs", "signals", NULL};
    struct table_debugger *debugger = &tables->debugger;
    const cJSON *list[4] = {NULL};
    cJSON *root = NULL;
    struct place at = {"debugger.json", NULL, err};
    enum tt_status status = tables_load(tables, dir, at.file, &root, err);
    if (!status)
        status = json_only(&at, root, keys);
    for (int i = 0; i < 4 && !status; i++)
        status = json_array(&at, root, keys[i], &list[i]);
    if (!status)
        status = allocate(&at, list[0], sizeof *debugger->groups, &debugger->groups);
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, list[0])
    {
        if (!status)
            status = read_group(&at, tables, node, &debugger->groups[debugger->group_count++]);
    }
    if (!status)
        status = read_fields(&at, tables, list[1]);
    return status ? status : read_names(&at, tables, list[2], list[3]);
}

void clear_debugger(struct table_debugger *debugger)
{
    mem_free(debugger->groups);
    mem_free(debugger->fields);
    mem_free(debugger->gprs);
    mem_free(debugger->signals);
}
