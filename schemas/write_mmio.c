/* SPDX-License-Identifier: Apache-2.0 */
/* mmio_ids.h and mmio_tables.c: what lies at which address beyond L1. */
#include "output.h"

#include <string.h>

static bool is_first_of_place(const struct tables *tables, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (tables->windows[i].cores && strcmp(tables->windows[i].place, tables->windows[index].place) == 0)
            return false;
    }
    return tables->windows[index].cores != 0;
}

static void put_words(FILE *to, const struct table_window *window)
{
    if (!window->word_count)
        return;
    fprintf(to, "/* Words of %s: bytes from MMIO_%s. */\nenum {\n", window->name, window->name);
    for (size_t i = 0; i < window->word_count; i++)
        fprintf(to, "    %s_OFFSET_%s = 0x%x, /* %s */\n", window->name, window->words[i].name, window->words[i].offset,
                window->words[i].doc);
    fputs("};\n\n", to);
}

void write_mmio_ids(FILE *to, const struct tables *tables)
{
    put_banner(to, "mmio.json");
    fputs("#pragma once\n\nenum {\n", to);
    for (size_t i = 0; i < tables->window_count; i++) {
        const struct table_window *window = &tables->windows[i];
        fprintf(to, "    MMIO_%s = 0x%08Xu, /* %s */\n", window->name, window->lo, window->doc);
        fprintf(to, "    MMIO_%s_END = 0x%08Xu,\n", window->name, window->lo + window->bytes);
    }
    fputs("};\n\n", to);
    for (size_t i = 0; i < tables->window_count; i++)
        put_words(to, &tables->windows[i]);
    fputs("enum map_place {\n    PLACE_NONE, /* nothing that the documents know, for this core */\n", to);
    for (size_t i = 0; i < tables->window_count; i++) {
        if (is_first_of_place(tables, i))
            fprintf(to, "    PLACE_%s, /* %s */\n", tables->windows[i].place, tables->windows[i].doc);
    }
    fputs("};\n", to);
}

void write_mmio_tables(FILE *to, const struct tables *tables)
{
    size_t count = 0;
    put_banner(to, "mmio.json");
    fputs("#include \"isa_tables.h\"\n\nconst struct mmio_window isa_mmio_windows[] = {\n", to);
    for (size_t i = 0; i < tables->window_count; i++) {
        const struct table_window *window = &tables->windows[i];
        if (!window->cores)
            continue;
        fprintf(to, "    {MMIO_%s, MMIO_%s_END, 0x%x, 0x%x, PLACE_%s, %u},\n", window->name, window->name,
                window->cores, window->chips, window->place, window->value);
        count++;
    }
    fprintf(to, "};\n\nconst unsigned isa_mmio_window_count = %zu;\n", count);
}
