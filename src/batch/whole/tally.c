/* SPDX-License-Identifier: Apache-2.0 */
/* Everything met, sorted by name, then each name once. */
#include "batch/whole/merge.h"

#include "base/search.h"

static size_t tally_count_of(const struct batch_record *record, enum batch_tally_of of)
{
    return of == BATCH_TALLY_FINDINGS ? record->finding_count : record->unsupported_count;
}

static struct batch_tally_row tally_row_of(const struct batch_record *record, enum batch_tally_of of, size_t i)
{
    if (of == BATCH_TALLY_FINDINGS)
        return (struct batch_tally_row){record->findings[i].code, 1, record->findings[i].times};
    return (struct batch_tally_row){record->unsupported[i].name, 1, record->unsupported[i].times};
}

ORDER(tally_by_name, struct batch_tally_row, strcmp(a->name, b->name))

ORDER(by_captures, struct batch_tally_row, FALLING(captures) ?: strcmp(a->name, b->name))

static size_t each_once(struct batch_tally_row *rows, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (left && strcmp(rows[left - 1].name, rows[i].name) == 0) {
            rows[left - 1].captures++;
            rows[left - 1].times += rows[i].times;
        } else {
            rows[left++] = rows[i];
        }
    }
    return left;
}

bool batch_tally_make(struct batch_tally *tally, const struct batch_merged *merged, enum batch_tally_of of)
{
    size_t all = 0, at = 0;
    for (size_t i = 0; i < merged->plan->count; i++)
        all += merged->rows[i].record ? tally_count_of(merged->rows[i].record, of) : 0;
    *tally = (struct batch_tally){.rows = mem_alloc((all + 1) * sizeof *tally->rows)};
    if (!tally->rows)
        return false;
    for (size_t i = 0; i < merged->plan->count; i++) {
        const struct batch_record *record = merged->rows[i].record;
        for (size_t k = 0; record && k < tally_count_of(record, of); k++)
            tally->rows[at++] = tally_row_of(record, of, k);
    }
    qsort(tally->rows, all, sizeof *tally->rows, tally_by_name);
    tally->count = each_once(tally->rows, all);
    qsort(tally->rows, tally->count, sizeof *tally->rows, by_captures);
    return true;
}
