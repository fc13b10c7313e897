/* SPDX-License-Identifier: Apache-2.0 */
/* Words of a thread: raw, or one a line. docs/how-to/capture-from-elf.md#instruction-streams */
#include "base/number.h"
#include "capture/import/importer.h"

#include "capture/file/bytes.h"
#include "capture/json/json.h"
#include "isa/isa.h"

struct words {
    struct import_sink *sink;
    const struct import_item *item;
    unsigned long long count, undefined;
    struct tt_error *err;
};

static enum tt_status stream_push(struct words *words, uint32_t word)
{
    struct ttcap_event event = {.kind = TTCAP_PUSH, .thread = (int8_t)words->item->thread, .value = word};
    words->count++;
    words->undefined += isa_find(import_chip_so_far(words->sink), word) == NULL;
    return import_event(words->sink, &event, words->err);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* One hexadecimal word, with or without 0x; nothing where the line holds none. */
static enum tt_status stream_read_line(struct words *words, const char *line, size_t length, unsigned long long number)
{
    const char *at = line, *end = line + length;
    const char *comment = memchr(line, '#', length);
    if (comment)
        end = comment;
    while (at < end && is_blank(*at))
        at++;
    while (end > at && is_blank(end[-1]))
        end--;
    if (at == end)
        return TT_OK;
    const char *first = at;
    if (end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        at += 2;
    const char *digits = at;
    uint32_t word = 0;
    while (at < end && hex_digit(*at) >= 0 && at - digits < 8)
        word = word << 4 | (uint32_t)hex_digit(*at++);
    if (at == end)
        return stream_push(words, word);
    char found[32], plain[JSON_SHOWN_MAX];
    size_t n = (size_t)(end - first) < sizeof found - 1 ? (size_t)(end - first) : sizeof found - 1;
    memcpy(found, first, n);
    found[n] = '\0';
    return tt_fail(words->err, TT_BAD_INPUT,
                   "%s: line %llu, column %zu: \"%s\", expected one word of at most eight hexadecimal digits",
                   words->item->path, number, (size_t)(at - line) + 1, json_plain(found, plain));
}

static enum tt_status stream_read_lines(struct words *words, const char *text, size_t count)
{
    unsigned long long number = 0;
    for (size_t at = 0; at < count;) {
        const char *newline = memchr(text + at, '\n', count - at);
        size_t length = newline ? (size_t)(newline - text) - at : count - at;
        TRY(stream_read_line(words, text + at, length, ++number));
        at += length + 1;
    }
    return TT_OK;
}

static enum tt_status stream_read_raw(struct words *words, const uint8_t *bytes, size_t count)
{
    REFUSE_IF(count % 4, words->err, "%s: %zu bytes, expected words of four bytes", words->item->path, count);
    for (size_t at = 0; at < count; at += 4)
        TRY(stream_push(words, load_u32(bytes + at)));
    return TT_OK;
}

/* The result; a file without a word is not one. */
static enum tt_status stream_finish(struct words *words, enum tt_status status)
{
    REFUSE_IF(!status && words->count == 0, words->err, "%s: no instruction word in it", words->item->path);
    status = status ?: import_note(words->sink, words->err, "%llu words", words->count);
    if (!status && words->undefined > 0)
        status = import_warn(words->sink, words->err, "%llu of %llu words are no instructions of the chip",
                             words->undefined, words->count);
    return status;
}

static bool is_raw(const char *path)
{
    size_t n = strlen(path);
    if (n > 4 && strcmp(path + n - 4, ".zst") == 0)
        n -= 4;
    return n > 4 && strncmp(path + n - 4, ".bin", 4) == 0;
}

static enum tt_status stream_key(struct import_item *item, const char *text, struct tt_error *err)
{
    const char *digit = *text == 't' ? text + 1 : text;
    REFUSE_IF(*digit < '0' || *digit > '2' || digit[1], err, "no thread '%s', expected 0, 1 or 2", text);
    item->thread = (unsigned)(*digit - '0');
    return TT_OK;
}

static enum tt_status stream_read(struct import_sink *sink, const struct import_item *item, const char *text,
                                  size_t count, struct tt_error *err)
{
    struct words words = {.sink = sink, .item = item, .err = err};
    if (is_raw(item->path))
        return stream_finish(&words, stream_read_raw(&words, (const uint8_t *)text, count));
    return stream_finish(&words, stream_read_lines(&words, text, count));
}

/* Pushes of one thread, in the order of the file: by its name raw words (.bin), or text. */
const struct importer importer_stream = {
    .option = "stream",
    .before = "T=",
    .doc = "words pushed by thread T: .bin, or a hexadecimal word a line",
    .group = IMPORT_PROGRAMS,
    .bytes_max = 64 << 20,
    .key = stream_key,
    .example = "0=words.txt",
    .read = stream_read,
};
