/* SPDX-License-Identifier: Apache-2.0 */
/* What the texts about captures share. */
#include "show/capture.h"

#include <inttypes.h>
#include <string.h>

char *count_text(uint64_t number, char text[static COUNT_TEXT_MAX])
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%" PRIu64, number);
    char *to = text;
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

void print_plain(FILE *out, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        (void)fputc(c < 0x20 || c == 0x7F ? '?' : c, out);
    }
}

void print_heading(const struct report_style *style, const struct ttcap *capture, uint32_t checkpoint, const char *what)
{
    const struct ttcap_checkpoint *info = ttcap_checkpoint(capture, checkpoint);
    if (style->has_colour)
        (void)fputs("\033[1m", style->out);
    (void)fprintf(style->out, "%s at checkpoint ", what);
    print_plain(style->out, info->id);
    if (info->after_event < 0)
        (void)fprintf(style->out, " (before the first event)");
    else
        (void)fprintf(style->out, " (after event %" PRId64 ")", info->after_event);
    (void)fprintf(style->out, "%s\n", style->has_colour ? "\033[0m" : "");
}
