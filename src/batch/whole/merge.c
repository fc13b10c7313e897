/* SPDX-License-Identifier: Apache-2.0 */
/* Results read back and sorted into groups. */
#include "batch/whole/merge.h"

#include "base/search.h"
#include "batch/judge/judge.h"
#include "batch/judge/run.h"

#include <limits.h>

void batch_merged_clear(struct batch_merged *merged)
{
    for (size_t i = 0; merged->records && i < merged->plan->count; i++)
        batch_record_clear(&merged->records[i]);
    for (size_t i = 0; i < merged->group_count; i++)
        mem_free(merged->groups[i].cause);
    mem_free(merged->records);
    mem_free(merged->rows);
    mem_free(merged->groups);
    *merged = (struct batch_merged){0};
}

static enum tt_status merge_read_one(struct batch_merged *merged, const char *results, size_t i, struct tt_error *err)
{
    const struct batch_capture *capture = &merged->plan->captures[i];
    struct batch_record *record = &merged->records[i];
    char path[PATH_MAX];
    enum tt_status status = batch_record_read(record, batch_result_path(results, capture, path, sizeof path), err);
    if (status == TT_END)
        return TT_OK;
    if (!status && (strcmp(record->key, capture->key) != 0 || strcmp(record->hash, capture->hash) != 0))
        status = tt_fail(err, TT_BAD_INPUT, "%s: a result of %s of content %s, expected %s of %s", path, record->key,
                         record->hash, capture->key, capture->hash);
    if (!status)
        merged->rows[i].record = record;
    return status;
}

/* ---- groups ---- */

/* A row that is in a group, with its cause, to be sorted. */
struct caused {
    char *cause;
    size_t row;
    enum batch_verdict verdict;
};

static int verdict_rank(enum batch_verdict verdict)
{
    static const int ranks[BATCH_VERDICTS] = {
        [BATCH_DIFFERS] = 0, [BATCH_TROUBLE] = 1, [BATCH_NO_VERDICT] = 2, [BATCH_SAME] = 3};
    return ranks[verdict];
}

ORDER(by_cause, struct caused,
      COMPARE(verdict_rank(a->verdict), verdict_rank(b->verdict)) ?: strcmp(a->cause, b->cause) ?: RISING(row))

ORDER(merge_by_size, struct batch_group,
      COMPARE(verdict_rank(a->verdict), verdict_rank(b->verdict)) ?: FALLING(captures) ?: strcmp(a->cause, b->cause))

/* Whether a capture is less to look through than another; of two alike the one with the earlier name. */
static bool is_lighter(const struct batch_merged *merged, size_t row, size_t than)
{
    const uint64_t a = merged->rows[row].record->counts.events, b = merged->rows[than].record->counts.events;
    return a != b ? a < b : row < than;
}

static enum tt_status add_to_group(struct batch_merged *merged, struct caused *caused, struct tt_error *err)
{
    struct batch_group *last = merged->group_count ? &merged->groups[merged->group_count - 1] : NULL;
    if (!last || last->verdict != caused->verdict || strcmp(last->cause, caused->cause) != 0) {
        NEED(!mem_grow(&merged->groups, &merged->group_capacity, merged->group_count + 1, sizeof *merged->groups), err,
             "no memory for the groups");
        last = &merged->groups[merged->group_count++];
        *last = (struct batch_group){caused->verdict, caused->cause, 0, caused->row};
        caused->cause = NULL;
    }
    last->captures++;
    if (is_lighter(merged, caused->row, last->first_row))
        last->first_row = caused->row;
    merged->rows[caused->row].group = merged->group_count - 1;
    return TT_OK;
}

