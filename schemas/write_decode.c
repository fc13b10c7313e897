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

/* A struct with what one chip names; what only others name stays 0. */
static void put_return(FILE *to, const struct table_insn *here)
{
    fputs("return (struct insn_", to);
    put_lower(to, here->name);
    fputs("){\n        .word = word,\n", to);
    for (size_t i = 0; i < here->field_count + here->part_count; i++) {
        const struct table_field *field = insn_name(here, i);
        fprintf(to, "        .%s = word >> %u & 0x%llxu,\n", field->name, field->low, (1ULL << field->bits) - 1);
    }
    fputs("    };\n", to);
}

static bool has_same_fields(const struct table_insn *a, const struct table_insn *b)
{
    bool is_same = a->field_count + a->part_count == b->field_count + b->part_count;
    for (size_t i = 0; is_same && i < a->field_count + a->part_count; i++) {
        const struct table_field *ours = insn_name(a, i), *theirs = find_field(b, ours->name);
        is_same = theirs && theirs->low == ours->low && theirs->bits == ours->bits;
    }
    return is_same;
}

/* Chips that place the fields as the first does, or do not have the instruction, share its code, and need not be asked
 * for. */
static void put_decoder(FILE *to, const struct tables *tables, enum tt_chip first, const struct table_insn *insn)
{
    fputs("static inline struct insn_", to);
    put_lower(to, insn->name);
    fputs(" isa_decode_", to);
    put_lower(to, insn->name);
    fputs("(enum tt_chip chip, uint32_t word)\n{\n    (void)chip;\n", to);
    for (enum tt_chip chip = first + 1; chip < TT_CHIP_COUNT; chip++) {
        const struct table_insn *other = find_insn(tables, chip, insn->name);
        if (!other || has_same_fields(insn, other))
            continue;
        fputs("    if (chip == ", to);
        put_chip(to, tables, chip);
        fputs(")\n    ", to);
        put_return(to, other);
    }
    fputs("    ", to);
    put_return(to, insn);
    fputs("}\n\n", to);
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

/* The vector unit takes its words whole: one may also come out of a macro's template. */
static bool has_own_handler(const struct table_insn *insn)
{
    return insn->unit != TT_UNIT_VECTOR;
}

void write_handlers(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs(
        "/* The handlers of all supported instructions but those of the vector unit, which has one for all; the files\n"
        " * that define them include this. */\n"
        "#pragma once\n\n#include \"isa_decode.h\"\n#include \"tile/tile.h\"\n\n"
        "typedef enum tile_step tile_handler(struct tile *tile, unsigned thread, uint32_t word);\n\n",
        to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const struct table_insn *insn = &tables->isa[chip].insns[i];
            if (!has_own_handler(insn) || is_repeated(tables, chip, insn->name) ||
                !is_supported_anywhere(tables, insn->name))
                continue;
            fputs("tile_handler insn_", to);
            put_lower(to, insn->name);
            fputs(";\n", to);
        }
    }
}

void write_dispatch(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs("/* Only tile/dispatch.c includes this. */\n#pragma once\n\n"
          "#include \"tile/vector/vector.h\"\n#include \"tile_handlers.h\"\n\n"
          "/* By chip and opcode; null where nothing executes it. */\n"
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
            fprintf(to, "        [0x%02x] = %s", insn->opcode, has_own_handler(insn) ? "insn_" : "vector_issue");
            if (has_own_handler(insn))
                put_lower(to, insn->name);
            fputs(",\n", to);
        }
        fputs("    },\n", to);
    }
    fputs("};\n", to);
}
