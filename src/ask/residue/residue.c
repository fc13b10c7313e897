/* SPDX-License-Identifier: Apache-2.0 */
/* One replay shows the first reads, further ones those on which anything depends. For the rest, other values are put
 * in its place until an output changes. */
#include "ask/residue/residue_internal.h"

#include "base/search.h"
#include "verdict/verdict.h"

static const char *const reach_names[RESIDUE_REACHES] = {"output",      "hang",     "compared", "not tried",
                                                         "unsupported", "no value", "unused"};

const char *residue_reach_name(enum residue_reach reach)
{
    return reach_names[reach];
}

/* ---- first readers ---- */

/* From where readers came. */
struct origin_of {
    uint64_t seq;
    enum tt_core core;
    uint32_t pc;
};

struct reading {
    struct first_reads *reads;
    struct origin_of *origins; /* by seq, as they come */
    size_t count, capacity;
    bool has_failed;
};

static void residue_on_came_from(void *user, const struct replay_origin *origin)
{
    struct reading *reading = user;
    const struct first_reader *newest = first_reads_newest(reading->reads);
    if (!newest || newest->seq != origin->seq)
        return;
    reading->has_failed |= !MEM_PUSH(reading->origins, reading->count, reading->capacity,
                                     (struct origin_of){origin->seq, origin->core, origin->pc});
}

ORDER(by_seq, struct origin_of, RISING(seq))

static enum tt_status residue_find_source(struct residue_row *row, const struct reading *reading, struct ttcap *capture,
                                          struct tt_error *err)
{
    const struct origin_of key = {.seq = row->reader.seq};
    const struct origin_of *origin =
        reading->count ? bsearch(&key, reading->origins, reading->count, sizeof key, by_seq) : NULL;
    if (!origin)
        return TT_OK;
    row->source = (struct word_source){.is_known = true, .core = origin->core, .pc = origin->pc};
    return word_source_lines(&row->source, capture, err);
}

static enum tt_status read_first(struct reading *reading, struct ttcap *capture, const struct residue_options *options,
                                 struct tt_error *err)
{
    const struct replay_observer observer = {.user = reading, .came_from = residue_on_came_from};
    struct replay_summary summary;
    reading->reads = first_reads_new(ttcap_info(capture)->chip);
    NEED(reading->reads, err, "no memory for what is read");
    first_reads_begin_at(reading->reads, options->from);
    const enum tt_status status =
        replay_run(capture, &options->replay, first_reads_probe(reading->reads), &observer, &summary, err);
    if (!status && (reading->has_failed || first_reads_has_failed(reading->reads)))
        return tt_fail(err, TT_NO_MEMORY, "no memory for what is read");
    if (reading->count)
        qsort(reading->origins, reading->count, sizeof *reading->origins, by_seq);
    return status;
}

/* ---- in which order they stand ---- */

ORDER(residue_by_rank, struct residue_row,
      COMPARE(residue_reaches(b->reach), residue_reaches(a->reach)) ?: RISING(is_given) ?: RISING(reach)
      ?: RISING(reader.seq) ?: RISING(ranges[0].space) ?: RISING(ranges[0].lo) ?: RISING(ranges[0].mask))

void residue_count(struct residue *residue)
{
    memset(residue->by_reach, 0, sizeof residue->by_reach);
    residue->given = 0;
    for (size_t i = 0; i < residue->count; i++) {
        const struct residue_row *row = &residue->rows[i];
        residue->given += row->is_given;
        residue->by_reach[row->reach] += !row->is_given && (row->is_read || residue_reaches(row->reach));
    }
}

static void sum_up(struct residue *residue, const struct trials *trials)
{
    if (residue->count)
        qsort(residue->rows, residue->count, sizeof *residue->rows, residue_by_rank);
    residue_count(residue);
    residue->summary = *trials_summary(trials);
    residue->replays = trials_replays(trials) + 1;
    residue->is_budget_spent = trials_are_spent(trials) && residue->by_reach[RESIDUE_NOT_TRIED];
}

enum tt_status residue_find(struct residue *residue, struct ttcap *capture, const struct residue_options *options,
                            struct tt_error *err)
{
    struct reading reading = {0};
    struct trials *trials = NULL;
    *residue =
        (struct residue){.chip = ttcap_info(capture)->chip, .order = options->replay.order, .from = options->from};
    enum tt_status status = read_first(&reading, capture, options, err);
    status = status ?: trials_open(&trials, capture, options, err);
    status = status ?: places_find(residue, reading.reads, capture, err);
    if (!status && options->from)
        status = places_find_unread(residue, reading.reads, err);
    for (size_t i = 0; i < residue->count && options->from; i++) /* L1 is how kernels give each other their data */
        residue->rows[i].is_given |= residue->rows[i].ranges[0].space == TT_SPACE_L1;
    if (!status && !options->from) /* which follows values from the capture's start on */
        status = dependence_find(residue, trials, capture, options, reading.reads, err);
    status = status ?: options->from ? together_put_back(residue, trials, err) : search_rows(residue, trials, err);
    if (!status && options->has_after)
        status = places_find_unread(residue, reading.reads, err);
    if (!status)
        places_merge(residue);
    if (!status && options->from)
        status = left_by_find(residue, capture, options, err);
    for (size_t i = 0; i < residue->count && !status; i++)
        status = residue_find_source(&residue->rows[i], &reading, capture, err);
    if (!status)
        sum_up(residue, trials);
    trials_close(trials);
    first_reads_free(reading.reads);
    mem_free(reading.origins);
    return status;
}

void residue_clear(struct residue *residue)
{
    mem_free(residue->rows);
    *residue = (struct residue){0};
}

int residue_exit(const struct residue *residue)
{
    if (residue->summary.facts.is_damaged)
        return EXIT_TROUBLE;
    for (int reach = 0; reach < RESIDUE_REACHES; reach++)
        if (residue_reaches((enum residue_reach)reach) && residue->by_reach[reach])
            return EXIT_DIFFERS;
    const bool is_open = residue->by_reach[RESIDUE_NOT_TRIED] || residue->by_reach[RESIDUE_UNSUPPORTED];
    return is_open || residue->summary.unsupported ? EXIT_NO_VERDICT : EXIT_SAME;
}
