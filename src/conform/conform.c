/* SPDX-License-Identifier: Apache-2.0 */
/* One run over everything that was named: pieces of work to a pool of threads, results in the order of the paths. */
#include "conform/conform_internal.h"

#include "base/pool.h"
#include "isa/names_near.h"

void conform_options_init(struct conform_options *options)
{
    *options = (struct conform_options){.source = TTCAP_SIMULATOR};
}

enum tt_status conform_variants(const struct conform_options *options, struct variant_set *set, struct tt_error *err)
{
    for (size_t i = 0; i < options->variant_count; i++) {
        if (variant_parse(set, options->variants[i]) != 0)
            return variant_unknown(options->variants[i], err);
    }
    return TT_OK;
}

/* One run: its pieces of work, and their results. */
struct run {
    const struct conform_options *options;
    struct conform_report *report;
    struct conform_items items;
    size_t jobs, slots;
    struct conform_worker *workers; /* one a job */
    struct conform_piece *pieces;   /* one a slot */
    /* Where taking has come to. */
    size_t next;              /* item */
    struct vector_file *file; /* of the item before it, or null */
    /* Where delivering has come to. */
    size_t shown; /* items, as progress has it */
    uint64_t explained;
};

static enum tt_status conform_take_item(struct run *run, struct conform_piece *piece, struct tt_error *err)
{
    piece->number = run->next++;
    piece->item = &run->items.items[piece->number];
    if (piece->item->kind != CONFORM_VECTORS)
        return TT_OK;
    return vector_file_open(&run->file, piece->item->path, err);
}

/* The next lines of the vector file that is open, or else the next item. */
static enum tt_status conform_take(void *user, const struct pool_item *at, struct tt_error *err)
{
    struct run *run = user;
    struct conform_piece *piece = &run->pieces[at->slot];
    for (;;) {
        enum tt_status status = TT_OK;
        if (!run->file) {
            if (run->next == run->items.count)
                return TT_END;
            status = conform_take_item(run, piece, err);
            if (status || !run->file)
                return status;
        }
        piece->number = run->next - 1;
        piece->item = &run->items.items[piece->number];
        status = vector_file_read(run->file, piece->block, err);
        if (status != TT_END)
            return status;
        vector_file_close(run->file);
        run->file = NULL;
    }
}

/* A failure is reported behind the results before it, so it waits in the piece. */
static enum tt_status conform_conform_work(void *user, const struct pool_item *at, struct tt_error *err)
{
    (void)err;
    const struct run *run = user;
    conform_work(&run->workers[at->worker], &run->pieces[at->slot]);
    return TT_OK;
}

/* Reports a result and counts it. Every worker explains as much as all together may; here the first of them all count.
 */
static enum tt_status conform_conform_report(struct run *run, struct conform_case *result, struct tt_error *err)
{
    if (result->explanation && run->explained++ >= run->options->explained_max)
        result->explanation = NULL;
    if (run->options->report)
        run->options->report(run->options->user, result);
    return conform_add(run->report, result, err);
}

static void show_progress(struct run *run, size_t done)
{
    for (; run->shown <= done; run->shown++) {
        if (run->options->progress)
            run->options->progress(run->options->user, run->shown, run->items.count);
    }
}

static enum tt_status conform_deliver(void *user, const struct pool_item *at, struct tt_error *err)
{
    struct run *run = user;
    struct conform_piece *piece = &run->pieces[at->slot];
    enum tt_status status = TT_OK;
    show_progress(run, piece->number);
    for (size_t i = 0; i < piece->count && status == TT_OK; i++)
        status = conform_conform_report(run, &piece->results[i].result, err);
    const bool is_one =
        piece->item->kind != CONFORM_VECTORS; /* of a block of vectors it is not known how many are lost */
    if (status == TT_OK && piece->status == TT_BAD_INPUT && is_one && run->options->refused) {
        run->report->refused++;
        run->options->refused(run->options->user, piece->item->path, &piece->err);
    } else if (status == TT_OK && piece->status != TT_OK) {
        if (err)
            *err = piece->err;
        status = piece->status;
    }
    conform_piece_empty(piece);
    return status;
}

/* As many threads as there is work for: a vector file has some for all. */
static size_t jobs_of(const struct run *run)
{
    const size_t jobs = run->options->jobs ? run->options->jobs : pool_processors();
    for (size_t i = 0; i < run->items.count; i++) {
        if (run->items.items[i].kind == CONFORM_VECTORS)
            return jobs;
    }
    const size_t most = run->items.count ? run->items.count : 1;
    return jobs < most ? jobs : most;
}

enum { PIECES_A_JOB = 4 };

static enum tt_status conform_make_room(struct run *run, struct tt_error *err)
{
    run->jobs = jobs_of(run);
    run->slots = run->jobs * PIECES_A_JOB;
    run->workers = mem_calloc(run->jobs, sizeof *run->workers);
    run->pieces = mem_calloc(run->slots, sizeof *run->pieces);
    bool has_room = run->workers && run->pieces;
    for (size_t i = 0; i < run->slots && has_room; i++) {
        run->pieces[i].block = vector_block_new();
        has_room = run->pieces[i].block;
    }
    for (size_t i = 0; i < run->jobs && has_room; i++)
        run->workers[i].options = run->options;
    return has_room ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for %zu jobs", run->jobs);
}

static void conform_clear(struct run *run)
{
    vector_file_close(run->file);
    for (size_t i = 0; run->pieces && i < run->slots; i++) {
        conform_piece_empty(&run->pieces[i]);
        mem_free(run->pieces[i].results);
        vector_block_free(run->pieces[i].block);
    }
    for (size_t i = 0; run->workers && i < run->jobs; i++)
        conform_worker_clear(&run->workers[i]);
    mem_free(run->pieces);
    mem_free(run->workers);
    conform_items_clear(&run->items);
}

static enum tt_status run_items(struct run *run, struct tt_error *err)
{
    TRY(conform_make_room(run, err));
    const struct pool pool = {.user = run,
                              .threads = run->jobs,
                              .slots = run->slots,
                              .take = conform_take,
                              .work = conform_conform_work,
                              .deliver = conform_deliver};
    TRY(pool_run(&pool, err));
    show_progress(run, run->items.count);
    return TT_OK;
}

enum tt_status conform_run(struct conform_report *report, const char *const *paths, size_t path_count,
                           const struct conform_options *options, struct tt_error *err)
{
    struct run run = {.options = options, .report = report};
    struct variant_set variants = {{0}};
    *report = (struct conform_report){0};
    enum tt_status status = conform_variants(options, &variants, err); /* refused before anything runs */
    status = status ?: conform_collect(&run.items, paths, path_count, err);
    status = status ?: run_items(&run, err);
    conform_report_sort(report);
    conform_clear(&run);
    return status;
}
