/* SPDX-License-Identifier: Apache-2.0 */
/* Outcomes of the recordings, counted by name and chip. */
#include "conform/conform_internal.h"

#include "base/search.h"

const char *conform_outcome_name(enum conform_outcome outcome)
{
    static const char *const names[CONFORM_OUTCOMES] = {"passed", "differed", "unsupported", "no_verdict"};
    return names[outcome];
}

void conform_report_clear(struct conform_report *report)
{
    for (size_t i = 0; i < report->row_count; i++) {
        struct conform_row *row = &report->rows[i];
        for (size_t k = 0; k < row->reason_count; k++)
            mem_free(row->reasons[k].text);
        mem_free(row->reasons);
        mem_free(row->name);
    }
    mem_free(report->rows);
    text_map_clear(&report->places);
    *report = (struct conform_report){0};
}

struct row_sought {
    const struct conform_report *report;
    const struct conform_case *result;
};

static bool is_row_of(const void *user, size_t item, const void *name)
{
    const struct row_sought *sought = user;
    const struct conform_row *row = &sought->report->rows[item];
    return row->chip == sought->result->chip && row->is_bundles == sought->result->is_bundle &&
           strcmp(row->name, name) == 0;
}

/* The row of a result, made when it is the first. Null without memory. */
static struct conform_row *report_row_of(struct conform_report *report, const struct conform_case *result)
{
    const int64_t place = text_map_find(&report->places, result->row, is_row_of, &(struct row_sought){report, result});
    if (place >= 0)
        return &report->rows[place];
    if (mem_grow(&report->rows, &report->row_capacity, report->row_count + 1, sizeof *report->rows) < 0)
        return NULL;
    char *name = mem_strdup(result->row);
    if (!name || !text_map_add(&report->places, name, report->row_count)) {
        mem_free(name);
        return NULL;
    }
    struct conform_row *row = &report->rows[report->row_count++];
    *row = (struct conform_row){.name = name, .chip = result->chip, .is_bundles = result->is_bundle};
    return row;
}

/* 0, or -1 without memory. */
static int count_reason(struct conform_row *row, const char *text)
{
    for (size_t i = 0; i < row->reason_count; i++) {
        if (strcmp(row->reasons[i].text, text) == 0) {
            row->reasons[i].count++;
            return 0;
        }
    }
    if (mem_grow(&row->reasons, &row->reason_capacity, row->reason_count + 1, sizeof *row->reasons) < 0)
        return -1;
    char *copy = mem_strdup(text);
    if (!copy)
        return -1;
    row->reasons[row->reason_count++] = (struct conform_reason){copy, 1};
    return 0;
}

enum tt_status conform_add(struct conform_report *report, const struct conform_case *result, struct tt_error *err)
{
    struct conform_row *row = report_row_of(report, result);
    if (!row || (result->reason && count_reason(row, result->reason) < 0))
        return tt_fail(err, TT_NO_MEMORY, "no memory for the report");
    row->count[result->outcome]++;
    report->masked += result->is_masked;
    if (result->outcome == CONFORM_PASSED && result->assumed) {
        report->assumed_passes++;
        report->assumed |= result->assumed;
        report->assumed_zero |= result->assumed_zero;
    }
    return TT_OK;
}

ORDER(report_by_count, struct conform_reason, FALLING(count) ?: strcmp(a->text, b->text))

ORDER(by_kind_name_chip, struct conform_row, RISING(is_bundles) ?: strcmp(a->name, b->name) ?: RISING(chip))

void conform_report_sort(struct conform_report *report)
{
    text_map_clear(&report->places);
    for (size_t i = 0; i < report->row_count; i++) {
        if (report->rows[i].reason_count)
            qsort(report->rows[i].reasons, report->rows[i].reason_count, sizeof *report->rows[i].reasons,
                  report_by_count);
    }
    if (report->row_count)
        qsort(report->rows, report->row_count, sizeof *report->rows, by_kind_name_chip);
}

void conform_totals(const struct conform_report *report, uint64_t totals[static CONFORM_OUTCOMES])
{
    memset(totals, 0, CONFORM_OUTCOMES * sizeof *totals);
    for (size_t i = 0; i < report->row_count; i++) {
        for (unsigned k = 0; k < CONFORM_OUTCOMES; k++)
            totals[k] += report->rows[i].count[k];
    }
}
