/* SPDX-License-Identifier: Apache-2.0 */
/* A share in percent, four digits, cut: 72.1008. In integers. */
#pragma once

#include "base/usual.h"

enum { SHARE_TEXT = 32 };

static inline const char *share_text(uint64_t count, uint64_t total, char text[static SHARE_TEXT])
{
    enum { WHOLE = 1000000, UNITS = 10000 };
    uint64_t parts = 0, rest = count;
    for (uint64_t unit = WHOLE; unit && total; unit /= 10) { /* digit by digit: no product overflows */
        parts += rest / total * unit;
        rest = rest % total * 10;
    }
    (void)snprintf(text, SHARE_TEXT, "%" PRIu64 ".%04" PRIu64, parts / UNITS, parts % UNITS);
    return text;
}
