/* SPDX-License-Identifier: Apache-2.0 */
/* riscv_tables.c: what words of a core's program are. riscv_dispatch.h: a handler for each, made of the function that
 * computes it and the operands it names. */
#include "output.h"

#include <ctype.h>
#include <string.h>

enum { OPCODES = 32 };

static const struct {
    const char *word, *value;
} values[] = {
    {"rs1", "core->x[insn->rs1]"}, {"rs2", "core->x[insn->rs2]"}, {"fs1", "core->f[insn->rs1]"},
    {"fs2", "core->f[insn->rs2]"}, {"fs3", "core->f[insn->rs3]"}, {"imm.i", "insn->immediate"},
    {"shamt", "insn->immediate"},
};

static const char *value_of(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (strlen(values[i].word) == length && strncmp(values[i].word, word, length) == 0)
            return values[i].value;
    }
    return NULL; /* rd, fd, rm: not read */
}

/* ", " between the values of the operands that the function reads. */
static void put_arguments(FILE *to, const char *operands)
{
    const char *between = "";
    while (*operands) {
        const size_t length = strcspn(operands, ",");
        const char *value = value_of(operands, length);
        if (value) {
            fprintf(to, "%s%s", between, value);
            between = ", ";
        }
        operands += length + (operands[length] == ',');
    }
}

static void put_identifier(FILE *to, const char *name)
{
    for (; *name; name++)
        fputc(isalnum((unsigned char)*name) ? *name : '_', to);
}

/* "riscv_put(core" or "riscv_put_f(core": where the result goes. */
static const char *result_of(const struct table_riscv *row)
{
    return row->operands[0] == 'f' ? "riscv_put_f" : "riscv_put";
}

static void put_body(FILE *to, const struct table_riscv *row)
{
    const bool is_float = strstr(row->operands, "fs2") != NULL;
    if (strcmp(row->kind, "compute") == 0) {
        fprintf(to, "    (void)bus;\n    return %s(core, insn, riscv_%s(", result_of(row), row->by);
        put_arguments(to, row->operands);
        fputs("));\n", to);
    } else if (strcmp(row->kind, "branch") == 0) {
        fprintf(to, "    (void)bus;\n    return riscv_branch(core, insn, riscv_%s(", row->by);
        put_arguments(to, row->operands);
        fputs("));\n", to);
    } else if (strcmp(row->kind, "load") == 0) {
        fprintf(to,
                "    uint32_t value = 0;\n"
                "    const enum riscv_step step = riscv_load(core, insn, bus, %u, &value);\n"
                "    return step == RISCV_DONE ? %s(core, insn, riscv_%s(value)) : step;\n",
                (unsigned)row->bytes, result_of(row), row->by);
    } else if (strcmp(row->kind, "store") == 0) {
        fprintf(to, "    return riscv_store(core, insn, bus, %u, core->%c[insn->rs2]);\n", (unsigned)row->bytes,
                is_float ? 'f' : 'x');
    } else {
        fprintf(to, "    return riscv_atomic(core, insn, bus, riscv_%s);\n", row->by);
    }
}

static void put_handler(FILE *to, const struct table_riscv *row)
{
    if (strcmp(row->kind, "special") == 0)
        return;
    fputs("static enum riscv_step riscv_op_", to);
    put_identifier(to, row->name);
    fputs("(struct riscv_core *core, const struct riscv_insn *insn, struct riscv_bus *bus)\n{\n", to);
    put_body(to, row);
    fputs("}\n\n", to);
}

void write_riscv_dispatch(FILE *to, const struct tables *tables)
{
    const struct table_riscv_rows *insns = &tables->riscv.insns;
    put_banner(to, "riscv.json");
    fputs("/* Only tile/riscv/decode.c includes this. */\n#pragma once\n\n"
          "#include \"tile/riscv/core_internal.h\"\n#include \"tile/riscv/functions.h\"\n\n",
          to);
    for (size_t i = 0; i < insns->count; i++)
        put_handler(to, &insns->rows[i]);
    fputs("/* In the order of riscv_ops. */\nstatic riscv_handler *const riscv_handlers[] = {\n", to);
    for (size_t i = 0; i < insns->count; i++) {
        fputs("    riscv_op_", to);
        put_identifier(to, insns->rows[i].name);
        fputs(",\n", to);
    }
    fputs("};\n", to);
}

void write_riscv_specials(FILE *to, const struct tables *tables)
{
    const struct table_riscv_rows *insns = &tables->riscv.insns;
    put_banner(to, "riscv.json");
    fputs("/* The instructions that are more than a function of their operands; the files that define them include\n"
          " * this after tile/riscv/core_internal.h. */\n#pragma once\n\n",
          to);
    for (size_t i = 0; i < insns->count; i++) {
        if (strcmp(insns->rows[i].kind, "special") != 0)
            continue;
        fputs("riscv_handler riscv_op_", to);
        put_identifier(to, insns->rows[i].name);
        fputs(";\n", to);
    }
}

/* Which bits are the immediate. */
static const char *immediate_of(const char *operands)
{
    static const struct {
        const char *word, *kind;
    } kinds[] = {
        {"imm.i", "I"}, {"imm.s", "S"},     {"imm.b", "B"}, {"imm.j", "J"},
        {"imm.u", "U"}, {"shamt", "SHAMT"}, {"csr", "CSR"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strstr(operands, kinds[i].word))
            return kinds[i].kind;
    }
    return "NONE";
}

static void put_rows(FILE *to, const char *name, const struct table_riscv_rows *rows)
{
    fprintf(to, "\nconst struct riscv_op %s[%zu] = {\n", name, rows->count);
    for (size_t i = 0; i < rows->count; i++) {
        const struct table_riscv *row = &rows->rows[i];
        fputs("    {", to);
        put_string(to, row->name);
        fputs(", ", to);
        put_string(to, row->operands);
        fprintf(to, ", 0x%08x, 0x%08x, RISCV_IMMEDIATE_%s, %zu, ", (unsigned)row->mask, (unsigned)row->match,
                immediate_of(row->operands), row->set);
        put_string(to, row->why ? row->why : "");
        fputs("},\n", to);
    }
    fprintf(to, "};\nconst unsigned %s_count = %zu;\n", name, rows->count);
}

void write_riscv_tables(FILE *to, const struct tables *tables)
{
    const struct table_riscv_all *all = &tables->riscv;
    put_banner(to, "riscv.json");
    fputs("#include \"isa/riscv.h\"\n\nconst struct riscv_set riscv_sets[] = {\n", to);
    for (size_t i = 0; i < all->set_count; i++) {
        fprintf(to, "    {\"%s\", ", all->sets[i].name);
        put_string(to, all->sets[i].doc);
        fprintf(to, ", 0x%x},\n", all->sets[i].chips);
    }
    fputs("};\n", to);
    put_rows(to, "riscv_ops", &all->insns);
    put_rows(to, "riscv_refused", &all->refused);
    put_rows(to, "riscv_aliases", &all->aliases);
    fputs("\n/* Those of opcode 4 * k + 3 are [first[k], first[k + 1]). */\n"
          "const uint8_t riscv_ops_first[33] = {",
          to);
    for (uint32_t opcode = 0; opcode <= OPCODES; opcode++) {
        size_t first = 0;
        while (first < all->insns.count && (all->insns.rows[first].match & 0x7F) >> 2 < opcode)
            first++;
        fprintf(to, "%s%zu", opcode ? ", " : "", first);
    }
    fputs("};\n", to);
}
