/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/riscv.json: instructions of the cores, those refused with a reason, and names that are only spelling. */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

enum { FULL_OPCODE = 0x7F, LONG_WORD = 3 };

/* Numbers as "0x0000707f": JSON has none of base 16. */
static enum tt_status read_bits(const struct place *at, const cJSON *node, const char *key, uint32_t *out)
{
    const char *text = NULL;
    enum tt_status status = json_text(at, node, key, &text);
    if (status)
        return status;
    char *end = NULL;
    *out = (uint32_t)strtoul(text, &end, 16);
    if (strlen(text) != strlen("0x00000000") || strncmp(text, "0x", 2) != 0 || *end)
        return refuse(at, "%s \"%s\" must be 0x and eight digits", key, text);
    return TT_OK;
}

static enum tt_status read_optional(const struct place *at, const cJSON *node, const char *key, const char **out)
{
    *out = "";
    return cJSON_GetObjectItemCaseSensitive(node, key) ? json_text(at, node, key, out) : TT_OK;
}

/* What all three lists have. */
static enum tt_status read_shape(struct place *at, const cJSON *node, struct table_riscv *row)
{
    enum tt_status status = read_optional(at, node, "name", &row->name);
    at->item = row->name;
    if (!status)
        status = read_optional(at, node, "operands", &row->operands);
    if (!status)
        status = read_bits(at, node, "match", &row->match);
    if (!status)
        status = read_bits(at, node, "mask", &row->mask);
    if (!status && ((row->match & ~row->mask) || (row->mask & row->match & LONG_WORD) != LONG_WORD))
        status = refuse(at, "match has bits that mask has not, or is not of a 32-bit instruction");
    return status;
}

static enum tt_status find_set(const struct place *at, const struct tables *tables, const char *name, size_t *set)
{
    for (*set = 0; *set < tables->riscv.set_count; (*set)++) {
        if (strcmp(tables->riscv.sets[*set].name, name) == 0)
            return TT_OK;
    }
    return refuse(at, "set \"%s\" does not exist", name);
}

static enum tt_status check_kind(const struct place *at, const struct table_riscv *row)
{
    static const char *const kinds[] = {"compute", "branch", "load", "store", "atomic", "special"};
    bool is_known = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        is_known |= strcmp(row->kind, kinds[i]) == 0;
    if (!is_known)
        return refuse(at, "kind \"%s\" does not exist", row->kind);
    const bool is_access = strcmp(row->kind, "load") == 0 || strcmp(row->kind, "store") == 0;
    const bool needs_function = strcmp(row->kind, "special") != 0 && strcmp(row->kind, "store") != 0;
    if (is_access != (row->bytes != 0) || needs_function != (*row->by != 0))
        return refuse(at, "of kind %s, it may not have, or must have, \"by\" or \"bytes\"", row->kind);
    return TT_OK;
}

static enum tt_status read_instruction(const struct place *file, const struct tables *tables, const cJSON *node,
                                       struct table_riscv *row)
{
    static const char *const keys[] = {"name", "set", "match", "mask", "operands", "kind", "by", "bytes", NULL};
    struct place at = *file;
    const char *set = NULL;
    enum tt_status status = read_shape(&at, node, row);
    if (!status)
        status = json_only(&at, node, keys);
    if (!status && (row->mask & FULL_OPCODE) != FULL_OPCODE)
        status = refuse(&at, "its mask must hold the whole opcode");
    if (!status && !is_made_of(row->name, "."))
        status = refuse(&at, "a name is small letters, digits and dots");
    if (!status)
        status = json_text(&at, node, "set", &set);
    if (!status)
        status = find_set(&at, tables, set, &row->set);
    if (!status)
        status = json_text(&at, node, "kind", &row->kind);
    if (!status)
        status = read_optional(&at, node, "by", &row->by);
    if (!status && cJSON_GetObjectItemCaseSensitive(node, "bytes"))
        status = json_number(&at, node, "bytes", 4, &row->bytes);
    return status ? status : check_kind(&at, row);
}

static enum tt_status read_refusal(const struct place *file, const struct tables *tables, const cJSON *node,
                                   struct table_riscv *row)
{
    static const char *const keys[] = {"name", "match", "mask", "operands", "why", NULL};
    struct place at = *file;
    (void)tables;
    enum tt_status status = read_shape(&at, node, row);
    if (!status)
        status = json_only(&at, node, keys);
    return status ? status : json_text(&at, node, "why", &row->why);
}

static enum tt_status read_alias(const struct place *file, const struct tables *tables, const cJSON *node,
                                 struct table_riscv *row)
{
    static const char *const keys[] = {"name", "match", "mask", "operands", NULL};
    struct place at = *file;
    enum tt_status status = read_shape(&at, node, row);
    if (!status)
        status = json_only(&at, node, keys);
    for (size_t i = 0; !status && i < tables->riscv.insns.count; i++) {
        const struct table_riscv *insn = &tables->riscv.insns.rows[i];
        if ((insn->mask & ~row->mask) == 0 && ((insn->match ^ row->match) & insn->mask) == 0)
            return TT_OK;
    }
    return status ? status : refuse(&at, "is the spelling of no instruction");
}

