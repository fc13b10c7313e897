/* SPDX-License-Identifier: Apache-2.0 */
/* SQL functions: words and formats by name, one value decoded. */
#include "results/sql.h"

#include "isa/chip.h"
#include "isa/isa.h"
#include "numeric/format.h"
#include "results/value.h"
#include "results/virtual_table.h"

/* The answers of functions about a word, or about a format. */
enum sql_says { SAYS_TEXT, SAYS_MNEMONIC, SAYS_OPERANDS, SAYS_NAME, SAYS_BITS, SAYS_VALUE, SAYS_NUMBER };

/* A JSON object of the word's fields, {} of a word that the chip does not have. */
static void operands(sqlite3_context *context, const struct isa_insn *insn, uint32_t word)
{
    enum { OBJECT_MAX = 2048 };
    char object[OBJECT_MAX];
    size_t used = (size_t)snprintf(object, sizeof object, "{");
    for (int i = 0; insn && i < insn->field_count && used < sizeof object; i++)
        used += (size_t)snprintf(object + used, sizeof object - used, "%s\"%s\":%" PRIu32, i ? "," : "",
                                 insn->fields[i].name, isa_field_value(&insn->fields[i], word));
    if (used + 1 < sizeof object)
        (void)snprintf(object + used, sizeof object - used, "}");
    sqlite3_result_text(context, object, -1, SQLITE_TRANSIENT);
}

/* (chip, word), the chip by name */
static void sql_of_word(sqlite3_context *context, enum sql_says says, sqlite3_value **arguments)
{
    const char *name = (const char *)sqlite3_value_text(arguments[0]);
    const enum tt_chip chip = name ? chip_find(name) : TT_CHIP_COUNT;
    if (chip == TT_CHIP_COUNT) {
        sqlite3_result_error(context, "the first argument is no chip: blackhole or wormhole_b0", -1);
        return;
    }
    const uint32_t word = (uint32_t)sqlite3_value_int64(arguments[1]);
    const struct isa_insn *insn = isa_find(chip, word);
    char text[ISA_TEXT_MAX];
    if (says == SAYS_MNEMONIC)
        sqlite3_result_text(context, insn ? insn->mnemonic : ".word", -1, SQLITE_STATIC);
    else if (says == SAYS_TEXT)
        sqlite3_result_text(context, isa_disassemble(chip, word, text), -1, SQLITE_TRANSIENT);
    else
        operands(context, insn, word);
}

/* A format by name or by code; FORMAT_COUNT: there is none. */
static enum format sql_format_of(sqlite3_value *value)
{
    if (sqlite3_value_type(value) == SQLITE_TEXT)
        return format_find((const char *)sqlite3_value_text(value));
    const sqlite3_int64 code = sqlite3_value_int64(value);
    return code >= 0 && code < FORMAT_COUNT && format_get((enum format)code) ? (enum format)code : FORMAT_COUNT;
}

/* (format), (format, bits): of a block datum the exponent is in bits 15:8 */
static void sql_of_format(sqlite3_context *context, enum sql_says says, sqlite3_value **arguments)
{
    const enum format format = sql_format_of(arguments[0]);
    if (format == FORMAT_COUNT)
        return;
    if (says == SAYS_NAME)
        sqlite3_result_text(context, format_get(format)->name, -1, SQLITE_STATIC);
    else if (says == SAYS_BITS)
        sqlite3_result_int(context, format_get(format)->storage_bits);
    else
        value_result(context, value_decode(format, (uint32_t)sqlite3_value_int64(arguments[1])));
}

/* (blob, at, count): up to 32 bits from bit `at` on, little-endian; null where the blob does not hold them. */
static void sql_bits_of(sqlite3_context *context, sqlite3_value **arguments)
{
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

struct sql_function {
    const char *name;
    int arguments;
    enum sql_says says;
};

static void sql_call(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    (void)count;
    const enum sql_says says = ((const struct sql_function *)sqlite3_user_data(context))->says;
    if (says == SAYS_NUMBER)
        sql_bits_of(context, arguments);
    else if (says >= SAYS_NAME)
        sql_of_format(context, says, arguments);
    else
        sql_of_word(context, says, arguments);
}

int sql_register(sqlite3 *db, struct results *results)
{
    static const struct sql_function functions[] = {
        {"tt_disasm", 2, SAYS_TEXT}, {"tt_mnemonic", 2, SAYS_MNEMONIC}, {"tt_operands", 2, SAYS_OPERANDS},
        {"tt_format", 1, SAYS_NAME}, {"tt_format_bits", 1, SAYS_BITS},  {"tt_value", 2, SAYS_VALUE},
        {"tt_bits", 3, SAYS_NUMBER},
    };
    static const struct virtual_table_kind *const tables[] = {&values_table, &instructions_table, &accesses_table,
                                                              &stages_table, &origins_table,      &taints_table,
                                                              &fields_table};
    int code = SQLITE_OK;
    for (size_t i = 0; code == SQLITE_OK && i < sizeof functions / sizeof functions[0]; i++)
        code = sqlite3_create_function_v2(db, functions[i].name, functions[i].arguments,
                                          SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                                          (void *)(uintptr_t)&functions[i], sql_call, NULL, NULL, NULL);
    for (size_t i = 0; code == SQLITE_OK && i < sizeof tables / sizeof tables[0]; i++)
        code = virtual_table_register(db, tables[i], results);
    return code;
}
