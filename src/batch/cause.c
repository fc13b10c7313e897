/* SPDX-License-Identifier: Apache-2.0 */
/* What failures have in common. docs/formats/batch.md#groups */
#include "base/memory.h"
#include "batch/merge.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { CAUSE_MAX = 2048 };

/* A sentence without its numbers: "first at event 41" and "first at event 977" are one cause. A number is a word that
 * begins with a digit. */
static void without_numbers(const char *text, char *into, size_t size)
{
    size_t at = 0;
    bool is_word = false;
    while (*text && at + 4 < size) {
        const bool is_part = isalnum((unsigned char)*text) || *text == '_' || (unsigned char)*text >= 0x80;
        if (!is_word && isdigit((unsigned char)*text)) {
            while (isalnum((unsigned char)*text) || *text == '_')
                text++;
            into[at++] = 'N';
            continue;
        }
        is_word = is_part;
        into[at++] = *text++;
    }
    into[at] = '\0';
}

/* "register: cfg, state N, word N: FIELD, CFGSHIFTMASK" */
static void put_first(const struct batch_first *first, char *into, size_t size)
{
    char place[512] = "";
    const bool is_datum = strncmp(first->place ? first->place : "", "tile", 4) == 0;
    if (first->place && !is_datum)
        without_numbers(first->place, place, sizeof place);
    int at = snprintf(into, size, "%s in %s", first->what, first->space);
    if (*place)
        at += snprintf(into + at, size - (size_t)at, " (%s)", place);
    if (!first->unit) {
        (void)snprintf(into + at, size - (size_t)at, ", never written");
        return;
    }
    at += snprintf(into + at, size - (size_t)at, ": %s", first->unit);
    if (first->stage)
        at += snprintf(into + at, size - (size_t)at, ", stage %s", first->stage);
    if (first->mnemonic)
        (void)snprintf(into + at, size - (size_t)at, ", %s", first->mnemonic);
}

char *batch_cause(const struct batch_record *record)
{
    char text[CAUSE_MAX] = "";
    if (record->verdict == BATCH_SAME)
        return mem_strdup(text);
    if (record->reason)
        without_numbers(record->reason, text, sizeof text);
    else if (record->has_first)
        put_first(&record->first, text, sizeof text);
    else
        (void)snprintf(text, sizeof text, "bytes differ");
    return mem_strdup(text);
}
