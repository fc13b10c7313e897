/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of journal.jsonl, each held against the checksum at its end, which goes on from that of the line before. */
#include "capture/import/bundle/journal.h"

#include "base/number.h"
#include "capture/json/json.h"

#include <xxhash.h>

/* The text behind the checksummed part. */
static const char check_key[] = ",\"check\":\"";
enum { CHECK_BYTES = sizeof check_key - 1 + HASH_DIGITS + 2 /* "} */ };

/* Whether the line ends in the checksum of the text before it. */
static bool journal_lines_is_sound(struct journal_lines *lines, const char *line, size_t count)
{
    uint64_t said;
    if (count < CHECK_BYTES)
        return false;
    const char *tail = line + count - CHECK_BYTES;
    if (memcmp(tail, check_key, sizeof check_key - 1) != 0 || memcmp(line + count - 2, "\"}", 2) != 0 ||
        !hash_read(tail + sizeof check_key - 1, &said))
        return false;
    lines->check = XXH64(line, count - CHECK_BYTES, lines->check);
    return lines->check == said;
}

enum tt_status journal_next(struct journal_lines *lines, struct cJSON **line, struct tt_error *err)
{
    *line = NULL;
    if (lines->at == lines->count)
        return TT_END;
    lines->number++;
    const char *start = lines->text + lines->at, *end = memchr(start, '\n', lines->count - lines->at);
    REFUSE_IF(!end, err, "the line is cut");
    const size_t count = (size_t)(end - start);
    REFUSE_IF(!journal_lines_is_sound(lines, start, count), err, "the line is damaged: its checksum is another");
    lines->at += count + 1;
    return json_parse_line(line, start, count, err);
}
