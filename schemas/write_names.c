/* SPDX-License-Identifier: Apache-2.0 */
/* name_texts.h: names of instructions and register fields, and addresses, as literals for sentences and
 * examples. A name that the tables do not have does not compile. What is repeated is the same, which C allows. */
#include "output.h"

#include <string.h>

/* Of THCON_SEC1_REG2_Haloize_mode: Haloize_mode, which the sections have alike. Null for a field of no section. */
static const char *name_in_section(const char *name)
{
    static const char before[] = "THCON_SEC", between[] = "_REG";
    if (strncmp(name, before, strlen(before)) != 0)
        return NULL;
    name = strstr(name + strlen(before), between);
    name = name ? strchr(name + strlen(between), '_') : NULL;
    return name ? name + 1 : NULL;
}

void write_name_texts(FILE *to, const struct tables *tables)
{
    put_banner(to, "");
    fputs("#pragma once\n\n", to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->isa[chip].count; i++)
            fprintf(to, "#define INSN_TEXT_%s \"%s\"\n", tables->isa[chip].insns[i].name,
                    tables->isa[chip].insns[i].name);
    }
    for (size_t i = 0; i < tables->window_count; i++)
        fprintf(to, "#define MMIO_TEXT_%s \"0x%08x\"\n", tables->windows[i].name, tables->windows[i].lo);
    for (size_t i = 0; i < tables->meaning_count; i++) {
        const char *name = tables->meanings[i].name, *short_name = name_in_section(name);
        fprintf(to, "#define FIELD_TEXT_%s \"%s\"\n", name, name);
        if (short_name)
            fprintf(to, "#define FIELD_TEXT_SECTION_%s \"%s\"\n", short_name, short_name);
    }
}
