/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a conversation. Nobody vouches for the text: each part is held to its form, and what is claimed to be there has
 * to be there. docs/formats/wire.md */
#include "capture/import/wire/wire.h"

#include "base/number.h"
#include "base/visible.h"
#include "capture/import/bundle_file.h"
#include "isa/chip.h"

enum { TEXT_MAX = 1 << 30, EXCERPT = 24, EXPECTED_MAX = 96 };

/* One line, from left to right. */
struct wire_line {
    const char *name;
    unsigned number;
    char *begin, *at, *end;
    struct tt_error *err;
};

static enum tt_status wire_refuse(const struct wire_line *line, const char *at, const char *expected)
{
    char excerpt[EXCERPT + 1], shown[8 * EXCERPT + 8];
    const size_t left = (size_t)(line->end - at), count = left < EXCERPT ? left : EXCERPT;
    memcpy(excerpt, at, count);
    excerpt[count] = '\0';
    REFUSE_IF(!left, line->err, "%s:%u: found the end of the line, expected %s", line->name, line->number, expected);
    return tt_fail(line->err, TT_BAD_INPUT, "%s:%u: found '%s' at character %zu, expected %s", line->name, line->number,
                   visible_text(excerpt, shown, sizeof shown), (size_t)(at - line->begin) + 1, expected);
}

const char *const wire_words[WIRE_KINDS] = {[WIRE_WRITE] = "WRITE ",
                                            [WIRE_READ] = "READ ",
                                            [WIRE_RELEASE] = "RESET_DEASSERT ",
                                            [WIRE_HOLD] = "RESET_ASSERT ",
                                            [WIRE_EXIT] = "EXIT "};

void wire_head(const struct wire_op *op, char head[static WIRE_HEAD_MAX])
{
    const char *const data = op->kind == WIRE_WRITE               ? ""
                             : op->kind == WIRE_READ && op->bytes ? "00000000 reply="
                                                                  : "00000000";
    (void)snprintf(head, WIRE_HEAD_MAX, "%score=%u,%u addr=0x%" PRIx64 " size=%" PRIu32 " data=%s",
                   wire_words[op->kind], op->x, op->y, op->addr, op->size, data);
}

static bool wire_skip(struct wire_line *line, const char *word)
{
    const size_t count = strlen(word);
    if ((size_t)(line->end - line->at) < count || memcmp(line->at, word, count) != 0)
        return false;
    line->at += count;
    return true;
}

static enum tt_status wire_take(struct wire_line *line, const char *word)
{
    char expected[EXPECTED_MAX];
    if (wire_skip(line, word))
        return TT_OK;
    (void)snprintf(expected, sizeof expected, "'%s'", word);
    return wire_refuse(line, line->at, expected);
}

/* A number behind a word. */
static enum tt_status wire_take_number(struct wire_line *line, const char *word, unsigned base, uint64_t most,
                                       uint64_t *value)
{
    char expected[EXPECTED_MAX];
    TRY(wire_take(line, word));
    const char *const from = line->at;
    bool fits = true;
    for (*value = 0; line->at < line->end; line->at++) {
        const int digit = hex_digit(*line->at);
        if (digit < 0 || (unsigned)digit >= base)
            break;
        fits = fits && *value <= (most - (unsigned)digit) / base;
        *value = fits ? *value * base + (unsigned)digit : *value;
    }
    (void)snprintf(expected, sizeof expected, base == 16 ? "a hexadecimal number up to %llx" : "a number up to %llu",
                   (unsigned long long)most);
    return fits && line->at > from ? TT_OK : wire_refuse(line, from, expected);
}

/* Bytes behind a word: "-", or pairs of hexadecimal digits, which their bytes take the place of. */
static enum tt_status wire_take_bytes(struct wire_line *line, const char *word, uint64_t size, bool has_size,
                                      const uint8_t **bytes)
{
    char expected[EXPECTED_MAX];
    TRY(wire_take(line, word));
    char *const from = line->at;
    size_t digits = 0, count = 0;
    if (wire_skip(line, "-")) {
        *bytes = (const uint8_t *)from;
    } else {
        while (line->at + digits < line->end && hex_digit(line->at[digits]) >= 0)
            digits++;
        line->at += digits;
        if (digits == 0 || digits % 2)
            return wire_refuse(line, from, "pairs of hexadecimal digits, or -");
        count = digits / 2;
    }
    if (has_size && count != size) {
        (void)snprintf(expected, sizeof expected, "%llu bytes, as size= says, and not %zu", (unsigned long long)size,
                       count);
        return wire_refuse(line, from, expected);
    }
    (void)hex_pairs(from, count, (uint8_t *)from);
    *bytes = (const uint8_t *)from;
    return TT_OK;
}

static enum tt_status wire_take_kind(struct wire_line *line, enum wire_kind *kind)
{
    for (int i = 0; i < WIRE_KINDS; i++) {
        *kind = (enum wire_kind)i;
        if (wire_skip(line, wire_words[i]))
            return TT_OK;
    }
    return wire_refuse(line, line->at, "WRITE, READ, RESET_DEASSERT, RESET_ASSERT or EXIT");
}

