/* SPDX-License-Identifier: Apache-2.0 */
/* Generated files: collected in memory, written only if they differ, so that nothing is compiled again for nothing. */
#pragma once

#include "tables.h"

#include <stdio.h>

struct output {
    FILE *stream;
    char *text;
    size_t size;
    char path[4096];
};

enum tt_status output_open(struct output *out, const char *dir, const char *name, struct tt_error *err);

/* Writes the file if its bytes are not already these; frees out either way. */
enum tt_status output_close(struct output *out, struct tt_error *err);

/* The banner of a generated header or source. */
void put_banner(FILE *to, const char *from);

/* "pack.bfp.round", "unsupported-instruction", "UndefinedBehavior" as PACK_BFP_ROUND, UNSUPPORTED_INSTRUCTION,
 * UNDEFINED_BEHAVIOR. */
void put_upper(FILE *to, const char *name);
void put_lower(FILE *to, const char *name);

/* A C string literal with quotes. */
void put_string(FILE *to, const char *text);

/* The name as enum tt_chip has it: TT_BLACKHOLE. */
void put_chip(FILE *to, const struct tables *tables, enum tt_chip chip);

/* Who reads which field, for reg_tables.c. */
void put_reg_readers(FILE *to, const struct tables *tables);

typedef void writer(FILE *to, const struct tables *tables);

writer write_tables_header; /* isa_tables.h */
writer write_isa_tables;    /* isa_tables.c */
writer write_decode;        /* isa_decode.h */
writer write_effect_ids;    /* effect_ids.h */
writer write_effect_tables; /* the end of isa_tables.c */
/* Of one instruction: its effects, and what the row says of them. */
void put_insn_effects(FILE *to, const struct table_insn *insn, unsigned chip);
void put_insn_effects_use(FILE *to, const struct table_insn *insn, unsigned chip);
writer write_insn_ids;        /* insn_ids.h */
writer write_handlers;        /* tile_handlers.h */
writer write_dispatch;        /* tile_dispatch.h */
writer write_vector_handlers; /* vector_handlers.h */
writer write_vector_dispatch; /* vector_dispatch.h */
writer write_reg_ids;         /* reg_ids.h */
writer write_reg_tables;      /* reg_tables.c */
writer write_reg_parts;       /* reg_parts.h */
writer write_name_texts;      /* name_texts.h */
writer write_pack_regs;       /* pack_regs.h: the fields that tile/pack reads */
writer write_unpack_regs;     /* unpack_regs.h, and so on */
writer write_matrix_regs;
writer write_vector_regs;
writer write_mover_regs;
writer write_config_regs;
writer write_scalar_regs;
writer write_core_regs;            /* of tile/riscv */
writer write_mmio_ids;             /* mmio_ids.h */
writer write_mmio_tables;          /* mmio_tables.c */
writer write_mmio_register_ids;    /* mmio_register_ids.h */
writer write_mmio_register_tables; /* mmio_register_tables.c */
writer write_state_words;          /* state_words.h */
writer write_state_tables;         /* state_tables.c */
writer write_finding_ids;          /* finding_ids.h */
writer write_variant_ids;          /* variant_ids.h */
writer write_list_tables;          /* list_tables.c: units, chips, findings, variants */
writer write_setting_tables;       /* setting_tables.c */
writer write_riscv_tables;         /* riscv_tables.c */
writer write_riscv_dispatch;       /* riscv_dispatch.h */
writer write_riscv_specials;       /* riscv_specials.h */
writer write_debugger;             /* debugger_tables.c */
writer write_coverage;             /* docs/coverage.md */
