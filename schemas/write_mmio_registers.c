/* SPDX-License-Identifier: Apache-2.0 */
/* mmio_register_ids.h and mmio_register_tables.c: the registers that several share, and where each keeps its value. */
#include "output.h"

#include <string.h>

static void put_cells_of(FILE *to, const struct tables *tables, const char *place)
{
    uint32_t cell = 0;
    fprintf(to, "/* Where a register of %s stands in struct register_state. */\nenum {\n", place);
    for (size_t i = 0; i < tables->mmio_register_count; i++) {
        const struct table_mmio_register *reg = &tables->mmio_registers[i];
        if (strcmp(reg->place, place) != 0)
            continue;
        fprintf(to, "    %s_CELL_%s = %u, /* %s */\n", place, reg->name, (unsigned)cell, reg->doc);
        cell += reg->count;
    }
    fprintf(to, "    %s_CELLS = %u\n};\n\n", place, (unsigned)cell);
}

void write_mmio_register_ids(FILE *to, const struct tables *tables)
{
    put_banner(to, "mmio_registers.json");
    fputs("#pragma once\n\n/* What a store to a register does. */\nenum mmio_act {\n", to);
    for (size_t i = 0; i < tables->mmio_act_count; i++) {
        fputs("    MMIO_ACT_", to);
        put_upper(to, tables->mmio_acts[i].name);
        fprintf(to, ", /* %s */\n", tables->mmio_acts[i].doc);
    }
    fputs("    MMIO_ACT_COUNT\n};\n\n", to);
    put_cells_of(to, tables, "TDMA");
    put_cells_of(to, tables, "STREAM");
    put_cells_of(to, tables, "NOC");
    put_cells_of(to, tables, "DEBUG");
}

static uint32_t cell_of(const struct tables *tables, const struct table_mmio_register *reg)
{
    uint32_t cell = 0;
    for (const struct table_mmio_register *other = tables->mmio_registers; other != reg; other++) {
        if (strcmp(other->place, reg->place) == 0)
            cell += other->count;
    }
    return cell;
}

void write_mmio_register_tables(FILE *to, const struct tables *tables)
{
    put_banner(to, "mmio_registers.json");
    fputs("#include \"isa_tables.h\"\n\nconst struct mmio_register isa_mmio_registers[] = {\n", to);
    for (size_t i = 0; i < tables->mmio_register_count; i++) {
        const struct table_mmio_register *reg = &tables->mmio_registers[i];
        fprintf(to, "    {\"%s\", PLACE_%s, {", reg->name, reg->place);
        for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
            fprintf(to, "%s0x%xu", chip ? ", " : "", (unsigned)reg->at[chip]);
        fputs("}, {", to);
        for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
            fprintf(to, "%s0x%x", chip ? ", " : "", (unsigned)reg->each[chip]);
        fputs("}, {", to);
        for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
            fprintf(to, "%s0x%xu", chip ? ", " : "", (unsigned)(UINT32_MAX >> (32 - reg->bits[chip])));
        fprintf(to, "}, %u, %u, MMIO_ACT_", (unsigned)reg->count, (unsigned)cell_of(tables, reg));
        put_upper(to, tables->mmio_acts[reg->act].name);
        fprintf(to, ", %s},\n", reg->counts ? "true" : "false");
    }
    fprintf(to, "};\n\nconst unsigned isa_mmio_register_count = %zu;\n", tables->mmio_register_count);
}
