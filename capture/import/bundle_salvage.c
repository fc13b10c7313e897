/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/import/bundle_salvage.h"

#include <stdarg.h>
#include <stdio.h>

void losses_say(struct bundle_losses *losses, const char *format, ...)
{
    struct tt_error sentence;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence.text, sizeof sentence.text, format, args);
    va_end(args);
    losses->count++;
    losses->said(losses->user, sentence.text);
}

bool losses_may_be(enum tt_status status)
{
    return status == TT_BAD_INPUT || status == TT_IO || status == TT_UNSUPPORTED;
}
