/* SPDX-License-Identifier: Apache-2.0 */
/* A merged batch as a JUnit file: a case for each capture. */
#include "show/junit.h"

#include "batch/whole/batch_report.h"

enum { TEXT_MAX = 1024 };

static enum junit_outcome junit_outcome_of(const struct batch_record *record)
{
    static const enum junit_outcome outcomes[BATCH_VERDICTS] = {[BATCH_SAME] = JUNIT_PASSED,
                                                                [BATCH_DIFFERS] = JUNIT_FAILED,
                                                                [BATCH_TROUBLE] = JUNIT_ERROR,
                                                                [BATCH_NO_VERDICT] = JUNIT_SKIPPED};
    return record ? outcomes[record->verdict] : JUNIT_ERROR;
}

/* The first difference: its writer, its place, both values. Returns text, or null. */
static const char *first_text(const struct batch_record *record, char text[static TEXT_MAX])
{
    const struct batch_first *first = &record->first;
    if (!record->has_first)
        return NULL;
    int used = snprintf(text, TEXT_MAX, "%s %s at %s: held %s, replayed %s", first->what ? first->what : "bytes",
                        first->place ? first->place : "", first->address ? first->address : "?",
                        first->held_bits ? first->held_bits : "?", first->replayed_bits ? first->replayed_bits : "?");
    if (first->instruction && used > 0 && used < TEXT_MAX)
        used += snprintf(text + used, (size_t)(TEXT_MAX - used), "\nevent %lld: %s", (long long)first->event,
                         first->instruction);
    if (first->stage && used > 0 && used < TEXT_MAX)
        (void)snprintf(text + used, (size_t)(TEXT_MAX - used), "\nstage %s", first->stage);
    return text;
}

static void junit_put_row(struct junit *junit, const struct batch_merged *merged, const struct batch_row *row)
{
    const struct batch_record *record = row->record;
    char text[TEXT_MAX];
    const char *cause = row->group == SIZE_MAX ? NULL : merged->groups[row->group].cause;
    const struct junit_case of = {
        .group = record && record->chip ? record->chip : "unread",
        .name = row->capture->name,
        .outcome = junit_outcome_of(record),
        .message = !record          ? "there is no result"
                   : record->reason ? record->reason
                                    : cause,
        .text = record ? first_text(record, text) : NULL,
    };
    junit_case(junit, &of);
}

enum tt_status batch_junit_write(const struct batch_merged *merged, const char *path, struct tt_error *err)
{
    struct junit *junit;
    TRY(junit_open(&junit, path, "batch", err));
    for (size_t i = 0; i < merged->plan->count; i++)
        junit_put_row(junit, merged, &merged->rows[i]);
    return junit_finish(junit, err);
}
