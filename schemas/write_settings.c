/* SPDX-License-Identifier: Apache-2.0 */
/* setting_tables.c: what schemas/settings.json says, by chip and instruction; and the readings that it says nothing of,
 * each of the whole unit that its key begins with. */
#include "output.h"

#include <inttypes.h>
#include <string.h>

static void put_conditions(FILE *to, const struct table_setting *setting)
{
    fprintf(to, "%zu, {", setting->condition_count);
    for (size_t i = 0; i < setting->condition_count; i++) {
        const struct table_if *condition = &setting->conditions[i];
        static const char *const kinds[] = {"WORD", "FIELD", "SRCA", "SRCB"};
        fprintf(to, "%s{EVIDENCE_IF_%s, %u, ", i ? ", " : "", kinds[condition->kind], condition->low);
        if (condition->kind == IF_FIELD)
            fprintf(to, "REG_%s", condition->name);
        else
            fputs("0", to);
        fprintf(to, ", 0x%x, UINT64_C(0x%" PRIx64 ")}", condition->mask, condition->values);
    }
    fputs("}", to);
}

static void put_setting(FILE *to, const struct tables *tables, const struct table_setting *setting)
{
    const struct table_fact *first = tables->facts.facts;
    fprintf(to, "    {&isa_facts[%td], {", setting->fact - first);
    for (size_t i = 0; i < setting->cover_count; i++)
        fprintf(to, "%s&isa_facts[%td]", i ? ", " : "", setting->covers[i] - first);
    if (!setting->cover_count)
        fputs("0", to);
    fputs("}, ", to);
    put_conditions(to, setting);
    fputs("},\n", to);
}

/* By chip and instruction, in the order of the file: the first that holds counts. */
static void put_settings(FILE *to, const struct tables *tables)
{
    const struct table_settings *all = &tables->settings;
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const char *name = tables->isa[chip].insns[i].name;
            size_t count = 0;
            for (size_t k = 0; k < all->count; k++) {
                const struct table_setting *setting = &all->settings[k];
                if (setting->variant || setting->chip != chip || strcmp(setting->insn, name) != 0)
                    continue;
                if (!count++)
                    fprintf(to, "static const struct evidence_setting settings_%u_%s[] = {\n", chip, name);
                put_setting(to, tables, setting);
            }
            if (count)
                fputs("};\n", to);
        }
    }
    fputs("\nconst struct evidence_settings isa_settings[TT_CHIP_COUNT][INSN_COUNT] = {\n", to);
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        fputs("    [", to);
        put_chip(to, tables, chip);
        fputs("] = {\n", to);
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const char *name = tables->isa[chip].insns[i].name;
            size_t count = 0;
            for (size_t k = 0; k < all->count; k++)
                count += !all->settings[k].variant && all->settings[k].chip == chip &&
                         strcmp(all->settings[k].insn, name) == 0;
            if (count)
                fprintf(to, "        [INSN_%s] = {settings_%u_%s, %zu},\n", name, chip, name, count);
        }
        fputs("    },\n", to);
    }
    fputs("};\n", to);
}

/* A fact a choice that is not the device's: who chooses it by hand answers for it, but for what a simulator recorded.
 */
static size_t put_choices(FILE *to, const struct tables *tables)
{
    size_t count = 0;
    fputs("\nconst struct fact isa_choices[] = {\n", to);
    for (size_t i = 0; i < tables->variant_count; i++) {
        const struct table_variant *variant = &tables->variants[i];
        for (size_t k = 1; k < variant->count; k++, count++) {
            fprintf(to, "    {\"%s=%s\", %s, \"docs/semantics/evidence.md\", ", variant->key, variant->choices[k].name,
                    k == variant->simulator ? "FACT_SIMULATOR" : "FACT_GUESSED");
            put_string(to, variant->doc);
            fprintf(to, ", \"%s\", \"\"},\n", variant->row);
        }
    }
    fputs("};\n", to);
    return count;
}

static void put_units(FILE *to, const char *key)
{
    static const char *const units[][2] = {{"pack", "PACK"}, {"matrix", "MATRIX"}, {"vector", "VECTOR"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const size_t length = strlen(units[i][0]);
        if (strncmp(key, units[i][0], length) == 0 && key[length] == '.') {
            fprintf(to, "1u << TT_UNIT_%s", units[i][1]);
            return;
        }
    }
    fputs(strncmp(key, "unpack.", 7) == 0 ? "1u << TT_UNIT_UNPACK0 | 1u << TT_UNIT_UNPACK1" : "UINT32_MAX", to);
}

static void put_readings(FILE *to, const struct tables *tables)
{
    const struct table_settings *all = &tables->settings;
    size_t count = 0, first = 0;
    fputs("\nconst struct evidence_reading isa_readings[] = {\n", to);
    for (size_t i = 0; i < tables->variant_count; i++) {
        const struct table_variant *variant = &tables->variants[i];
        size_t found = 0;
        for (size_t k = 0; k < all->count; k++) {
            const struct table_setting *setting = &all->settings[k];
            if (setting->variant != variant)
                continue;
            fprintf(to, "    {%zu, 1u << %u, UINT32_MAX, INSN_%s, &isa_choices[%zu], ", i, setting->chip, setting->insn,
                    first);
            put_conditions(to, setting);
            fputs("},\n", to);
            found++;
        }
        if (!found) {
            fprintf(to, "    {%zu, UINT8_MAX, ", i);
            put_units(to, variant->key);
            fprintf(to, ", INSN_NONE, &isa_choices[%zu], 0, {{0}}},\n", first);
        }
        count += found ? found : 1;
        first += variant->count - 1;
    }
    fprintf(to, "};\nconst unsigned isa_reading_count = %zu;\n", count);
    fprintf(to, "static_assert(%zu <= EVIDENCE_READINGS_MAX, \"all readings may be chosen at once\");\n", count);
}

void write_setting_tables(FILE *to, const struct tables *tables)
{
    put_banner(to, "settings.json");
    fputs("#include \"isa_tables.h\"\n\n#include <assert.h>\n\n", to);
    put_settings(to, tables);
    fprintf(to, "const unsigned isa_choice_count = %zu;\n", put_choices(to, tables));
    put_readings(to, tables);
}
