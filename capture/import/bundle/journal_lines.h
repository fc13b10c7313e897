/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a journal, one by one, as long as their checksums go on. docs/formats/journal.md */
#pragma once

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

struct cJSON;

struct journal_lines {
    const char *text; /* all of it; borrowed */
    size_t count, at;
    uint64_t number; /* of the line that was read last */
    uint64_t check;
};

/* The next line; cJSON_Delete it in any case. TT_END where the journal ends; TT_BAD_INPUT where the line is cut,
 * damaged or no JSON. */
enum tt_status journal_next(struct journal_lines *lines, struct cJSON **line, struct tt_error *err);
