/* SPDX-License-Identifier: Apache-2.0 */
/* Sentences piece by piece. */
#include "order/wait_text.h"

void wait_text_add(char text[static WAIT_TEXT_MAX], const char *format, ...)
{
    const size_t length = strlen(text);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text + length, WAIT_TEXT_MAX - length, format, args);
    va_end(args);
}
