/* SPDX-License-Identifier: Apache-2.0 */

#include "base/visible.h"

#undef tt_fail /* as the static analysis sees it */
/* Whole sentences come here; of one that is too long the middle goes: it begins with the file and ends with the reason.
 */
enum { WHOLE_BYTES = 8192 };

/* Names in the sentence may come from anybody: made visible, on one line. */
static void fit(struct tt_error *err, const char *sentence)
{
    char whole[WHOLE_BYTES];
    visible_text(sentence, whole, sizeof whole);
    static const char gap[] = " ... ";
    const size_t length = strlen(whole), room = sizeof err->text - 1;
    if (length <= room) {
        memcpy(err->text, whole, length + 1);
        return;
    }
    const size_t tail = room / 2, head = room - tail - (sizeof gap - 1);
    memcpy(err->text, whole, head);
    memcpy(err->text + head, gap, sizeof gap - 1);
    memcpy(err->text + head + sizeof gap - 1, whole + length - tail, tail + 1);
}

enum tt_status tt_fail(struct tt_error *err, enum tt_status status, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        char whole[WHOLE_BYTES];
        (void)vsnprintf(whole, sizeof whole, format, args);
        va_end(args);
        fit(err, whole);
    }
    return status;
}

void tt_error_prefix(struct tt_error *err, const char *format, ...)
{
    if (!err)
        return;
    char whole[WHOLE_BYTES];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(whole, sizeof whole, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof whole)
        return;
    /* The function that failed may have named the place itself. */
    if (strncmp(err->text, whole, (size_t)n) == 0 && err->text[n] == ':')
        return;
    (void)snprintf(whole + n, sizeof whole - (size_t)n, ": %s", err->text);
    fit(err, whole);
}
