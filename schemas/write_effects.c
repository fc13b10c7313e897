/* SPDX-License-Identifier: Apache-2.0 */
/* effect_ids.h: what an effect may be of, how much of it, and how outputs hang on inputs; and what isa_tables.c says of
 * them. */
#include "output.h"

static void put_terms(FILE *to, const char *kind, const char *prefix, const struct table_terms *terms)
{
    fprintf(to, "\nenum %s {\n", kind);
    for (size_t i = 0; i < terms->count; i++) {
        fprintf(to, "    %s_", prefix);
        put_upper(to, terms->items[i].name);
        fprintf(to, ", /* %s */\n", terms->items[i].doc);
    }
    fprintf(to, "    %s_COUNT\n};\n", prefix);
}

void write_effect_ids(FILE *to, const struct tables *tables)
{
    const struct table_effects *effects = &tables->effects;
    put_banner(to, "effects.json, state.json");
    fputs(
        "#pragma once\n\n#include \"base/names.h\"\n\n"
        "/* What an effect is of: a space (enum tt_space), a group of words of the state, or what stands outside. */\n"
        "enum isa_what {\n",
        to);
    for (size_t i = 0; i < effects->groups.count; i++) {
        fputs("    WHAT_", to);
        put_upper(to, effects->groups.items[i].name);
        fputs(i ? ",\n" : " = TT_SPACE_COUNT,\n", to);
    }
    for (size_t i = 0; i < effects->outside.count; i++) {
        fputs("    WHAT_", to);
        put_upper(to, effects->outside.items[i].name);
        fputs(i ? "," : ", WHAT_OUTSIDE = WHAT_", to);
        if (!i) {
            put_upper(to, effects->outside.items[i].name);
            fputc(',', to);
        }
        fprintf(to, " /* %s */\n", effects->outside.items[i].doc);
    }
    fputs("    WHAT_COUNT\n};\n", to);
    put_terms(to, "isa_extent", "EXTENT", &effects->extents);
    put_terms(to, "isa_wiring", "WIRING", &effects->wirings);
}

static void put_products(FILE *to, const struct table_products *products, uint32_t first)
{
    for (size_t i = 0; i < products->count; i++)
        fprintf(to, "    [%zu] = {\"%s\", 0x%x},\n", first + i, products->items[i].name, products->items[i].producers);
}

void write_effect_tables(FILE *to, const struct tables *tables)
{
    const struct table_effects *effects = &tables->effects;
    fputs("\nconst struct isa_what_row isa_whats[WHAT_COUNT] = {\n", to);
    put_products(to, &effects->spaces, 0);
    fprintf(to, "    [TT_SPACE_STATE] = {\"state\", 0x%x},\n", PRODUCERS_NEVER);
    put_products(to, &effects->groups, TT_SPACE_COUNT);
    for (size_t i = 0; i < effects->outside.count; i++)
        fprintf(to, "    [WHAT_OUTSIDE + %zu] = {\"%s\", 0},\n", i, effects->outside.items[i].name);
    fputs("};\n\nconst char *const isa_extent_names[EXTENT_COUNT] = {\n", to);
    for (size_t i = 0; i < effects->extents.count; i++)
        fprintf(to, "    \"%s\",\n", effects->extents.items[i].name);
    fputs("};\n", to);
}

static void put_list(FILE *to, const char *kind, unsigned chip, const struct table_insn *insn,
                     const struct table_effect_list *list)
{
    if (!list->count)
        return;
    fprintf(to, "static const struct isa_effect %s_%u_%02x[] = {\n", kind, chip, insn->opcode);
    for (size_t i = 0; i < list->count; i++) {
        const struct table_effect *effect = &list->items[i];
        fprintf(to, "    {%u, %u, %d, %u, 0x%x, %zu, {", effect->what, effect->extent, effect->is_work,
                effect->field.low, (unsigned)((UINT64_C(1) << effect->field.bits) - 1), effect->condition_count);
        for (size_t k = 0; k < effect->condition_count; k++)
            fprintf(to, "%s{0x%x, 0x%x, %d}", k ? ", " : "", effect->conditions[k].mask, effect->conditions[k].value,
                    effect->conditions[k].is_equal);
        fputs(effect->condition_count ? "}},\n" : "{0, 0, 0}}},\n", to);
    }
    fputs("};\n", to);
}

void put_insn_effects(FILE *to, const struct table_insn *insn, unsigned chip)
{
    put_list(to, "reads", chip, insn, &insn->reads);
    put_list(to, "writes", chip, insn, &insn->writes);
}

void put_insn_effects_use(FILE *to, const struct table_insn *insn, unsigned chip)
{
    fprintf(to, ", %zu, %zu, ", insn->reads.count, insn->writes.count);
    fprintf(to, insn->reads.count ? "reads_%u_%02x, " : "0, ", chip, insn->opcode);
    fprintf(to, insn->writes.count ? "writes_%u_%02x, " : "0, ", chip, insn->opcode);
    fprintf(to, "%d, {", insn->has_wiring);
    for (unsigned space = 0; space < TT_SPACE_STATE; space++)
        fprintf(to, "%s%u", space ? ", " : "", insn->wiring[space]);
    fprintf(to, "}, 0x%x", insn->column0_if);
}
