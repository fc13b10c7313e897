/* SPDX-License-Identifier: Apache-2.0 */
/* debugger_tables.c: schemas/debugger.json with every name resolved to a word and bits. */
#include "output.h"

static void put_groups(FILE *to, const struct table_debugger *debugger)
{
    fputs("const struct debugger_group debugger_groups[] = {\n", to);
    for (size_t i = 0; i < debugger->group_count; i++) {
        const struct table_debug_group *group = &debugger->groups[i];
        fprintf(to, "    {\"%s\", \"%s\", {", group->name, group->title);
        for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
            fputs(chip ? ", {" : "{", to);
            for (int entry = 0; entry < 4; entry++) {
                if (group->before[chip][entry])
                    fprintf(to, "%s\"%s\"", entry ? ", " : "", group->before[chip][entry]);
            }
            fputs(group->before[chip][0] ? "}" : "NULL}", to);
        }
        fputs("}},\n", to);
    }
    fprintf(to, "};\nconst size_t debugger_group_count = %zu;\n\n", debugger->group_count);
}

void write_debugger(FILE *to, const struct tables *tables)
{
    const struct table_debugger *debugger = &tables->debugger;
    put_banner(to, "debugger.json");
    fputs("#include \"capture/import/debugger_tables.h\"\n\n", to);
    put_groups(to, debugger);
    fputs("const struct debugger_field debugger_fields[] = {\n", to);
    for (size_t i = 0; i < debugger->field_count; i++) {
        const struct table_debug_field *field = &debugger->fields[i];
        fprintf(to, "    {\"%s\", %u, %u, %u, %u, %u, %u},\n", field->name, field->group, field->chip, field->entry,
                field->word, field->shift, field->bits);
    }
    fprintf(to, "};\nconst size_t debugger_field_count = %zu;\n\n", debugger->field_count);
    fputs("const struct debugger_gpr debugger_gprs[] = {\n", to);
    for (size_t i = 0; i < debugger->gpr_count; i++)
        fprintf(to, "    {\"%s\", %u, %u},\n", debugger->gprs[i].name, debugger->gprs[i].thread,
                debugger->gprs[i].index);
    fprintf(to, "};\nconst size_t debugger_gpr_count = %zu;\n\n", debugger->gpr_count);
    fputs("const struct debugger_signal debugger_signals[] = {\n", to);
    for (size_t i = 0; i < debugger->signal_count; i++)
        fprintf(to, "    {\"%s\", \"%s\", %u, %u},\n", debugger->signals[i].name, debugger->signals[i].path,
                debugger->signals[i].halved, debugger->signals[i].another);
    fprintf(to, "};\nconst size_t debugger_signal_count = %zu;\n", debugger->signal_count);
}
