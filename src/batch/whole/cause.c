/* SPDX-License-Identifier: Apache-2.0 */
/* The common cause of failures. docs/formats/batch.md#groups */
#include "batch/whole/merge.h"

#include <ctype.h>

enum { CAUSE_MAX = 2048 };

static bool cause_is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* A number begins with a digit; a hash is of eight or more hexadecimal digits. */
static bool is_number(const char *word, size_t length)
{
    enum { HASH_MIN = 8 };
    if (isdigit((unsigned char)*word))
        return true;
    size_t digits = 0;
    while (digits < length && isxdigit((unsigned char)word[digits]))
        digits++;
    return digits == length && length >= HASH_MIN;
}

/* A sentence without its numbers: "first at event 41" and "first at event 977" are one cause. */
static void without_numbers(const char *text, char *into, size_t size)
{
    size_t at = 0;
    while (*text && at + 1 < size) {
        size_t length = 0;
        while (cause_is_word(text[length]))
            length++;
        if (length && is_number(text, length)) {
            into[at++] = 'N';
        } else {
            const size_t room = size - 1 - at, count = length ? length : 1;
            memcpy(into + at, text, count < room ? count : room);
            at += count < room ? count : room;
        }
        text += length ? length : 1;
    }
    into[at] = '\0';
}

/* "register: cfg, state N, word N: FIELD, CFGSHIFTMASK" */
static void cause_put_first(const struct batch_first *first, char *into, size_t size)
{
    char place[512] = "";
    const bool is_datum = strncmp(first->place ? first->place : "", "tile", 4) == 0;
    if (first->place && !is_datum)
        without_numbers(first->place, place, sizeof place);
    int at = snprintf(into, size, "%s in %s", first->what, first->space);
    if (*place)
        at += snprintf(into + at, size - (size_t)at, " (%s)", place);
    if (!first->unit) /* nobody wrote there, or the writer is not stored */
        return;
    at += snprintf(into + at, size - (size_t)at, ": %s", first->unit);
    if (first->stage)
        at += snprintf(into + at, size - (size_t)at, ", stage %s", first->stage);
    if (first->mnemonic)
        (void)snprintf(into + at, size - (size_t)at, ", %s", first->mnemonic);
}

char *batch_cause(const struct batch_record *record, size_t chosen)
{
    char text[CAUSE_MAX] = "";
    if (chosen < record->causes.count)
        return mem_strdup(record->causes.items[chosen]);
    if (record->verdict == BATCH_SAME)
        return mem_strdup(text);
    if (record->reason)
        without_numbers(record->reason, text, sizeof text);
    else if (record->has_first)
        cause_put_first(&record->first, text, sizeof text);
    else
        (void)snprintf(text, sizeof text, "bytes differ");
    return mem_strdup(text);
}
