/* SPDX-License-Identifier: Apache-2.0 */
/* isa_decode.h: a struct and a decoder for each mnemonic, the union of what the chips name; and insn_ids.h, which
 * numbers them. A decoder is straight-line for either chip. */
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

void write_insn_ids(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs(
        "/* The instructions of all chips, whatever their opcode. */\n#pragma once\n\nenum insn_id {\n    INSN_NONE,\n",
        to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const struct table_insn *insn = &tables->isa[chip].insns[i];
            if (!is_repeated(tables, chip, insn->name))
                fprintf(to, "    INSN_%s, /* %s */\n", insn->name, insn->doc);
        }
    }
    fputs("    INSN_COUNT\n};\n", to);
}
