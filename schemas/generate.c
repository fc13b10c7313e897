/* SPDX-License-Identifier: Apache-2.0 */
/* Reads schemas/ and writes every table of the program, at build time. Refuses what cannot be true: fields over the
 * same bits, an opcode or a name used twice, a field beyond its word, a unit that does not exist. */
#include "output.h"

#include <string.h>

static const struct {
    const char *name;
    writer *write;
} files[] = {
    {"isa_tables.h", write_tables_header},
    {"isa_tables.c", write_isa_tables},
    {"insn_ids.h", write_insn_ids},
    {"effect_ids.h", write_effect_ids},
    {"isa_decode.h", write_decode},
    {"tile_handlers.h", write_handlers},
    {"tile_dispatch.h", write_dispatch},
    {"vector_handlers.h", write_vector_handlers},
    {"vector_dispatch.h", write_vector_dispatch},
    {"reg_ids.h", write_reg_ids},
    {"reg_tables.c", write_reg_tables},
    {"reg_parts.h", write_reg_parts},
    {"name_texts.h", write_name_texts},
    {"pack_regs.h", write_pack_regs},
    {"unpack_regs.h", write_unpack_regs},
    {"matrix_regs.h", write_matrix_regs},
    {"vector_regs.h", write_vector_regs},
    {"mover_regs.h", write_mover_regs},
    {"config_regs.h", write_config_regs},
    {"scalar_regs.h", write_scalar_regs},
    {"core_regs.h", write_core_regs},
    {"mmio_ids.h", write_mmio_ids},
    {"mmio_tables.c", write_mmio_tables},
    {"mmio_register_ids.h", write_mmio_register_ids},
    {"mmio_register_tables.c", write_mmio_register_tables},
    {"state_words.h", write_state_words},
    {"state_tables.c", write_state_tables},
    {"finding_ids.h", write_finding_ids},
    {"variant_ids.h", write_variant_ids},
    {"list_tables.c", write_list_tables},
    {"riscv_tables.c", write_riscv_tables},
    {"riscv_dispatch.h", write_riscv_dispatch},
    {"riscv_specials.h", write_riscv_specials},
    {"debugger_tables.c", write_debugger},
    {"fact_tables.c", write_fact_tables},
    {"setting_tables.c", write_setting_tables},
};

static enum tt_status write_one(const struct tables *tables, const char *dir, const char *name, writer *write,
                                struct tt_error *err)
{
    struct output out;
    enum tt_status status = output_open(&out, dir, name, err);
    if (status)
        return status;
    write(out.stream, tables);
    return output_close(&out, err);
}

static enum tt_status write_all(const struct tables *tables, const char *dir, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (size_t i = 0; !status && i < sizeof files / sizeof *files; i++)
        status = write_one(tables, dir, files[i].name, files[i].write, err);
    return status;
}

static enum tt_status write_facts(const struct table_facts *facts, const char *dir, struct tt_error *err)
{
    struct output out;
    enum tt_status status = output_open(&out, dir, "README.md", err);
    if (status)
        return status;
    write_fact_index(out.stream, facts);
    status = output_close(&out, err);
    for (size_t page = 0; !status && page < facts->page_count; page++) {
        char name[64];
        snprintf(name, sizeof name, "%s.md", facts->pages[page].name);
        status = output_open(&out, dir, name, err);
        if (status)
            return status;
        write_fact_page(out.stream, facts, page);
        status = output_close(&out, err);
    }
    return status;
}

int main(int argc, char **argv)
{
    const bool is_coverage = argc == 4 && strcmp(argv[1], "--coverage") == 0;
    const bool is_facts = argc == 4 && strcmp(argv[1], "--facts") == 0;
    if (argc != 3 && !is_coverage && !is_facts) {
        fputs("usage: ttr_generate SCHEMAS OUT_FOLDER\n       ttr_generate --coverage SCHEMAS OUT_FILE\n"
              "       ttr_generate --facts SCHEMAS OUT_FOLDER\n",
              stderr);
        return 2;
    }
    struct tables tables = {0};
    struct tt_error err;
    enum tt_status status = tables_read(&tables, argv[argc - 2], &err);
    if (!status && is_coverage)
        status = write_one(&tables, "", argv[3], write_coverage, &err);
    else if (!status && is_facts)
        status = write_facts(&tables.facts, argv[3], &err);
    else if (!status)
        status = write_all(&tables, argv[2], &err);
    if (status)
        fprintf(stderr, "%s\n", err.text);
    tables_clear(&tables);
    return status ? 1 : 0;
}
