/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of journal.jsonl, each held against the checksum at its end, which goes on from that of the line before. */
#include "capture/import/bundle/journal_lines.h"

#include "capture/import/json.h"

#include <cjson/cJSON.h>
#include <string.h>
#include <xxhash.h>

#define BIT(member) (1u << (member))

/* The text behind the checksummed part. */
static const char check_key[] = ",\"check\":\"";
enum { HASH_DIGITS = 16, CHECK_BYTES = sizeof check_key - 1 + HASH_DIGITS + 2 /* "} */ };

static const char *const member_names[JOURNAL_MEMBERS] = {
    [JOURNAL_FORMAT] = "format",     [JOURNAL_VERSION] = "version", [JOURNAL_ARCH] = "arch",
    [JOURNAL_NAME] = "name",         [JOURNAL_SOURCE] = "source",   [JOURNAL_ID] = "checkpoint",
    [JOURNAL_AFTER] = "after_event", [JOURNAL_SPACE] = "region",    [JOURNAL_FILE] = "file",
    [JOURNAL_ADDR] = "addr",         [JOURNAL_COUNT] = "events",    [JOURNAL_BYTES] = "bytes",
    [JOURNAL_XXH64] = "xxh64",       [JOURNAL_CORE] = "boot",       [JOURNAL_PC] = "pc",
    [JOURNAL_SENTENCE] = "refused",  [JOURNAL_BEFORE] = "before",
};

/* A line is of the kind whose first member it has. */
static const struct {
    enum journal_member first;
    unsigned must, may;
} kinds[JOURNAL_KINDS] = {
    [JOURNAL_HEAD] = {JOURNAL_FORMAT,
                      BIT(JOURNAL_FORMAT) | BIT(JOURNAL_VERSION) | BIT(JOURNAL_ARCH) | BIT(JOURNAL_NAME) |
                          BIT(JOURNAL_SOURCE),
                      0},
    [JOURNAL_CHECKPOINT] = {JOURNAL_ID, BIT(JOURNAL_ID) | BIT(JOURNAL_AFTER), 0},
    [JOURNAL_REGION] = {JOURNAL_SPACE, BIT(JOURNAL_SPACE) | BIT(JOURNAL_FILE) | BIT(JOURNAL_BYTES) | BIT(JOURNAL_XXH64),
                        BIT(JOURNAL_ADDR)},
    [JOURNAL_EVENTS] = {JOURNAL_COUNT, BIT(JOURNAL_COUNT) | BIT(JOURNAL_BYTES) | BIT(JOURNAL_XXH64), 0},
    [JOURNAL_BOOT] = {JOURNAL_CORE, BIT(JOURNAL_CORE) | BIT(JOURNAL_PC), 0},
    [JOURNAL_REFUSED] = {JOURNAL_SENTENCE, BIT(JOURNAL_SENTENCE) | BIT(JOURNAL_BEFORE), 0},
};

bool journal_hash(const char *text, uint64_t *hash)
{
    static const char digits[] = "0123456789abcdef";
    *hash = 0;
    for (int i = 0; i < HASH_DIGITS; i++) {
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit)
            return false;
        *hash = *hash << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

/* Whether the line ends in the checksum of the text before it. */
static bool journal_lines_is_sound(struct journal_lines *lines, const char *line, size_t count)
{
    uint64_t said;
    if (count < CHECK_BYTES)
        return false;
    const char *tail = line + count - CHECK_BYTES;
    if (memcmp(tail, check_key, sizeof check_key - 1) != 0 || memcmp(line + count - 2, "\"}", 2) != 0 ||
        !journal_hash(tail + sizeof check_key - 1, &said))
        return false;
    lines->check = XXH64(line, count - CHECK_BYTES, lines->check);
    return lines->check == said;
}

static enum tt_status take_apart(struct journal_line *line, struct tt_error *err)
{
    const char *names[JOURNAL_MEMBERS + 1];
    const cJSON *found[JOURNAL_MEMBERS + 1];
    unsigned seen = 0;
    memcpy(names, member_names, sizeof member_names);
    names[JOURNAL_MEMBERS] = "check";
    enum tt_status status = json_members(line->tree, "", names, JOURNAL_MEMBERS + 1, found, err);
    if (status)
        return status;
    for (int i = 0; i < JOURNAL_MEMBERS; i++) {
        line->member[i] = found[i];
        seen |= found[i] ? BIT(i) : 0;
    }
    for (int kind = 0; kind < JOURNAL_KINDS; kind++) {
        line->kind = (enum journal_kind)kind;
        if ((seen & kinds[kind].must) == kinds[kind].must && (seen & ~(kinds[kind].must | kinds[kind].may)) == 0)
            return TT_OK;
        if (seen & BIT(kinds[kind].first))
            break;
    }
    return tt_fail(err, TT_BAD_INPUT, "no line of a journal");
}

enum tt_status journal_next(struct journal_lines *lines, struct journal_line *line, struct tt_error *err)
{
    *line = (struct journal_line){.kind = JOURNAL_KINDS};
    if (lines->at == lines->count)
        return TT_END;
    lines->number++;
    const char *start = lines->text + lines->at, *end = memchr(start, '\n', lines->count - lines->at);
    if (!end)
        return tt_fail(err, TT_BAD_INPUT, "the line is cut");
    const size_t count = (size_t)(end - start);
    if (!journal_lines_is_sound(lines, start, count))
        return tt_fail(err, TT_BAD_INPUT, "the line is damaged: its checksum is another");
    lines->at += count + 1;
    enum tt_status status = json_parse_line(&line->tree, start, count, err);
    return status ? status : take_apart(line, err);
}
