/* SPDX-License-Identifier: Apache-2.0 */
/* SQL functions: words and formats by name, one value decoded. */
#include "results/sql.h"

#include "isa/chip.h"
#include "isa/isa.h"
#include "numeric/format.h"
#include "results/value.h"
#include "results/virtual_table.h"

#include <inttypes.h>
#include <stdio.h>

/* The chip by name, or by its number. TT_CHIP_COUNT after an error was said. */
static enum tt_chip chip_of(sqlite3_context *context, sqlite3_value *value)
{
    enum tt_chip chip = TT_CHIP_COUNT;
    const char *name = (const char *)sqlite3_value_text(value);
    if (name)
        chip = chip_find(name);
    if (chip == TT_CHIP_COUNT)
        sqlite3_result_error(context, "the first argument is no chip: blackhole or wormhole_b0", -1);
    return chip;
}

/* tt_disasm(chip, word) */
static void disasm(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count;
    enum tt_chip chip = chip_of(context, arguments[0]);
    if (chip == TT_CHIP_COUNT)
        return;
    char text[ISA_TEXT_MAX];
    isa_disassemble(chip, (uint32_t)sqlite3_value_int64(arguments[1]), text);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

/* tt_mnemonic(chip, word) */
static void mnemonic(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count;
    enum tt_chip chip = chip_of(context, arguments[0]);
    if (chip == TT_CHIP_COUNT)
        return;
    const struct isa_insn *insn = isa_find(chip, (uint32_t)sqlite3_value_int64(arguments[1]));
    sqlite3_result_text(context, insn ? insn->mnemonic : ".word", -1, SQLITE_STATIC);
}

/* tt_operands(chip, word): a JSON object of the word's fields, {} of a word that the chip does not have. */
static void operands(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    enum { OBJECT_MAX = 2048 };
    (void)count;
    const enum tt_chip chip = chip_of(context, arguments[0]);
    if (chip == TT_CHIP_COUNT)
        return;
    const uint32_t word = (uint32_t)sqlite3_value_int64(arguments[1]);
    const struct isa_insn *insn = isa_find(chip, word);
    char object[OBJECT_MAX];
    size_t used = (size_t)snprintf(object, sizeof object, "{");
    for (int i = 0; insn && i < insn->field_count && used < sizeof object; i++)
        used += (size_t)snprintf(object + used, sizeof object - used, "%s\"%s\":%" PRIu32, i ? "," : "",
                                 insn->fields[i].name, isa_field_value(&insn->fields[i], word));
    if (used + 1 < sizeof object)
        (void)snprintf(object + used, sizeof object - used, "}");
    sqlite3_result_text(context, object, -1, SQLITE_TRANSIENT);
}

/* A format by name or by code; FORMAT_COUNT: there is none. */
static enum format sql_format_of(sqlite3_value *value)
{
    if (sqlite3_value_type(value) == SQLITE_TEXT)
        return format_find((const char *)sqlite3_value_text(value));
    const sqlite3_int64 code = sqlite3_value_int64(value);
    return code >= 0 && code < FORMAT_COUNT && format_get((enum format)code) ? (enum format)code : FORMAT_COUNT;
}

/* tt_format(code): its name, or null. */
static void sql_format_name(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count;
    const enum format format = sql_format_of(arguments[0]);
    if (format != FORMAT_COUNT)
        sqlite3_result_text(context, format_get(format)->name, -1, SQLITE_STATIC);
}

/* tt_format_bits(format): of a datum in L1. */
static void sql_format_bits(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count;
    const enum format format = sql_format_of(arguments[0]);
    if (format != FORMAT_COUNT)
        sqlite3_result_int(context, format_get(format)->storage_bits);
}

/* tt_value(format, bits): what the bits stand for; of a block datum the exponent is in bits 15:8. */
static void sql_value_of(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count;
    const enum format format = sql_format_of(arguments[0]);
    if (format != FORMAT_COUNT)
        value_result(context, value_decode(format, (uint32_t)sqlite3_value_int64(arguments[1])));
}

/* tt_bits(blob, at, count): up to 32 bits from bit `at` on, little-endian; null where the blob does not hold them. */
static void sql_bits_of(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count;
    const uint8_t *bytes = sqlite3_value_blob(arguments[0]);
    const sqlite3_int64 size = sqlite3_value_bytes(arguments[0]);
    const sqlite3_int64 at = sqlite3_value_int64(arguments[1]), bits = sqlite3_value_int64(arguments[2]);
    sqlite3_int64 number = 0;
    if (!bytes || at < 0 || bits < 1 || bits > 32 || at > size * 8 - bits)
        return;
    for (sqlite3_int64 i = 0; i < bits; i++)
        number |= (sqlite3_int64)(bytes[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    sqlite3_result_int64(context, number);
}

int sql_register(sqlite3 *db, struct results *results)
{
    static const struct {
        const char *name;
        int arguments;
        void (*function)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {
        {"tt_disasm", 2, disasm},
        {"tt_mnemonic", 2, mnemonic},
        {"tt_format", 1, sql_format_name},
        {"tt_value", 2, sql_value_of},
        {"tt_bits", 3, sql_bits_of},
        {"tt_operands", 2, operands},
        {"tt_format_bits", 1, sql_format_bits},
    };
    static const struct virtual_table_kind *const tables[] = {&values_table, &instructions_table, &accesses_table,
                                                              &stages_table, &origins_table,      &taints_table,
                                                              &fields_table};
    int code = SQLITE_OK;
    for (size_t i = 0; code == SQLITE_OK && i < sizeof functions / sizeof functions[0]; i++)
        code = sqlite3_create_function_v2(db, functions[i].name, functions[i].arguments,
                                          SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL,
                                          functions[i].function, NULL, NULL, NULL);
    for (size_t i = 0; code == SQLITE_OK && i < sizeof tables / sizeof tables[0]; i++)
        code = virtual_table_register(db, tables[i], results);
    return code;
}
