/* SPDX-License-Identifier: Apache-2.0 */
#include "isa/assemble.h"

#include "base/number.h"
#include "base/search.h"
#include "base/text/near.h"

enum { LINE_MAX_BYTES = 4096, FIELDS_TEXT_MAX = 640, OPCODE_LOW = 24 };

static const char blanks[] = " \t\r\n", unnamed_name[] = "unnamed";

struct mnemonics {
    enum tt_chip chip;
};

static const char *assemble_mnemonic_at(size_t i, const void *user)
{
    const struct mnemonics *of = user;
    const struct isa_insn *insn = i < 256 ? isa_by_opcode[of->chip][i] : NULL;
    return insn ? insn->mnemonic : i < 256 ? "" : NULL;
}

static const char *assemble_field_at(size_t i, const void *user)
{
    const struct isa_insn *insn = user;
    return i < insn->field_count ? insn->fields[i].name : NULL;
}

static uint32_t assemble_ones(const struct isa_field *field)
{
    return (uint32_t)((UINT64_C(1) << field->bits) - 1);
}

/* Decimal, or hexadecimal with 0x; a leading 0 is not octal. */
static bool assemble_number(const char *text, uint64_t most, uint64_t *value)
{
    const bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return number_read(text, is_hex ? 16 : 10, most, value);
}

static enum tt_status assemble_unknown(const struct isa_insn *insn, const char *name, struct tt_error *err)
{
    char near[NEAR_TEXT_MAX], fields[FIELDS_TEXT_MAX] = "none";
    size_t at = 0;
    for (size_t i = 0; i < insn->field_count && at < sizeof fields; i++)
        at += (size_t)snprintf(fields + at, sizeof fields - at, "%s%s", i ? ", " : "", insn->fields[i].name);
    return tt_fail(err, TT_BAD_INPUT, "%s has no field '%.60s'%s (fields: %s)", insn->mnemonic, name,
                   near_text(name, assemble_field_at, insn, near), fields);
}

static const struct isa_field *assemble_find_field(const struct isa_insn *insn, const char *name)
{
    return FIND(insn->fields, insn->field_count, strcmp(item->name, name) == 0);
}

static enum tt_status assemble_unnamed(const struct isa_insn *insn, const char *text, uint32_t *word,
                                       struct tt_error *err)
{
    const uint32_t bits = isa_unnamed_bits(insn);
    uint64_t value = 0;
    REFUSE_IF(!assemble_number(text, UINT32_MAX, &value) || value & ~(uint64_t)bits, err,
              "%s: unnamed is '%.60s', expected bits of no field, of 0x%06" PRIx32, insn->mnemonic, text, bits);
    *word |= (uint32_t)value;
    return TT_OK;
}

/* "name=value" into the word. seen: the bits of the fields that were given before. */
static enum tt_status assemble_put(const struct isa_insn *insn, char *text, uint32_t *word, uint32_t *seen,
                                   struct tt_error *err)
{
    char *equals = strchr(text, '=');
    REFUSE_IF(!equals, err, "%s: found '%.60s', expected field=value", insn->mnemonic, text);
    *equals = 0;
    const bool is_unnamed = strcmp(text, unnamed_name) == 0;
    const struct isa_field *field = is_unnamed ? NULL : assemble_find_field(insn, text);
    if (!is_unnamed && !field)
        return assemble_unknown(insn, text, err);
    const uint32_t bits = field ? assemble_ones(field) << field->low : UINT32_C(1) << OPCODE_LOW;
    REFUSE_IF(*seen & bits, err, "%s: %s is given twice, expected once", insn->mnemonic, text);
    *seen |= bits;
    if (!field)
        return assemble_unnamed(insn, equals + 1, word, err);
    uint64_t value = 0;
    REFUSE_IF(!assemble_number(equals + 1, assemble_ones(field), &value), err,
              "%s: %s is '%.60s', expected a number from 0 to %" PRIu32 " (%u bit%s from bit %u on)", insn->mnemonic,
              text, equals + 1, assemble_ones(field), field->bits, field->bits == 1 ? "" : "s", field->low);
    *word |= (uint32_t)value << field->low;
    return TT_OK;
}

static enum tt_status assemble_plain(const char *text, const char *rest, uint32_t *word, struct tt_error *err)
{
    uint64_t value = 0;
    REFUSE_IF(!text || rest || !assemble_number(text, UINT32_MAX, &value), err,
              ".word: found '%.60s', expected one number from 0 to 0xffffffff",
              rest   ? rest
              : text ? text
                     : "");
    *word = (uint32_t)value;
    return TT_OK;
}

enum tt_status isa_assemble(enum tt_chip chip, const char *line, uint32_t *word, struct tt_error *err)
{
    char text[LINE_MAX_BYTES], near[NEAR_TEXT_MAX], *rest = NULL;
    const size_t length = strcspn(line, "#");
    REFUSE_IF(length >= sizeof text, err, "an instruction is at most %zu bytes", sizeof text - 1);
    memcpy(text, line, length);
    text[length] = 0;
    const char *name = strtok_r(text, blanks, &rest);
    REFUSE_IF(!name, err, "found nothing, expected an instruction");
    char *next = strtok_r(NULL, blanks, &rest);
    if (strcmp(name, ".word") == 0)
        return assemble_plain(next, next ? strtok_r(NULL, blanks, &rest) : NULL, word, err);
    const struct isa_insn *insn = isa_find_mnemonic(chip, name);
    const struct mnemonics of = {chip};
    REFUSE_IF(!insn || !*name, err, "no instruction is called '%.60s'%s", name,
              near_text(name, assemble_mnemonic_at, &of, near));
    uint32_t made = (uint32_t)insn->opcode << OPCODE_LOW, seen = 0;
    for (; next; next = strtok_r(NULL, blanks, &rest)) {
        TRY(assemble_put(insn, next, &made, &seen, err));
    }
    *word = made;
    return TT_OK;
}
