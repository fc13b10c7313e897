/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/salvage/sentences.h"

#include <stdarg.h>
#include <stdio.h>

void sentences_say(struct sentences *sentences, const char *format, ...)
{
    struct tt_error sentence;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence.text, sizeof sentence.text, format, args);
    va_end(args);
    sentences->count++;
    if (sentences->said)
        sentences->said(sentences->user, sentence.text);
}
