/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions of a chip as rows of JSON, and who reads which part of a row. */
#pragma once

#include "json.h"
#include "tables.h"

struct isa_rows {
    const cJSON *effects;     /* of common.json: named effects that many rows have */
    const cJSON *layouts;     /* of common.json: named lists of fields, with the operands that they hold */
    const cJSON *chip_fields; /* of CHIP.json: where the fields stand that common.json leaves to the chip */
    const cJSON *common_list, *chip_list;
    cJSON *merged; /* a whole row each; they live as long as the tables */
    char chip_file[64];
};

enum tt_status merge_isa(struct tables *tables, enum tt_chip chip, const char *dir, struct isa_rows *rows,
                         struct tt_error *err);

/* After all rows were read: each file is sorted by opcode. */
enum tt_status check_isa_order(const struct isa_rows *rows, struct tt_error *err);

/* The file that an error about an instruction names: the chip's where it says anything of it. */
const char *isa_rows_file(const struct isa_rows *rows, const char *name);

/* read_fields.c: the fields, parts, and of the vector unit's rows the operands. */
enum tt_status read_insn_fields(const struct place *at, const struct isa_rows *rows, const cJSON *row,
                                struct table_insn *insn);
enum tt_status read_vector(const struct place *at, const struct isa_rows *rows, const cJSON *row,
                           struct table_insn *insn);

/* The layout that the row names in place of a list of fields; null: it has a list. */
enum tt_status insn_layout_of(const struct place *at, const struct isa_rows *rows, const cJSON *row,
                              const cJSON **layout);

/* read_form_findings.c */
enum tt_status read_form_findings(const struct place *at, const struct tables *tables, const struct isa_rows *rows,
                                  const cJSON *row, struct table_insn *insn);

/* read_modifiers.c */
enum tt_status read_modifiers(const struct place *at, const struct tables *tables, enum tt_chip chip, const cJSON *row,
                              struct table_insn *insn);

/* A field or part by name; null: the instruction has none. */
const struct table_field *insn_field_find(const struct table_insn *insn, const char *name);

/* "if FIELD", "if FIELD&MASK": one of these bits is set; "if FIELD=VALUE", "if FIELD&MASK=VALUE": they are this. */
enum tt_status read_condition(const struct place *at, const struct table_insn *insn, const char *text,
                              struct table_condition *condition);

/* The same where it must be one of some bits. */
enum tt_status read_bits(const struct place *at, const struct table_insn *insn, const char *text, uint32_t *bits);

/* read_effects.c: what the row says, and the named effects that it uses. */
enum tt_status read_insn_effects(const struct place *at, const struct tables *tables, const struct isa_rows *rows,
                                 const cJSON *row, struct table_insn *insn);
