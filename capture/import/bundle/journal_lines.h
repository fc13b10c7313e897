/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a journal, one by one, as long as their checksums go on. docs/formats/journal.md */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cJSON;

enum journal_kind {
    JOURNAL_HEAD,
    JOURNAL_CHECKPOINT,
    JOURNAL_REGION,
    JOURNAL_EVENTS,
    JOURNAL_BOOT,
    JOURNAL_REFUSED,
    JOURNAL_KINDS,
};

/* The members of all kinds; of a line those that its kind has are there. */
enum journal_member {
    JOURNAL_FORMAT,
    JOURNAL_VERSION,
    JOURNAL_ARCH,
    JOURNAL_NAME,
    JOURNAL_SOURCE,
    JOURNAL_ID,
    JOURNAL_AFTER,
    JOURNAL_SPACE,
    JOURNAL_FILE,
    JOURNAL_ADDR,
    JOURNAL_COUNT,
    JOURNAL_BYTES,
    JOURNAL_XXH64,
    JOURNAL_CORE,
    JOURNAL_PC,
    JOURNAL_SENTENCE,
    JOURNAL_BEFORE,
    JOURNAL_MEMBERS,
};

struct journal_line {
    enum journal_kind kind;
    const struct cJSON *member[JOURNAL_MEMBERS];
    struct cJSON *tree; /* owns them */
};

struct journal_lines {
    const char *text; /* all of it; borrowed */
    size_t count, at;
    uint64_t number; /* of the line that was read last */
    uint64_t check;
};

/* The next line; cJSON_Delete its tree in any case. TT_END where the journal ends; TT_BAD_INPUT where the line is cut,
 * damaged or no line of a journal. */
enum tt_status journal_next(struct journal_lines *lines, struct journal_line *line, struct tt_error *err);

/* A checksum as the journal writes it: 16 hexadecimal digits. */
bool journal_hash(const char *text, uint64_t *hash);
