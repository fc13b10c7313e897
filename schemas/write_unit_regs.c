/* SPDX-License-Identifier: Apache-2.0 */
/* Who reads which configuration field: the tables of isa/unit_fields.c, and for each unit a header with the fields that
 * it declares. A unit's code has no other names, so what it did not declare it cannot read. */
#include "output.h"

#include <string.h>

static const char *const whens[] = {
    [READ_AT_ISSUE] = "REG_AT_ISSUE", [READ_AT_WORK] = "REG_AT_WORK", [NOT_READ] = "REG_NOT_READ"};

void put_reg_readers(FILE *to, const struct tables *tables)
{
    size_t count = 0;
    fputs("const struct reg_readers isa_reg_readers[REG_COUNT] = {\n", to);
    for (size_t i = 0; i < tables->meaning_count; i++) {
        fprintf(to, "    [REG_%s] = {%zu, %zu},\n", tables->meanings[i].name, count, tables->meanings[i].reader_count);
        count += tables->meanings[i].reader_count;
    }
    fprintf(to, "};\n\nconst struct reg_reader isa_reg_reader_list[%zu] = {\n", count);
    for (size_t i = 0; i < tables->meaning_count; i++) {
        for (size_t k = 0; k < tables->meanings[i].reader_count; k++) {
            const struct table_reader *reader = &tables->meanings[i].readers[k];
            fputs("    {TT_UNIT_", to);
            put_upper(to, tables->units[reader->unit]);
            fprintf(to, ", %u, %s, 0x%x},\n", reader->section, whens[reader->when], reader->chips & 0xFF);
        }
    }
    fputs("};\n\nconst uint16_t isa_regs_listed[REG_COUNT] = {\n", to);
    for (size_t i = 0; i < tables->meaning_count; i++)
        fprintf(to, "    REG_%s,\n", tables->meanings[i].name);
    fputs("};\n\n", to);
}

static bool is_read_by(const struct table_meaning *meaning, unsigned units)
{
    for (size_t i = 0; i < meaning->reader_count; i++) {
        if (meaning->readers[i].when != NOT_READ && (units >> meaning->readers[i].unit & 1))
            return true;
    }
    return false;
}

/* units: a bit each of those whose code is in the folder src/tile/FOLDER. */
static void put_unit_regs(FILE *to, const struct tables *tables, const char *folder, unsigned units)
{
    put_banner(to, "registers/fields.json");
    fprintf(to, "/* The fields that tile/%s reads. */\n#pragma once\n\n#include \"reg_ids.h\"\n\nenum %s_reg {\n",
            folder, folder);
    for (size_t i = 0; i < tables->meaning_count; i++) {
        const char *name = tables->meanings[i].name;
        if (!is_read_by(&tables->meanings[i], units))
            continue;
        fputs("    ", to);
        put_upper(to, folder);
        fprintf(to, "_REG_%s = REG_%s,\n", name, name);
    }
    fputs("};\n", to);
}

void write_pack_regs(FILE *to, const struct tables *tables)
{
    put_unit_regs(to, tables, "pack", 1u << TT_UNIT_PACK);
}

void write_unpack_regs(FILE *to, const struct tables *tables)
{
    put_unit_regs(to, tables, "unpack", 1u << TT_UNIT_UNPACK0 | 1u << TT_UNIT_UNPACK1);
}

void write_matrix_regs(FILE *to, const struct tables *tables)
{
    put_unit_regs(to, tables, "matrix", 1u << TT_UNIT_MATRIX);
}

void write_vector_regs(FILE *to, const struct tables *tables)
{
    put_unit_regs(to, tables, "vector", 1u << TT_UNIT_VECTOR);
}

void write_mover_regs(FILE *to, const struct tables *tables)
{
    put_unit_regs(to, tables, "mover", 1u << TT_UNIT_MOVER);
}

void write_config_regs(FILE *to, const struct tables *tables)
{
    put_unit_regs(to, tables, "config", 1u << TT_UNIT_CONFIG);
}

void write_scalar_regs(FILE *to, const struct tables *tables)
{
    put_unit_regs(to, tables, "scalar", 1u << TT_UNIT_SCALAR);
}

void write_core_regs(FILE *to, const struct tables *tables)
{
    put_unit_regs(to, tables, "core", 1u << TT_UNIT_CORE);
}