/* Sorts the groups, and says to each row where its group went. */
static enum tt_status sort_groups(struct batch_merged *merged, struct tt_error *err)
{
    if (!merged->group_count)
        return TT_OK;
    size_t *went = mem_alloc(merged->group_count * sizeof *went);
    NEED(went, err, "no memory for the groups");
    qsort(merged->groups, merged->group_count, sizeof *merged->groups, merge_by_size);
    for (size_t i = 0; i < merged->group_count; i++)
        went[merged->rows[merged->groups[i].first_row].group] = i;
    for (size_t i = 0; i < merged->plan->count; i++)
        if (merged->rows[i].group != SIZE_MAX)
            merged->rows[i].group = went[merged->rows[i].group];
    mem_free(went);
    return TT_OK;
}

/* Which of its causes each row is put to. Null: no memory. */
static size_t *choose_causes(const struct batch_merged *merged)
{
    const size_t count = merged->plan->count;
    const struct batch_record **records = mem_calloc(count + 1, sizeof *records);
    size_t *chosen = mem_calloc(count + 1, sizeof *chosen);
    for (size_t i = 0; records && i < count; i++)
        records[i] = merged->rows[i].record;
    const bool is_done = records && chosen && batch_fewest_causes(records, count, chosen);
    mem_free(records);
    if (!is_done)
        mem_free(chosen);
    return is_done ? chosen : NULL;
}

static enum tt_status make_groups(struct batch_merged *merged, struct tt_error *err)
{
    size_t count = 0;
    enum tt_status status = TT_OK;
    struct caused *caused = mem_calloc(merged->plan->count + 1, sizeof *caused);
    size_t *chosen = choose_causes(merged);
    if (!caused || !chosen) {
        mem_free(caused);
        mem_free(chosen);
        return tt_fail(err, TT_NO_MEMORY, "no memory for the groups");
    }
    for (size_t i = 0; !status && i < merged->plan->count; i++) {
        const struct batch_record *record = merged->rows[i].record;
        if (!record || record->verdict == BATCH_SAME)
            continue;
        caused[count] = (struct caused){batch_cause(record, chosen[i]), i, record->verdict};
        if (!caused[count++].cause)
            status = tt_fail(err, TT_NO_MEMORY, "no memory for the groups");
    }
    if (!status)
        qsort(caused, count, sizeof *caused, by_cause);
    for (size_t i = 0; !status && i < count; i++)
        status = add_to_group(merged, &caused[i], err);
    for (size_t i = 0; i < count; i++)
        mem_free(caused[i].cause);
    mem_free(caused);
    mem_free(chosen);
    return status ? status : sort_groups(merged, err);
}

/* ---- all ---- */

static void merge_count(struct batch_merged *merged, size_t i)
{
    struct batch_row *row = &merged->rows[i];
    const size_t original = merged->plan->captures[i].same_as;
    if (original != i) { /* the first of them stands before it */
        row->record = merged->rows[original].record;
        merged->copies++;
    }
    if (row->record)
        merged->verdicts[row->record->verdict]++;
    else
        merged->missing++;
}

enum tt_status batch_merge(struct batch_merged *merged, const struct batch_plan *plan, const char *results,
                           struct tt_error *err)
{
    *merged = (struct batch_merged){.plan = plan};
    merged->records = mem_calloc(plan->count + 1, sizeof *merged->records);
    merged->rows = mem_calloc(plan->count + 1, sizeof *merged->rows);
    enum tt_status status =
        merged->records && merged->rows ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for the results");
    for (size_t i = 0; !status && i < plan->count; i++) {
        merged->rows[i] = (struct batch_row){&plan->captures[i], NULL, SIZE_MAX};
        if (plan->captures[i].same_as == i)
            status = merge_read_one(merged, results, i, err);
        if (!status)
            merge_count(merged, i);
    }
    return status ? status : make_groups(merged, err);
}

int batch_exit_status(const struct batch_merged *merged)
{
    if (merged->verdicts[BATCH_TROUBLE] || merged->missing)
        return BATCH_TROUBLE;
    if (merged->verdicts[BATCH_DIFFERS])
        return BATCH_DIFFERS;
    return merged->verdicts[BATCH_NO_VERDICT] ? BATCH_NO_VERDICT : BATCH_SAME;
}