static enum tt_status wire_take_operation(struct wire_line *line, struct wire_op *op)
{
    uint64_t x = 0, y = 0, size = 0;
    const uint8_t *sent = NULL;
    TRY(wire_take_kind(line, &op->kind));
    TRY(wire_take_number(line, "core=", 10, WIRE_COORDINATE_MAX, &x));
    TRY(wire_take_number(line, ",", 10, WIRE_COORDINATE_MAX, &y));
    TRY(wire_take_number(line, " addr=0x", 16, UINT64_MAX, &op->addr));
    TRY(wire_take_number(line, " size=", 10, UINT32_MAX, &size));
    TRY(wire_take_bytes(line, " data=", size, op->kind == WIRE_WRITE, &sent));
    if (op->kind == WIRE_READ && line->at < line->end)
        TRY(wire_take_bytes(line, " reply=", size, true, &op->bytes));
    if (line->at < line->end)
        return wire_refuse(line, line->at, "the end of the line");
    if (op->kind == WIRE_WRITE)
        op->bytes = sent;
    op->x = (uint8_t)x;
    op->y = (uint8_t)y;
    op->size = (uint32_t)size;
    op->line = line->number;
    return TT_OK;
}

/* "# ROUNDS 17": a number that is none says nothing, as other comments do. */
static void wire_take_rounds(struct wire *wire, struct wire_line *line)
{
    uint64_t rounds = 0;
    struct wire_line number = *line;
    number.err = NULL;
    if (wire_skip(&number, "# " WIRE_ROUNDS " ") && !wire_take_number(&number, "", 10, UINT32_MAX, &rounds) &&
        number.at == number.end)
        wire->rounds += rounds;
}

/* "# arch=wormhole_b0 coords=translated door=so" before the first operation; other comments say nothing. */
static void wire_take_heading(struct wire *wire, struct wire_line *line)
{
    char name[EXCERPT + 1] = "";
    if (wire->count || !wire_skip(line, "# arch="))
        return;
    for (size_t i = 0; i < EXCERPT && line->at < line->end && *line->at != ' '; i++)
        name[i] = *line->at++;
    wire->chip = chip_find(name);
    wire->is_translated = wire_skip(line, " coords=" WIRE_TRANSLATED);
    wire->is_card = (wire->is_translated || wire_skip(line, " coords=noc0")) && wire_skip(line, " door=" WIRE_CARD);
}

static enum tt_status wire_add(struct wire *wire, struct wire_line *line)
{
    struct wire_op op = {.bytes = NULL};
    if (line->begin != line->end && *line->begin == '#') {
        wire_take_heading(wire, line);
        wire_take_rounds(wire, line);
    }
    if (line->begin == line->end || *line->begin == '#')
        return TT_OK;
    if (wire->count && wire->ops[wire->count - 1].kind == WIRE_EXIT)
        return wire_refuse(line, line->begin, "nothing behind EXIT");
    TRY(wire_take_operation(line, &op));
    if (mem_grow(&wire->ops, &wire->capacity, wire->count + 1, sizeof *wire->ops))
        return tt_fail(line->err, TT_NO_MEMORY, "%s: no memory for its operations", line->name);
    op.rounds = wire->rounds;
    wire->rounds = 0;
    wire->ops[wire->count++] = op;
    return TT_OK;
}

enum tt_status wire_parse(struct wire *wire, char *text, size_t count, const char *name, struct tt_error *err)
{
    const size_t heading = sizeof WIRE_HEADING - 1;
    char *end = text + count;
    unsigned number = 1;
    *wire = (struct wire){.text = text, .chip = TT_CHIP_COUNT};
    while (count >= heading && memcmp(text, WIRE_HEADING, heading) == 0 && end[-1] != '\n')
        end--;
    for (char *at = text; at < end; number++) {
        char *const newline = memchr(at, '\n', (size_t)(end - at)), *const stop = newline ? newline : end;
        struct wire_line line = {name, number, at, at, stop, err};
        TRY(wire_add(wire, &line));
        at = stop + 1;
    }
    REFUSE_IF(wire->count == 0, err, "%s: holds no operation, expected 'WRITE core=1,1 …'", name);
    return TT_OK;
}

enum tt_status wire_read(struct wire *wire, const char *path, struct tt_error *err)
{
    char *text = NULL;
    size_t count = 0;
    *wire = (struct wire){.text = NULL, .chip = TT_CHIP_COUNT};
    const enum tt_status status = bundle_file_text(path, TEXT_MAX, &text, &count, err);
    return status ? status : wire_parse(wire, text, count, path, err);
}

void wire_clear(struct wire *wire)
{
    mem_free(wire->ops);
    mem_free(wire->text);
    *wire = (struct wire){.text = NULL};
}
