/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of distances, a line a class with a bar. */
#include "show/reports.h"

#include "ask/run/value_text.h"
#include "base/text/text.h"

enum { BAR = 30, DISTANCE_TEXT_MAX = 48 };

static const char *distance_text(unsigned class, char text[static DISTANCE_TEXT_MAX])
{
    char least[VALUE_TEXT_MAX], most[VALUE_TEXT_MAX];
    if (class == AGAINST_DISTANCES - 1)
        return text_print(text, DISTANCE_TEXT_MAX, "not defined");
    if (class < 2)
        return text_print(text, DISTANCE_TEXT_MAX, "%u", class);
    if (class == AGAINST_DISTANCES - 2)
        return text_print(text, DISTANCE_TEXT_MAX, "%s…", ulps_text(UINT64_C(1) << (class - 1), least));
    return text_print(text, DISTANCE_TEXT_MAX, "%s–%s", ulps_text(UINT64_C(1) << (class - 1), least),
                      ulps_text((UINT64_C(1) << class) - (class <= ULPS_WHOLE_BITS), most));
}

static void print_bar(const struct report *report, uint64_t count, uint64_t most)
{
    if (report->is_json)
        return;
    for (uint64_t i = 0; i < (count * BAR + most - 1) / most; i++)
        (void)fputc('#', report->out);
    (void)fputc('\n', report->out);
}

void distances_report(struct report *report, const uint64_t distances[AGAINST_DISTANCES])
{
    uint64_t most = 0;
    char text[DISTANCE_TEXT_MAX];
    for (unsigned i = 0; i < AGAINST_DISTANCES; i++)
        most = distances[i] > most ? distances[i] : most;
    if (most)
        report_heading(report, "Units in the last place", NULL);
    REPORT_EACH(report, "distances", i, AGAINST_DISTANCES) {
        if (!distances[i])
            continue;
        int wide = 0; /* the dash and the ellipsis are three bytes each */
        for (const char *at = distance_text(i, text); *at; at++)
            wide += ((unsigned char)*at & 0xC0) != 0x80;
        report_print(report, "  %*s%s %10" PRIu64 "  ", 24 - wide, "", text, distances[i]);
        print_bar(report, distances[i], most);
        report_item(report, NULL,
                    SAY_OR_NULL("from", i != AGAINST_DISTANCES - 1, i ? UINT64_C(1) << (i - 1) : UINT64_C(0)),
                    SAY("count", distances[i]));
    }
}
