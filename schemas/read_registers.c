/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/registers/CHIP.json: where configuration fields stand, and what cannot be true of them. What they
 * are is in fields.json beside it. */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_place(const void *a, const void *b)
{
    const struct table_reg *x = a, *y = b;
    if (x->is_thread != y->is_thread)
        return x->is_thread ? 1 : -1;
    if (x->word != y->word)
        return x->word < y->word ? -1 : 1;
    return x->shift < y->shift ? -1 : x->shift > y->shift;
}

/* ["cfg", word, shift, bits, name], and "not instantiated" after it where silicon is said not to hold it. */
static enum tt_status read_reg(const struct place *file, const cJSON *node, const struct tables *tables,
                               const struct table_regs *regs, struct table_reg *reg)
{
    struct place at = *file;
    const char *space = NULL, *flag = NULL;
    int size = cJSON_GetArraySize(node);
    if (!cJSON_IsArray(node) || size < 5 || size > 6)
        return refuse(&at, "a register field must be [space, word, shift, bits, name]");
    enum tt_status status = json_text_at(&at, node, 4, &reg->name);
    if (status)
        return status;
    at.item = reg->name;
    if (!is_identifier(reg->name, isupper))
        return refuse(&at, "a field is named by letters, digits and underscores, the first a capital");
    status = json_text_at(&at, node, 0, &space);
    if (!status && strcmp(space, "cfg") != 0 && strcmp(space, "thread") != 0)
        status = refuse(&at, "space \"%s\" must be cfg or thread", space);
    if (status)
        return status;
    reg->is_thread = strcmp(space, "thread") == 0;
    status = json_number_at(&at, node, 1, (reg->is_thread ? regs->thread_words : regs->cfg_words) - 1, &reg->word);
    if (!status)
        status = json_number_at(&at, node, 2, 31, &reg->shift);
    if (!status)
        status = json_number_at(&at, node, 3, 32, &reg->bits);
    if (!status && size == 6)
        status = json_text_at(&at, node, 5, &flag);
    if (!status && flag && strcmp(flag, "not instantiated") != 0)
        status = refuse(&at, "flag \"%s\" must be \"not instantiated\" or left out", flag);
    reg->is_instantiated = !flag;
    const struct table_meaning *meaning = meaning_find(tables, reg->name);
    if (!status && !meaning)
        status = refuse(&at, "registers/fields.json does not say what it is");
    reg->doc = meaning ? meaning->doc : NULL;
    reg->parts = meaning ? meaning->parts : NULL;
    for (size_t i = 0; !status && reg->parts && i < reg->parts->count; i++)
        if (reg->parts->items[i].low + reg->parts->items[i].bits > reg->bits)
            status = refuse(&at, "its part %s leaves its %u bits", reg->parts->items[i].name, reg->bits);
    uint32_t width = reg->is_thread ? 16 : 32;
    if (!status && (reg->bits == 0 || reg->shift + reg->bits > width))
        status = refuse(&at, "bits %u to %u leave a word of %u bits", reg->shift, reg->shift + reg->bits - 1, width);
    return status;
}

static enum tt_status check_regs(const struct place *file, const struct table_regs *regs)
{
    struct place at = *file;
    for (size_t i = 0; i < regs->count; i++) {
        const struct table_reg *reg = &regs->regs[i], *before = i ? reg - 1 : NULL;
        at.item = reg->name;
        if (before && before->is_thread == reg->is_thread && before->word == reg->word &&
            before->shift + before->bits > reg->shift)
            return refuse(&at, "bit %u of word %u is already in %s", reg->shift, reg->word, before->name);
        for (size_t k = 0; k < i; k++) {
            if (strcmp(reg->name, regs->regs[k].name) == 0)
                return refuse(&at, "there are two fields of this name");
        }
    }
    return TT_OK;
}

enum tt_status read_registers(struct tables *tables, enum tt_chip chip, const char *dir, struct tt_error *err)
{
    char name[64];
    snprintf(name, sizeof name, "registers/%s.json", tables_chip_files(tables, chip));
    cJSON *root = NULL;
    const cJSON *list = NULL;
    struct place at = {name, NULL, err}, chips = {"chips.json", tables->chips[chip].name, err};
    struct table_regs *regs = &tables->regs[chip];
    enum tt_status status = tables_load(tables, dir, name, &root, err);
    if (!status)
        status = json_number(&chips, tables->chips[chip].node, "cfg_words", 1024, &regs->cfg_words);
    if (!status)
        status = json_number(&chips, tables->chips[chip].node, "thread_words", 256, &regs->thread_words);
    if (!status)
        status = json_array(&at, root, "fields", &list);
    if (status)
        return status;
    regs->regs = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *regs->regs);
    if (!regs->regs)
        return tt_fail(err, TT_NO_MEMORY, "no memory for register fields");
    const cJSON *node = NULL;
    cJSON_ArrayForEach(node, list)
    {
        status = read_reg(&at, node, tables, regs, &regs->regs[regs->count]);
        if (status)
            return status;
        regs->count++;
    }
    qsort(regs->regs, regs->count, sizeof *regs->regs, by_place);
    return check_regs(&at, regs);
}
