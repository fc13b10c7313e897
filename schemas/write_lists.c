/* SPDX-License-Identifier: Apache-2.0 */
/* finding_ids.h, variant_ids.h, and the tables of units, chips, findings and variants. */
#include "output.h"

#include <string.h>

void write_finding_ids(FILE *to, const struct tables *tables)
{
    put_banner(to, "findings.json");
    fputs("#pragma once\n\nenum finding_id {\n", to);
    for (size_t i = 0; i < tables->finding_count; i++) {
        fputs("    FINDING_", to);
        put_upper(to, tables->findings[i].code);
        fprintf(to, ", /* %s */\n", tables->findings[i].doc);
    }
    fputs("    FINDING_COUNT\n};\n", to);
}

static void put_choices(FILE *to, const struct table_variant *variant)
{
    fprintf(to, "/* %s: %s */\nenum {", variant->row, variant->doc);
    for (size_t i = 0; i < variant->count; i++) {
        fputs(i ? ", " : " ", to);
        put_upper(to, variant->key);
        fputc('_', to);
        put_upper(to, variant->choices[i].name);
    }
    fputs(" };\n", to);
}

void write_variant_ids(FILE *to, const struct tables *tables)
{
    put_banner(to, "variants.json");
    fputs("#pragma once\n\nenum variant_id {\n", to);
    for (size_t i = 0; i < tables->variant_count; i++) {
        fputs("    VARIANT_", to);
        put_upper(to, tables->variants[i].key);
        fputs(",\n", to);
    }
    fputs("    VARIANT_COUNT\n};\n\n", to);
    for (size_t i = 0; i < tables->variant_count; i++)
        put_choices(to, &tables->variants[i]);
}

static void put_units(FILE *to, const struct tables *tables)
{
    fputs("const char *const isa_unit_names[TT_UNIT_COUNT] = {\n", to);
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++) {
        fputs("    [TT_UNIT_", to);
        put_upper(to, tables->units[unit]);
        fprintf(to, "] = \"%s\",\n", tables->units[unit]);
    }
    fputs("};\n\n", to);
}

static void put_trait(FILE *to, const cJSON *value)
{
    if (cJSON_IsBool(value))
        fprintf(to, "        .%s = %s,\n", value->string, cJSON_IsTrue(value) ? "true" : "false");
    else if (cJSON_IsNumber(value))
        fprintf(to, "        .%s = %lld,\n", value->string, (long long)value->valuedouble);
}

/* A trait, or a group of them. */
static void put_traits(FILE *to, const cJSON *value)
{
    const cJSON *trait = NULL;
    put_trait(to, value);
    if (!cJSON_IsObject(value))
        return;
    fprintf(to, "        .%s = {\n", value->string);
    cJSON_ArrayForEach(trait, value) put_trait(to, trait);
    fputs("        },\n", to);
}

static void put_chips(FILE *to, const struct tables *tables)
{
    fputs("const struct chip isa_chips[TT_CHIP_COUNT] = {\n", to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        const cJSON *trait = NULL;
        fputs("    [", to);
        put_chip(to, tables, chip);
        fputs("] = {\n        .id = ", to);
        put_chip(to, tables, chip);
        fprintf(to, ",\n        .name = \"%s\",\n", tables->chips[chip].name);
        cJSON_ArrayForEach(trait, tables->chips[chip].node) put_traits(to, trait);
        fputs("    },\n", to);
    }
    fputs("};\n\n", to);
}

/* The page with its id, and the fact itself: "docs/facts/P-3.6", &isa_facts[14]. */
static void put_ground(FILE *to, const struct tables *tables, const struct table_finding *finding)
{
    const struct table_facts *facts = &tables->facts;
    if (finding->fact)
        fprintf(to, "\"docs/facts/%s.md %s\", &isa_facts[%zu]", facts->pages[finding->fact->page].name,
                finding->fact->id, (size_t)(finding->fact - facts->facts));
    else
        fprintf(to, "\"%s\", 0", finding->page);
}

static void put_findings(FILE *to, const struct tables *tables)
{
    fputs("const char *const isa_finding_classes[FINDING_CLASS_COUNT] = {\n", to);
    for (size_t i = 0; i < tables->finding_class_count; i++) {
        fputs("    [FINDING_", to);
        put_upper(to, tables->finding_classes[i]);
        fprintf(to, "] = \"%s\",\n", tables->finding_classes[i]);
    }
    fputs("};\n\nconst struct finding_info isa_findings[FINDING_COUNT] = {\n", to);
    for (size_t i = 0; i < tables->finding_count; i++) {
        const struct table_finding *finding = &tables->findings[i];
        fprintf(to, "    {\"%s\", FINDING_", finding->code);
        put_upper(to, finding->kind);
        fputs(", ", to);
        put_ground(to, tables, finding);
        fputs(", ", to);
        put_string(to, finding->doc);
        fputs("},\n", to);
    }
    fputs("};\n\n", to);
}

static void put_variants(FILE *to, const struct tables *tables)
{
    for (size_t i = 0; i < tables->variant_count; i++) {
        fprintf(to, "static const char *const choices_%zu[] = {", i);
        for (size_t k = 0; k < tables->variants[i].count; k++)
            fprintf(to, "%s\"%s\"", k ? ", " : "", tables->variants[i].choices[k].name);
        fputs("};\n", to);
    }
    fputs("\nconst struct variant_info isa_variants[VARIANT_COUNT] = {\n", to);
    for (size_t i = 0; i < tables->variant_count; i++) {
        const struct table_variant *variant = &tables->variants[i];
        fprintf(to, "    {\"%s\", choices_%zu, %zu, %zu, ", variant->key, i, variant->count, variant->simulator);
        put_string(to, variant->row);
        fputs(", ", to);
        put_string(to, variant->doc);
        fputs("},\n", to);
    }
    fputs("};\n\n", to);
}

static void put_aliases(FILE *to, const struct tables *tables)
{
    unsigned count = 0;
    fputs("const struct variant_alias isa_variant_aliases[] = {\n", to);
    for (size_t i = 0; i < tables->variant_count; i++) {
        for (size_t k = 0; k < tables->variants[i].count; k++) {
            const struct table_choice *choice = &tables->variants[i].choices[k];
            for (size_t a = 0; a < choice->alias_count; a++, count++)
                fprintf(to, "    {\"%s\", %zu, %zu},\n", choice->aliases[a], i, k);
        }
    }
    fprintf(to, "    {0, 0, 0},\n};\nconst unsigned isa_variant_alias_count = %u;\n", count);
}

void write_list_tables(FILE *to, const struct tables *tables)
{
    put_banner(to, "");
    fputs("#include \"isa_tables.h\"\n\n", to);
    put_units(to, tables);
    put_chips(to, tables);
    put_findings(to, tables);
    put_variants(to, tables);
    put_aliases(to, tables);
}
