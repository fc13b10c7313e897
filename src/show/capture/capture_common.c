/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the texts about captures. */
#include "show/capture/capture.h"

#include "base/visible.h"

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
    visible_put(out, text, strlen(text));
}

void print_heading(const struct report *report, const struct ttcap *capture, uint32_t checkpoint, const char *what)
{
    const struct ttcap_checkpoint *info = ttcap_checkpoint(capture, checkpoint);
    if (report->is_json)
        return;
    report_print(report, "%s%s at checkpoint ", report->ink.bold, what);
    print_plain(report->out, info->id);
    if (info->after_event < 0 && ttcap_info(capture)->event_count)
        report_print(report, " (before the first event)");
    else if (info->after_event >= 0)
        report_print(report, " (after event %" PRId64 ")", info->after_event);
    report_print(report, "%s\n", report->ink.off);
}
