/* SPDX-License-Identifier: Apache-2.0 */
#include "base/error.h"

#include <stdio.h>
#include <string.h>

#undef tt_fail /* as the static analysis sees it */
enum tt_status tt_fail(struct tt_error *err, enum tt_status status, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
    }
    return status;
}

void tt_error_prefix(struct tt_error *err, const char *format, ...)
{
    if (!err)
        return;
    char said[sizeof err->text];
    memcpy(said, err->text, sizeof said);
    va_list args;
    va_start(args, format);
    int n = vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof err->text)
        return;
    /* Whoever failed may have named the place itself. */
    if (strncmp(said, err->text, (size_t)n) == 0 && said[n] == ':') {
        memcpy(err->text, said, sizeof said);
        return;
    }
    /* What does not fit any more is cut, as everywhere. */
    (void)snprintf(err->text + n, sizeof err->text - (size_t)n, ": %.*s", (int)(sizeof said - 1) - n, said);
}
