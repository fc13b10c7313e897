/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/isa: the instructions of a chip, and what cannot be true of them. */
#include "base/memory.h"
#include "isa_rows.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const table_operand_names[TABLE_OPERANDS] = {"mod", "vd", "vc", "vb", "va", "imm12"};

static enum tt_status find_unit(const struct place *at, const struct tables *tables, const char *name,
                                enum tt_unit *out)
{
    for (enum tt_unit unit = 0; unit < TT_UNIT_COUNT; unit++) {
        if (strcmp(name, tables->units[unit]) == 0) {
            *out = unit;
            return TT_OK;
        }
    }
    return refuse(at, "unit \"%s\" does not exist", name);
}

/* UNIT, or [UNIT, "if FIELD", UNIT otherwise]. */
static enum tt_status read_unit(const struct place *at, const struct tables *tables, const cJSON *row,
                                struct table_insn *insn)
{
    const cJSON *node = cJSON_GetObjectItemCaseSensitive(row, "unit");
    const char *name = NULL, *condition = NULL, *otherwise = NULL;
    if (!cJSON_IsArray(node)) {
        enum tt_status status = json_text(at, row, "unit", &name);
        return status ? status : find_unit(at, tables, name, &insn->unit);
    }
    enum tt_status status = json_text_at(at, node, 0, &name);
    if (!status)
        status = json_text_at(at, node, 1, &condition);
    if (!status)
        status = json_text_at(at, node, 2, &otherwise);
    if (!status)
        status = find_unit(at, tables, name, &insn->other_unit);
    if (!status)
        status = read_bits(at, insn, condition, &insn->other_unit_if);
    return status ? status : find_unit(at, tables, otherwise, &insn->unit);
}

/* What is supported has a handler, so that a missing one is an error when the tile is linked. */
static enum tt_status read_run(const struct place *at, const cJSON *row, struct table_insn *insn)
{
    const cJSON *support = cJSON_GetObjectItemCaseSensitive(row, "support");
    const cJSON *run = cJSON_GetObjectItemCaseSensitive(row, "run");
    insn->is_supported = !support;
    if (support && !(cJSON_IsString(support) && strcmp(support->valuestring, "none") == 0))
        return refuse(at, "support must be \"none\" or left out");
    if (support)
        return run ? refuse(at, "what is not supported has no handler to run") : TT_OK;
    if (!run)
        return refuse(at, "run must name the handler, or support be \"none\"");
    enum tt_status status = json_text(at, row, "run", &insn->run);
    if (!status && !is_identifier(insn->run, islower))
        status = refuse(at, "run \"%s\" must be the name of a function", insn->run);
    return status;
}

static enum tt_status read_opcode(const struct place *at, const cJSON *node, uint32_t *out)
{
    const char *text = NULL;
    enum tt_status status = json_text(at, node, "opcode", &text);
    if (status)
        return status;
    char *end = NULL;
    unsigned long value = strtoul(text, &end, 16);
    if (strncmp(text, "0x", 2) != 0 || *end || value > 0xFF)
        return refuse(at, "opcode \"%s\" must be 0x00 to 0xff", text);
    *out = (uint32_t)value;
    return TT_OK;
}

/* What a word rests on in a form that the fact covers. Findings say the rest: each has the fact of what a word does
 * beyond that. */
static enum tt_status read_fact(const struct place *at, const struct tables *tables, const cJSON *row,
                                struct table_insn *insn)
{
    const char *id = NULL;
    if (!insn->is_supported)
        return cJSON_HasObjectItem(row, "fact") ? refuse(at, "what is not supported rests on no fact") : TT_OK;
    enum tt_status status = json_text(at, row, "fact", &id);
    if (status)
        return status;
    insn->rests_on = facts_find(&tables->facts, id, strlen(id));
    return insn->rests_on ? TT_OK : refuse(at, "fact \"%s\" is in none of schemas/facts", id);
}

static enum tt_status read_insn(const struct place *at, const struct tables *tables, enum tt_chip chip,
                                const struct isa_rows *rows, const cJSON *row, struct table_insn *insn)
{
    static const char *const keys[] = {"opcode", "name",     "unit",    "support",  "run", "fields",    "parts",
                                       "uses",   "reads",    "writes",  "wiring",   "doc", "modifiers", "findings",
                                       "fact",   "operands", "subunit", "backdoor", NULL};
    static const char *const other_keys[] = {"opcode",   "name", "unit",  "support", "run",    "fields",
                                             "parts",    "uses", "reads", "writes",  "wiring", "modifiers",
                                             "findings", "fact", "doc",   NULL};
    enum tt_status status = json_only(at, row, keys);
    if (!status && !is_identifier(insn->name, isupper))
        status = refuse(at, "a mnemonic is capital letters, digits and underscores");
    if (!status)
        status = read_opcode(at, row, &insn->opcode);
    if (!status)
        status = json_text(at, row, "doc", &insn->doc);
    if (!status)
        status = read_insn_fields(at, rows, row, insn);
    if (!status)
        status = read_unit(at, tables, row, insn);
    if (!status)
        status = read_run(at, row, insn);
    if (!status)
        status = read_fact(at, tables, row, insn);
    if (!status)
        status = read_insn_effects(at, tables, rows, row, insn);
    if (!status && insn->unit != TT_UNIT_VECTOR)
        status = json_only(at, row, other_keys);
    if (!status && insn->unit == TT_UNIT_VECTOR)
        status = read_vector(at, rows, row, insn);
    if (!status)
        status = read_modifiers(at, tables, chip, row, insn);
    if (!status)
        status = read_form_findings(at, tables, rows, row, insn);
    return status;
}

static enum tt_status check_insns(const struct isa_rows *rows, const struct table_isa *isa, struct tt_error *err)
{
    for (size_t i = 0; i < isa->count; i++) {
        const struct place at = {isa_rows_file(rows, isa->insns[i].name), isa->insns[i].name, err};
        for (size_t k = 0; k < i; k++) {
            if (strcmp(isa->insns[i].name, isa->insns[k].name) == 0)
                return refuse(&at, "there are two instructions of this name");
            if (isa->insns[i].opcode == isa->insns[k].opcode)
                return refuse(&at, "opcode 0x%02x is already %s", isa->insns[i].opcode, isa->insns[k].name);
        }
    }
    return TT_OK;
}

static int by_opcode(const void *a, const void *b)
{
    const struct table_insn *x = a, *y = b;
    return x->opcode < y->opcode ? -1 : x->opcode > y->opcode;
}

enum tt_status read_isa(struct tables *tables, enum tt_chip chip, const char *dir, struct tt_error *err)
{
    struct isa_rows rows = {0};
    struct table_isa *isa = &tables->isa[chip];
    enum tt_status status = merge_isa(tables, chip, dir, &rows, err);
    if (status)
        return status;
    isa->insns = mem_calloc((size_t)cJSON_GetArraySize(rows.merged), sizeof *isa->insns);
    if (!isa->insns)
        return tt_fail(err, TT_NO_MEMORY, "no memory for instructions");
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, rows.merged)
    {
        struct table_insn *insn = &isa->insns[isa->count++];
        insn->name = cJSON_GetObjectItemCaseSensitive(row, "name")->valuestring;
        const struct place at = {isa_rows_file(&rows, insn->name), insn->name, err};
        status = read_insn(&at, tables, chip, &rows, row, insn);
        if (status)
            return status;
    }
    status = check_insns(&rows, isa, err);
    if (!status)
        status = check_isa_order(&rows, err);
    qsort(isa->insns, isa->count, sizeof *isa->insns, by_opcode);
    return status;
}
