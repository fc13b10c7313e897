/* SPDX-License-Identifier: Apache-2.0 */
/* Reading all schemas, and giving everything back. */
#include "tables.h"

#include "base/memory.h"
#include "json.h"

#include <string.h>

enum tt_status tables_keep(struct tables *tables, cJSON *tree, struct tt_error *err)
{
    if (tree && tables->tree_count < TREES_MAX) {
        tables->trees[tables->tree_count++] = tree;
        return TT_OK;
    }
    cJSON_Delete(tree);
    return tree ? tt_fail(err, TT_UNSUPPORTED, "more schema files than the generator has room for")
                : tt_fail(err, TT_NO_MEMORY, "no memory for a schema");
}

enum tt_status tables_load(struct tables *tables, const char *dir, const char *name, cJSON **out, struct tt_error *err)
{
    enum tt_status status = json_load(out, dir, name, err);
    return status ? status : tables_keep(tables, *out, err);
}

unsigned tables_chips(const struct tables *tables, const char *name)
{
    unsigned chips = 0;
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++)
        chips |= (unsigned)(strcmp(tables_chip_files(tables, chip), name) == 0) << chip;
    return chips;
}

const char *tables_chip_files(const struct tables *tables, enum tt_chip chip)
{
    return tables->chips[tables->chips[chip].like].name;
}

enum tt_status tables_read(struct tables *tables, const char *dir, struct tt_error *err)
{
    enum tt_status status = read_units(tables, dir, err);
    if (!status)
        status = read_chips(tables, dir, err);
    if (!status)
        status = read_meanings(tables, dir, err);
    if (!status)
        status = read_state(tables, dir, err);
    if (!status)
        status = read_effects(tables, dir, err);
    if (!status)
        status = read_facts(tables, dir, err);
    if (!status)
        status = read_findings(tables, dir, err);
    for (enum tt_chip chip = 0; !status && chip < TT_CHIP_COUNT; chip++) {
        status = read_isa(tables, chip, dir, err);
        if (!status)
            status = read_registers(tables, chip, dir, err);
    }
    if (!status)
        status = check_meanings(tables, err);
    if (!status)
        status = read_mmio(tables, dir, err);
    if (!status)
        status = read_mmio_registers(tables, dir, err);
    if (!status)
        status = read_variants(tables, dir, err);
    if (!status)
        status = read_settings(tables, dir, err);
    if (!status)
        status = read_riscv(tables, dir, err);
    if (!status)
        status = read_debugger(tables, dir, err);
    return status;
}

static void clear_isa(struct table_isa *isa)
{
    for (size_t i = 0; i < isa->count; i++) {
        mem_free(isa->insns[i].fields);
        mem_free(isa->insns[i].parts);
    }
    mem_free(isa->insns);
}

static void clear_variants(struct tables *tables)
{
    for (size_t i = 0; i < tables->variant_count; i++) {
        struct table_variant *variant = &tables->variants[i];
        for (size_t k = 0; k < variant->count; k++)
            mem_free(variant->choices[k].aliases);
        mem_free(variant->choices);
    }
    mem_free(tables->variants);
}

void tables_clear(struct tables *tables)
{
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        clear_isa(&tables->isa[chip]);
        mem_free(tables->regs[chip].regs);
    }
    mem_free(tables->meanings);
    mem_free(tables->windows);
    mem_free(tables->mmio_registers);
    for (size_t i = 0; i < tables->state_type_count; i++)
        mem_free(tables->state_types[i].members);
    mem_free(tables->state_types);
    mem_free(tables->finding_classes);
    mem_free(tables->findings);
    clear_variants(tables);
    mem_free(tables->settings.settings);
    clear_riscv(&tables->riscv);
    clear_debugger(&tables->debugger);
    clear_facts(&tables->facts);
    for (size_t i = 0; i < tables->tree_count; i++)
        cJSON_Delete(tables->trees[i]);
}
