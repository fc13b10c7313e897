/* SPDX-License-Identifier: Apache-2.0 */
/* reg_ids.h and reg_tables.c. Ids are the names of both chips, the first chip's in the order of its words, then what
 * only later chips have. */
#include "output.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A name and the number it got. */
struct reg_id_entry {
    const char *name;
    unsigned id;
};

struct reg_ids {
    struct reg_id_entry *entries; /* sorted by name */
    const char **names;           /* by id */
    size_t count;
};

static int by_name(const void *a, const void *b)
{
    const struct reg_id_entry *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static bool chip_has(const struct table_regs *regs, const char *name)
{
    for (size_t i = 0; i < regs->count; i++) {
        if (strcmp(regs->regs[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Ends the program without memory: the generator has nothing to save. */
static struct reg_ids number_regs(const struct tables *tables)
{
    struct reg_ids ids = {NULL, NULL, 0};
    size_t most = 0;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
        most += tables->regs[chip].count;
    ids.entries = mem_calloc(most, sizeof *ids.entries);
    ids.names = mem_calloc(most, sizeof *ids.names);
    if (!ids.entries || !ids.names)
        abort();
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->regs[chip].count; i++) {
            const char *name = tables->regs[chip].regs[i].name;
            if (chip && chip_has(&tables->regs[0], name))
                continue;
            ids.names[ids.count] = name;
            ids.entries[ids.count] = (struct reg_id_entry){name, (unsigned)ids.count};
            ids.count++;
        }
    }
    qsort(ids.entries, ids.count, sizeof *ids.entries, by_name);
    return ids;
}

static void clear_ids(struct reg_ids *ids)
{
    mem_free(ids->entries);
    mem_free(ids->names);
}

void write_reg_ids(FILE *to, const struct tables *tables)
{
    struct reg_ids ids = number_regs(tables);
    put_banner(to, "registers/");
    fputs("#pragma once\n\nenum reg_id {\n", to);
    for (size_t i = 0; i < ids.count; i++)
        fprintf(to, "    REG_%s,\n", ids.names[i]);
    fputs("    REG_COUNT\n};\n", to);
    clear_ids(&ids);
}

/* reg_parts.h: how a structure's parts are read off its field. */
void write_reg_parts(FILE *to, const struct tables *tables)
{
    put_banner(to, "registers/fields.json");
    fputs("#pragma once\n\n#include <stdint.h>\n", to);
    for (size_t i = 0; i < tables->part_list_count; i++) {
        const struct table_parts *parts = &tables->parts[i];
        for (size_t k = 0; k < parts->count; k++) {
            const struct table_part *part = &parts->items[k];
            fprintf(to,
                    "\n/* %s */\nstatic inline uint32_t part_%s_%s(uint32_t field)\n{\n    return field >> %u & "
                    "0x%xu;\n}\n",
                    part->doc, parts->name, part->name, part->low, (1u << part->bits) - 1);
        }
    }
}

static void put_parts(FILE *to, const struct tables *tables)
{
    for (size_t i = 0; i < tables->part_list_count; i++) {
        const struct table_parts *parts = &tables->parts[i];
        fprintf(to, "static const struct reg_part parts_%s[] = {\n", parts->name);
        for (size_t k = 0; k < parts->count; k++) {
            fprintf(to, "    {\"%s\", ", parts->items[k].name);
            put_string(to, parts->items[k].doc);
            fprintf(to, ", %u, %u},\n", parts->items[k].low, parts->items[k].bits);
        }
        fputs("};\n\n", to);
    }
}

static void put_fields(FILE *to, const struct tables *tables)
{
    fputs("const struct reg_field isa_regs[TT_CHIP_COUNT][REG_COUNT] = {\n", to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        fputs("    [", to);
        put_chip(to, tables, chip);
        fputs("] = {\n", to);
        for (size_t i = 0; i < tables->regs[chip].count; i++) {
            const struct table_reg *reg = &tables->regs[chip].regs[i];
            fprintf(to, "        [REG_%s] = {\"%s\", ", reg->name, reg->name);
            put_string(to, reg->doc);
            fprintf(to, ", %s, %u, %u, %u, %s", reg->is_thread ? "TT_SPACE_THREAD_CFG" : "TT_SPACE_CFG", reg->word,
                    reg->shift, reg->bits, reg->is_instantiated ? "true" : "false");
            if (reg->parts)
                fprintf(to, ", parts_%s, %zu},\n", reg->parts->name, reg->parts->count);
            else
                fputs(", NULL, 0},\n", to);
        }
        fputs("    },\n", to);
    }
    fputs("};\n\n", to);
}

static void put_by_name(FILE *to, const struct reg_ids *ids)
{
    fputs("const uint16_t isa_regs_by_name[REG_COUNT] = {\n", to);
    for (size_t i = 0; i < ids->count; i++)
        fprintf(to, "    REG_%s,\n", ids->entries[i].name);
    fputs("};\n\n", to);
}

static void put_ids_of_words(FILE *to, const struct table_regs *regs, bool is_thread, unsigned chip)
{
    fprintf(to, "static const uint16_t %s_regs_%u[] = {\n", is_thread ? "thread" : "cfg", chip);
    for (size_t i = 0; i < regs->count; i++) {
        if (regs->regs[i].is_thread == is_thread)
            fprintf(to, "    REG_%s,\n", regs->regs[i].name);
    }
    fputs("};\n", to);
}

/* One number a word: of "first", how many fields stand in words before it; else the bits its fields cover. */
static void put_words(FILE *to, const struct table_regs *regs, bool is_thread, bool is_first)
{
    uint32_t words = is_thread ? regs->thread_words : regs->cfg_words;
    size_t before = 0;
    fputs("    {", to);
    for (uint32_t word = 0; word < words; word++) {
        uint32_t mask = 0;
        size_t count = 0;
        for (size_t i = 0; i < regs->count; i++) {
            const struct table_reg *reg = &regs->regs[i];
            if (reg->is_thread != is_thread || reg->word != word)
                continue;
            mask |= (uint32_t)(((1ULL << reg->bits) - 1) << reg->shift);
            count++;
        }
        if (is_first)
            fprintf(to, "%zu, ", before);
        else
            fprintf(to, "0x%xu, ", mask);
        before += count;
    }
    if (is_first)
        fprintf(to, "%zu", before);
    fputs("},\n", to);
}

static void put_word_table(FILE *to, const struct tables *tables, const char *declaration, bool is_thread,
                           bool is_first)
{
    fprintf(to, "const %s = {\n", declaration);
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
        put_words(to, &tables->regs[chip], is_thread, is_first);
    fputs("};\n\n", to);
}

void write_reg_tables(FILE *to, const struct tables *tables)
{
    struct reg_ids ids = number_regs(tables);
    put_banner(to, "registers/");
    fputs("#include \"isa_tables.h\"\n\n", to);
    put_parts(to, tables);
    put_fields(to, tables);
    put_by_name(to, &ids);
    put_reg_readers(to, tables);
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        put_ids_of_words(to, &tables->regs[chip], false, chip);
        put_ids_of_words(to, &tables->regs[chip], true, chip);
    }
    for (int is_thread = 0; is_thread < 2; is_thread++) {
        const char *space = is_thread ? "thread" : "cfg";
        fprintf(to, "const uint16_t *const isa_%s_regs[TT_CHIP_COUNT] = {", space);
        for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++)
            fprintf(to, "%s%s_regs_%u", chip ? ", " : "", space, chip);
        fputs("};\n\n", to);
    }
    put_word_table(to, tables, "uint16_t isa_cfg_first[TT_CHIP_COUNT][CFG_WORDS_MAX + 1]", false, true);
    put_word_table(to, tables, "uint16_t isa_thread_first[TT_CHIP_COUNT][THREAD_WORDS_MAX + 1]", true, true);
    put_word_table(to, tables, "uint32_t isa_cfg_masks[TT_CHIP_COUNT][CFG_WORDS_MAX]", false, false);
    put_word_table(to, tables, "uint32_t isa_thread_masks[TT_CHIP_COUNT][THREAD_WORDS_MAX]", true, false);
    clear_ids(&ids);
}
