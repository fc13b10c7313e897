/* SPDX-License-Identifier: Apache-2.0 */
/* isa_decode.h: a struct and a decoder for each mnemonic, the union of what the chips name; and the tile's table of
 * handlers. A decoder is straight-line for either chip. */
#include "output.h"

#include <string.h>

static const struct table_insn *find_insn(const struct tables *tables, enum tt_chip chip, const char *name)
{
    for (size_t i = 0; i < tables->isa[chip].count; i++) {
        if (strcmp(tables->isa[chip].insns[i].name, name) == 0)
            return &tables->isa[chip].insns[i];
    }
    return NULL;
}

static const struct table_field *insn_name(const struct table_insn *insn, size_t i)
{
    return i < insn->field_count ? &insn->fields[i] : &insn->parts[i - insn->field_count];
}

static const struct table_field *find_field(const struct table_insn *insn, const char *name)
{
    for (size_t i = 0; insn && i < insn->field_count + insn->part_count; i++) {
        if (strcmp(insn_name(insn, i)->name, name) == 0)
            return insn_name(insn, i);
    }
    return NULL;
}

/* True when an earlier chip has the instruction, so that it was already written. */
static bool is_repeated(const struct tables *tables, enum tt_chip chip, const char *name)
{
    for (enum tt_chip c = 0; c < chip; c++) {
        if (find_insn(tables, c, name))
            return true;
    }
    return false;
}

static bool is_supported_anywhere(const struct tables *tables, const char *name)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        const struct table_insn *insn = find_insn(tables, chip, name);
        if (insn && insn->is_supported)
            return true;
    }
    return false;
}

static void put_member(FILE *to, const struct table_field *field)
{
    fprintf(to, "    uint32_t %s; /* %s */\n", field->name, field->doc);
}

static void put_struct(FILE *to, const struct tables *tables, enum tt_chip first, const struct table_insn *insn)
{
    fprintf(to, "/* %s: %s */\nstruct insn_", insn->name, insn->doc);
    put_lower(to, insn->name);
    fputs(" {\n    uint32_t word; /* the whole instruction */\n", to);
    for (size_t i = 0; i < insn->field_count + insn->part_count; i++)
        put_member(to, insn_name(insn, i));
    for (enum tt_chip chip = first + 1; chip < TT_CHIP_COUNT; chip++) {
        const struct table_insn *other = find_insn(tables, chip, insn->name);
        for (size_t i = 0; other && i < other->field_count + other->part_count; i++) {
            if (!find_field(insn, insn_name(other, i)->name))
                put_member(to, insn_name(other, i));
        }
    }
    fputs("};\n\n", to);
}

static void put_value(FILE *to, const char *name, const struct table_field *field)
{
    if (field)
        fprintf(to, "        f->%s = (word >> %u) & 0x%llxu;\n", name, field->low, (1ULL << field->bits) - 1);
    else
        fprintf(to, "        f->%s = 0;\n", name);
}

/* Assigns every member of the struct for one chip. */
static void put_chip_decode(FILE *to, const struct tables *tables, enum tt_chip first, const struct table_insn *insn,
                            enum tt_chip chip)
{
    const struct table_insn *here = find_insn(tables, chip, insn->name);
    for (size_t i = 0; i < insn->field_count + insn->part_count; i++)
        put_value(to, insn_name(insn, i)->name, find_field(here, insn_name(insn, i)->name));
    for (enum tt_chip c = first + 1; c < TT_CHIP_COUNT; c++) {
        const struct table_insn *other = find_insn(tables, c, insn->name);
        for (size_t i = 0; other && i < other->field_count + other->part_count; i++) {
            const char *name = insn_name(other, i)->name;
            if (!find_field(insn, name))
                put_value(to, name, find_field(here, name));
        }
    }
}

static void put_decoder(FILE *to, const struct tables *tables, enum tt_chip first, const struct table_insn *insn)
{
    fputs("static inline void isa_decode_", to);
    put_lower(to, insn->name);
    fputs("(enum tt_chip chip, uint32_t word, struct insn_", to);
    put_lower(to, insn->name);
    fputs(" *f)\n{\n    f->word = word;\n    switch (chip) {\n", to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        fputs("    case ", to);
        put_chip(to, tables, chip);
        fputs(":\n", to);
        put_chip_decode(to, tables, first, insn, chip);
        fputs("        break;\n", to);
    }
    fputs("    case TT_CHIP_COUNT:\n        break;\n    }\n}\n\n", to);
}

void write_decode(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs("#pragma once\n\n#include \"base/names.h\"\n\n#include <stdint.h>\n\n", to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const struct table_insn *insn = &tables->isa[chip].insns[i];
            if (is_repeated(tables, chip, insn->name))
                continue;
            put_struct(to, tables, chip, insn);
            put_decoder(to, tables, chip, insn);
        }
    }
}

void write_handlers(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs("/* The handlers of all supported instructions; the files that define them include this. */\n"
          "#pragma once\n\n#include \"isa_decode.h\"\n#include \"tile/tile.h\"\n\n",
          to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const char *name = tables->isa[chip].insns[i].name;
            if (is_repeated(tables, chip, name) || !is_supported_anywhere(tables, name))
                continue;
            fputs("enum tile_step insn_", to);
            put_lower(to, name);
            fputs("(struct tile *tile, unsigned thread, const struct insn_", to);
            put_lower(to, name);
            fputs(" *f);\n", to);
        }
    }
}

static void put_wrapper(FILE *to, const struct tables *tables, enum tt_chip chip, const char *name)
{
    fputs("static enum tile_step run_", to);
    put_lower(to, name);
    fprintf(to, "_%u(struct tile *tile, unsigned thread, uint32_t word)\n{\n    struct insn_", (unsigned)chip);
    put_lower(to, name);
    fputs(" f;\n    isa_decode_", to);
    put_lower(to, name);
    fputs("(", to);
    put_chip(to, tables, chip);
    fputs(", word, &f);\n    return insn_", to);
    put_lower(to, name);
    fputs("(tile, thread, &f);\n}\n\n", to);
}

void write_dispatch(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs("/* Only tile/dispatch.c includes this. */\n#pragma once\n\n#include \"tile_handlers.h\"\n\n"
          "typedef enum tile_step tile_handler(struct tile *tile, unsigned thread, uint32_t word);\n\n",
          to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            if (tables->isa[chip].insns[i].is_supported)
                put_wrapper(to, tables, chip, tables->isa[chip].insns[i].name);
        }
    }
    fputs("/* By chip and opcode; null where nothing executes it. */\n"
          "static tile_handler *const tile_handlers[TT_CHIP_COUNT][256] = {\n",
          to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        fputs("    [", to);
        put_chip(to, tables, chip);
        fputs("] = {\n", to);
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const struct table_insn *insn = &tables->isa[chip].insns[i];
            if (!insn->is_supported)
                continue;
            fprintf(to, "        [0x%02x] = run_", insn->opcode);
            put_lower(to, insn->name);
            fprintf(to, "_%u,\n", (unsigned)chip);
        }
        fputs("    },\n", to);
    }
    fputs("};\n", to);
}
