/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/evidence.json: which fact each instruction rests on where its word is one that the fact covers. Findings say
 * the rest: each has the fact of what a word does beyond that (schemas/findings.json). */
#include "json.h"
#include "tables.h"

#include <string.h>

static enum tt_status find_fact(const struct place *at, const struct tables *tables, const char *id,
                                const struct table_fact **fact)
{
    *fact = facts_find(&tables->facts, id, strlen(id));
    return *fact ? TT_OK : refuse(at, "fact \"%s\" is in none of schemas/facts", id);
}

static struct table_insn *find_insn(struct table_isa *isa, const char *name)
{
    for (size_t i = 0; i < isa->count; i++)
        if (strcmp(isa->insns[i].name, name) == 0)
            return &isa->insns[i];
    return NULL;
}

/* The instruction, on one chip or (chip null) on all that have it. */
static enum tt_status put_fact(const struct place *at, struct tables *tables, const char *name, const char *chip,
                               const struct table_fact *fact)
{
    unsigned found = 0;
    for (unsigned i = 0; i < TT_CHIP_COUNT; i++) {
        struct table_insn *insn = find_insn(&tables->isa[i], name);
        if (!insn || (chip && strcmp(tables->chips[i].name, chip) != 0))
            continue;
        if (insn->rests_on)
            return refuse(at, "%s stands twice for %s", name, tables->chips[i].name);
        if (!insn->is_supported)
            return refuse(at, "%s is not executed on %s", name, tables->chips[i].name);
        insn->rests_on = fact;
        found++;
    }
    return found ? TT_OK : refuse(at, "no chip has an instruction %s", name);
}

/* [fact, [mnemonic, ...]] or [fact, [mnemonic, ...], chip] */
static enum tt_status read_row(const struct place *file, struct tables *tables, const cJSON *row)
{
    struct place at = *file;
    const struct table_fact *fact = NULL;
    const char *id = NULL, *chip = NULL, *name = NULL;
    enum tt_status status = json_text_at(&at, row, 0, &id);
    at.item = id;
    if (!status)
        status = find_fact(&at, tables, id, &fact);
    if (!status && cJSON_GetArraySize(row) > 2)
        status = json_text_at(&at, row, 2, &chip);
    const cJSON *names = cJSON_GetArrayItem(row, 1);
    if (!status && (!cJSON_IsArray(names) || cJSON_GetArraySize(row) > 3))
        status = refuse(&at, "must be [fact, [mnemonic, ...]], and may end in a chip");
    for (int i = 0; !status && i < cJSON_GetArraySize(names); i++) {
        status = json_text_at(&at, names, i, &name);
        if (!status)
            status = put_fact(&at, tables, name, chip, fact);
    }
    return status;
}

static enum tt_status check_all(const struct place *at, const struct tables *tables)
{
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const struct table_insn *insn = &tables->isa[chip].insns[i];
            if (insn->is_supported && !insn->rests_on)
                return refuse(at, "%s of %s rests on no fact", insn->name, tables->chips[chip].name);
        }
    }
    return TT_OK;
}

enum tt_status read_evidence(struct tables *tables, const char *dir, struct tt_error *err)
{
    static const char *const keys[] = {"unrecorded_forms", "rests_on", NULL};
    const struct place at = {"evidence.json", NULL, err};
    cJSON *root = NULL;
    const cJSON *list = NULL, *row = NULL;
    const char *id = NULL;
    enum tt_status status = tables_load(tables, dir, at.file, &root, err);
    if (!status)
        status = json_only(&at, root, keys);
    if (!status)
        status = json_text(&at, root, "unrecorded_forms", &id);
    if (!status)
        status = find_fact(&at, tables, id, &tables->unrecorded_forms);
    if (!status)
        status = json_array(&at, root, "rests_on", &list);
    cJSON_ArrayForEach(row, list)
    {
        if (!status)
            status = read_row(&at, tables, row);
    }
    return status ? status : check_all(&at, tables);
}