typedef enum tt_status row_reader(const struct place *file, const struct tables *tables, const cJSON *node,
                                  struct table_riscv *row);

static enum tt_status read_rows(const struct place *at, const struct tables *tables, const cJSON *root, const char *key,
                                row_reader *read, struct table_riscv_rows *out)
{
    const cJSON *list = NULL, *node = NULL;
    enum tt_status status = json_array(at, root, key, &list);
    if (status)
        return status;
    out->rows = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *out->rows);
    if (!out->rows)
        return tt_fail(at->err, TT_NO_MEMORY, "no memory for %s", key);
    cJSON_ArrayForEach(node, list)
    {
        status = read(at, tables, node, &out->rows[out->count]);
        if (status)
            return status;
        out->count++;
    }
    return TT_OK;
}

static enum tt_status read_set(const struct place *file, const struct tables *tables, const cJSON *node,
                               struct table_riscv_set *set)
{
    static const char *const keys[] = {"name", "chips", "doc", NULL};
    struct place at = *file;
    const cJSON *chips = NULL;
    enum tt_status status = json_text(&at, node, "name", &set->name);
    at.item = set->name;
    if (!status)
        status = json_only(&at, node, keys);
    if (!status)
        status = json_text(&at, node, "doc", &set->doc);
    if (!status)
        status = json_array(&at, node, "chips", &chips);
    for (int i = 0; !status && i < cJSON_GetArraySize(chips); i++) {
        const char *name = NULL;
        status = json_text_at(&at, chips, i, &name);
        if (!status && !tables_chips(tables, name))
            return refuse(&at, "there is no chip %s", name);
        set->chips |= status ? 0 : tables_chips(tables, name);
    }
    return status;
}

static enum tt_status read_sets(const struct place *at, struct tables *tables, const cJSON *root)
{
    const cJSON *list = NULL, *node = NULL;
    enum tt_status status = json_array(at, root, "sets", &list);
    if (status)
        return status;
    tables->riscv.sets = mem_calloc((size_t)cJSON_GetArraySize(list), sizeof *tables->riscv.sets);
    if (!tables->riscv.sets)
        return tt_fail(at->err, TT_NO_MEMORY, "no memory for sets");
    cJSON_ArrayForEach(node, list)
    {
        status = read_set(at, tables, node, &tables->riscv.sets[tables->riscv.set_count]);
        if (status)
            return status;
        tables->riscv.set_count++;
    }
    return TT_OK;
}

/* No word may be two things. */
static enum tt_status check_apart(const struct place *file, const struct table_riscv_rows *some,
                                  const struct table_riscv_rows *others)
{
    for (size_t i = 0; i < some->count; i++) {
        for (size_t k = 0; k < others->count; k++) {
            const struct table_riscv *a = &some->rows[i], *b = &others->rows[k];
            if (a == b || ((a->match ^ b->match) & a->mask & b->mask))
                continue;
            const struct place at = {file->file, a->name, file->err};
            return refuse(&at, "a word may be it and %s (%08x)", *b->name ? b->name : b->why, (unsigned)b->match);
        }
    }
    return TT_OK;
}

/* By opcode, so that the instructions of one opcode stand together; as listed among themselves. */
static int by_opcode(const void *a, const void *b)
{
    const struct table_riscv *x = a, *y = b;
    const uint32_t p = x->match & FULL_OPCODE, q = y->match & FULL_OPCODE;
    if (p != q)
        return p < q ? -1 : 1;
    return x->match < y->match ? -1 : x->match > y->match;
}

enum tt_status read_riscv(struct tables *tables, const char *dir, struct tt_error *err)
{
    cJSON *root = NULL;
    struct table_riscv_all *all = &tables->riscv;
    const struct place at = {"riscv.json", NULL, err};
    enum tt_status status = tables_load(tables, dir, at.file, &root, err);
    if (!status)
        status = read_sets(&at, tables, root);
    if (!status)
        status = read_rows(&at, tables, root, "instructions", read_instruction, &all->insns);
    if (!status)
        status = read_rows(&at, tables, root, "refused", read_refusal, &all->refused);
    if (!status)
        status = read_rows(&at, tables, root, "aliases", read_alias, &all->aliases);
    if (!status)
        status = check_apart(&at, &all->insns, &all->insns);
    if (!status)
        status = check_apart(&at, &all->insns, &all->refused);
    if (!status)
        qsort(all->insns.rows, all->insns.count, sizeof *all->insns.rows, by_opcode);
    return status;
}

void clear_riscv(struct table_riscv_all *all)
{
    mem_free(all->sets);
    mem_free(all->insns.rows);
    mem_free(all->refused.rows);
    mem_free(all->aliases.rows);
}
