/* SPDX-License-Identifier: Apache-2.0 */
/* From an instruction to the function that runs it: tile_handlers.h, vector_handlers.h with the prototypes,
 * tile_dispatch.h, vector_dispatch.h with the tables. */
#include "output.h"

#include <string.h>

static bool is_vector(const struct table_insn *insn)
{
    return insn->unit == TT_UNIT_VECTOR;
}

/* True when an earlier row, or an earlier chip's, names the same function. */
static bool is_written(const struct tables *tables, enum tt_chip chip, size_t at, const char *run)
{
    for (enum tt_chip c = 0; c <= chip; c++) {
        for (size_t i = 0; i < (c == chip ? at : tables->isa[c].count); i++) {
            const char *other = tables->isa[c].insns[i].run;
            if (other && strcmp(other, run) == 0)
                return true;
        }
    }
    return false;
}

static void put_prototypes(FILE *to, const struct tables *tables, bool of_vector, const char *type, const char *behind)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const struct table_insn *insn = &tables->isa[chip].insns[i];
            if (insn->run && is_vector(insn) == of_vector && !is_written(tables, chip, i, insn->run))
                fprintf(to, "%s %s%s;\n", type, insn->run, behind);
        }
    }
}

void write_handlers(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs("/* The handlers of all supported instructions but those of the vector unit (vector_handlers.h); the files "
          "that\n"
          " * define them include this. */\n"
          "#pragma once\n\n#include \"isa_decode.h\"\n#include \"tile/tile.h\"\n\n"
          "typedef enum tile_step tile_handler(struct tile *tile, unsigned thread, uint32_t word);\n\n",
          to);
    put_prototypes(to, tables, false, "tile_handler", "");
    fputs("\n/* The same where nobody listens; weak, for not every file defines one (TILE_HANDLER). */\n", to);
    put_prototypes(to, tables, false, "tile_handler", "_quiet __attribute__((weak))");
}

void write_vector_handlers(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs(
        "/* The handlers of the vector unit's instructions, whose words may also come out of a macro's template; the\n"
        " * files that define them include this. */\n"
        "#pragma once\n\n#include \"isa_decode.h\"\n\nstruct vector_job;\n"
        "typedef void vector_function(struct vector_job *job);\n\n",
        to);
    put_prototypes(to, tables, true, "vector_function", "");
}

static void put_table_begin(FILE *to, const struct tables *tables, enum tt_chip chip)
{
    fputs("    [", to);
    put_chip(to, tables, chip);
    fputs("] = {\n", to);
}

/* What may leave something that waits for further words has a handler of its own. */
static const char *handler_of(const struct table_insn *insn)
{
    if (!is_vector(insn))
        return insn->run;
    return strcmp(insn->run, "vector_sfploadmacro") == 0 ? "vector_issue" : "vector_issue_at_once";
}

static void put_dispatch(FILE *to, const struct tables *tables, const char *name, bool is_quiet)
{
    fprintf(to, "static tile_handler *const %s[TT_CHIP_COUNT][256] = {\n", name);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        put_table_begin(to, tables, chip);
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const struct table_insn *insn = &tables->isa[chip].insns[i];
            if (insn->run && !(is_quiet && is_vector(insn)))
                fprintf(to, "        [0x%02x] = %s%s,\n", insn->opcode, handler_of(insn), is_quiet ? "_quiet" : "");
        }
        fputs("    },\n", to);
    }
    fputs("};\n", to);
}

void write_dispatch(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs("/* Only tile/dispatch.c includes this. */\n#pragma once\n\n"
          "#include \"tile/vector/vector.h\"\n#include \"tile_handlers.h\"\n\n"
          "/* By chip and opcode; null where nothing executes it. */\n",
          to);
    put_dispatch(to, tables, "tile_handlers", false);
    fputs("\n/* Those that have a text of their own for a tile that nobody listens to. */\n", to);
    put_dispatch(to, tables, "tile_quiet_handlers", true);
}

static void put_place(FILE *to, const char *name, const struct table_place *place)
{
    if (place->bits)
        fprintf(to, ", .%s = {%u, 0x%x}", name, place->low, (1u << place->bits) - 1);
}

/* Of the operands only B has another place in some forms. */
static void put_operands(FILE *to, const struct table_vector *vector)
{
    for (unsigned i = 0; i < TABLE_OPERANDS; i++) {
        const struct table_operand *operand = &vector->operands[i];
        put_place(to, table_operand_names[i], &operand->place);
        if (operand->other_if) {
            put_place(to, "other_vb", &operand->other);
            fprintf(to, ", .other_vb_if = 0x%06x", operand->other_if);
        }
    }
}

void write_vector_dispatch(FILE *to, const struct tables *tables)
{
    put_banner(to, "isa/");
    fputs("/* Only tile/vector/issue.c includes this. */\n#pragma once\n\n"
          "#include \"tile/vector/vector_internal.h\"\n\n"
          "/* By chip and opcode; without a function where the word is no instruction of the vector unit. */\n"
          "static const struct vector_insn vector_insns[TT_CHIP_COUNT][256] = {\n",
          to);
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        put_table_begin(to, tables, chip);
        for (size_t i = 0; i < tables->isa[chip].count; i++) {
            const struct table_insn *insn = &tables->isa[chip].insns[i];
            if (!insn->run || !is_vector(insn))
                continue;
            fprintf(to, "        [0x%02x] = {%s, VECTOR_", insn->opcode, insn->run);
            put_upper(to, insn->vector.subunit);
            fprintf(to, ", %d", insn->vector.has_backdoor);
            put_operands(to, &insn->vector);
            fputs("},\n", to);
        }
        fputs("    },\n", to);
    }
    fputs("};\n", to);
}
